// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "primitive/beam.h"

namespace graze::inline GRAZE_ABI::primitive {

/// First point of the beam in the ball; decided exactly. Precondition: finite numbers, radius >= 0.
[[nodiscard]] BeamHit hit_sphere(const Beam& beam, const Vec3d& centre, double radius);

}  // namespace graze::inline GRAZE_ABI::primitive
