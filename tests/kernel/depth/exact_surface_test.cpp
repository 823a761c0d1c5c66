// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/depth/exact_surface.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <vector>

#include "math/predicates.h"
#include "support/random.h"

namespace graze::depth {
namespace {

using test::Random;

DifferenceVertex vertex_at(const Vec3d& w) { return {w, w, {}}; }

// All live facets, by walking over neighbours.
std::set<std::uint32_t> live_facets(Hull& hull) {
  std::uint32_t first = 0;
  EXPECT_TRUE(hull.pop(first));
  hull.push_again(first, hull.facet(first).key);
  std::set<std::uint32_t> seen{first};
  std::vector<std::uint32_t> stack{first};
  while (!stack.empty()) {
    const std::uint32_t f = stack.back();
    stack.pop_back();
    for (const std::uint32_t n : hull.facet(f).neighbours)
      if (seen.insert(n).second) stack.push_back(n);
  }
  return seen;
}

// Closed, oriented, with Euler's count, and no point outside of any facet: all of it exact.
void expect_convex_surface(Hull& hull, const std::vector<Vec3d>& points) {
  const auto facets = live_facets(hull);
  std::set<std::uint32_t> vertices;
  for (const std::uint32_t f : facets) {
    const Facet& facet = hull.facet(f);
    ASSERT_TRUE(facet.is_alive);
    for (std::uint32_t e = 0; e < 3; ++e) {
      const Facet& other = hull.facet(facet.neighbours[e]);
      const std::uint32_t back = facet.back[e];
      ASSERT_LT(back, 3u);
      ASSERT_EQ(other.neighbours[back], f);
      ASSERT_EQ(other.back[back], e);
      ASSERT_EQ(facet.vertices[e], other.vertices[(back + 1) % 3]);
      ASSERT_EQ(facet.vertices[(e + 1) % 3], other.vertices[back]);
      vertices.insert(facet.vertices[e]);
    }
    const Vec3d &p = hull.vertex(facet.vertices[0]).w, &q = hull.vertex(facet.vertices[1]).w,
                &r = hull.vertex(facet.vertices[2]).w;
    for (const Vec3d& w : points) ASSERT_LE(orient3d(q, r, w, p), 0) << "a point is outside of a facet";
    // Not degenerate: some hull vertex is strictly inside.
    bool has_area = false;
    for (const std::uint32_t v : vertices) has_area = has_area || orient3d(q, r, hull.vertex(v).w, p) < 0;
    for (const Vec3d& w : points) has_area = has_area || orient3d(q, r, w, p) < 0;
    ASSERT_TRUE(has_area);
  }
  // V - E + F = 2 with 2 E = 3 F.
  ASSERT_EQ(facets.size(), 2 * vertices.size() - 4);
}

const Vec3d kCorners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

void start(Hull& hull, const Vec3d (&corners)[4]) {
  const DifferenceVertex vertices[4] = {vertex_at(corners[0]), vertex_at(corners[1]), vertex_at(corners[2]),
                                        vertex_at(corners[3])};
  hull.start(vertices);
}

// Inserts what is outside; returns how many were.
template <class Draw>
int grow(Hull& hull, std::vector<Vec3d>& points, int count, Draw draw) {
  int inserted = 0;
  for (int i = 0; i < count; ++i) {
    const DifferenceVertex vertex = vertex_at(draw());
    std::uint32_t facet = 0;
    if (!hull.find_visible(vertex, facet)) continue;
    EXPECT_TRUE(hull.insert(vertex, facet)) << "a facet sees the vertex, and there is room";
    points.push_back(vertex.w);
    ++inserted;
  }
  return inserted;
}

TEST(Hull, StartsAsATetrahedronTurnedOutwardWhateverTheOrderOfItsCorners) {
  const Vec3d mirrored[] = {kCorners[1], kCorners[0], kCorners[2], kCorners[3]};
  for (const auto* corners : {&kCorners, &mirrored}) {
    Hull hull(nullptr);
    start(hull, *corners);
    EXPECT_EQ(hull.vertex_count(), 4u);
    expect_convex_surface(hull, {std::begin(kCorners), std::end(kCorners)});
  }
}

TEST(Hull, PopsFacetsByTheirDistance) {
  const Vec3d around[] = {{-1, -1, -1}, {5, -1, -1}, {-1, 5, -1}, {-1, -1, 5}};
  Hull hull(nullptr);
  start(hull, around);
  // Three faces are 1 away; x + y + z = 3 is sqrt(3) away. A key may stay below by the rounding of dot
  // products of coordinates up to 5.
  constexpr double kRounding = 16 * 0x1p-52 * 5;
  std::uint32_t f = 0;
  for (const double distance : {1.0, 1.0, 1.0, std::sqrt(3.0)}) {
    ASSERT_TRUE(hull.pop(f));
    EXPECT_NEAR(hull.facet(f).key, distance, kRounding);
    EXPECT_LE(hull.facet(f).key, distance + 4e-16);
  }
  EXPECT_FALSE(hull.pop(f));
}

TEST(Hull, StaysAConvexSurfaceUnderRandomInsertions) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random{seed};
    Workspace workspace;
    Hull hull(&workspace);
    start(hull, kCorners);
    std::vector<Vec3d> points(std::begin(kCorners), std::end(kCorners));
    const int inserted = grow(hull, points, 60, [&] {
      const test::V3d p = random.in_cube();
      return Vec3d{p.x, p.y, p.z} * 2.0;
    });
    EXPECT_GT(inserted, 15);
    ASSERT_NO_FATAL_FAILURE(expect_convex_surface(hull, points)) << seed;
  }
}

