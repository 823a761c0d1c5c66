// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/round/lines-inl.h"

// For one pair, outside of the kernels that are compiled once per SIMD target.

namespace graze::inline GRAZE_ABI::primitive {

/// Closest points of two cores of one or two points each: what spheres, capsules, points and segments come
/// down to.
struct ClosestPoints {
  Vec3d a, b;
  double lower = 0, upper = 0;  // of their distance, but for rounding; lower by the plane across a - b
};

/// A segment, or a point where p == q.
struct Line {
  Vec3d p, q;
};

/// closest_lines() of one pair; lower is 0 where the points coincide.
[[nodiscard]] inline ClosestPoints closest_points(const Line& a, const Line& b) {
  const auto lane = [](const Vec3d& v) { return one_lane::LaneVec<double>{v.x, v.y, v.z}; };
  const auto c = one_lane::closest_lines(lane(a.p), lane(a.q), lane(b.p), lane(b.q));
  return {{c.a.x, c.a.y, c.a.z}, {c.b.x, c.b.y, c.b.z}, c.upper > 0 ? c.lower : 0, c.upper};
}

}  // namespace graze::inline GRAZE_ABI::primitive
