// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/ray/quadric.h"

#include <gtest/gtest.h>

#include "support/random.h"

namespace graze::primitive {
namespace {

constexpr double kClose = 1e-12;

void expect_span(const LineSpan& span, double enter, double leave) {
  ASSERT_FALSE(span.is_empty());
  EXPECT_NEAR(span.enter, enter, kClose);
  EXPECT_NEAR(span.leave, leave, kClose);
}

TEST(RayQuadric, SpanOfABoxIsTheLongestPartInAllSlabs) {
  expect_span(span_of_box({{-5, 0, 0}, {1, 0, 0}}, {1, 2, 3}), 4, 6);
  expect_span(span_of_box({{-5, -5, 0}, {1, 1, 0}}, {1, 2, 3}), 4, 6);
  EXPECT_EQ(span_of_box({{-5, 0, 0}, {2, 0, 0}}, {1, 2, 3}).normal, (Vec3d{-1, 0, 0}));
  EXPECT_TRUE(span_of_box({{-5, 2.5, 0}, {1, 0, 0}}, {1, 2, 3}).is_empty());
}

TEST(RayQuadric, SpanOfABallIsAChord) {
  expect_span(span_of_ball({{-9, 3, 0}, {1, 0, 0}}, {1, 0, 0}, 5), 6, 14);
  EXPECT_TRUE(span_of_ball({{-9, 6, 0}, {1, 0, 0}}, {1, 0, 0}, 5).is_empty());
}

TEST(RayQuadric, SpanOfDiscsHandlesEverySlopeOfTheLine) {
  expect_span(span_of_discs({{0, 9, 0}, {0, -1, 0}}, -2, 2, 2, 0), 7,
              11);  // along the axis, through the apex
  expect_span(span_of_discs({{0.5, 9, 0}, {0, -1, 0}}, -2, 2, 2, 0), 8, 11);  // beside it
  expect_span(span_of_discs({{-9, 0, 0}, {1, 0, 0}}, -2, 2, 2, 0), 8, 10);    // across
  expect_span(span_of_discs({{-9, 0, 0.5}, {1, 0, 0}}, -1, 1, 1, 1), 9 - std::sqrt(0.75),
              9 + std::sqrt(0.75));
  // Along the mantle's slope, half a unit inside of it: x = 1 - 0.5 at y = 0, slope -1/2.
  expect_span(span_of_discs({{0.5, 0, 0}, {-0.5, 1, 0}}, -2, 2, 2, 0), -2, 1.5);
  // Only the half of the double cone below the apex counts.
  EXPECT_TRUE(span_of_discs({{-9, 3, 0}, {1, 0, 0}}, -2, 2, 2, 0).is_empty());
}

TEST(RayQuadric, SpanOfBallsIsThatOfTheirHull) {
  expect_span(span_of_balls({{-9, 0, 0}, {1, 0, 0}}, 1, 1, 2), 8, 10);
  expect_span(span_of_balls({{0, -9, 0}, {0, 1, 0}}, 1, 1, 2), 6, 12);
  expect_span(span_of_balls({{0, -9, 0}, {0, 1, 0}}, 2, 1, 1), 6, 11);
  expect_span(span_of_balls({{-9, 0, 0}, {1, 0, 0}}, 5, 1, 1), 9 - std::sqrt(24.0), 9 + std::sqrt(24.0));
}

TEST(RayQuadric, EntryIntoACapsuleIsThatOfItsSegment) {
  EXPECT_NEAR(enter_capsule({{0, 0, -9}, {0, 0, 1}}, {-2, 0, 0}, {2, 0, 0}, 1), 8, kClose);
  EXPECT_NEAR(enter_capsule({{-9, 0, 0}, {1, 0, 0}}, {-2, 0, 0}, {2, 0, 0}, 1), 6, kClose);
  EXPECT_NEAR(enter_capsule({{2.6, 0, -9}, {0, 0, 1}}, {-2, 0, 0}, {2, 0, 0}, 1), 8.2, kClose);
  EXPECT_TRUE(std::isnan(enter_capsule({{0, 2, -9}, {0, 0, 1}}, {-2, 0, 0}, {2, 0, 0}, 1)));
}

// Promise of a depth: the ball of that radius fits. Its points are tried against the definition of the
// set.
TEST(RayQuadric, BallsOfTheDepthFit) {
  test::Random random(20260810);
  int inside = 0;
  for (int i = 0; i < 20000; ++i) {
    const Vec3d p = Vec3d{random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)};
    const double bottom = random.uniform(0, 2), top = random.uniform(0, 2), half = random.uniform(0.1, 2);
    const double discs = depth_in_discs(p, -half, bottom, half, top),
                 balls = depth_in_balls(p, bottom, top, half);
    const auto v = random.direction();
    const Vec3d u{v.x, v.y, v.z};
    if (discs > 0) {
      const Vec3d q = p + u * discs;
      const double radius = bottom + (top - bottom) * (q.y + half) / (2 * half);
      ASSERT_LE(std::hypot(q.x, q.z), radius + kClose);
      ASSERT_LE(std::abs(q.y), half + kClose);
      ++inside;
    }
    if (balls > 0) {
      // In the hull of two balls: within a ball between them, for some share.
      const Vec3d q = p + u * balls;
      double best = 1e9;
      for (int k = 0; k <= 1000; ++k) {
        const double s = k / 1000.0;
        best = std::min(best, length(q - Vec3d{0, -half + 2 * half * s, 0}) - (bottom + (top - bottom) * s));
      }
      ASSERT_LE(best, 1e-5);
      ++inside;
    }
  }
  EXPECT_GT(inside, 2000);
}

}  // namespace
}  // namespace graze::primitive
