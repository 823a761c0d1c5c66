// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "shape/reader.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Closest points of two cores of one or two points each: what spheres, capsules, points and segments come
/// down to.
struct ClosestPoints {
  Vec3d a, b;
  double lower = 0, upper = 0;  // of their distance, but for rounding; lower by the plane across a - b
};

/// [Ericson05 §5.1.9], with the lower bound that makes near-parallel segments safe: a caller that finds the
/// bounds too far apart iterates instead.
[[nodiscard]] inline ClosestPoints closest_points(const PointsReader& a, const PointsReader& b) {
  const Vec3d p = a.points[0], q = b.points[0];
  const Vec3d d1 = a.points[a.count - 1] - p, d2 = b.points[b.count - 1] - q;
  const Vec3d r = p - q;
  const double aa = dot(d1, d1), ee = dot(d2, d2), f = dot(d2, r);
  const auto clamp01 = [](double x) { return x < 0 ? 0 : x > 1 ? 1 : x; };
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
  ClosestPoints closest{p + d1 * s, q + d2 * t};
  const Vec3d v = closest.a - closest.b;
  closest.upper = length(v);
  std::uint32_t index = 0;
  if (closest.upper > 0) closest.lower = dot(v, a.support(-v, index) - b.support(v, index)) / closest.upper;
  return closest;
}

}  // namespace graze::inline GRAZE_ABI::primitive
