// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/shape/hull_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "hull_check.h"
#include "shape/hull_topology.h"
#include "support/random.h"

namespace graze {
namespace {

using test::hull_defect;
using test::Random;
using test::vertices_of;

constexpr HullSettings kExactFaces{.face_tolerance = 0};

Vec3 vec(double x, double y, double z) {
  return {static_cast<Real>(x), static_cast<Real>(y), static_cast<Real>(z)};
}

// Faces joined only where exactly flat, checked in rationals.
Shape checked_hull(std::span<const Vec3> points) {
  const Result<Shape> hull = make_hull(points, kExactFaces);
  EXPECT_TRUE(hull.has_value());
  if (!hull) return {};
  EXPECT_EQ(hull_defect(*hull, points), "");
  return *hull;
}

std::size_t corner_count(const Shape& hull) { return vertices_of(hull).size(); }
std::uint32_t face_count(const Shape& hull) {
  const HullTopology* t = topology_of(hull.view());
  return t == nullptr ? 0 : t->face_count();
}

std::vector<Vec3> grid(int nx, int ny, int nz, double step) {
  std::vector<Vec3> points;
  for (int x = 0; x < nx; ++x)
    for (int y = 0; y < ny; ++y)
      for (int z = 0; z < nz; ++z) points.push_back(vec(x * step, y * step, z * step));
  return points;
}

std::vector<Vec3> on_sphere(int n, std::uint64_t seed) {
  Random random{seed};
  std::vector<Vec3> points;
  for (int i = 0; i < n; ++i) {
    const auto d = random.direction();
    points.push_back(vec(d.x, d.y, d.z));
  }
  return points;
}

std::vector<Vec3> in_cube(int n, std::uint64_t seed) {
  Random random{seed};
  std::vector<Vec3> points;
  for (int i = 0; i < n; ++i) {
    const auto p = random.in_cube();
    points.push_back(vec(p.x, p.y, p.z));
  }
  return points;
}

TEST(MakeHull, OfOnePointIsThatPoint) {
  const Vec3 points[] = {vec(1, 2, 3), vec(1, 2, 3), vec(1, 2, 3)};
  EXPECT_EQ(corner_count(checked_hull(points)), 1u);
  EXPECT_EQ(topology_of(checked_hull(points).view()), nullptr);
}

TEST(MakeHull, OfPointsOnALineIsASegment) {
  std::vector<Vec3> points;
  for (const int i : {3, -7, 5, 5, 0, 11, -7, 2}) points.push_back(vec(i, 2 * i + 1, -3 * i));
  const Shape hull = checked_hull(points);
  ASSERT_EQ(corner_count(hull), 2u);
  EXPECT_EQ(vertices_of(hull)[0], vec(-7, -13, 21));
  EXPECT_EQ(vertices_of(hull)[1], vec(11, 23, -33));
}

TEST(MakeHull, OfASquareWithPointsInsideHasTwoFacesOfFourCorners) {
  std::vector<Vec3> points = grid(1, 5, 5, 0.25);
  const Shape hull = checked_hull(points);
  EXPECT_EQ(corner_count(hull), 4u);
  EXPECT_EQ(face_count(hull), 2u);
  const HullTopology& t = *topology_of(hull.view());
  EXPECT_EQ(std::abs(t.normals[0].x), 1);
  EXPECT_EQ(t.normals[0], -t.normals[1]);
}

TEST(MakeHull, OfACubeGridHasSixSquares) {
  const Shape hull = checked_hull(grid(5, 5, 5, 0.1));
  EXPECT_EQ(corner_count(hull), 8u);
  ASSERT_EQ(face_count(hull), 6u);
  for (std::uint32_t f = 0; f < 6; ++f) EXPECT_EQ(topology_of(hull.view())->loop(f).size(), 4u);
}

TEST(MakeHull, OfATetrahedronHasFourTriangles) {
  const Vec3 points[] = {vec(0, 0, 0), vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1), vec(0.1, 0.1, 0.1)};
  const Shape hull = checked_hull(points);
  EXPECT_EQ(corner_count(hull), 4u);
  EXPECT_EQ(face_count(hull), 4u);
}

TEST(MakeHull, IsExactOnRandomClouds) {
  for (const int n : {4, 5, 8, 20, 100, 1000}) {
    SCOPED_TRACE(n);
    checked_hull(in_cube(n, 1));
    checked_hull(on_sphere(n, 2));
  }
}

}  // namespace
}  // namespace graze