TEST(Hull, StaysAConvexSurfaceOverCoplanarGrids) {
  // Points of a grid in tenths, which are not exact: planes that are, planes that nearly are, duplicates.
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random{seed};
    Workspace workspace;
    Hull hull(&workspace);
    const Vec3d corners[] = {{0, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}};
    start(hull, corners);
    std::vector<Vec3d> points(std::begin(corners), std::end(corners));
    grow(hull, points, 300, [&] {
      return Vec3d{random.below(6) * 0.1, random.below(6) * 0.1, random.below(6) * 0.1};
    });
    ASSERT_NO_FATAL_FAILURE(expect_convex_surface(hull, points)) << seed;
  }
}

TEST(Hull, StaysAConvexSurfaceOverPlatesAndNeedles) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random{seed};
    Workspace workspace;
    Hull hull(&workspace);
    const double thin = seed % 2 == 0 ? 1e-9 : 1e-14;
    const Vec3d corners[] = {{0, 0, 0}, {1, 0, 0}, {0, thin, 0}, {0, 0, seed % 3 == 0 ? thin : 1}};
    start(hull, corners);
    std::vector<Vec3d> points(std::begin(corners), std::end(corners));
    grow(hull, points, 60, [&] {
      const test::V3d p = random.in_cube();
      return Vec3d{p.x, p.y * thin, seed % 3 == 0 ? p.z * thin : p.z};
    });
    ASSERT_NO_FATAL_FAILURE(expect_convex_surface(hull, points)) << seed;
  }
}

TEST(Hull, TakesAsManyVerticesAsTheWorkspaceHoldsAndStopsCleanlyWithoutOne) {
  const auto on_sphere = [](Random& random) {
    const test::V3d d = random.direction();
    return Vec3d{d.x, d.y, d.z};
  };
  Random random{7};
  Workspace workspace;
  Hull large(&workspace);
  start(large, kCorners);
  std::vector<Vec3d> points(std::begin(kCorners), std::end(kCorners));
  grow(large, points, 900, [&] { return on_sphere(random); });
  EXPECT_GT(large.vertex_count(), 600u);
  EXPECT_GT(workspace.memory_bytes(), 0u);
  expect_convex_surface(large, {points.begin(), points.begin() + 100});

  Hull small(nullptr);
  start(small, kCorners);
  std::vector<Vec3d> held(std::begin(kCorners), std::end(kCorners));
  for (int i = 0; i < 2000 && !small.is_full(); ++i) grow(small, held, 1, [&] { return on_sphere(random); });
  ASSERT_TRUE(small.is_full());
  std::uint32_t facet = 0;
  const DifferenceVertex far_away = vertex_at({10, 10, 10});
  ASSERT_TRUE(small.find_visible(far_away, facet));
  EXPECT_FALSE(small.insert(far_away, facet));
  expect_convex_surface(small, held);  // unchanged
}

TEST(Hull, RefusesAVertexThatTheFacetDoesNotSee) {
  Hull hull(nullptr);
  start(hull, kCorners);
  const DifferenceVertex inside = vertex_at({0.125, 0.125, 0.125});
  std::uint32_t f = 0;
  EXPECT_FALSE(hull.find_visible(inside, f));
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_FALSE(hull.insert(inside, i));
  expect_convex_surface(hull, {std::begin(kCorners), std::end(kCorners)});
}

}  // namespace
}  // namespace graze::depth
