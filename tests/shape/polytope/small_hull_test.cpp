// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "hull/small_hull.h"

#include <gtest/gtest.h>

#include <vector>

#include "graze/shape/hull_builder.h"
#include "shape/shape_block.h"
#include "support/check_shape.h"
#include "support/random.h"

namespace graze::test {
namespace {

std::vector<Vec3> cube() {
  std::vector<Vec3> points;
  for (int i = 0; i < 8; ++i)
    points.push_back({i & 1 ? Real(1) : Real(-1), i & 2 ? Real(1) : Real(-1), i & 4 ? Real(1) : Real(-1)});
  return points;
}
std::vector<Vec3> on_sphere(int count) {
  Random random{4};
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back(graze_vec(random.direction()));
  return points;
}
const SmallHull* small_of(const Shape& shape) { return polytope_of(shape.view()).small_hull.get(); }

TEST(SmallHull, OfACubeHasSixFacesAndTwelveEdges) {
  const Shape shape = *make_hull(cube());
  const SmallHull* hull = small_of(shape);
  ASSERT_NE(hull, nullptr);
  EXPECT_EQ(hull->face_count, 6u);
  EXPECT_EQ(hull->padded, 8u);
  EXPECT_EQ(hull->edges.size(), 12u);
  for (std::uint32_t f = 0; f < hull->padded; ++f) EXPECT_EQ(hull->planes[3 * hull->padded + f], 1);
}

TEST(SmallHull, EdgesRunBetweenTheirFaces) {
  const Shape shape = *make_hull(on_sphere(32), {.face_tolerance = 0});
  const SmallHull* hull = small_of(shape);
  ASSERT_NE(hull, nullptr);
  EXPECT_EQ(hull->face_count, 60u);  // triangles: twice the vertices less four
  EXPECT_EQ(hull->edges.size(), 90u);
  const auto below = [&](std::uint32_t face, std::uint32_t vertex) {
    const double* const p = hull->planes.data() + face;
    const Vec3d v = polytope_of(shape.view()).vertices.vertex(vertex);
    return p[3 * hull->padded] - (p[0] * v.x + p[hull->padded] * v.y + p[2 * hull->padded] * v.z);
  };
  for (const SmallEdge& e : hull->edges)
    for (const std::uint32_t face : {e.left, e.right})
      for (const std::uint32_t vertex : {e.from, e.to}) EXPECT_NEAR(below(face, vertex), 0, 1e-15);
}

TEST(SmallHull, IsMadeOfExactFacesOnly) {
  // Faces that were joined for contacts: the small hull keeps the exact ones.
  std::vector<Vec3> points = cube();
  points[0].x -= Real(1e-4);
  const Shape shape = *make_hull(points, {.face_tolerance = Real(1e-2)});
  ASSERT_NE(polytope_of(shape.view()).exact_topology, nullptr);
  ASSERT_NE(small_of(shape), nullptr);
  EXPECT_EQ(small_of(shape)->face_count, polytope_of(shape.view()).exact_topology->face_count());
}

TEST(SmallHull, IsNotMadeOfLargeAndFlatHulls) {
  EXPECT_EQ(small_of(*make_hull(on_sphere(33))), nullptr);
  EXPECT_EQ(small_of(*make_hull(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}})), nullptr);
}

TEST(SmallHull, CountsAsMemoryOfItsShape) {
  const Shape shape = *make_hull(cube());
  EXPECT_GT(shape.memory_bytes(), small_of(shape)->memory_bytes());
  EXPECT_GE(small_of(shape)->memory_bytes(), 4 * 8 * sizeof(double) + 12 * sizeof(SmallEdge));
}

}  // namespace
}  // namespace graze::test
