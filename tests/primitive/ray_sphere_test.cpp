// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/ray_sphere.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "rationals.h"

namespace graze::primitive {
namespace {

using test::exact;
using test::Points;
using test::Q;
using test::Q3;
using test::RationalInterval;

// Least value of |m + t d|² - r² over the ray: the same question, asked of the lowest place.
struct Oracle {
  RayOutcome outcome = RayOutcome::miss;
  RationalInterval t;
};
Oracle oracle(const Ray& ray, const Ball& ball) {
  const Q3 m = exact(ray.origin) - exact(ball.centre), d = exact(ray.direction);
  const Q rr = exact(ball.radius) * exact(ball.radius), dd = squared(d);
  const auto f = [&](const Q& t) { return Q(squared(m + d * t) - rr); };
  if (f(0) <= 0) return {RayOutcome::inside, RationalInterval(0)};
  if (dd == 0) return {};
  Q lowest = -dot(m, d) / dd;
  if (lowest < 0) lowest = 0;
  if (std::isfinite(ray.max_t) && lowest > exact(ray.max_t)) lowest = exact(ray.max_t);
  if (f(lowest) > 0) return {};
  const Q half = dot(m, d) / dd;
  const Q under_root = half * half - (squared(m) - rr) / dd;
  return {RayOutcome::hit, RationalInterval(Q(-half)) - root(RationalInterval(under_root))};
}

void expect_as_oracle(const Ray& ray, const Ball& ball, int (&seen)[3]) {
  const RayHit hit = ray_sphere(ray, ball);
  const Oracle truth = oracle(ray, ball);
  ASSERT_EQ(hit.outcome, truth.outcome);
  ++seen[static_cast<int>(truth.outcome)];
  if (hit.outcome != RayOutcome::hit) return;
  ASSERT_GE(exact(hit.t) + exact(hit.t_error), truth.t.lower);
  ASSERT_LE(exact(hit.t) - exact(hit.t_error), truth.t.upper);
  ASSERT_LE(hit.t_error, 18 * kEpsilon * hit.t);  // 16 is where the kernel turns to double-double
  const Q3 p = exact(ray.origin) + exact(ray.direction) * truth.t.lower;
  const double slack = 1e-30 * length(test::V3d(1, 1, 1));
  ASSERT_TRUE(is_within(exact(hit.point) - p, double(hit.point_error) + slack));
  ASSERT_NEAR(length(hit.normal), 1, 4 * kEpsilon);
  ASSERT_LE(dot(hit.normal, ray.direction), 8 * kEpsilon * length(ray.direction));
}

TEST(RaySphere, HitsTheNearSide) {
  const RayHit hit = ray_sphere({{-5, 0, 0}, {2, 0, 0}}, {{0, 0, 0}, 1});
  EXPECT_EQ(hit.outcome, RayOutcome::hit);
  EXPECT_EQ(hit.t, 2);
  EXPECT_EQ(hit.point, (Vec3{-1, 0, 0}));
  EXPECT_EQ(hit.normal, (Vec3{-1, 0, 0}));
}

TEST(RaySphere, TouchingIsAHitAndOneBitFartherIsNone) {
  EXPECT_TRUE(ray_sphere({{-5, 1, 0}, {1, 0, 0}}, {{0, 0, 0}, 1}));
  EXPECT_FALSE(ray_sphere({{-5, 1 + kEpsilon, 0}, {1, 0, 0}}, {{0, 0, 0}, 1}));
  EXPECT_TRUE(ray_sphere({{-5, 0, 0}, {1, 0, 0}, 4}, {{0, 0, 0}, 1}));
  EXPECT_FALSE(ray_sphere({{-5, 0, 0}, {1, 0, 0}, std::nextafter(Real(4), Real(0))}, {{0, 0, 0}, 1}));
}

TEST(RaySphere, SourceInsideOrOnTheSurfaceIsParameterZero) {
  for (const Real x : {Real(0), Real(0.5), Real(1)}) {
    const RayHit hit = ray_sphere({{x, 0, 0}, {1, 0, 0}}, {{0, 0, 0}, 1});
    EXPECT_EQ(hit.outcome, RayOutcome::inside);
    EXPECT_EQ(hit.t, 0);
    EXPECT_EQ(hit.point, (Vec3{x, 0, 0}));
  }
}

TEST(RaySphere, ARayOfNoLengthIsAPointTest) {
  EXPECT_EQ(ray_sphere({{1, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, 1}).outcome, RayOutcome::inside);
  EXPECT_EQ(ray_sphere({{1 + kEpsilon, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, 1}).outcome, RayOutcome::miss);
  EXPECT_EQ(ray_sphere({{2, 0, 0}, {-1, 0, 0}, 0}, {{0, 0, 0}, 1}).outcome, RayOutcome::miss);
}

TEST(RaySphere, OfRadiusZeroIsAPointThatCanBeHit) {
  EXPECT_TRUE(ray_sphere({{-3, -3, -3}, {1, 1, 1}}, {{4, 4, 4}, 0}));
  EXPECT_FALSE(ray_sphere({{-3, -3, -3}, {1, 1, 1 + kEpsilon}}, {{4, 4, 4}, 0}));
}

TEST(RaySphere, RefusesWhatIsNotANumber) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_EQ(ray_sphere({{nan, 0, 0}, {1, 0, 0}}, {{0, 0, 0}, 1}).status, Status::invalid_argument);
  EXPECT_EQ(ray_sphere({{0, 0, 0}, {kInfinity, 0, 0}}, {{0, 0, 0}, 1}).status, Status::invalid_argument);
  EXPECT_EQ(ray_sphere({{0, 0, 0}, {1, 0, 0}, nan}, {{0, 0, 0}, 1}).status, Status::invalid_argument);
  EXPECT_EQ(ray_sphere({{0, 0, 0}, {1, 0, 0}}, {{0, 0, 0}, -1}).status, Status::invalid_argument);
}

TEST(RaySphere, AgreesWithRationals) {
  for (const bool lattice : {true, false}) {
    Points points{test::Random{11}, lattice};
    int seen[3] = {};
    for (int i = 0; i < 12000; ++i) {
      const Ray ray{points.point(5), points.point(3), i % 3 == 0 ? Real(i % 4) : kInfinity};
      const Ball ball{points.point(3), std::abs(points.number(3))};
      expect_as_oracle(ray, ball, seen);
      ASSERT_FALSE(HasFatalFailure()) << i << ' ' << lattice;
    }
    for (const int n : seen) EXPECT_GT(n, 300);
  }
}

TEST(RaySphere, AgreesWithRationalsWhenFarAndTinyAndGrazing) {
  Points points{test::Random{12}, false};
  int seen[3] = {};
  for (int i = 0; i < 3000; ++i) {
    // Aimed at the silhouette, from far away, at balls of any size.
    const Real r = Real(points.random.log_uniform(1e-3, 1e3));
    const Vec3 origin = points.point(1) * Real(points.random.log_uniform(1, 1e5));
    const Ball ball{points.point(10), r};
    const Vec3 to = ball.centre - origin, across = normalized(cross(to, points.point(1)));
    expect_as_oracle({origin, to + across * (r * Real(i % 3 == 0   ? 1.001
                                                      : i % 3 == 1 ? 1
                                                                   : 0.999))},
                     ball, seen);
    ASSERT_FALSE(HasFatalFailure()) << i;
  }
  EXPECT_GT(seen[0], 200);
  EXPECT_GT(seen[1], 1000);
}

}  // namespace
}  // namespace graze::primitive
