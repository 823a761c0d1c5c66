// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "graze/shape/hull_builder.h"
#include "kernel/depth/face_heights-inl.h"
#include "shape/shape_block.h"
#include "shape/simd_targets.h"
#include "support/check_shape.h"
#include "support/random.h"

namespace graze::depth {
namespace {

using test::Random;

Shape random_hull(Random& random, int count) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back(test::graze_vec(random.direction()));
  return *make_hull(points, {.face_tolerance = 0});
}

Vec3d random_vector(Random& random) {
  const test::V3d v = random.in_cube();
  return {v.x, v.y, v.z};
}

PlaneMap random_map(Random& random) {
  return {{random_vector(random), random_vector(random), random_vector(random)},
          random.uniform(0.5, 2),
          random_vector(random)};
}

template <class T, std::size_t N>
bool are_same(const T (&a)[N], const T (&b)[N], std::size_t count) {
  return std::memcmp(a, b, count * sizeof(T)) == 0;
}

TEST(FaceHeights, AreThoseOfOneLaneUnderEveryTarget) {
  test::for_each_simd_target([](const char* name) {
    Random random{3};
    for (int i = 0; i < 300; ++i) {
      const Shape a = random_hull(random, 4 + i % 29), b = random_hull(random, 4 + (i * 7) % 29);
      if (!polytope_of(a.view()).small_hull || !polytope_of(b.view()).small_hull) continue;
      SmallVertices vertices, expected_vertices;
      const PlaneMap map = random_map(random);
      const VertexSet& set = polytope_of(b.view()).vertices;
      face_kernels().place_vertices(set, map.cofactors, map.translation, vertices);
      one_lane::make_face_kernels().place_vertices(set, map.cofactors, map.translation, expected_vertices);
      ASSERT_TRUE(are_same(vertices.x, expected_vertices.x, set.count) &&
                  are_same(vertices.y, expected_vertices.y, set.count) &&
                  are_same(vertices.z, expected_vertices.z, set.count))
          << name;
      SmallFaces faces, expected_faces;
      FaceHeights heights, expected;
      face_kernels().place(*polytope_of(a.view()).small_hull, map, faces);
      one_lane::make_face_kernels().place(*polytope_of(a.view()).small_hull, map, expected_faces);
      ASSERT_TRUE(are_same(faces.x, expected_faces.x, faces.padded) &&
                  are_same(faces.y, expected_faces.y, faces.padded) &&
                  are_same(faces.z, expected_faces.z, faces.padded) &&
                  are_same(faces.offset, expected_faces.offset, faces.padded))
          << name;
      face_kernels().measure(faces, vertices, heights);
      one_lane::make_face_kernels().measure(faces, vertices, expected);
      ASSERT_EQ(heights.least, expected.least) << name;
      ASSERT_EQ(heights.nearest, expected.nearest) << name;
      ASSERT_TRUE(are_same(heights.vertex, expected.vertex, faces.padded) &&
                  are_same(heights.deepest, expected.deepest, faces.padded))
          << name;
      for (std::uint32_t v = 0; v < vertices.count; ++v)
        ASSERT_TRUE(are_same(heights.depth[v], expected.depth[v], faces.padded)) << name;
    }
  });
}

// A tetrahedron with a fifth corner, and one point in it.
TEST(FaceHeights, AreDistancesBelowFaces) {
  const Shape shape = *make_hull(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}},
                                 {.face_tolerance = 0});
  const SmallHull& hull = *polytope_of(shape.view()).small_hull;
  SmallVertices vertices;
  vertices.count = 1;
  SmallFaces faces;
  FaceHeights heights;
  // Twice as large: cofactors times four, offsets times eight, and moved by one along x.
  vertices.x[0] = 1 + 2 * 0.25, vertices.y[0] = 2 * 0.375, vertices.z[0] = 2 * 0.5;
  face_kernels().place(hull, {Mat3d::diagonal(4, 4, 4), 8, {1, 0, 0}}, faces);
  face_kernels().measure(faces, vertices, heights);
  const HullTopology& t = *topology_of(shape.view());
  ASSERT_EQ(faces.count, t.face_count());
  for (std::uint32_t f = 0; f < faces.count; ++f) {
    const double expected = 2 * (t.offsets[f] - dot(t.normals[f], Vec3d{0.25, 0.375, 0.5}));
    EXPECT_NEAR(heights.depth[0][f], expected, 1e-15);
    EXPECT_LE(heights.least, heights.depth[0][f]);
  }
  // Below the face y + z - x = 1, doubled.
  EXPECT_NEAR(heights.least, 2 * (1 - (0.375 + 0.5 - 0.25)) / std::sqrt(3.0), 1e-15);
}

}  // namespace
}  // namespace graze::depth
