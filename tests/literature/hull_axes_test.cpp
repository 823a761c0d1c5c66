// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/depth/hull_axes.h"

#include <gtest/gtest.h>

#include "graze/shape/hull_builder.h"
#include "literature/sat_hull.h"
#include "shape/core/core.h"
#include "support/brute_force.h"
#include "support/generators.h"

// The depth of small hulls against brute force in rationals, and against all axes one by one.

namespace graze::primitive {
namespace {

using namespace graze::test;

/// A hull in the world's frame, as the query would read it.
struct Body {
  Shape shape;
  Core core;

  explicit Body(const CheckInstance& check) {
    std::vector<Vec3> points;
    for (const V3d& v : check.shape.vertices) points.push_back(graze_vec(v));
    HullSettings settings;
    settings.face_tolerance = 0;
    shape = make_hull(points, settings).value();
    const Affine placement = graze_affine(check.placement);
    make_core(shape.view(), placement, 0, core);
    core.translation += Vec3d(placement.translation());
    core.extent += sum_abs(Vec3d(placement.translation()));
  }
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  [[nodiscard]] bool is_small() const {
    return core.reader == Core::Reader::vertices && polytope_of(shape.view()).small_hull != nullptr;
  }
  [[nodiscard]] VertexReader reader() const {
    const VertexSet& set = polytope_of(shape.view()).vertices;
    return {core.linear, core.translation, &set, farthest_vertex_kernel(), set.count, nullptr};
  }
};

struct Found {
  bool is_certain = false;
  SatDepth depth;
  double error = 0;
};

Found depth_of(const Body& a, const Body& b) {
  Found found;
  const double size = a.core.extent + b.core.extent;
  found.error = 16 * kDoubleEpsilon * size;
  const VertexReader ra = a.reader(), rb = b.reader();
  found.is_certain = find_depth({*polytope_of(a.shape.view()).small_hull, *topology_of(a.shape.view()), ra},
                                {*polytope_of(b.shape.view()).small_hull, *topology_of(b.shape.view()), rb},
                                found.error, size, found.depth);
  return found;
}

CheckShape random_hull(Random& random, int count, bool on_grid) {
  std::vector<V3d> points;
  for (int i = 0; i < count; ++i)
    points.push_back(
        on_grid ? V3d{double(random.below(3)) - 1, double(random.below(3)) - 1, double(random.below(3)) - 1}
                : rounded(random.in_cube()));
  return check_hull_of_points(ShapeKind::polytope, points);
}

CheckPair random_hulls(Random& random, int count) {
  CheckPair pair;
  pair.a = {random_hull(random, count, random.chance(0.3)), rounded(random_rotation(random)), 0};
  pair.b = {random_hull(random, count, random.chance(0.3)),
            random.chance(0.5) ? random_linear(random) : rounded(random_rotation(random)), 0};
  if (random.chance(0.3)) pair.b.placement = pair.a.placement;  // parallel edges and faces
  pair.b.placement.translation = rounded(random.direction() * random.uniform(0, 1.5));
  return pair;
}

void expect_witnesses(const Found& found, const CheckPair& pair) {
  const SatDepth& d = found.depth;
  const Vec3d missing = (d.a - d.b) - d.normal * d.upper;
  EXPECT_LE(max_abs(missing), 8 * found.error) << replay(pair);
  EXPECT_NEAR(length(d.normal), 1, 1e-15);
}

TEST(SatDepth, IsThatOfBruteForceInRationals) {
  Random random(11);
  int apart = 0, certain = 0, open = 0;
  for (int i = 0; i < 40; ++i) {
    const CheckPair pair = random_hulls(random, 6);
    const Body a(pair.a), b(pair.b);
    if (!a.is_small() || !b.is_small()) continue;
    const Found found = depth_of(a, b);
    const auto exact = exact_depth_squared(pair);
    if (!exact) {
      ++apart;
      ASSERT_FALSE(found.is_certain) << replay(pair);
      continue;
    }
    ++(found.is_certain ? certain : open);
    if (!found.is_certain) continue;
    const double depth = std::sqrt(exact->get_d());
    EXPECT_LE(found.depth.lower - found.error, depth) << replay(pair);
    EXPECT_GE(found.depth.upper + found.error, depth) << replay(pair);
    EXPECT_LE(found.depth.upper - found.depth.lower, 1e-12) << replay(pair);
    expect_witnesses(found, pair);
  }
  EXPECT_GT(apart, 3);
  EXPECT_GT(certain, 12);
  EXPECT_LT(open, certain / 2);
}

// All faces and all pairs of edges, none left out for what other facets promise.
TEST(SatDepth, IsTheLeastOfAllAxes) {
  Random random(12);
  int overlapping = 0, certain = 0;
  for (int i = 0; i < 400; ++i) {
    const CheckPair pair = random_hulls(random, 8 + random.below(25));
    const Body a(pair.a), b(pair.b);
    if (!a.is_small() || !b.is_small()) continue;
    const VertexReader ra = a.reader(), rb = b.reader();
    const Found found = depth_of(a, b);
    SatSearch search;
    search.error = found.error;
    search.size = a.core.extent + b.core.extent;
    try_axes(SatHull{*topology_of(a.shape.view()), ra}, SatHull{*topology_of(b.shape.view()), rb}, search);
    ASSERT_FALSE(found.is_certain && search.least < -found.error) << replay(pair);
    if (!(search.least > 8 * found.error)) continue;
    ++overlapping;
    if (!found.is_certain) continue;
    ++certain;
    ASSERT_NEAR(found.depth.upper, search.least, 16 * found.error) << replay(pair);
    ASSERT_LE(found.depth.lower, search.least + found.error) << replay(pair);
    expect_witnesses(found, pair);
  }
  EXPECT_GT(overlapping, 150);
  EXPECT_GT(certain, overlapping * 3 / 4);
}

CheckInstance cube_at(const V3d& at) {
  std::vector<V3d> cube;
  for (int i = 0; i < 8; ++i) cube.push_back({i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0});
  CheckInstance instance{check_hull_of_points(ShapeKind::polytope, cube), {}, 0};
  instance.placement.translation = at;
  return instance;
}

// Cubes of edge 2, the second 1.75 along x and a little aside: 0.25 deep, and a corner of each is above the
// other's face.
TEST(SatDepth, OfAlignedCubesIsTheOverlapOfTheirNearestFaces) {
  const Body a(cube_at({0, 0, 0})), b(cube_at({1.75, 0.5, 0.25}));
  const Found found = depth_of(a, b);
  ASSERT_TRUE(found.is_certain);
  EXPECT_EQ(found.depth.upper, 0.25);
  EXPECT_EQ(found.depth.normal, (Vec3d{1, 0, 0}));
  EXPECT_EQ(found.depth.a - found.depth.b, (Vec3d{0.25, 0, 0}));
}

TEST(SatDepth, OfCubesThatTouchOrAreApartIsLeftToOthers) {
  const Body a(cube_at({0, 0, 0})), touching(cube_at({2, 0, 0})), apart(cube_at({3, 0, 0}));
  EXPECT_FALSE(depth_of(a, touching).is_certain);
  EXPECT_FALSE(depth_of(a, apart).is_certain);
}

// Two wedges whose edges cross: the ridge of a along x at y = 1, that of b along z at y = -1 + 1.9. By hand:
// the ridges are 0.1 deep, and all faces slope.
TEST(SatDepth, OfCrossedRidgesIsAcrossThem) {
  CheckInstance a{
      check_hull_of_points(ShapeKind::polytope,
                           {{-2, 1, 0}, {2, 1, 0}, {-2, -1, 4}, {2, -1, 4}, {-2, -1, -4}, {2, -1, -4}}),
      {},
      0};
  CheckInstance b{
      check_hull_of_points(ShapeKind::polytope,
                           {{0, -1, -2}, {0, -1, 2}, {4, 1, -2}, {4, 1, 2}, {-4, 1, -2}, {-4, 1, 2}}),
      {},
      0};
  b.placement.translation = {0, 1.875, 0};
  const Found found = depth_of(Body(a), Body(b));
  ASSERT_TRUE(found.is_certain);
  EXPECT_NEAR(found.depth.upper, 0.125, 1e-15);
  EXPECT_EQ(found.depth.normal, (Vec3d{0, 1, 0}));
  EXPECT_EQ(found.depth.a, (Vec3d{0, 1, 0}));
  EXPECT_EQ(found.depth.b, (Vec3d{0, 0.875, 0}));
}

}  // namespace
}  // namespace graze::primitive
