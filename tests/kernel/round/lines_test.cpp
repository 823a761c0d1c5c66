// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/round/lines.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/number.h"
#include "support/random.h"

namespace graze::primitive {
namespace {

using test::Random;
using Exact = long double;
using E3 = test::V3<Exact>;

Line points(const Vec3d& a) { return {a, a}; }
Line segment(const Vec3d& a, const Vec3d& b) { return {a, b}; }

E3 exact(const Vec3d& v) { return E3(v.x, v.y, v.z); }

Exact point_to_segment(const E3& p, const E3& a, const E3& b) {
  const E3 d = b - a;
  const Exact dd = dot(d, d);
  const Exact t = dd > 0 ? std::clamp(dot(p - a, d) / dd, Exact(0), Exact(1)) : 0;
  return length(p - (a + d * t));
}

// The distance is attained at an end, or between two inner points where the difference is across both.
Exact distance_by_cases(const Line& a, const Line& b) {
  const E3 p = exact(a.p), q = exact(a.q);
  const E3 r = exact(b.p), s = exact(b.q);
  Exact best = std::min({point_to_segment(p, r, s), point_to_segment(q, r, s), point_to_segment(r, p, q),
                         point_to_segment(s, p, q)});
  const E3 u = q - p, v = s - r, w = p - r, n = cross(u, v);
  const Exact nn = dot(n, n);
  if (nn > 0) {
    const Exact t1 = -dot(cross(w, v), n) / nn, t2 = -dot(cross(w, u), n) / nn;
    if (t1 >= 0 && t1 <= 1 && t2 >= 0 && t2 <= 1) best = std::min(best, std::abs(dot(w, n)) / length(n));
  }
  return best;
}

// Always: upper is right from above, lower from below. Where they agree the distance is shown.
ClosestPoints expect_enclosed(const Line& a, const Line& b, double size) {
  const ClosestPoints c = closest_points(a, b);
  const double truth = double(distance_by_cases(a, b)), rounding = 16 * kDoubleEpsilon * size;
  EXPECT_GE(c.upper, truth - rounding);
  EXPECT_LE(c.lower, truth + rounding);
  EXPECT_LE(double(point_to_segment(exact(c.a), exact(a.p), exact(a.q))), rounding);
  EXPECT_LE(double(point_to_segment(exact(c.b), exact(b.p), exact(b.q))), rounding);
  EXPECT_EQ(c.upper, length(c.a - c.b));
  return c;
}

Vec3d random_point(Random& random, double size) {
  return Vec3d{random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}

TEST(ClosestPoints, OfCrossingSegmentsIsTheGapBetweenThem) {
  const ClosestPoints c = closest_points(segment({-1, 0, 0}, {1, 0, 0}), segment({0, 2, -3}, {0, 2, 1}));
  EXPECT_EQ(c.upper, 2);
  EXPECT_EQ(c.lower, 2);
  EXPECT_EQ(c.a, (Vec3d{0, 0, 0}));
  EXPECT_EQ(c.b, (Vec3d{0, 2, 0}));
}

TEST(ClosestPoints, OfEndsIsTheDistanceOfTheEnds) {
  const ClosestPoints c = closest_points(segment({0, 0, 0}, {1, 0, 0}), segment({4, 4, 0}, {9, 9, 1}));
  EXPECT_EQ(c.upper, 5);
  EXPECT_NEAR(c.lower, 5, 1e-15);
}

TEST(ClosestPoints, OfPointsAndDegenerateSegments) {
  EXPECT_EQ(closest_points(points({0, 0, 0}), points({0, 3, 4})).upper, 5);
  EXPECT_EQ(closest_points(points({0, 1, 0}), segment({-2, 0, 0}, {3, 0, 0})).upper, 1);
  EXPECT_EQ(closest_points(segment({-2, 0, 0}, {3, 0, 0}), points({5, 0, 0})).upper, 2);
  EXPECT_EQ(closest_points(segment({1, 1, 1}, {1, 1, 1}), segment({1, 1, 4}, {1, 1, 4})).upper, 3);
  EXPECT_EQ(closest_points(segment({1, 1, 1}, {1, 1, 1}), segment({0, 1, 1}, {2, 1, 1})).upper, 0);
}

TEST(ClosestPoints, OfParallelSegmentsIsTheirGap) {
  // Overlapping along the line, ends only, and one within the other.
  for (const double shift : {0.0, 0.5, 1.0, 1.5, 2.0, -2.0}) {
    const ClosestPoints c =
        closest_points(segment({-1, 0, 0}, {1, 0, 0}), segment({shift - 1, 3, 0}, {shift + 1, 3, 0}));
    EXPECT_EQ(c.upper, 3) << shift;
    EXPECT_EQ(c.lower, 3) << shift;
  }
  const ClosestPoints beyond = closest_points(segment({-1, 0, 0}, {1, 0, 0}), segment({5, 3, 0}, {9, 3, 0}));
  EXPECT_EQ(beyond.upper, 5);
}

TEST(ClosestPoints, OfRandomSegmentsIsShownByBothBounds) {
  Random random{1};
  int shown = 0;
  for (int i = 0; i < 20000; ++i) {
    const Line a = segment(random_point(random, 1), random_point(random, 1));
    const Line b = segment(random_point(random, 1), random_point(random, 1));
    const ClosestPoints c = expect_enclosed(a, b, 2);
    ASSERT_FALSE(HasFailure()) << i;
    shown += c.upper - c.lower < 1e-12;
  }
  EXPECT_GT(shown, 19900);
}

TEST(ClosestPoints, OfNearlyParallelSegmentsIsEnclosed) {
  Random random{2};
  for (int i = 0; i < 20000; ++i) {
    const Vec3d p = random_point(random, 1), u = random_point(random, 1);
    const Vec3d tilt = random_point(random, 1) * random.log_uniform(1e-18, 1e-2);
    const Vec3d q = p + random_point(random, 1) * random.log_uniform(1e-6, 1);
    expect_enclosed(segment(p, p + u), segment(q, q + (u + tilt) * random.uniform(-1, 1)), 4);
    ASSERT_FALSE(HasFailure()) << i;
  }
}

TEST(ClosestPoints, OfNearlyDegenerateSegmentsIsEnclosed) {
  Random random{3};
  for (int i = 0; i < 20000; ++i) {
    const Vec3d p = random_point(random, 1), q = random_point(random, 1);
    const Vec3d u = random_point(random, 1) * random.log_uniform(1e-170, 1);
    const Vec3d v = random_point(random, 1) * (i % 2 == 0 ? 1.0 : random.log_uniform(1e-17, 1));
    expect_enclosed(segment(p, p + u), segment(q, q + v), 4);
    ASSERT_FALSE(HasFailure()) << i;
  }
}

TEST(ClosestPoints, OfTinyAndHugeSegmentsKeepsItsRelativeAccuracy) {
  Random random{4};
  for (const double size : {1e-25, 1e25}) {
    for (int i = 0; i < 2000; ++i) {
      const Line a = segment(random_point(random, size), random_point(random, size));
      const Line b = segment(random_point(random, size), random_point(random, size));
      expect_enclosed(a, b, 2 * size);
      ASSERT_FALSE(HasFailure()) << i << ' ' << size;
    }
  }
}

}  // namespace
}  // namespace graze::primitive
