// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/ray_polygon.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "polygon_oracle.h"

namespace graze::primitive {
namespace {

using test::exact;
using test::Loops;
using test::Points;
using test::Q;
using test::Q3;

const std::vector<Vec3> kFrame = {{0, 0, 0}, {8, 0, 0}, {8, 8, 0}, {0, 8, 0},
                                  {2, 2, 0}, {2, 6, 0}, {6, 6, 0}, {6, 2, 0}};
const std::vector<std::uint32_t> kFrameEnds = {4, 8};

TEST(RayPolygon, HitsTheFrameAndPassesThroughTheHole) {
  const Polygon frame = make_polygon(kFrame, kFrameEnds).value();
  const RayHit hit = ray_polygon({{1, 1, 3}, {0, 0, -2}}, frame);
  EXPECT_EQ(hit.t, Real(1.5));
  EXPECT_EQ(hit.point, (Vec3{1, 1, 0}));
  EXPECT_EQ(hit.normal, (Vec3{0, 0, 1}));
  EXPECT_EQ(ray_polygon({{1, 1, -3}, {0, 0, 1}}, frame).normal, (Vec3{0, 0, -1}));
  EXPECT_FALSE(ray_polygon({{4, 4, 3}, {0, 0, -1}}, frame));
  EXPECT_TRUE(ray_polygon({{2, 2, 3}, {0, 0, -1}}, frame));
  EXPECT_FALSE(ray_polygon({{1, 1, 3}, {0, 0, -1}, Real(2.5)}, frame));
  EXPECT_FALSE(ray_polygon({{1, 1, 3}, {0, 0, 1}}, frame));
}

TEST(RayPolygon, InItsPlaneHitsTheBorder) {
  const Polygon frame = make_polygon(kFrame, kFrameEnds).value();
  EXPECT_EQ(ray_polygon({{-3, 4, 0}, {1, 0, 0}}, frame).t, 3);
  EXPECT_EQ(ray_polygon({{-3, 4, 0}, {1, 0, 0}}, frame).normal, (Vec3{-1, 0, 0}));
  EXPECT_EQ(ray_polygon({{4, 4, 0}, {1, 0, 0}}, frame).t, 2);  // from the hole outward
  EXPECT_EQ(ray_polygon({{4, 4, 0}, {1, 1, 0}}, frame).t, 2);  // into a corner of the hole
  EXPECT_FALSE(ray_polygon({{4, 4, 0}, {1, 0, 0}, 1}, frame));
  EXPECT_FALSE(ray_polygon({{9, 4, 0}, {1, 0, 0}}, frame));
  EXPECT_EQ(ray_polygon({{-3, 8, 0}, {1, 0, 0}}, frame).t, 3);  // along an edge
  EXPECT_EQ(ray_polygon({{1, 4, 0}, {1, 0, 0}}, frame).outcome, RayOutcome::inside);
  EXPECT_FALSE(ray_polygon({{-3, 4, kEpsilon}, {1, 0, 0}}, frame));
}

TEST(RayPolygon, ARayOfNoLengthIsAPointTest) {
  const Polygon frame = make_polygon(kFrame, kFrameEnds).value();
  EXPECT_EQ(ray_polygon({{1, 1, 0}, {0, 0, 0}}, frame).outcome, RayOutcome::inside);
  EXPECT_EQ(ray_polygon({{4, 4, 0}, {0, 0, 0}}, frame).outcome, RayOutcome::miss);
  EXPECT_EQ(ray_polygon({{1, 1, 1}, {0, 0, 0}}, frame).outcome, RayOutcome::miss);
}

TEST(RayPolygon, RefusesWhatIsNotANumber) {
  const Polygon frame = make_polygon(kFrame, kFrameEnds).value();
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_EQ(ray_polygon({{1, 1, nan}, {0, 0, 1}}, frame).status, Status::invalid_argument);
}

TEST(RayPolygon, AgreesWithRationals) {
  for (const bool lattice : {true, false}) {
    Points points{test::Random{51}, lattice};
    int misses = 0, hits = 0, on_border = 0;
    for (int i = 0; i < 6000; ++i) {
      const Loops loops = random_polygon(points, i % 2 == 0, 6);
      const Result<Polygon> polygon = make_polygon(loops.vertices, loops.ends);
      if (!polygon) continue;
      const Vec3 origin = points.point(8);
      const Vec3 aim = i % 4 == 0
                           ? loops.vertices[std::size_t(points.random.below(int(loops.vertices.size())))]
                           : points.point(4);
      const Ray ray{origin, aim - origin, i % 3 == 0 ? Real(1) : kInfinity};
      const Q3 n = exact(polygon->plane.normal), o = exact(ray.origin), d = exact(ray.direction);
      if (dot(n, d) == 0) continue;  // by hand, above
      const Q t = (exact(polygon->plane.offset) - dot(n, o)) / dot(n, d);
      const Contact where = locate_exactly(*polygon, o + d * t);
      const bool in_range = t >= 0 && (!std::isfinite(ray.max_t) || t <= exact(ray.max_t));
      const RayHit hit = ray_polygon(ray, *polygon);
      ASSERT_EQ(bool(hit), in_range && where != Contact::apart) << i << ' ' << lattice;
      if (!hit) {
        ++misses;
        continue;
      }
      ++hits;
      on_border += where == Contact::touching;
      ASSERT_LE(abs(Q(exact(hit.t) - t)), exact(hit.t_error));
      ASSERT_LE(double(hit.t_error),
                18 * double(kEpsilon) * double(hit.t) + 0x1p-90);  // near zero, double-double
      ASSERT_TRUE(is_within(exact(hit.point) - (o + d * t), double(hit.point_error)));
    }
    EXPECT_GT(misses, 1500);
    EXPECT_GT(hits, 800);
    EXPECT_GT(on_border, lattice ? 100 : -1);
  }
}

}  // namespace
}  // namespace graze::primitive
