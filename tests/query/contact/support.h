// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Judges contact sets without the library's help: surfaces are read from the shapes' own definitions, in long
// double.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "query/ask.h"
#include "support/number.h"
#include "support/random.h"

namespace graze::test {

using V3l = V3<long double>;
inline V3l wide(const Vec3& v) { return {v.x, v.y, v.z}; }

/// Planes of the hull of points in general or special position: all triples with everything on one side.
struct Facets {
  std::vector<V3l> normals;  // unit, outward
  std::vector<long double> offsets;

  explicit Facets(const std::vector<Vec3>& points) {
    const std::size_t n = points.size();
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i + 1; j < n; ++j)
        for (std::size_t k = j + 1; k < n; ++k) add(points, i, j, k);
  }

 private:
  void add(const std::vector<Vec3>& points, std::size_t i, std::size_t j, std::size_t k) {
    const V3l p = wide(points[i]);
    V3l normal = cross(wide(points[j]) - p, wide(points[k]) - p);
    const long double size = length(normal);
    if (!(size > 0)) return;
    normal = normal * (1 / size);
    for (const long double side : {1.0L, -1.0L}) {
      bool is_facet = true;
      for (const Vec3& q : points) is_facet &= dot(normal, wide(q) - p) * side <= 1e-12L;
      if (!is_facet) continue;
      normals.push_back(normal * side);
      offsets.push_back(dot(normal, p) * side);
    }
  }
};

/// A convex shape as the judge sees it: how far outside of it a local point is, negative inside. The value is
/// the distance on one side of the surface, and no less than that in size on the other.
struct Body {
  Shape shape;
  std::vector<Vec3> points;  // a hull
  std::vector<Facets> facets;
  Vec3 sizes;

  [[nodiscard]] long double outside(const Vec3& local) const {
    const V3l p = wide(local), h = wide(sizes);
    if (!facets.empty()) {
      long double most = -1e30L;
      for (std::size_t i = 0; i < facets[0].normals.size(); ++i)
        most = std::max(most, dot(facets[0].normals[i], p) - facets[0].offsets[i]);
      return most;
    }
    const long double across = std::sqrt(p.x * p.x + p.z * p.z);
    switch (shape.kind()) {
      case ShapeKind::box:
        return std::max({std::abs(p.x) - h.x, std::abs(p.y) - h.y, std::abs(p.z) - h.z});
      case ShapeKind::sphere:
        return length(p) - h.x;
      case ShapeKind::capsule: {
        const long double y = std::clamp(p.y, -h.y, h.y);
        return length(p - V3l{0, y, 0}) - h.x;
      }
      case ShapeKind::cylinder:
        return std::max(across - h.x, std::abs(p.y) - h.y);
      case ShapeKind::cone: {
        const long double slant = std::sqrt(h.x * h.x + 4 * h.y * h.y);
        return std::max(-p.y - h.y, (across * 2 * h.y + (p.y - h.y) * h.x) / slant);
      }
      default:
        return 1e30L;
    }
  }
};

inline Body box_body(const Vec3& h) { return {Box{h}, {}, {}, h}; }
inline Body hull_body(const Shape& shape, const std::vector<Vec3>& points) {
  return {shape, points, {Facets(points)}, {}};
}

inline bool is_curved(const Body& body) { return body.facets.empty() && body.shape.kind() != ShapeKind::box; }
/// Bound on rounding to Real, and the accuracy asked for where a surface is curved.
inline double tolerance_of(const Body& a, const Body& b, double size) {
  const double asked = is_curved(a) || is_curved(b) ? double(QuerySettings{}.relative_error) : 0;
  return (64 * double(kEpsilon) + asked) * size;
}

