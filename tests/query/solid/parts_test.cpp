// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The parts that the search for a depth is made of, against values that follow by hand.

#include <gtest/gtest.h>

#include <cmath>

#include "mesh/pieces.h"
#include "query/mesh_samples.h"
#include "query/solid/balls.h"
#include "query/solid/corners.h"
#include "query/solid/cover.h"
#include "query/solid/inner_part.h"
#include "query/solid/triangle_sweep.h"

namespace graze::test {
namespace {

constexpr double kRounding = 1e-12;

// In the plane z = 0, and standing on y = 1 with its section from x = 0.75 to 1.25 there.
constexpr Vec3d kFlat[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
constexpr Vec3d kStanding[3] = {{0.5, 1, -1}, {1.5, 1, -1}, {1, 1, 1}};

TEST(TriangleSweep, FindsWhenTwoTrianglesOverlap) {
  TriangleSweep sweep(kFlat, kStanding, {1, 0, 0}, 0);
  ASSERT_TRUE(sweep.find());
  EXPECT_NEAR(sweep.begin(), -1.25, kRounding);        // 1.25 reaches the edge x = 0
  EXPECT_NEAR(sweep.end(), 2.25, kRounding);           // 0.75 reaches x + y = 4
  const Vec3d expected = normalized(Vec3d{4, 4, -1});  // across the edges (-1, 1, 0) and (0.5, 0, 2)
  EXPECT_NEAR(length(sweep.normal() - expected), 0, kRounding);
}

TEST(TriangleSweep, SaysWhetherTheyOverlapNowAndUntilWhen) {
  TriangleSweep now(kFlat, kStanding, {1, 0, 0}, 0), longer(kFlat, kStanding, {1, 0, 0}, 0);
  EXPECT_TRUE(now.find_end(2));
  EXPECT_NEAR(now.end(), 2.25, kRounding);
  EXPECT_FALSE(longer.find_end(2.5));
  const Vec3d away[3] = {{10, 1, -1}, {11, 1, -1}, {10.5, 1, 1}};
  EXPECT_FALSE(TriangleSweep(kFlat, away, {1, 0, 0}, 0).find_end(0));
}

TEST(TriangleSweep, TrianglesThatSlideOnOneAnotherDoNotOverlap) {
  const Vec3d beside[3] = {{1, 1, 0}, {2, 1, 0}, {1, 2, 0}};
  EXPECT_FALSE(TriangleSweep(kFlat, beside, {1, 0, 0}, -1e-12).find_end(0));
  EXPECT_FALSE(TriangleSweep(kFlat, beside, {0, 0, 1}, -1e-12).find_end(0));
}

TEST(Corners, GiveTheShortestWaysToPlanesOneByOne) {
  Corners corners;
  corners.add({{1, 0, 0}, 1}, nullptr, 10);
  const Corner first = *corners.take(10);
  EXPECT_EQ(first.length, 1);
  corners.add({{0, 1, 0}, 2}, &first, 10);
  EXPECT_EQ(corners.take(10)->way, (Vec3d{0, 2, 0}));
  EXPECT_EQ(corners.take(10)->way, (Vec3d{1, 2, 0}));
  EXPECT_EQ(corners.take(10), nullptr);
}

TEST(Corners, LeaveOutPlanesThatMakeAWayLonger) {
  Corners corners;
  const Vec3d slanted = normalized(Vec3d{1, 1, 0});
  corners.add({{1, 0, 0}, 1}, nullptr, 10);
  const Corner first = *corners.take(10);
  corners.add({slanted, 0.5}, &first, 10);  // the way to x = 1 is beyond it anyway
  EXPECT_NEAR(corners.take(10)->length, 0.5, kRounding);
  EXPECT_EQ(corners.take(10), nullptr);
}

TEST(BallCover, SkipsWaysOnWhichBallsOverlap) {
  BallCover cover;
  cover.add(0, {0, 0, 0}, 1);
  EXPECT_EQ(cover.skip({1, 0, 0}, 0, 10), 0);
  cover.add(1, {-1, 0, 0}, 0.5);
  // The second has to go 1 to the first, and 1.5 beyond it.
  EXPECT_NEAR(cover.skip({1, 0, 0}, 0, 10), 2.5, 1e-5);
  EXPECT_NEAR(cover.skip({0, 1, 0}, 0, 10), std::sqrt(1.25), 1e-5);
  EXPECT_EQ(cover.skip({1, 0, 0}, 3, 10), 3);
}

TEST(BallAt, OfASolidIsTheDistanceToItsSurface) {
  const Shape cube = mesh_of(cube_model(1), true);
  const Affine where(Vec3{5, 0, 0});
  const Operand o{&cube.view(), &where, Real(0.25)};
  const BallAt inside = ball_at(o, {Real(5.5), 0, 0}), outside = ball_at(o, {7, 0, 0});
  EXPECT_TRUE(inside.is_inside);
  EXPECT_NEAR(inside.radius, 0.75, 1e-12);
  EXPECT_LE(inside.radius, 0.75);
  EXPECT_FALSE(outside.is_inside);
  EXPECT_NEAR(outside.radius, -0.75, 1e-12);
}

TEST(InnerPart, OfAnArmIsTheWholeArm) {
  const Shape l = mesh_of(l_model(), true);
  const Affine where;
  const Operand o{&l.view(), &where, 0};
  // The other arm lies beyond the plane y = 1: all of this one is left, 2 along x.
  const InnerPart part(o, {Real(1.75), Real(0.5), Real(0.5)});
  ASSERT_NE(part.operand(), nullptr);
  const PolytopeBlock& block = polytope_of(*part.operand()->shape);
  // Parts shrink by that much of their reach and size, 6 here, over the distance to the nearest plane, 1/4.
  const double tolerance = std::max(16 * double(kEpsilon), 1e-11) * 6 / 0.25 * 1.75;
  EXPECT_NEAR(double(block.box.upper.x), 0.25, tolerance);
  EXPECT_NEAR(double(block.box.upper.y), 0.5, tolerance);
  EXPECT_NEAR(double(block.box.lower.z), -0.5, tolerance);
  EXPECT_NEAR(double(block.box.lower.x), -1.75, tolerance);
}

TEST(InnerPart, IsNotThereOutsideOrOnASurface) {
  const Shape l = mesh_of(l_model(), true), open = mesh_of(l_model());
  const Affine where;
  EXPECT_EQ(InnerPart({&open.view(), &where, 0}, {Real(0.5), Real(0.5), Real(0.5)}).operand(), nullptr);
  EXPECT_EQ(InnerPart({&l.view(), &where, 0}, {0, Real(0.5), Real(0.5)}).operand(), nullptr);
}

}  // namespace
}  // namespace graze::test
