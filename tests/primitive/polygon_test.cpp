// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/polygon.h"

#include <gtest/gtest.h>

#include <limits>

#include "polygon_oracle.h"

namespace graze::primitive {
namespace {

using test::exact;
using test::Loops;
using test::Points;
using test::Q;

const std::vector<Vec3> kSquare = {{0, 0, 2}, {4, 0, 2}, {4, 4, 2}, {0, 4, 2}};

TEST(NewellPlane, HasTheNormalAroundWhichTheLoopTurns) {
  const Plane plane = newell_plane(kSquare).value();
  EXPECT_EQ(plane.normal, (Vec3{0, 0, 1}));
  EXPECT_EQ(plane.offset, 2);
  const std::vector<Vec3> reversed(kSquare.rbegin(), kSquare.rend());
  EXPECT_EQ(newell_plane(reversed).value().normal, (Vec3{0, 0, -1}));
}

TEST(NewellPlane, IsTheMeanPlaneOfALoopThatIsNotFlat) {
  // A saddle: corners up and down by the same amount.
  const std::vector<Vec3> saddle = {{-1, -1, 1}, {1, -1, -1}, {1, 1, 1}, {-1, 1, -1}};
  const Plane plane = newell_plane(saddle).value();
  EXPECT_EQ(plane.normal, (Vec3{0, 0, 1}));
  EXPECT_EQ(plane.offset, 0);
  EXPECT_GE(make_polygon(saddle).value().flatness, 1);
  EXPECT_LE(make_polygon(saddle).value().flatness, 1 + 16 * kEpsilon);
}

TEST(NewellPlane, OfANonconvexLoopIgnoresItsReflexCorners) {
  const std::vector<Vec3> arrow = {{0, 0, 0}, {4, 4, 0}, {0, 1, 0}, {-4, 4, 0}};
  EXPECT_EQ(newell_plane(arrow).value().normal, (Vec3{0, 0, 1}));
}

TEST(MakePolygon, RefusesBadLoopsByName) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  const std::vector<Vec3> two = {{0, 0, 0}, {1, 0, 0}}, line = {{0, 0, 0}, {1, 1, 1}, {3, 3, 3}};
  const std::vector<Vec3> bad = {{0, 0, 0}, {1, 0, 0}, {0, nan, 0}};
  EXPECT_EQ(make_polygon(two).error().code, ErrorCode::empty);
  EXPECT_EQ(make_polygon({}).error().code, ErrorCode::empty);
  EXPECT_EQ(make_polygon(line).error().code, ErrorCode::singular);
  EXPECT_EQ(make_polygon(bad).error().code, ErrorCode::not_finite);
  EXPECT_EQ(make_polygon(bad).error().position, 2u);
  const std::vector<std::uint32_t> beyond = {3, 9}, short_end = {3}, tiny = {3, 4};
  EXPECT_EQ(make_polygon(kSquare, beyond).error().code, ErrorCode::index_out_of_range);
  EXPECT_EQ(make_polygon(kSquare, short_end).error().code, ErrorCode::index_out_of_range);
  EXPECT_EQ(make_polygon(kSquare, tiny).error().code, ErrorCode::empty);
}

TEST(MakePolygon, FlatnessIsAnUpperBoundOfEveryVertex) {
  Points points{test::Random{41}, false};
  for (int i = 0; i < 300; ++i) {
    std::vector<Vec3> loop;
    for (int k = 0; k < 7; ++k) loop.push_back(points.point(3) + Vec3{1000, 2000, 3000});
    const Result<Polygon> polygon = make_polygon(loop);
    if (!polygon) continue;
    const test::Q3 n = exact(polygon->plane.normal);
    for (const Vec3& v : loop) {
      const Q off = dot(n, exact(v)) - exact(polygon->plane.offset);
      // Distance is off / |n|: compared without a root.
      ASSERT_LE(off * off, exact(polygon->flatness) * exact(polygon->flatness) * squared(n)) << i;
    }
  }
}

TEST(PointInPolygon, ByHand) {
  const std::vector<Vec3> vertices = {
      {0, 0, 0}, {8, 0, 0}, {8, 8, 0}, {0, 8, 0},   // outer
      {2, 2, 0}, {6, 2, 0}, {6, 6, 0}, {2, 6, 0}};  // hole, turning the same way
  const std::vector<std::uint32_t> ends = {4, 8};
  const Polygon polygon = make_polygon(vertices, ends).value();
  EXPECT_EQ(point_in_polygon(polygon, {1, 1, 0}), Contact::overlapping);
  EXPECT_EQ(point_in_polygon(polygon, {4, 4, 0}), Contact::apart);
  EXPECT_EQ(point_in_polygon(polygon, {4, 2, 0}), Contact::touching);
  EXPECT_EQ(point_in_polygon(polygon, {2, 2, 0}), Contact::touching);
  EXPECT_EQ(point_in_polygon(polygon, {8, 8, 0}), Contact::touching);
  EXPECT_EQ(point_in_polygon(polygon, {8, 9, 0}), Contact::apart);
  EXPECT_EQ(point_in_polygon(polygon, {1, 2, 0}), Contact::overlapping);  // level with vertices of the hole
  EXPECT_EQ(point_in_polygon(polygon, {-1, 2, 0}), Contact::apart);
  EXPECT_EQ(point_in_polygon(polygon, {kInfinity, 2, 0}), Contact::apart);
}

TEST(PointInPolygon, AgreesWithRationals) {
  for (const bool lattice : {true, false}) {
    Points points{test::Random{42}, lattice};
    int seen[3] = {};
    for (int i = 0; i < 400; ++i) {
      const Loops loops = random_polygon(points, i % 2 == 0, 6);
      const Result<Polygon> polygon = make_polygon(loops.vertices, loops.ends);
      if (!polygon) continue;
      for (int k = 0; k < 20; ++k) {
        Vec3 p = points.point(6);
        if (k % 4 == 0) p = loops.vertices[std::size_t(points.random.below(int(loops.vertices.size())))];
        const Contact truth = locate_exactly(*polygon, exact(p));
        ASSERT_EQ(point_in_polygon(*polygon, p), truth) << i << ' ' << p.x << ' ' << p.y << ' ' << p.z;
        ++seen[static_cast<int>(truth)];
      }
    }
    for (const int n : seen) EXPECT_GT(n, 600);
  }
}

}  // namespace
}  // namespace graze::primitive
