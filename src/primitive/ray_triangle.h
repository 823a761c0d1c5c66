// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "primitive/beam.h"

namespace graze::inline GRAZE_ABI::primitive {

/// First point of the beam in the closed triangle abc; decided exactly. Precondition: finite numbers.
[[nodiscard]] BeamHit hit_triangle(const Beam& beam, const Vec3d& a, const Vec3d& b, const Vec3d& c);

}  // namespace graze::inline GRAZE_ABI::primitive
