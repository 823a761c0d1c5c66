// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/bounds/kdop.h"

#include <gtest/gtest.h>

#include "primitive/bounds_clouds.h"

namespace graze::primitive {
namespace {

using test::exact;
using test::Points;
using test::Q;
using test::Q3;
using test::Random;

template <int K>
bool holds(const Kdop<K>& kdop, const Q3& p) {
  for (int i = 0; i < K / 2; ++i) {
    const Q x = dot(exact(kdop_normal<K>(i)), p);
    if (x < exact(kdop.lower[std::size_t(i)]) || x > exact(kdop.upper[std::size_t(i)])) return false;
  }
  return true;
}

template <int K>
double width(const Kdop<K>& kdop) {
  double sum = 0;
  for (std::size_t i = 0; i < K / 2; ++i) sum += double(kdop.upper[i]) - double(kdop.lower[i]);
  return sum;
}

template <class T>
class KdopTest : public testing::Test {};
using Sizes = testing::Types<std::integral_constant<int, 14>, std::integral_constant<int, 18>,
                             std::integral_constant<int, 26>>;
TYPED_TEST_SUITE(KdopTest, Sizes);

TYPED_TEST(KdopTest, NormalsArePairwiseNotParallel) {
  constexpr int K = TypeParam::value;
  for (int i = 0; i < K / 2; ++i)
    for (int j = 0; j < i; ++j) EXPECT_NE(cross(kdop_normal<K>(i), kdop_normal<K>(j)), (Vec3{0, 0, 0}));
}

TYPED_TEST(KdopTest, ContainsItsPointsBeforeAndAfterATurn) {
  constexpr int K = TypeParam::value;
  Random random{131};
  double once = 0, exactly = 0;
  for (int i = 0; i < 120; ++i) {
    const std::vector<Vec3> points = random_cloud(random, i, 1 + random.below(40));
    const Kdop<K> kdop = make_kdop<K>(points);
    const Pose pose = random_pose(random);
    const Kdop<K> moved_kdop = retumbled(kdop, pose);
    std::vector<Vec3> moved_points;
    for (const Vec3& p : points) {
      ASSERT_TRUE(holds(kdop, exact(p))) << i;
      ASSERT_TRUE(contains(kdop, p)) << i;
      ASSERT_TRUE(holds(moved_kdop, moved(pose, exact(p)))) << i;
      moved_points.push_back(pose * p);
    }
    // Tight: every plane touches a point, but for rounding.
    for (int k = 0; k < K / 2; ++k) {
      Q most = dot(exact(kdop_normal<K>(k)), exact(points[0]));
      Q size = 0;
      for (const Vec3& p : points) {
        most = std::max(most, Q(dot(exact(kdop_normal<K>(k)), exact(p))));
        size = std::max(size, Q(exact(sum_abs(p))));
      }
      ASSERT_LE(exact(kdop.upper[std::size_t(k)]), most + 2 * exact(kEpsilon) * size) << i;
    }
    if (i % 10 != 0) continue;
    once += width(moved_kdop);
    exactly += width(make_kdop<K>(moved_points));
  }
  EXPECT_GT(once, exactly);        // a bound of a bound
  EXPECT_LT(once, 1.5 * exactly);  // but not a bad one
}

TYPED_TEST(KdopTest, OverlapsIsConservativeAndOftenSays) {
  constexpr int K = TypeParam::value;
  Random random{132};
  int apart = 0, met = 0;
  for (int i = 0; i < 400; ++i) {
    const auto cloud_at = [&](const Vec3& o) {
      std::vector<Vec3> points = random_cloud(random, 5, 12);
      for (Vec3& p : points) p += o;
      return points;
    };
    std::vector<Vec3> a = cloud_at({0, 0, 0}),
                      b = cloud_at({Real(random.uniform(-2, 2)), Real(random.uniform(-2, 2)), 0});
    const Kdop<K> ka = make_kdop<K>(a), kb = make_kdop<K>(b);
    bool planes_part = false;  // in rationals, from the points
    for (int k = 0; k < K / 2; ++k) {
      const auto span_of = [&](const std::vector<Vec3>& points) {
        std::pair<Q, Q> s{dot(exact(kdop_normal<K>(k)), exact(points[0])),
                          dot(exact(kdop_normal<K>(k)), exact(points[0]))};
        for (const Vec3& p : points) {
          const Q x = dot(exact(kdop_normal<K>(k)), exact(p));
          s = {std::min(s.first, x), std::max(s.second, x)};
        }
        return s;
      };
      const auto sa = span_of(a), sb = span_of(b);
      planes_part = planes_part || sa.first > sb.second || sb.first > sa.second;
    }
    ASSERT_EQ(overlaps(ka, kb), overlaps(kb, ka));
    ASSERT_TRUE(overlaps(ka, kb) || planes_part) << i;
    (planes_part ? apart : met) += 1;
    const Kdop<K> both = merge(ka, kb);
    for (const Vec3& p : a) ASSERT_TRUE(contains(both, p));
    for (const Vec3& p : b) ASSERT_TRUE(contains(both, p));
  }
  EXPECT_GT(apart, 30);
  EXPECT_GT(met, 30);
}

TYPED_TEST(KdopTest, EmptyOverlapsNothing) {
  constexpr int K = TypeParam::value;
  const Kdop<K> empty = make_kdop<K>({});
  EXPECT_TRUE(empty.is_empty());
  EXPECT_FALSE(overlaps(empty, empty));
  EXPECT_FALSE(contains(empty, Vec3{0, 0, 0}));
  EXPECT_TRUE(retumbled(empty, Pose{}).is_empty());
}

TEST(Kdop, ByHand) {
  const std::vector<Vec3> points = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
  const Kdop<26> k = make_kdop<26>(points);
  EXPECT_EQ(k.upper[0], 1);  // x
  EXPECT_EQ(k.upper[3], 1);  // x + y + z
  EXPECT_EQ(k.lower[3], 0);
  EXPECT_EQ(k.lower[4], -1);  // x + y - z
  EXPECT_EQ(k.upper[7], 1);   // x + y
  EXPECT_EQ(k.lower[8], -1);  // x - y
  // A corner of the unit cube is outside: only x + y + z sees it.
  EXPECT_FALSE(contains(k, Vec3{Real(0.5), Real(0.5), Real(0.5)}));
  EXPECT_TRUE(contains(k, Vec3{Real(0.25), Real(0.25), Real(0.25)}));
}

}  // namespace
}  // namespace graze::primitive
