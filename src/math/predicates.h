// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "math/rounding.h"

namespace graze::inline GRAZE_ABI {

/// Sign of the determinant |a-d, b-d, c-d|: +1, 0 or -1, exact for the coordinates given (finite, magnitudes
/// between 2^-280 and 2^230 or zero). Positive when d lies on the side of abc from which a, b, c turn
/// clockwise.
[[nodiscard]] int orient3d(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d);

/// A point of a coordinate plane.
struct Planar {
  double x = 0;
  double y = 0;
};

/// Sign of the determinant |a-c, b-c|: +1 when a, b, c turn counterclockwise, 0 when they are on one line;
/// exact for the same coordinates as orient3d().
[[nodiscard]] int orient2d(const Planar& a, const Planar& b, const Planar& c);

/// Whether three points lie on one line (two of them may be equal); exact for the same coordinates.
[[nodiscard]] bool are_collinear(const Vec3d& a, const Vec3d& b, const Vec3d& c);

/// Sign of (a - b) · d: which of two points is farther along d, exact as long as no product of a coordinate
/// and a component of d is below 2^-960, unless it is zero, or above 2^960.
[[nodiscard]] int compare_along(const Vec3d& a, const Vec3d& b, const Vec3d& d);

}  // namespace graze::inline GRAZE_ABI
