// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "primitive/beam.h"

namespace graze::inline GRAZE_ABI::primitive {

/// First point of the beam in the box [lower, upper]; decided exactly. Precondition: finite, lower <= upper.
[[nodiscard]] BeamHit hit_box(const Beam& beam, const Vec3d& lower, const Vec3d& upper);

}  // namespace graze::inline GRAZE_ABI::primitive
