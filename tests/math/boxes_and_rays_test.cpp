// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "graze/math/aabb.h"
#include "graze/math/interval.h"
#include "graze/math/obb.h"
#include "graze/math/plane.h"
#include "graze/math/ray.h"

namespace graze {
namespace {

TEST(Aabb, IsEmptyByDefaultAndNeutralInMerge) {
  const Aabb box{{-1, 2, 3}, {4, 5, 6}};
  EXPECT_TRUE(Aabb{}.is_empty());
  EXPECT_FALSE(box.is_empty());
  EXPECT_EQ(merge(Aabb{}, box), box);
  EXPECT_EQ(merge(box, Aabb{}), box);
  EXPECT_EQ(merge(Aabb{}, Vec3{1, 2, 3}), (Aabb{{1, 2, 3}, {1, 2, 3}}));
}

TEST(Aabb, WithNanIsEmpty) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_TRUE((Aabb{{0, nan, 0}, {1, 1, 1}}).is_empty());
}

TEST(Aabb, OfAPointIsNotEmpty) { EXPECT_FALSE((Aabb{{1, 2, 3}, {1, 2, 3}}).is_empty()); }

TEST(Aabb, MergeIsTheSmallestBoxAroundBoth) {
  EXPECT_EQ(merge(Aabb{{0, 0, 0}, {1, 1, 1}}, Aabb{{-1, 2, 0}, {0, 3, 4}}), (Aabb{{-1, 0, 0}, {1, 3, 4}}));
}

TEST(Aabb, CentreAndHalfExtents) {
  const Aabb box{{-1, 2, 3}, {5, 4, 3}};
  EXPECT_EQ(centre(box), (Vec3{2, 3, 3}));
  EXPECT_EQ(half_extents(box), (Vec3{3, 1, 0}));
}

TEST(Aabb, CentreOfTheLargestBoxDoesNotOverflow) {
  const Real m = std::numeric_limits<Real>::max();
  const Aabb box{{-m, m / 2, -m}, {m, m, m}};
  EXPECT_EQ(centre(box), (Vec3{0, m / 4 * 3, 0}));
  EXPECT_EQ(half_extents(box).x, m);
}

TEST(Aabb, OverlapsWhenTouchingAndNotWhenApartOnAnyAxis) {
  const Aabb box{{0, 0, 0}, {1, 1, 1}};
  for (int axis = 0; axis < 3; ++axis) {
    Aabb other = box;
    other.lower[axis] = 1;
    other.upper[axis] = 2;
    EXPECT_TRUE(overlaps(box, other));
    EXPECT_TRUE(overlaps(other, box));
    other.lower[axis] = std::nextafter(Real(1), Real(2));
    EXPECT_FALSE(overlaps(box, other));
    EXPECT_FALSE(overlaps(other, box));
  }
  EXPECT_FALSE(overlaps(box, Aabb{}));
}

TEST(Aabb, ContainsItsBoundary) {
  const Aabb box{{0, 0, 0}, {1, 2, 3}};
  EXPECT_TRUE(contains(box, Vec3{0, 0, 0}));
  EXPECT_TRUE(contains(box, Vec3{1, 2, 3}));
  EXPECT_FALSE(contains(box, Vec3{1, 2, std::nextafter(Real(3), Real(4))}));
  EXPECT_TRUE(contains(box, box));
  EXPECT_FALSE(contains(box, Aabb{{0, 0, 0}, {1, 2, 4}}));
}

TEST(Interval, IsEmptyByDefaultAndClosed) {
  EXPECT_TRUE(Interval{}.is_empty());
  EXPECT_FALSE((Interval{1, 1}).is_empty());
  EXPECT_TRUE((Interval{1, 2}).contains(1));
  EXPECT_TRUE((Interval{1, 2}).contains(2));
  EXPECT_FALSE((Interval{1, 2}).contains(std::nextafter(Real(2), Real(3))));
  EXPECT_TRUE(overlaps(Interval{0, 1}, Interval{1, 2}));
  EXPECT_FALSE(overlaps(Interval{0, 1}, Interval{Real(1.5), 2}));
  EXPECT_EQ(merge(Interval{0, 1}, Interval{3, 4}), (Interval{0, 4}));
  EXPECT_EQ(merge(Interval{}, Interval{3, 4}), (Interval{3, 4}));
}

TEST(Ray, CountsInLengthsOfItsDirection) {
  const Ray ray{{1, 2, 3}, {0, 2, 0}, 5};
  EXPECT_EQ(ray.at(0), (Vec3{1, 2, 3}));
  EXPECT_EQ(ray.at(5), (Vec3{1, 12, 3}));
  EXPECT_EQ(Ray{}.max_t, kInfinity);
}

TEST(Plane, SignedDistanceIsPositiveWhereTheNormalPoints) {
  const Plane plane{{0, 0, 1}, 2};
  EXPECT_EQ(signed_distance(plane, {5, 5, 3}), 1);
  EXPECT_EQ(signed_distance(plane, {5, 5, 2}), 0);
  EXPECT_EQ(signed_distance(plane, {5, 5, -1}), -3);
}

TEST(Obb, IsEqualOnlyIfEveryPartIs) {
  const Obb box{{1, 2, 3}, Mat3{}, {4, 5, 6}};
  Obb other = box;
  EXPECT_EQ(box, other);
  other.axes.columns[0] = -other.axes.columns[0];
  EXPECT_FALSE(box == other);
}

}  // namespace
}  // namespace graze
