// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/shape/feature.h"
#include "shape/core/core.h"

namespace graze::inline GRAZE_ABI {

/// Name of the part of a core's shape that touches a plane across `outward` (unit): the largest of the faces,
/// edges and vertices at its farthest point whose tilt against the plane is less than 2^-10. `linear` takes
/// the frame of the shape, but for where it is and for a power of two, to that of the direction. All of the
/// surface where the direction is zero.
[[nodiscard]] Feature find_touching(const Core& core, const Mat3d& linear, const Vec3d& outward);

}  // namespace graze::inline GRAZE_ABI
