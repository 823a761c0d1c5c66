// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/shape_cast.h"

#include <cmath>
#include <limits>
#include <vector>

#include "query/ask.h"

namespace graze::test {
namespace {

constexpr double kRelative = sizeof(Real) == 4 ? 1e-6 : 1e-10;
// Where iteration ends within g of a smooth surface, its normal is known to about the square root of g /
// size.
constexpr double kNormal = sizeof(Real) == 4 ? 2.5e-4 : 2.5e-6;

// A cast whose first contact is known, and its mirror image. `size`: of the coordinates that enter.
void expect_hit(const Instance& a, const Vec3& way, const Instance& b, double time, const Vec3& normal,
                double size = 1) {
  const ShapeCast r = shape_cast(a, way, b);
  ASSERT_EQ(r.hit, Hit::hit) << to_string(a.shape.kind()) << ' ' << to_string(b.shape.kind());
  EXPECT_EQ(r.status, Status::converged);
  EXPECT_FALSE(r.starts_in_contact);
  EXPECT_LE(double(r.time), time * (1 + double(kEpsilon)));
  EXPECT_GE(double(r.upper), time * (1 - double(kEpsilon)));
  EXPECT_NEAR(double(r.time) * length(way), time * length(way), kRelative * size);
  EXPECT_NEAR(double(r.upper) * length(way), time * length(way), kRelative * size);
  EXPECT_LE(length(r.normal - normal), kNormal) << r.normal;
  const ShapeCast m = shape_cast(b, -way, a);
  EXPECT_TRUE(is_same(r.time, m.time) && is_same(r.upper, m.upper) && is_same(r.normal, -m.normal));
}

void expect_miss(const Instance& a, const Vec3& way, const Instance& b) {
  const ShapeCast r = shape_cast(a, way, b);
  EXPECT_EQ(r.hit, Hit::miss) << r.time;
  EXPECT_FALSE(bool(r));
  EXPECT_EQ(r.time, 0);
  EXPECT_EQ(r.status, Status::converged);
}

TEST(ShapeCast, OfTwoSpheresMeetsWhenCentresAreBothRadiiApart) {
  expect_hit(at(Sphere{1}, 0, 0, 0), {10, 0, 0}, at(Sphere{2}, 8, 0, 0), 0.5, {1, 0, 0}, 8);
  // Passing by at 9/5 with radii 3 together: 12/5 before the point of closest approach.
  expect_hit(at(Sphere{1}, 0, 0, 0), {10, 0, 0}, at(Sphere{2}, 8, Real(1.8), 0), 0.56,
             {Real(0.8), Real(0.6), 0}, 8);
  expect_miss(at(Sphere{1}, 0, 0, 0), {10, 0, 0}, at(Sphere{2}, 8, Real(3.5), 0));
  expect_miss(at(Sphere{1}, 0, 0, 0), {4, 0, 0}, at(Sphere{2}, 8, 0, 0));
  expect_miss(at(Sphere{1}, 0, 0, 0), {-10, 0, 0}, at(Sphere{2}, 8, 0, 0));
}

TEST(ShapeCast, OfTwoBoxesMeetsWhenFacesDo) {
  expect_hit(at(Box{}, 0, 0, 0), {8, 0, 0}, at(Box{{2, 2, 2}}, 5, 0, 0), 0.25, {1, 0, 0}, 5);
  expect_hit(at(Box{}, 0, 0, 0), {8, 1, 1}, at(Box{{2, 2, 2}}, 5, 1, -1), 0.25, {1, 0, 0}, 5);
  expect_miss(at(Box{}, 0, 0, 0), {8, 0, 0}, at(Box{{2, 2, 2}}, 5, Real(3.25), 0));
  // Corner first: turned by 45 degrees a unit box reaches √2.
  const Affine turned(Pose{rotation_about({0, 0, 1}, Real(0.78539816339744831)), {0, 0, 0}});
  expect_hit({Box{}, turned}, {8, 0, 0}, at(Box{{2, 2, 2}}, 5, 0, 0), (3 - std::sqrt(2.0)) / 8, {1, 0, 0}, 5);
}

TEST(ShapeCast, OfABoxOntoAHugePlateMeetsAtTheGap) {
  expect_hit(at(Cylinder{Real(0.3), Real(0.9)}, 43, Real(1.5), 6), {0, -1, 0},
             at(Box{{5000, Real(0.5), 5000}}, 0, 0, 0), double(Real(1.5)) - double(Real(0.9)) - 0.5,
             {0, -1, 0}, sizeof(Real) == 4 ? 1 : 100);
}

TEST(ShapeCast, OfACapsuleAndATriangleMeetsAtTheRadius) {
  const Shape triangle(Triangle{{-9, 0, -9}, {9, 0, -9}, {0, 0, 9}});
  expect_hit(at(Capsule{1, 2}, 0, 7, 0), {0, -8, 0}, at(triangle, 0, 0, 0), 0.5, {0, -1, 0}, 9);
  expect_hit({Capsule{1, 2}, Affine(Vec3{0, 7, 0}), 1}, {0, -8, 0}, {triangle, Affine{}, 1}, 0.25, {0, -1, 0},
             9);
}

// Capsules stand along y: radius, then half the length of the centre line.
TEST(ShapeCast, OfTwoCapsulesMeetsWhereTheirCentreLinesAreBothRadiiApart) {
  const Affine lying(Pose{rotation_about({0, 0, 1}, Real(1.5707963267948966)), {0, 0, 9}});
  const Instance moving = at(Capsule{1, 2}, 0, 0, 0);
  // Across each other, off the middle of both.
  expect_hit(moving, {0, 0, 8}, {Capsule{Real(0.5), 3}, lying}, 0.9375, {0, 0, 1}, 9);
  expect_hit(at(Capsule{1, 2}, 2, 1, 0), {0, 0, 8}, {Capsule{Real(0.5), 3}, lying, Real(0.5)}, 0.875,
             {0, 0, 1}, 9);
  // Side by side, end to end with an overlap of their lengths, and end on end.
  expect_hit(moving, {8, 0, 0}, at(Capsule{1, 2}, 6, 0, 0), 0.5, {1, 0, 0}, 6);
  expect_hit(moving, {8, 0, 0}, at(Capsule{1, 1}, 6, Real(2.5), 0), 0.5, {1, 0, 0}, 6);
  expect_hit(moving, {0, 8, 0}, at(Capsule{1, 1}, 0, 9, 0), 0.5, {0, 1, 0}, 9);
  // The end of one past the side of the other, within reach of its ball: 3, 4, 5 halved.
  expect_hit(moving, {8, 0, 0}, at(Capsule{Real(1.5), 1}, 6, 5, 0), 0.5625, {Real(0.6), Real(0.8), 0}, 9);
  expect_miss(moving, {8, 0, 0}, at(Capsule{Real(1.5), 1}, 6, Real(5.75), 0));
  expect_miss(moving, {8, 0, 0}, at(Capsule{1, 2}, 6, 0, Real(2.125)));
  expect_miss(moving, {Real(3.875), 0, 0}, at(Capsule{1, 2}, 6, 0, 0));
  expect_miss(moving, {-8, 0, 0}, at(Capsule{1, 2}, 6, 0, 0));
  expect_miss(moving, {0, 0, 7}, {Capsule{Real(0.5), 3}, lying});
}

TEST(ShapeCast, OntoAHalfSpaceMeetsWithTheLowestPoint) {
  const Instance ground = at(HalfSpace{{0, 1, 0}, 1}, 0, 0, 0);
  expect_hit(at(Cone{2, 1}, 3, 6, 0), {4, -8, 0}, ground, 0.5, {0, -1, 0}, 9);
  expect_miss(at(Cone{2, 1}, 3, 6, 0), {4, 0, 0}, ground);
  expect_miss(at(Cone{2, 1}, 3, 6, 0), {0, Real(-3.9), 0}, ground);
  EXPECT_EQ(shape_cast(ground, {1, 0, 0}, ground).status, Status::unbounded);
  // The ground comes up.
  expect_hit(ground, {0, 8, 0}, at(Cone{2, 1}, 3, 6, 0), 0.5, {0, 1, 0}, 9);
}

TEST(ShapeCast, OfFlatShapesMeetsWhereTheyCross) {
  const Shape triangle(Triangle{{-2, 0, -2}, {2, 0, -2}, {0, 0, 2}});
  expect_hit(at(Segment{{0, 1, 0}, {0, 3, 0}}, 0, 0, 0), {0, -2, 0}, at(triangle, 0, 0, 0), 0.5, {0, -1, 0},
             3);
  expect_hit(at(Point{{0, 1, 0}}, 0, 0, 0), {0, -4, 0}, at(triangle, 0, 0, 0), 0.25, {0, -1, 0}, 3);
  // Two segments that cross: one along x at height 2, one along z at height 0.
  expect_hit(at(Segment{{-1, 2, 0}, {1, 2, 0}}, 0, 0, 0), {0, -8, 0},
             at(Segment{{0, 0, -1}, {0, 0, 1}}, 0, 0, 0), 0.25, {0, -1, 0}, 3);
  expect_miss(at(Segment{{-1, 2, 0}, {1, 2, 0}}, 0, 0, 0), {0, -8, 0},
              at(Segment{{2, 0, -1}, {2, 0, 1}}, 0, 0, 0));
}

TEST(ShapeCast, PointsAreWhereTheObjectsTouch) {
  const ShapeCast r = shape_cast(at(Sphere{1}, 0, 0, 0), {10, 0, 0}, at(Sphere{2}, 8, 0, 0));
  EXPECT_LE(length(r.point - Vec3{6, 0, 0}), 1e-5);
  EXPECT_LE(length(r.local_a - Vec3{1, 0, 0}), 1e-5);
  EXPECT_LE(length(r.local_b - Vec3{-2, 0, 0}), 1e-5);
  // A corner of a onto a face of b.
  const Shape corner(Tetrahedron{{0, 0, 0}, {-1, -1, 1}, {-1, 1, 1}, {-1, 0, -1}});
  const ShapeCast c = shape_cast(at(corner, 0, Real(0.5), Real(0.25)), {4, 0, 0}, at(Box{}, 3, 0, 0));
  EXPECT_LE(length(c.point - Vec3{2, Real(0.5), Real(0.25)}), 1e-5);
  EXPECT_LE(length(c.local_a), 1e-5);
}

TEST(ShapeCast, StartingInOverlapIsAtZeroWithTheFlagAlsoWhenMovingApart) {
  for (const Vec3& way : {Vec3{1, 0, 0}, Vec3{-9, 0, 0}, Vec3{0, 0, 0}}) {
    const ShapeCast r = shape_cast(at(Box{}, 0, 0, 0), way, at(Box{}, Real(1.5), 0, 0));
    EXPECT_EQ(r.hit, Hit::hit);
    EXPECT_TRUE(r.starts_in_contact);
    EXPECT_EQ(r.time, 0);
    EXPECT_EQ(r.upper, 0);
    EXPECT_LE(length(r.normal - Vec3{1, 0, 0}), 1e-5) << r.normal;  // that of separation()
  }
}

TEST(ShapeCast, StartingInTouchIsAtZeroWithTheFlag) {
  const Instance a = at(Box{}, 0, 0, 0), b = at(Box{}, 2, Real(0.5), 0);
  const ShapeCast into = shape_cast(a, {1, 0, 0}, b), apart = shape_cast(a, {-1, 0, 0}, b),
                  along = shape_cast(a, {0, 1, 0}, b);
  for (const ShapeCast& r : {into, apart, along}) {
    EXPECT_NE(r.hit, Hit::miss);
    EXPECT_TRUE(r.starts_in_contact);
    EXPECT_EQ(r.time, 0);
  }
  EXPECT_EQ(into.hit, Hit::hit);
  EXPECT_NEAR(double(into.upper), 0, kRelative);
}

TEST(ShapeCast, SlidingAlongAFaceWithinRoundingIsUncertain) {
  const ShapeCast r = shape_cast(at(Box{}, 0, 2, 0), {20, 0, 0}, at(Box{}, 10, 0, 0));
  EXPECT_EQ(r.hit, Hit::uncertain);
  EXPECT_LE(double(r.time), 0.4);
  EXPECT_NEAR(double(r.time), 0.4, 1e-6);
  expect_miss(at(Box{}, 0, Real(2.0001), 0), {20, 0, 0}, at(Box{}, 10, 0, 0));
  EXPECT_EQ(shape_cast(at(Box{}, 0, Real(1.9999), 0), {20, 0, 0}, at(Box{}, 10, 0, 0)).hit, Hit::hit);
}

TEST(ShapeCast, OfAnySpeedMissesNothing) {
  // A thousandth of a unit thick, a thousand million sizes per step.
  const Instance wall = at(Box{{Real(0.0005), 1, 1}}, 10, 0, 0);
  for (const double speed : {1e2, 1e4, 1e6, 1e9, 1e12, 1e30}) {
    const ShapeCast r = shape_cast(at(Sphere{1}, 0, 0, 0), {Real(speed), 0, 0}, wall);
    ASSERT_EQ(r.hit, Hit::hit) << speed;
    EXPECT_NEAR(double(r.time) * double(Real(speed)), 8.9995, 1e-5) << speed;
    const ShapeCast b = shape_cast(at(Box{}, 0, 0, 0), {Real(speed), 0, 0}, wall);
    ASSERT_EQ(b.hit, Hit::hit) << speed;
    EXPECT_NEAR(double(b.time) * double(Real(speed)), 8.9995, 1e-5) << speed;
  }
}

TEST(ShapeCast, OfNoTranslationAsksForContactWhereTheyStand) {
  expect_miss(at(Box{}, 0, 0, 0), {0, 0, 0}, at(Box{}, 3, 0, 0));
  const Real tiny = std::numeric_limits<Real>::denorm_min();
  expect_miss(at(Box{}, 0, 0, 0), {tiny, 0, 0}, at(Box{}, 3, 0, 0));
  EXPECT_TRUE(shape_cast(at(Sphere{1}, 0, 0, 0), {0, 0, 0}, at(Sphere{1}, 1, 0, 0)).starts_in_contact);
}

TEST(ShapeCast, OfTinyAgainstHugeMeetsAtTheSurface) {
  // A ball of radius 1e-3 onto one of 1e3; both are met from 1 above.
  expect_hit(at(Sphere{Real(0.0009765625)}, 0, 1025, 0), {0, -2, 0}, at(Sphere{1024}, 0, 0, 0),
             (1 - 0.0009765625) / 2, {0, -1, 0}, 1024);
  const Instance crumb = at(Box{{Real(0.0009765625), Real(0.0009765625), Real(0.0009765625)}}, 3, 1025, 5);
  expect_hit(crumb, {0, -2, 0}, at(Box{{1024, 1024, 1024}}, 0, 0, 0), (1 - 0.0009765625) / 2, {0, -1, 0},
             1024);
}

TEST(ShapeCast, OfNestedShapesMeetsLikeTheShapeTheyMake) {
  const Shape sum = *make_minkowski_sum(Box{}, Cylinder{1, 2});  // reaches 2 along x, 3 along y
  expect_hit(at(sum, 0, 0, 0), {8, 0, 0}, at(Box{}, 7, 0, 0), 0.5, {1, 0, 0}, 7);
  expect_hit(at(sum, 0, 0, 0), {0, 8, 0}, at(Ellipsoid{{1, 2, 3}}, 0, 9, 0), 0.5, {0, 1, 0}, 9);
  const Affine shear(Mat3{{1, 0, 0}, {1, 1, 0}, {0, 0, 1}}, {0, 0, 0});  // (x, y, z) -> (x + y, y, z)
  expect_hit({Sphere{1}, shear}, {10, 0, 0}, at(HalfSpace{{-1, 0, 0}, -8}, 0, 0, 0),
             (8 - std::sqrt(2.0)) / 10, {1, 0, 0}, 8);
}

TEST(ShapeCast, OverloadForPosesAgrees) {
  const Pose p{rotation_about({1, 2, 3}, Real(0.5)), {0, 0, 0}},
      q{rotation_about({3, 2, 1}, Real(0.25)), {5, 0, 0}};
  const ShapeCast x = shape_cast(Shape(Box{}), p, {9, 1, 0}, Shape(Cone{}), q);
  const ShapeCast y = shape_cast({Box{}, p}, {9, 1, 0}, {Cone{}, q});
  EXPECT_EQ(x.hit, Hit::hit);
  EXPECT_TRUE(is_same(x.time, y.time) && is_same(x.normal, y.normal) && is_same(x.point, y.point));
}

TEST(ShapeCast, BadArgumentsAreRefused) {
  const Instance box = at(Box{}, 0, 0, 0);
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  for (const Vec3& way : {Vec3{nan, 0, 0}, Vec3{0, kInfinity, 0}}) {
    EXPECT_EQ(shape_cast(box, way, box).status, Status::invalid_argument);
    EXPECT_EQ(shape_cast(box, way, box).hit, Hit::uncertain);
  }
  EXPECT_EQ(shape_cast(box, {1, 0, 0}, at(Shape(), 0, 0, 0)).status, Status::invalid_argument);
  EXPECT_EQ(shape_cast(box, {1, 0, 0}, box, {.relative_error = -1}).status, Status::invalid_argument);
}

}  // namespace
}  // namespace graze::test
