// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// How the hulls of two sets of points meet, in rationals: where the origin is in the hull of all differences
// d. They are apart when some n has n . d > 0 for all d, and touch at most when n . d >= 0 for all d and some
// n. The n that matter are perpendicular to two of the d; their sum is positive on every d that any of them
// is positive on.

#include <vector>

#include "graze/math/aabb.h"
#include "graze/math/contact.h"
#include "graze/shape/primitives.h"
#include "rationals.h"

namespace graze::test {

using Cloud = std::vector<Q3>;

inline bool is_zero(const Q3& v) { return v.x == 0 && v.y == 0 && v.z == 0; }

namespace oracle_detail {

inline void try_axis(const Cloud& d, const Q3& n, Q3& sum, bool& weak) {
  if (is_zero(n)) return;
  for (const Q3& v : d)
    if (dot(n, v) < 0) return;
  weak = true;
  sum = sum + n;
}

inline Contact decide(const Cloud& d, const Q3& sum, bool weak, bool is_flat) {
  if (!weak) return is_flat ? Contact::touching : Contact::overlapping;
  for (const Q3& v : d)
    if (dot(sum, v) <= 0) return Contact::touching;
  return Contact::apart;
}

}  // namespace oracle_detail

inline Contact contact_of(const Cloud& a, const Cloud& b) {
  using namespace oracle_detail;
  Cloud d;
  for (const Q3& p : a)
    for (const Q3& q : b) d.push_back(p - q);
  // Rank of the differences: a line, a plane, or all of space.
  Q3 line, plane;
  bool is_space = false;
  for (const Q3& v : d) {
    if (is_zero(line)) line = v;
    if (is_zero(plane)) plane = cross(line, v);
    is_space = is_space || dot(plane, v) != 0;
  }
  Q3 sum;
  bool weak = false;
  if (is_space) {
    for (std::size_t i = 0; i < d.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const Q3 n = cross(d[i], d[j]);
        try_axis(d, n, sum, weak);
        try_axis(d, -n, sum, weak);
      }
  } else if (!is_zero(plane)) {
    for (const Q3& v : d) {
      const Q3 n = cross(plane, v);
      try_axis(d, n, sum, weak);
      try_axis(d, -n, sum, weak);
    }
  } else {
    try_axis(d, line, sum, weak);
    try_axis(d, -line, sum, weak);
  }
  return decide(d, sum, weak, !is_space);
}

inline Cloud cloud(const Triangle& t) { return {exact(t.a), exact(t.b), exact(t.c)}; }
inline Cloud cloud(const Segment& s) { return {exact(s.a), exact(s.b)}; }
inline Cloud cloud(const Aabb& box) {
  Cloud corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back(exact(Vec3{i & 1 ? box.upper.x : box.lower.x, i & 2 ? box.upper.y : box.lower.y,
                                 i & 4 ? box.upper.z : box.lower.z}));
  return corners;
}

/// Least squared distance of p from the hull of one to three points: over vertices, edges and the face,
/// wherever p comes down on them.
inline Q squared_distance(const Q3& p, const Cloud& hull) {
  Q best = squared(p - hull[0]);
  const auto offer = [&best](const Q& x) {
    if (x < best) best = x;
  };
  for (std::size_t i = 0; i < hull.size(); ++i) {
    offer(squared(p - hull[i]));
    for (std::size_t j = 0; j < i; ++j) {
      const Q3 e = hull[i] - hull[j];
      if (is_zero(e)) continue;
      const Q t = dot(p - hull[j], e) / squared(e);
      if (t >= 0 && t <= 1) offer(squared(p - (hull[j] + e * t)));
    }
  }
  if (hull.size() != 3) return best;
  const Q3 u = hull[1] - hull[0], v = hull[2] - hull[0], w = p - hull[0];
  const Q uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), det = uu * vv - uv * uv;
  if (det == 0) return best;
  const Q s = (vv * dot(w, u) - uv * dot(w, v)) / det, t = (uu * dot(w, v) - uv * dot(w, u)) / det;
  if (s >= 0 && t >= 0 && s + t <= 1) offer(squared(w - (u * s + v * t)));
  return best;
}

inline Contact contact_from(const Q& squared_distance, const Q& radius) {
  const int s = cmp(squared_distance, radius * radius);
  return s < 0 ? Contact::overlapping : s == 0 ? Contact::touching : Contact::apart;
}

/// Whether [lower, upper] holds the root of squared_distance less radius.
inline bool encloses(double lower, double upper, const Q& squared_distance, const Q& radius) {
  const RationalInterval truth = root(RationalInterval(squared_distance)) - RationalInterval(radius);
  return Q(lower) <= truth.upper && Q(upper) >= truth.lower;
}

}  // namespace graze::test
