// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Properties of all closed forms: scale, tiny beside huge, far away, the largest numbers, no allocation.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "convex_oracle.h"
#include "graze/primitive/bounds/enclosing_ball.h"
#include "graze/primitive/bounds/kdop.h"
#include "graze/primitive/bounds/obb_fit.h"
#include "graze/primitive/bounds/realign.h"
#include "graze/primitive/point_distance.h"
#include "graze/primitive/polygon_box.h"
#include "graze/primitive/polygon_polygon.h"
#include "graze/primitive/polygon_sphere.h"
#include "graze/primitive/ray_box.h"
#include "graze/primitive/ray_polygon.h"
#include "graze/primitive/ray_sphere.h"
#include "graze/primitive/ray_triangle.h"
#include "graze/primitive/segment_box.h"
#include "graze/primitive/segment_sphere.h"
#include "graze/primitive/segment_triangle.h"
#include "graze/primitive/sphere_box.h"
#include "graze/primitive/sphere_sphere.h"
#include "graze/primitive/triangle_box.h"
#include "graze/primitive/triangle_sphere.h"
#include "graze/primitive/triangle_triangle.h"
#include "support/allocation_counter.h"

namespace graze::primitive {
namespace {

using test::Points;

Triangle scaled(const Triangle& t, Real s) { return {t.a * s, t.b * s, t.c * s}; }

TEST(Extremes, ScalingByAPowerOfTwoScalesTheAnswerAndChangesNothingElse) {
  for (const bool lattice : {true, false}) {
    Points points{test::Random{141}, lattice};
    for (int i = 0; i < 600; ++i) {
      const Triangle a{points.point(2), points.point(2), points.point(2)};
      const Triangle b{points.point(2), points.point(2), points.point(2)};
      const Ray ray{points.point(3), points.point(2)};
      const Ball ball{points.point(2), std::abs(points.number(2))};
      for (const int exponent : {-36, 36}) {
        const Real s = std::ldexp(Real(1), exponent);
        const TriangleContact one = triangle_triangle(a, b),
                              two = triangle_triangle(scaled(a, s), scaled(b, s));
        ASSERT_EQ(one.contact, two.contact) << i;
        ASSERT_EQ(one.segment.a * s, two.segment.a) << i;
        const RayHit hit = ray_triangle(ray, a),
                     big = ray_triangle({ray.origin * s, ray.direction * s}, scaled(a, s));
        ASSERT_EQ(hit.outcome, big.outcome) << i;
        ASSERT_EQ(hit.t, big.t) << i;
        ASSERT_EQ(hit.point * s, big.point) << i;
        ASSERT_EQ(hit.normal, big.normal) << i;
        const Proximity near = triangle_sphere(a, ball);
        const Proximity far = triangle_sphere(scaled(a, s), {ball.centre * s, ball.radius * s});
        ASSERT_EQ(near.contact, far.contact) << i;
        ASSERT_EQ(near.lower * s, far.lower) << i;
        ASSERT_EQ(near.upper * s, far.upper) << i;
      }
    }
  }
}

TEST(Extremes, TinyBesideHugeIsDecidedExactly) {
  Points points{test::Random{142}, false};
  int seen[3] = {};
  for (int i = 0; i < 1500; ++i) {
    const Triangle huge{points.point(3) * 1000, points.point(3) * 1000, points.point(3) * 1000};
    const Real s = Real(points.random.log_uniform(1e-6, 1)), u = Real(points.random.uniform(0, 0.5)),
               v = Real(points.random.uniform(0, 0.5));
    const Vec3 on = huge.a + (huge.b - huge.a) * u + (huge.c - huge.a) * v;
    const Triangle tiny{on + points.point(1) * s, on + points.point(1) * s, on + points.point(1) * s};
    const Contact truth = contact_of(test::cloud(huge), test::cloud(tiny));
    ASSERT_EQ(triangle_triangle(huge, tiny).contact, truth) << i;
    const Aabb box{min(tiny.a, tiny.b), max(tiny.a, tiny.b)};
    ASSERT_EQ(segment_triangle({tiny.a, tiny.b}, huge).contact,
              contact_of(test::cloud(Segment{tiny.a, tiny.b}), test::cloud(huge)));
    if (i % 10 == 0) {
      ASSERT_EQ(triangle_box(huge, box).contact, contact_of(test::cloud(huge), test::cloud(box))) << i;
    }
    ++seen[static_cast<int>(truth)];
  }
  EXPECT_GT(seen[0], 200);
  EXPECT_GT(seen[2], 200);
}

TEST(Extremes, FarAwayIsDecidedExactly) {
  Points points{test::Random{143}, true};
  int seen[3] = {};
  for (int i = 0; i < 800; ++i) {
    // Lattice points stay exact this far out, in float too.
    const Vec3 far{1 << 20, -(1 << 21), 1 << 19};
    const auto point = [&] { return points.point(2) + far; };
    const Triangle a{point(), point(), point()}, b{point(), point(), point()};
    const Contact truth = contact_of(test::cloud(a), test::cloud(b));
    ASSERT_EQ(triangle_triangle(a, b).contact, truth) << i;
    ++seen[static_cast<int>(truth)];
  }
  for (const int n : seen) EXPECT_GT(n, 30);
}

TEST(Extremes, TheLargestNumbersAreAnsweredOrRefused) {
  const Real big = std::numeric_limits<Real>::max();
  const bool is_float = sizeof(Real) == 4;
  const Status expected = is_float ? Status::converged : Status::invalid_argument;
  const Triangle t{{-big, -big, 0}, {big, -big, 0}, {0, big, 0}};
  EXPECT_EQ(triangle_triangle(t, {{0, 0, -big}, {0, 0, big}, {big, 0, big}}).status, expected);
  EXPECT_EQ(triangle_sphere(t, {{0, 0, big}, big}).status, expected);
  EXPECT_EQ(ray_triangle({{0, 0, big}, {0, 0, -1}}, t).status, expected);
  EXPECT_EQ(sphere_sphere({{-big, 0, 0}, 1}, {{big, 0, 0}, 1}).status, expected);
  if (is_float) {
    EXPECT_EQ(ray_triangle({{0, 0, big}, {0, 0, -1}}, t).outcome, RayOutcome::hit);
    EXPECT_EQ(triangle_sphere(t, {{0, 0, big}, big}).contact, Contact::touching);
  }
  EXPECT_TRUE(ray_sphere({{-5, 0, 0}, {1, 0, 0}, big}, {{0, 0, 0}, 1}));  // as good as infinite
  const std::vector<Vec3> points = {{big, 0, 0}, {0, 0, 0}};
  EXPECT_EQ(smallest_enclosing_ball(points).has_value(), is_float);
}

TEST(Extremes, TheSmallestNumbersAreNumbers) {
  const Real tiny = sizeof(Real) == 4 ? std::numeric_limits<Real>::denorm_min() * 8 : Real(1e-35);
  const Triangle t{{0, 0, 0}, {4 * tiny, 0, 0}, {0, 4 * tiny, 0}};
  EXPECT_EQ(segment_triangle({{tiny, tiny, -tiny}, {tiny, tiny, tiny}}, t).contact, Contact::overlapping);
  EXPECT_EQ(segment_triangle({{tiny, tiny, 0}, {tiny, tiny, tiny}}, t).contact, Contact::touching);
  EXPECT_EQ(triangle_sphere(t, {{tiny, tiny, 2 * tiny}, 2 * tiny}).contact, Contact::touching);
  EXPECT_EQ(triangle_sphere(t, {{tiny, tiny, 2 * tiny}, tiny}).contact, Contact::apart);
}

#if GRAZE_COUNTS_ALLOCATIONS
TEST(Extremes, NothingAllocates) {
  Points points{test::Random{144}, true};
  const std::vector<Vec3> square = {{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0}};
  const std::vector<Vec3> wall = {{0, -2, -2}, {0, 2, -2}, {0, 2, 2}, {0, -2, 2}};
  const std::uint64_t before = test::allocation_count();
  int sum = 0;
  const Polygon polygon = make_polygon(square).value(), other = make_polygon(wall).value();
  for (int i = 0; i < 200; ++i) {
    const Triangle a{points.point(2), points.point(2), points.point(2)},
        b{points.point(2), points.point(2), points.point(2)};
    const Ball ball{points.point(2), std::abs(points.number(2))};
    const Aabb box{min(a.a, a.b), max(a.a, a.b)};
    const Ray ray{points.point(3), points.point(2)};
    sum += bool(triangle_triangle(a, b)) + bool(triangle_box(b, box)) + bool(triangle_sphere(a, ball));
    sum += bool(sphere_box(ball, box)) + bool(sphere_sphere(ball, {a.a, 1})) +
           bool(segment_box({b.a, b.b}, box));
    sum += bool(segment_sphere({a.a, a.b}, ball)) + bool(segment_triangle({b.a, b.b}, a));
    sum += bool(ray_box(ray, box)) + bool(ray_sphere(ray, ball)) + bool(ray_triangle(ray, a)) +
           bool(ray_polygon(ray, polygon));
    sum += bool(polygon_box(polygon, box)) + bool(polygon_sphere(polygon, ball)) +
           bool(polygon_polygon(polygon, other));
    sum += bool(point_distance(a.a, Cone{1, 1})) + bool(point_contact(a.a, Ellipsoid{{1, 2, 2}}));
    sum += retumbled(make_kdop<18>(square), Pose{}).is_empty() + realigned(box, Pose{}).is_empty();
  }
  sum += smallest_enclosing_ball(square).has_value() + principal_obb(square).has_value();
  EXPECT_EQ(test::allocation_count() - before, 0u);
  EXPECT_GT(sum, 500);
}
#endif

}  // namespace
}  // namespace graze::primitive
