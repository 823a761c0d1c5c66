// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "shape/vertex_scan.h"

#include <gtest/gtest.h>

#include "shape/simd_targets.h"
#include "support/check_shape.h"
#include "support/random.h"

namespace graze::test {
namespace {

Shape polytope_of(const std::vector<Vec3>& vertices) { return Polytope{vertices}; }
const VertexSet& vertices_of(const Shape& shape) { return polytope_of(shape.view()).vertices; }

// By definition: the first of the largest.
std::uint32_t farthest_by_definition(const std::vector<Vec3>& vertices, const Vec3d& d) {
  std::uint32_t best = 0;
  const auto value = [&](std::size_t i) {
    const Vec3d v(vertices[i]);
    return v.x * d.x + v.y * d.y + v.z * d.z;
  };
  for (std::uint32_t i = 1; i < vertices.size(); ++i)
    if (value(i) > value(best)) best = i;
  return best;
}

std::vector<Vec3> random_vertices(Random& random, int count, bool on_grid) {
  std::vector<Vec3> v;
  for (int i = 0; i < count; ++i)
    v.push_back(on_grid ? Vec3{Real(random.below(3)), Real(random.below(3)), Real(random.below(3))}
                        : graze_vec(random.in_cube()));
  return v;
}

Vec3d random_direction(Random& random, int i) {
  const V3d u = random.direction();
  if (i % 7 == 0) return {};
  if (i % 7 == 1)
    return {double(random.below(3) - 1), double(random.below(3) - 1), double(random.below(3) - 1)};
  if (i % 7 == 2) return Vec3d{u.x, u.y, u.z} * 0x1p-1060;
  if (i % 7 == 3) return Vec3d{u.x, u.y, u.z} * 0x1p900;
  return {u.x, u.y, u.z};
}

TEST(VertexScan, ScalarGivesTheFirstOfTheFarthest) {
  Random random{1};
  for (int i = 0; i < 4000; ++i) {
    const auto vertices = random_vertices(random, 1 + i % 40, i % 2 == 0);
    const Shape shape = polytope_of(vertices);
    const Vec3d d = random_direction(random, i);
    ASSERT_EQ(farthest_vertex_scalar(vertices_of(shape), d), farthest_by_definition(vertices, d));
  }
}

TEST(VertexScan, PaddingIsNeverFarthest) {
  // One vertex far behind the origin: zeros or stale memory in the padding would win.
  const Shape shape = polytope_of(std::vector<Vec3>(9, Vec3{-5, -5, -5}));
  const VertexSet& set = vertices_of(shape);
  EXPECT_EQ(set.count, 9u);
  EXPECT_EQ(set.padded % kVertexPadding, 0u);
  EXPECT_EQ(farthest_vertex_kernel()(set, {1, 1, 1}), 0u);
  EXPECT_EQ(farthest_vertex_kernel()(set, {-1, 1, 1}), 0u);
}

TEST(VertexScan, EveryTargetGivesTheIndexOfTheScalarOne) {
  int ties = 0;
  const int targets = for_each_simd_target([&](const char* name) {
    Random random{2};
    for (int i = 0; i < 6000; ++i) {
      const auto vertices = random_vertices(random, 1 + i % 100, i % 3 == 0);
      const Shape shape = polytope_of(vertices);
      const Vec3d d = random_direction(random, i);
      const std::uint32_t expected = farthest_vertex_scalar(vertices_of(shape), d);
      ASSERT_EQ(farthest_vertex_kernel()(vertices_of(shape), d), expected) << name << ", pair " << i;
      ASSERT_EQ(farthest_vertex(vertices_of(shape), d), expected) << name << ", pair " << i;
      ties += i % 3 == 0;
    }
  });
  EXPECT_GT(ties, 0);
  std::printf("             %d targets\n", targets);
}

// Long scans look at all vertices in float first, where there are floats. Far from the origin every vertex is
// a candidate; sizes and directions go beyond what float holds.
TEST(VertexScan, LongScansGiveTheIndexOfTheScalarOne) {
  for_each_simd_target([&](const char* name) {
    Random random{3};
    for (int i = 0; i < 1000; ++i) {
      auto vertices = random_vertices(random, 50 + random.below(i % 50 == 0 ? 2000 : 300), i % 3 == 0);
      const Real scale = i % 5 == 0 ? Real(0x1p-80) : i % 5 == 1 ? Real(0x1p110) : Real(1);
      for (Vec3& v : vertices) v = (v + (i % 4 == 0 ? Vec3{1000, -500, 100} : Vec3{})) * scale;
      const Shape shape = polytope_of(vertices);
      const Vec3d d = random_direction(random, i);
      ASSERT_EQ(farthest_vertex_kernel()(vertices_of(shape), d),
                farthest_vertex_scalar(vertices_of(shape), d))
          << name << ", pair " << i;
    }
  });
}

TEST(VertexScan, EveryTargetGivesTiesToTheLowestIndexInEveryLane) {
  for_each_simd_target([](const char* name) {
    for (std::size_t count = 1; count <= 64; ++count)
      for (std::size_t first = 0; first < count; ++first) {
        std::vector<Vec3> vertices(count, Vec3{0, 0, 0});
        for (std::size_t i = first; i < count; i += 3) vertices[i] = {1, 0, 0};  // ties in other lanes too
        const Shape shape = polytope_of(vertices);
        ASSERT_EQ(farthest_vertex_kernel()(vertices_of(shape), {1, 0, 0}), first) << name << ' ' << count;
      }
  });
}

}  // namespace
}  // namespace graze::test