/// Every fact that holds for any contact set. `size` bounds the coordinates of the pair about its middle,
/// `far` those of the world.
inline void expect_sound(const Body& a, const Instance& at_a, const Body& b, const Instance& at_b,
                         const ContactSummary& summary, std::span<const ContactPoint> points,
                         double prediction, double size, double far) {
  const double tolerance = tolerance_of(a, b, size), world = tolerance + 8 * double(kEpsilon) * far;
  const V3l n = wide(summary.normal);
  // Where surfaces are curved, points aside of the best by the root of the accuracy are as good.
  const double aside =
      is_curved(a) || is_curved(b) ? std::sqrt(double(QuerySettings{}.relative_error)) * size : 0;
  EXPECT_NEAR(double(length(n)), 1, 4 * double(kEpsilon));
  for (const ContactPoint& p : points) {
    EXPECT_NEAR(double(a.outside(p.local_a)), 0, tolerance);
    EXPECT_NEAR(double(b.outside(p.local_b)), 0, tolerance);
    EXPECT_NEAR(double(length(wide(at_a.placement * p.local_a) - wide(p.point_a))), 0, world);
    EXPECT_NEAR(double(length(wide(at_b.placement * p.local_b) - wide(p.point_b))), 0, world);
    const V3l way = wide(p.point_b) - wide(p.point_a);
    EXPECT_NEAR(double(dot(way, n)), double(p.gap), world);
    EXPECT_NEAR(double(length(way - n * p.gap)), 0, world + aside);
    EXPECT_LE(double(p.gap), prediction + tolerance);
  }
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_FALSE(points[i].feature_a == points[j].feature_a && points[i].feature_b == points[j].feature_b)
          << "two points of one name";
}

inline Real deepest(std::span<const ContactPoint> points) {
  Real least = kInfinity;
  for (const ContactPoint& p : points) least = std::min(least, p.gap);
  return least;
}

/// Area of the convex hull of up to four points across the normal: the largest over the orders of a
/// quadrilateral.
inline double area_of(std::span<const ContactPoint> points, const Vec3& normal) {
  if (points.size() < 3) return 0;
  const V3l n = wide(normal), o = wide(points[0].point_a);
  const auto twice = [&](const V3l& p, const V3l& q, const V3l& r) { return dot(n, cross(q - p, r - p)); };
  const auto at = [&](std::size_t i) { return wide(points[i].point_a); };
  if (points.size() == 3) return double(std::abs(twice(o, at(1), at(2)))) / 2;
  long double best = 0;
  constexpr std::size_t kOrders[3][3] = {{1, 2, 3}, {1, 3, 2}, {2, 1, 3}};
  for (const auto& order : kOrders)
    best =
        std::max(best, std::abs(twice(o, at(order[0]), at(order[1])) + twice(o, at(order[1]), at(order[2]))));
  return double(best) / 2;
}

[[nodiscard]] inline bool is_same(const ContactPoint& p, const ContactPoint& q) {
  return is_same(p.point_a, q.point_a) && is_same(p.point_b, q.point_b) && is_same(p.local_a, q.local_a) &&
         is_same(p.local_b, q.local_b) && is_same(p.gap, q.gap) && p.feature_a == q.feature_a &&
         p.feature_b == q.feature_b;
}
[[nodiscard]] inline bool is_same(const ContactSet& a, const ContactSet& b) {
  bool same = is_same(a.lower, b.lower) && is_same(a.upper, b.upper) && is_same(a.normal, b.normal) &&
              a.contact == b.contact && a.status == b.status && a.count == b.count;
  for (int i = 0; same && i < a.count; ++i) same = is_same(a.points[i], b.points[i]);
  return same;
}
[[nodiscard]] inline ContactSet mirrored(ContactSet set) {
  set.normal = -set.normal;
  for (ContactPoint& p : set.points) {
    std::swap(p.point_a, p.point_b);
    std::swap(p.local_a, p.local_b);
    std::swap(p.feature_a, p.feature_b);
  }
  return set;
}

/// The points of one side, in the order of their x, then z.
inline std::vector<Vec3> points_of(std::span<const ContactPoint> points) {
  std::vector<Vec3> all;
  for (const ContactPoint& p : points) all.push_back(p.point_a);
  std::sort(all.begin(), all.end(), [](const Vec3& p, const Vec3& q) {
    return std::abs(p.x - q.x) > Real(1e-4) ? p.x < q.x : p.z < q.z;
  });
  return all;
}

inline void expect_points(std::span<const ContactPoint> points, const std::vector<Vec3>& expected,
                          double tolerance) {
  const std::vector<Vec3> found = points_of(points);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(double(length(found[i] - expected[i])), 0, tolerance)
        << found[i] << " instead of " << expected[i];
}

}  // namespace graze::test
