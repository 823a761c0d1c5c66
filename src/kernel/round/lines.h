// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "math/rounding.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Closest points of two cores of one or two points each: what spheres, capsules, points and segments come
/// down to.
struct ClosestPoints {
  Vec3d a, b;
  double lower = 0, upper = 0;  // of their distance, but for rounding; lower by the plane across a - b
};

/// A point (p == q, is_point) or a segment.
struct Line {
  Vec3d p, q;
  bool is_point;
};

/// [Ericson05 §5.1.9], with the lower bound that makes near-parallel segments safe: a caller that finds the
/// bounds too far apart iterates instead.
[[nodiscard]] inline ClosestPoints closest_points(const Line& a, const Line& b) {
  const auto clamp01 = [](double x) { return x < 0 ? 0 : x > 1 ? 1 : x; };
  const Vec3d r = a.p - b.p;
  ClosestPoints closest{a.p, b.p};
  if (a.is_point && b.is_point) {
    closest.lower = closest.upper = length(r);
    return closest;
  }
  const Vec3d d1 = a.q - a.p, d2 = b.q - b.p;
  const double aa = dot(d1, d1), ee = dot(d2, d2), f = dot(d2, r);
  double s = 0, t = 0;
  if (aa > 0 && ee > 0) {
    const double c = dot(d1, r), along = dot(d1, d2);
    const Vec3d n = cross(d1, d2);
    const double denominator = dot(n, n);  // aa * ee - along², without its cancellation
    s = denominator > 0 ? clamp01((along * f - c * ee) / denominator) : 0;
    t = (along * s + f) / ee;
    if (t < 0) {
      t = 0;
      s = clamp01(-c / aa);
    } else if (t > 1) {
      t = 1;
      s = clamp01((along - c) / aa);
    }
  } else if (aa > 0) {
    s = clamp01(-dot(d1, r) / aa);
  } else if (ee > 0) {
    t = clamp01(f / ee);
  }
  closest.a = a.p + d1 * s;
  closest.b = b.p + d2 * t;
  const Vec3d v = closest.a - closest.b;
  closest.upper = length(v);
  const double nearest_a = std::min(dot(v, a.p), dot(v, a.q)), nearest_b = std::max(dot(v, b.p), dot(v, b.q));
  closest.lower = closest.upper > 0 ? (nearest_a - nearest_b) / closest.upper : 0;
  return closest;
}

}  // namespace graze::inline GRAZE_ABI::primitive
