// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "graze/base/result.h"
#include "graze/primitive/ball.h"

namespace graze::inline GRAZE_ABI::primitive {

// Balls around points. Radii are rounded outward: every point is in the ball, in exact arithmetic. All refuse
// an empty set, NaN and infinity; duplicates, collinear and coplanar points are points like any other. None
// allocates.

/// The smallest one, but for rounding: the radius is that of the true smallest ball plus some roundings of
/// the coordinates. [Welzl91] as an LP-type problem, solved by exchanging a basis of up to four points for
/// the farthest point [Gaertner99]: the ball grows with every exchange, so it ends; typically after about ten
/// passes over the points.
[[nodiscard]] GRAZE_API Result<Ball> smallest_enclosing_ball(std::span<const Vec3> points);

/// Two passes, usually 5 to 20 percent too large: a ball on the farthest two of six extreme points, grown to
/// each point that is outside. [Ritter90, Ericson05 §4.3.2]
[[nodiscard]] GRAZE_API Result<Ball> ritter_ball(std::span<const Vec3> points);

/// ritter_ball() started from the two points that are extreme along the direction of largest spread. [Wu92,
/// Ericson05 §4.3.3]
[[nodiscard]] GRAZE_API Result<Ball> principal_ball(std::span<const Vec3> points);

}  // namespace graze::inline GRAZE_ABI::primitive
