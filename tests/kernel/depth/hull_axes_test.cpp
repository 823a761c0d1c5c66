// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/depth/hull_axes.h"

#include "kernel/depth/hull_pairs.h"

// The depth of small hulls against brute force in rationals.

namespace graze::depth {
namespace {

TEST(HullDepth, IsThatOfBruteForceInRationals) {
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

CheckInstance cube_at(const V3d& at) {
  std::vector<V3d> cube;
  for (int i = 0; i < 8; ++i) cube.push_back({i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0});
  CheckInstance instance{check_hull_of_points(ShapeKind::polytope, cube), {}, 0};
  instance.placement.translation = at;
  return instance;
}

// Cubes of edge 2, the second 1.75 along x and a little aside: 0.25 deep, and a corner of each is above the
// other's face.
TEST(HullDepth, OfAlignedCubesIsTheOverlapOfTheirNearestFaces) {
  const Body a(cube_at({0, 0, 0})), b(cube_at({1.75, 0.5, 0.25}));
  const Found found = depth_of(a, b);
  ASSERT_TRUE(found.is_certain);
  EXPECT_EQ(found.depth.upper, 0.25);
  EXPECT_EQ(found.depth.normal, (Vec3d{1, 0, 0}));
  EXPECT_EQ(found.depth.a - found.depth.b, (Vec3d{0.25, 0, 0}));
}

TEST(HullDepth, OfCubesThatTouchOrAreApartIsLeftToOthers) {
  const Body a(cube_at({0, 0, 0})), touching(cube_at({2, 0, 0})), apart(cube_at({3, 0, 0}));
  EXPECT_FALSE(depth_of(a, touching).is_certain);
  EXPECT_FALSE(depth_of(a, apart).is_certain);
}

// Two wedges whose edges cross: the ridge of a along x at y = 1, that of b along z at y = -1 + 1.9. By hand:
// the ridges are 0.1 deep, and all faces slope.
TEST(HullDepth, OfCrossedRidgesIsAcrossThem) {
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
}  // namespace graze::depth
