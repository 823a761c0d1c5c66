// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/gjk/iterate.h"

#include <gtest/gtest.h>

#include <limits>

#include "shape/core/reader.h"
#include "support/random.h"

namespace graze::gjk {
namespace {

PointsReader points(std::initializer_list<Vec3d> list) {
  PointsReader reader;
  for (const Vec3d& p : list) reader.points[reader.count++] = p;
  return reader;
}

BoxReader box(const Vec3d& half, const Vec3d& centre) {
  return BoxReader{{{half.x, 0, 0}, {0, half.y, 0}, {0, 0, half.z}}, centre};
}

template <class A, class B>
Search search_of(const A& a, const B& b, Stop stop = {}) {
  stop.error = stop.error > 0 ? stop.error : 1e-14;
  Search search;
  search.v = {1, 0.5, 0.25};
  iterate(Difference<A, B>{a, b}, stop, search);
  return search;
}

TEST(Iterate, OnTwoPointsHasTheirDistance) {
  const Search s = search_of(points({{1, 2, 3}}), points({{4, 6, 15}}));
  EXPECT_EQ(s.outcome, Outcome::converged);
  EXPECT_NEAR(s.upper, 13, 1e-14);
  EXPECT_NEAR(s.lower, 13, 1e-14);
  EXPECT_NEAR(length(s.axis), 1, 1e-15);
}

TEST(Iterate, OnATriangleAboveAPointHasItsHeight) {
  const Search s =
      search_of(points({{-1, 2, -1}, {3, 2, -1}, {-1, 2, 3}}), points({{0, 0, 0}}), {.relative = 1e-12});
  EXPECT_NEAR(s.upper, 2, 1e-13);
  EXPECT_LE(s.lower, 2 + 1e-14);
  EXPECT_NEAR(s.axis.y, 1, 1e-12);
  EXPECT_LE(length(combine(s.simplex, s.simplex.a) - Vec3d{0, 2, 0}), 1e-13);
}

TEST(Iterate, OnOverlappingBoxesEndsInside) {
  const Search s = search_of(box({1, 1, 1}, {}), box({1, 1, 1}, {0.5, 0.25, 0.125}));
  EXPECT_EQ(s.outcome, Outcome::inside);
  EXPECT_GT(s.inner, 0);
  EXPECT_LE(s.inner, 1.5);  // the depth of the pair, which no ball around the origin can exceed
  EXPECT_LE(length(combine(s.simplex, s.simplex.a) - combine(s.simplex, s.simplex.b)), 1e-14);
}

TEST(Iterate, StopsAsSoonAsItIsApartByMoreThanWasAsked) {
  const BoxReader a = box({1, 1, 1}, {}), b = box({1, 1, 1}, {10, 8, 7});
  const Search s = search_of(a, b, {.apart_above = 3});
  EXPECT_EQ(s.outcome, Outcome::apart);
  EXPECT_GT(s.lower, 3);
  EXPECT_LE(s.lower, std::sqrt(64.0 + 36 + 25) + 1e-13);
  EXPECT_GE(s.upper, std::sqrt(64.0 + 36 + 25) - 1e-13);
}

TEST(Iterate, StopsAsSoonAsItIsNearerThanWasAsked) {
  const BoxReader a = box({1, 1, 1}, {}), b = box({1, 1, 1}, {2.5, 0.3, 0.1});
  const Search s = search_of(a, b, {.meet_below = 4});
  EXPECT_EQ(s.outcome, Outcome::near);
  EXPECT_LE(s.upper, 4);
  EXPECT_GE(s.upper, 0.5);
}

TEST(Iterate, StoppedByItsLimitStillHasBounds) {
  test::Random random{1};
  for (int limit = 1; limit <= 4; ++limit)
    for (int i = 0; i < 200; ++i) {
      const test::V3d d = random.in_cube();
      const Vec3d centre{3 + d.x, 3 + d.y, 3 + d.z};
      const Search s = search_of(box({1, 1, 1}, {}), box({1, 0.5, 0.25}, centre), {.max_iterations = limit});
      double squared = 0;
      for (int k = 0; k < 3; ++k) {
        const double gap = centre[k] - 1 - (k == 0 ? 1 : k == 1 ? 0.5 : 0.25);
        squared += gap > 0 ? gap * gap : 0;
      }
      ASSERT_LE(s.count, limit + 1);
      ASSERT_LE(s.lower, std::sqrt(squared) + 1e-14);
      ASSERT_GE(s.upper, std::sqrt(squared) - 1e-14);
    }
}

TEST(Iterate, OnRandomBoxesHasTheDistanceOfTheirGaps) {
  test::Random random{2};
  int apart = 0;
  for (int i = 0; i < 5000; ++i) {
    const test::V3d d = random.in_cube();
    const Vec3d half{random.log_uniform(0.01, 2), random.log_uniform(0.01, 2), random.log_uniform(0.01, 2)};
    const Vec3d centre = Vec3d{d.x, d.y, d.z} * 4.0;
    const Search s = search_of(box({1, 1, 1}, {}), box(half, centre), {.relative = 1e-13});
    double squared = 0;
    for (int k = 0; k < 3; ++k) {
      const double gap = std::abs(centre[k]) - 1 - half[k];
      squared += gap > 0 ? gap * gap : 0;
    }
    const double truth = std::sqrt(squared);
    if (truth > 0) {
      ++apart;
      ASSERT_NE(s.outcome, Outcome::inside) << i;
      ASSERT_LE(s.lower, truth + 1e-14) << i;
      ASSERT_NEAR(s.upper, truth, 1e-13 * (1 + truth)) << i;
    } else {
      ASSERT_TRUE(s.outcome == Outcome::inside || s.upper <= 1e-13) << i;
    }
  }
  EXPECT_GT(apart, 2000);
  EXPECT_LT(apart, 4900);
}

TEST(Iterate, EndsOnShapesThatTouchInAFace) {
  const Search s = search_of(box({1, 1, 1}, {}), box({1, 1, 1}, {2, 0, 0}));
  EXPECT_LE(s.lower, 1e-14);
  EXPECT_LE(s.upper, 1e-14);
  EXPECT_LT(s.count, 32);
}

TEST(Iterate, EndsOnIdenticalPoints) {
  const Search s = search_of(points({{1, 2, 3}}), points({{1, 2, 3}}));
  EXPECT_EQ(s.upper, 0);
  EXPECT_LE(s.count, 3);
}

}  // namespace
}  // namespace graze::gjk
