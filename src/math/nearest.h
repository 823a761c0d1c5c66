// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "math/rounding.h"

namespace graze::inline GRAZE_ABI {

/// The point of segment ab nearest to p; a where the segment is a point.
[[nodiscard]] inline Vec3d nearest_on_segment(const Vec3d& p, const Vec3d& a, const Vec3d& b) {
  const Vec3d u = b - a;
  const double squared = length_squared(u);
  if (!(squared > 0)) return a;
  const double t = dot(p - a, u) / squared;
  return t <= 0 ? a : t >= 1 ? b : a + u * t;
}

/// The point of triangle abc nearest to p, by its Voronoi regions [Ericson05 §5.1.5]; never outside the
/// triangle by more than rounding, however thin it is.
[[nodiscard]] inline Vec3d nearest_on_triangle(const Vec3d& p, const Vec3d& a, const Vec3d& b,
                                               const Vec3d& c) {
  const Vec3d ab = b - a, ac = c - a, n = cross(ab, ac);
  const double squared = length_squared(n);
  if (squared > 0) {
    // Weights of b and c times n², by which side of the edges p is on.
    const Vec3d ap = p - a;
    const double v = dot(cross(ap, ac), n), w = dot(cross(ab, ap), n);
    if (v >= 0 && w >= 0 && v + w <= squared) return a + ab * (v / squared) + ac * (w / squared);
  }
  const Vec3d candidates[] = {nearest_on_segment(p, a, b), nearest_on_segment(p, b, c),
                              nearest_on_segment(p, c, a)};
  return *std::min_element(
      std::begin(candidates), std::end(candidates),
      [&p](const Vec3d& q, const Vec3d& r) { return length_squared(q - p) < length_squared(r - p); });
}

}  // namespace graze::inline GRAZE_ABI
