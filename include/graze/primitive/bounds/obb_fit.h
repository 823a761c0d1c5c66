// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "graze/base/result.h"
#include "graze/math/obb.h"

namespace graze::inline GRAZE_ABI::primitive {

// Oriented boxes around points. Half extents are rounded outward: every point is centre + sum of t_i axes_i
// with |t_i| <= half_extents_i, and |dot(axes_i, p - centre)| <= half_extents_i, in exact arithmetic with the
// numbers returned. Axes are orthonormal to rounding and right-handed. Both refuse an empty set, NaN and
// infinity.

/// Along the principal axes of the points: fast, and good for clouds without clusters. Does not allocate.
/// [Gottschalk96, Ericson05 §4.4.2]
[[nodiscard]] GRAZE_API Result<Obb> principal_obb(std::span<const Vec3> points);

/// Smaller: the best by volume (and by area for flat sets) of the coordinate axes, the principal axes and the
/// axes from triangles of extreme points [Larsson11], then turned about each of its axes in turn to the least
/// rectangle around the projection [Ericson05 §4.4.3], until nothing improves. Never worse than
/// principal_obb(), but for rounding. Allocates.
[[nodiscard]] GRAZE_API Result<Obb> tight_obb(std::span<const Vec3> points);

}  // namespace graze::inline GRAZE_ABI::primitive
