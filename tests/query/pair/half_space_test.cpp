// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "query/ask.h"
#include "shape/kinds.h"
#include "support/check_support.h"

namespace graze::test {
namespace {

const Shape kGround = HalfSpace{{0, 1, 0}, 0};

TEST(HalfSpace, IsAsFarAsTheLowestPoint) {
  expect_answers(at(Sphere{1}, 3, 5, -2), at(kGround, 0, 0, 0), {4, 8, 1});
  expect_answers(at(Box{{1, 2, 3}}, 3, 5, -2), at(kGround, 0, 0, 0), {3, 10});
  expect_answers(at(Cone{1, 2}, 0, Real(1.5), 0), at(kGround, 0, 0, 0), {-0.5, 4});
  expect_answers(at(Capsule{1, 2}, 0, 2, 0), at(kGround, 0, 0, 0), {-1, 4, 1});
  expect_answers(at(Point{{0, 0, 0}}, 0, 0, 0), at(kGround, 0, 0, 0), {0, 1});
}

TEST(HalfSpace, NeedsNoUnitNormal) {
  // 3 y + 4 z <= 10: the plane is 2 from the origin.
  const Instance slope = at(HalfSpace{{0, 3, 4}, 10}, 0, 0, 0);
  expect_answers(at(Sphere{1}, 0, 6, 8), slope, {7, 10, 1});
  expect_answers(at(Sphere{1}, 0, 0, 0), slope, {-3, 4, 1});
  const Real tiny = std::numeric_limits<Real>::min();
  expect_answers(at(Sphere{1}, 0, 6, 8), at(HalfSpace{{0, tiny, 0}, 0}, 0, 0, 0), {5, 10, 1});
}

TEST(HalfSpace, MovesTurnsAndShearsWithItsPlacement) {
  expect_answers(at(Sphere{1}, 0, 10, 0), at(kGround, 0, 3, 0), {6, 11, 1});
  const Affine quarter(Mat3{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}, {});  // its normal becomes -x
  expect_answers(at(Sphere{1}, -10, 0, 0), at(kGround, quarter), {9, 11, 1});
  // (x, y, z) -> (x, y + x, z): y <= 0 becomes y <= x, whose normal is (-1, 1, 0) / sqrt(2).
  const Affine shear(Mat3{{1, 1, 0}, {0, 1, 0}, {0, 0, 1}}, {});
  expect_answers(at(Sphere{1}, -4, 0, 0), at(kGround, shear), {4 / std::sqrt(2.0) - 1, 5, 1});
  const Affine mirror(Mat3::diagonal(1, -1, 1), {});
  expect_answers(at(Sphere{1}, 0, -10, 0), at(kGround, mirror), {9, 11, 1});
}

TEST(HalfSpace, GrowsByItsMargin) {
  expect_answers(at(Sphere{1}, 0, 10, 0, 2), at(kGround, 0, 0, 0, 3), {4, 11, 6});
}

TEST(HalfSpace, NormalPointsFromAToB) {
  const Distance d = distance(at(kGround, 0, 0, 0), at(Sphere{1}, 0, 10, 0));
  expect_near(d.normal, {0, 1, 0}, 0);
  expect_near(d.point_a, {0, 0, 0}, 0);
  expect_near(d.point_b, {0, 9, 0}, rounding(10));
  const Penetration p = penetration(at(Sphere{1}, 0, Real(0.5), 0), at(kGround, 0, 0, 0));
  expect_near(p.normal, {0, -1, 0}, 0);
  EXPECT_NEAR(p.upper, 0.5, rounding(2));
}

TEST(HalfSpace, WithEveryKindIsItsSupportValue) {
  const V3d down{-0.36, -0.48, -0.8};  // the normal is (0.36, 0.48, 0.8) as rounded to Real
  for (const NamedShape& named : bounded_kinds()) {
    const Vec3 normal = graze_vec(-down);
    const V3<long double> n(exact(normal));
    const double height = double(support_value(named.shape, -n) / length(n));
    for (const Real lift : {Real(5), Real(0.25)}) {
      const Vec3 up = normal * lift;
      const double truth = double(dot(n, V3<long double>(exact(up))) / length(n)) - height;
      const Separation s =
          separation({graze_shape(named.shape), Affine(up)}, at(HalfSpace{normal, 0}, 0, 0, 0));
      EXPECT_LE(s.lower, truth) << named.name;
      EXPECT_GE(s.upper, truth) << named.name;
      EXPECT_NEAR(s.upper, truth, rounding(8)) << named.name;
      EXPECT_EQ(s.contact, truth > 0 ? Contact::apart : Contact::overlapping) << named.name;
    }
  }
}

TEST(HalfSpace, WithAHalfSpaceIsUnbounded) {
  const Instance a = at(kGround, 0, 0, 0), b = at(HalfSpace{{1, 0, 0}, 0}, 1, 2, 3);
  EXPECT_EQ(distance(a, b).status, Status::unbounded);
  EXPECT_EQ(penetration(a, b).status, Status::unbounded);
  EXPECT_EQ(separation(a, b).status, Status::unbounded);
  EXPECT_EQ(intersects(a, b).status, Status::unbounded);
  EXPECT_EQ(common_point(a, b).status, Status::unbounded);
  EXPECT_EQ(separation(a, b).lower, -kInfinity);  // nothing is excluded
  EXPECT_TRUE(intersects(a, b) && is_finite(separation(a, b).point_a));
}

}  // namespace
}  // namespace graze::test
