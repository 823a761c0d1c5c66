// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/point_distance.h"

#include <gtest/gtest.h>

#include <limits>

#include "graze/shape/shape.h"

namespace graze {
namespace {

TEST(PointDistanceQuery, ReachesShapesWithoutAClosedForm) {
  const Instance ellipsoid{Shape(Ellipsoid{{1, 2, 4}}), Affine(Vec3{10, 0, 0}), 0};
  const Distance d = point_distance(ellipsoid, {10, 5, 0});
  EXPECT_LE(d.lower, 3 + 8 * kEpsilon);
  EXPECT_GE(d.upper, 3 - 8 * kEpsilon);
  EXPECT_LE(d.upper - d.lower, Real(1e-5));
  EXPECT_NEAR(d.point_a.y, 2, 1e-5);
  EXPECT_EQ(point_location(ellipsoid, {10, 0, Real(3.9)}).contact, Contact::overlapping);
  EXPECT_EQ(point_location(ellipsoid, {10, 0, Real(4.1)}).contact, Contact::apart);
}

TEST(PointDistanceQuery, CountsTheMargin) {
  const Instance box{Shape(Box{{1, 1, 1}}), Affine(), Real(0.5)};
  EXPECT_NEAR(point_distance(box, {3, 0, 0}).upper, 1.5, 1e-6);
  EXPECT_EQ(point_location(box, {Real(1.25), 0, 0}).contact, Contact::overlapping);
}

TEST(PointDistanceQuery, RefusesWhatIsNotANumber) {
  const Instance box{Shape(Box{{1, 1, 1}}), Affine(), 0};
  const Vec3 bad{std::numeric_limits<Real>::quiet_NaN(), 0, 0};
  EXPECT_EQ(point_distance(box, bad).status, Status::invalid_argument);
  EXPECT_EQ(point_location(box, bad).status, Status::invalid_argument);
}

}  // namespace
}  // namespace graze
