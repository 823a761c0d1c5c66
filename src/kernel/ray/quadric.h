// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

#include "math/rounding.h"

// Where a line passes through the shapes with closed forms, in their own frames: axis y, centre at the
// origin. These are candidates: the caller proves what it makes of them, by a plane that the shape is not
// beyond and by a point that is deep enough inside. [Ericson05 §5.3, Bergen03 §3.2]

namespace graze::inline GRAZE_ABI::primitive {

/// Points o + t d, all t. d is not zero.
struct LocalLine {
  Vec3d o, d;
};

/// The part of a line inside a shape; empty when enter > leave. `normal` is outward at `enter`, any length,
/// zero where the line comes from infinity inside.
struct LineSpan {
  double enter = -std::numeric_limits<double>::infinity();
  double leave = std::numeric_limits<double>::infinity();
  Vec3d normal;

  [[nodiscard]] bool is_empty() const { return !(enter <= leave); }
};
inline constexpr LineSpan kNoSpan{
    std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), {}};

/// |y| <= half, for y any axis.
[[nodiscard]] LineSpan span_of_slab(const LocalLine& line, int axis, double half);
[[nodiscard]] LineSpan span_of_box(const LocalLine& line, const Vec3d& half);
[[nodiscard]] LineSpan span_of_ball(const LocalLine& line, const Vec3d& centre, double radius);
/// Radii are positive.
[[nodiscard]] LineSpan span_of_ellipsoid(const LocalLine& line, const Vec3d& radii);
/// Convex hull of two discs at y = low and y = high: cylinder, cone and what is between. low < high.
[[nodiscard]] LineSpan span_of_discs(const LocalLine& line, double low, double low_radius, double high,
                                     double high_radius);
/// Convex hull of two balls at y = -half and y = half: capsules, tapered or not.
[[nodiscard]] LineSpan span_of_balls(const LocalLine& line, double bottom, double top, double half);

// How deep a point is inside: a ball of this radius around it fits, but for rounding. Never too large;
// negative outside.
[[nodiscard]] double depth_in_box(const Vec3d& p, const Vec3d& half);
[[nodiscard]] double depth_in_ellipsoid(const Vec3d& p, const Vec3d& radii);
[[nodiscard]] double depth_in_discs(const Vec3d& p, double low, double low_radius, double high,
                                    double high_radius);
[[nodiscard]] double depth_in_balls(const Vec3d& p, double bottom, double top, double half);

/// Where the line enters the capsule around the segment from a to b, in the frame of all of them: its entry
/// parameter, or NaN when it does not. radius > 0; a == b is a ball.
[[nodiscard]] double enter_capsule(const LocalLine& line, const Vec3d& a, const Vec3d& b, double radius);

}  // namespace graze::inline GRAZE_ABI::primitive
