// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/depth/valley.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/random.h"

namespace graze::depth {
namespace {

constexpr double kError = 1e-15;

Vec3d direction(test::Random& random) {
  for (;;) {
    const double x = random.uniform(-1, 1), y = random.uniform(-1, 1), z = random.uniform(-1, 1);
    if (const Vec3d v{x, y, z}; length(v) > 0.1 && length(v) < 1) return normalized(v);
  }
}

// A frame whose axes need be neither of one length nor at right angles, as under any affine placement.
void turn(test::Random& random, bool is_rigid, Vec3d (&axes)[3]) {
  axes[0] = direction(random);
  axes[1] = normalized(cross(axes[0], direction(random)));
  axes[2] = cross(axes[0], axes[1]);
  if (is_rigid) return;
  for (Vec3d& axis : axes) axis = axis * random.uniform(0.5, 2);
  axes[2] += axes[0] * 0.2;
}

DiscsReader random_discs(test::Random& random) {
  Vec3d axes[3];
  turn(random, random.uniform(0, 1) < 0.7, axes);
  DiscsReader r;
  r.x = axes[0];
  r.half_axis = axes[1] * random.uniform(0.4, 1.5);
  r.z = axes[2];
  r.centre = direction(random) * random.uniform(0, 0.5);
  r.bottom = random.uniform(0.4, 1);
  const double kind = random.uniform(0, 3);
  r.top = kind < 1 ? 0 : kind < 2 ? r.bottom : random.uniform(0.1, 1);
  return r;
}

BoxReader random_box(test::Random& random) {
  Vec3d axes[3];
  turn(random, true, axes);
  BoxReader r;
  for (int i = 0; i < 3; ++i) r.edges[i] = axes[i] * random.uniform(0.4, 1.5);
  r.centre = direction(random) * random.uniform(0, 0.5);
  return r;
}

AnalyticReader random_ellipsoid(test::Random& random) {
  static const Shape ball(Sphere{1});
  Vec3d axes[3];
  turn(random, false, axes);
  return {Mat3d{axes[0] * random.uniform(0.4, 1), axes[1] * random.uniform(0.4, 1), axes[2] * 0.5},
          direction(random) * random.uniform(0, 0.5), &ball.view()};
}

PointsReader random_points(test::Random& random) {
  PointsReader r;
  r.count = random.uniform(0, 1) < 0.5 ? 1 : 2;
  for (std::uint32_t i = 0; i < r.count; ++i) r.points[i] = direction(random) * random.uniform(0, 0.4);
  return r;
}

template <class A, class B>
double height(const A& a, const B& b, const Vec3d& n) {
  std::uint32_t index = 0;
  return dot(n, a.support(n, index) - b.support(-n, index));
}

// Whether a point of the shape is what is claimed: no direction has it outside.
template <class R>
bool is_inside(const R& reader, const Vec3d& p, test::Random& random) {
  std::uint32_t index = 0;
  for (int i = 0; i < 30; ++i) {
    const Vec3d n = direction(random);
    if (dot(n, p - reader.support(n, index)) > 1e-12) return false;
  }
  return true;
}

template <class A, class B>
void check_valley(const A& a, const B& b, const Valley& valley, double relative, test::Random& random) {
  const double tolerance = relative * valley.height + 1e-12;
  ASSERT_NEAR(length(valley.normal), 1, 1e-14);
  ASSERT_NEAR(height(a, b, valley.normal), valley.height, tolerance);
  ASSERT_LE(length(valley.a - valley.b - valley.normal * valley.height), tolerance);
  ASSERT_TRUE(is_inside(a, valley.a, random) && is_inside(b, valley.b, random));
  for (int i = 0; i < 60; ++i) {
    const Vec3d side = normalized(cross(valley.normal, direction(random)));
    const double part = random.uniform(0, 1), t = valley.reach * (i % 2 == 0 ? part : part * part * part);
    const Vec3d n = normalized(valley.normal + side * t);
    ASSERT_GE(height(a, b, n), valley.height - 4 * kError) << "at " << t << " of " << valley.reach;
  }
}

template <class MakeA, class MakeB>
int count_valleys(MakeA make_a, MakeB make_b, double relative, std::uint64_t seed) {
  test::Random random{seed};
  int found = 0;
  for (int i = 0; i < 700; ++i) {
    const auto a = make_a(random);
    const auto b = make_b(random);
    // From the lowest of a few directions, as the expansion would.
    Vec3d start = direction(random);
    for (int k = 0; k < 20; ++k)
      if (const Vec3d n = direction(random); height(a, b, n) < height(a, b, start)) start = n;
    Spans spans;
    add_spans(a, 1, spans);
    spans.count_a = spans.count;
    add_spans(b, -1, spans);
    Valley valley;
    if (!find_valley(spans, start, kError, relative, valley)) continue;
    ++found;
    check_valley(a, b, valley, relative, random);
    if (::testing::Test::HasFatalFailure()) break;
  }
  return found;
}

TEST(Valley, OfRoundShapesHasNothingLowerWithinItsReach) {
  const int found = count_valleys(random_discs, random_discs, 0, 11);
  EXPECT_GT(found, 300);
  EXPECT_LT(found, 700);
}

TEST(Valley, OfABoxAndARoundShapeHasNothingLowerWithinItsReach) {
  const int found = count_valleys(random_box, random_discs, 0, 12);
  EXPECT_GT(found, 300);
  EXPECT_LT(found, 700);
}

TEST(Valley, OfEllipsoidsHasNothingLowerWithinItsReach) {
  EXPECT_GT(count_valleys(random_ellipsoid, random_ellipsoid, 0, 14), 300);
  EXPECT_GT(count_valleys(random_box, random_ellipsoid, 0, 15), 300);
  EXPECT_GT(count_valleys(random_discs, random_ellipsoid, 0, 16), 300);
}

TEST(Valley, OfPointsAndSegmentsInRoundShapesHasNothingLowerWithinItsReach) {
  EXPECT_GT(count_valleys(random_points, random_ellipsoid, 0, 17), 300);
  EXPECT_GT(count_valleys(random_points, random_discs, 0, 18), 200);
}

// The height that is claimed may be lower than the true minimum by as much, never higher.
TEST(Valley, FoundToAThousandthHasNothingLowerWithinItsReach) {
  EXPECT_GT(count_valleys(random_ellipsoid, random_ellipsoid, 1e-3, 19), 300);
  EXPECT_GT(count_valleys(random_discs, random_discs, 1e-3, 20), 300);
  EXPECT_GT(count_valleys(random_box, random_discs, 1e-3, 21), 300);
}

// Points of both shapes, at the distance of two parallel planes between them but for a millionth: the
// nearest.
TEST(Valley, OfShapesThatAreApartIsWhereTheyAreNearest) {
  test::Random random{13};
  int found = 0, close = 0;
  for (int i = 0; i < 700; ++i) {
    const DiscsReader a = random_discs(random);
    DiscsReader b = random_discs(random);
    const Vec3d way = direction(random);
    b.centre += way * random.uniform(7, 9);
    Spans spans;
    add_spans(a, 1, spans);
    spans.count_a = spans.count;
    add_spans(b, -1, spans);
    Vec3d p, q;
    if (!find_nearest_points(spans, normalized(way + direction(random) * 0.2), kError, 1e-6, p, q)) continue;
    ++found;
    ASSERT_TRUE(is_inside(a, p, random) && is_inside(b, q, random));
    const double distance = length(q - p), gap = -height(a, b, (q - p) / distance);
    ASSERT_GE(distance, gap - 1e-12);
    close += gap >= distance * (1 - 1e-6);
  }
  EXPECT_GT(found, 600);
  EXPECT_GT(close, found - 10);
}

// Upright, of radius 1 and 1/2 and half height 2, the axes 1/2 apart: out through the side it is
// 1 + 1/2 - 1/2, with the two sides parallel, so that any mean of their ends is a witness.
TEST(Valley, OfParallelCylindersIsLeftOpen) {
  const DiscsReader a{{1, 0, 0}, {0, 0, 1}, {0, 2, 0}, {}, 1, 1};
  const DiscsReader b{{1, 0, 0}, {0, 0, 1}, {0, 2, 0}, {0.5, 0, 0}, 0.5, 0.5};
  Spans spans;
  add_spans(a, 1, spans);
  spans.count_a = spans.count;
  add_spans(b, -1, spans);
  Valley valley;
  EXPECT_FALSE(find_valley(spans, normalized(Vec3d{1, 0.01, 0.02}), kError, 0, valley));
}

// A cone upright within a wide flat cylinder, its apex 0.25 above the middle: down by 1 + 0.25, through the
// face, wherever the cone stands.
TEST(Valley, ThroughTheFlatEndOfACylinder) {
  const DiscsReader a{{1, 0, 0}, {0, 0, 1}, {0, 1, 0}, {}, 10, 10};
  const DiscsReader b{{1, 0, 0}, {0, 0, 1}, {0, 0.5, 0}, {3, -0.25, 0}, 1, 0};
  Spans spans;
  add_spans(a, 1, spans);
  spans.count_a = spans.count;
  add_spans(b, -1, spans);
  Valley valley;
  ASSERT_TRUE(find_valley(spans, normalized(Vec3d{0.02, -1, 0.01}), kError, 0, valley));
  EXPECT_EQ(valley.normal, (Vec3d{0, -1, 0}));
  EXPECT_NEAR(valley.height, 1.25, 1e-12);
  EXPECT_NEAR(valley.b.x, 3, 1e-12);  // the apex
  EXPECT_NEAR(valley.a.x, 3, 1e-12);
}

}  // namespace
}  // namespace graze::depth
