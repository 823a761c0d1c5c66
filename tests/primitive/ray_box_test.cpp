// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/ray_box.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "rationals.h"

namespace graze::primitive {
namespace {

using test::exact;
using test::Points;
using test::Q;
using test::Q3;

struct Oracle {
  RayOutcome outcome = RayOutcome::miss;
  Q t;
};
// The ray clipped by six planes.
Oracle oracle(const Ray& ray, const Aabb& box) {
  Q first = 0, last = std::isfinite(ray.max_t) ? exact(ray.max_t) : Q(mpz_class(1) << 200);
  for (int i = 0; i < 3; ++i) {
    const Q o = exact(ray.origin[i]), d = exact(ray.direction[i]);
    const Q low = exact(box.lower[i]), high = exact(box.upper[i]);
    if (d == 0) {
      if (o < low || o > high) return {};
      continue;
    }
    const Q t1 = (low - o) / d, t2 = (high - o) / d;
    first = std::max(first, std::min(t1, t2));
    last = std::min(last, std::max(t1, t2));
  }
  if (first > last) return {};
  return {contains(box, ray.origin) ? RayOutcome::inside : RayOutcome::hit, first};
}

void expect_as_oracle(const Ray& ray, const Aabb& box, int (&seen)[3]) {
  const RayHit hit = ray_box(ray, box);
  const Oracle truth = oracle(ray, box);
  ASSERT_EQ(hit.outcome, truth.outcome);
  ++seen[static_cast<int>(truth.outcome)];
  if (hit.outcome == RayOutcome::miss) return;
  ASSERT_LE(abs(Q(exact(hit.t) - truth.t)), exact(hit.t_error));
  ASSERT_LE(hit.t_error, 4 * kEpsilon * hit.t);
  ASSERT_TRUE(is_within(exact(hit.point) - (exact(ray.origin) + exact(ray.direction) * truth.t),
                        double(hit.point_error)));
  ASSERT_TRUE(contains(box, hit.point));
  if (hit.outcome == RayOutcome::hit) {
    ASSERT_EQ(length(hit.normal), 1);
    ASSERT_LT(dot(hit.normal, ray.direction), 0);
  }
}

TEST(RayBox, HitsTheNearFace) {
  const RayHit hit = ray_box({{-5, 0.5, 0}, {2, 0, 0}}, {{-1, -1, -1}, {1, 1, 1}});
  EXPECT_EQ(hit.outcome, RayOutcome::hit);
  EXPECT_EQ(hit.t, 2);
  EXPECT_LE(hit.t_error, 4 * kEpsilon);
  EXPECT_EQ(hit.point, (Vec3{-1, 0.5, 0}));
  EXPECT_EQ(hit.normal, (Vec3{-1, 0, 0}));
}

TEST(RayBox, SlidingAlongAFaceOrThroughAnEdgeIsAHit) {
  const Aabb box{{-1, -1, -1}, {1, 1, 1}};
  EXPECT_TRUE(ray_box({{-5, 1, 1}, {1, 0, 0}}, box));
  EXPECT_FALSE(ray_box({{-5, 1, 1 + kEpsilon}, {1, 0, 0}}, box));
  EXPECT_TRUE(ray_box({{-2, 0, 0}, {1, 1, 0}}, box));  // meets the edge x = -1, y = 1 and nothing else
  EXPECT_FALSE(ray_box({{-2, 0, 0}, {1, 1 + kEpsilon, 0}}, box));
  EXPECT_TRUE(ray_box({{-3, -1, 1}, {1, 1, -1}, 2}, box));  // ends in the corner
  EXPECT_FALSE(ray_box({{-3, -1, 1}, {1, 1, -1}, std::nextafter(Real(2), Real(0))}, box));
}

TEST(RayBox, FlatAndEmptyBoxes) {
  EXPECT_TRUE(ray_box({{0, 0, -1}, {0, 0, 1}}, {{-1, -1, 0}, {1, 1, 0}}));
  EXPECT_TRUE(ray_box({{0, 0, -1}, {0, 0, 1}}, {{0, 0, 5}, {0, 0, 5}}));
  EXPECT_FALSE(ray_box({{0, 0, 0}, {1, 0, 0}}, Aabb{}));
  EXPECT_EQ(ray_box({{0, 0, 0}, {1, 0, 0}}, Aabb{}).status, Status::converged);
}

TEST(RayBox, RefusesWhatIsNotANumber) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_EQ(ray_box({{0, 0, nan}, {1, 0, 0}}, {{-1, -1, -1}, {1, 1, 1}}).status, Status::invalid_argument);
  EXPECT_EQ(ray_box({{0, 0, 0}, {1, 0, 0}, -1}, {{-1, -1, -1}, {1, 1, 1}}).status, Status::invalid_argument);
  EXPECT_EQ(ray_box({{0, 0, 0}, {1, 0, 0}}, {{-1, -1, -1}, {1, nan, 1}}).status, Status::invalid_argument);
}

TEST(RayBox, AgreesWithRationals) {
  for (const bool lattice : {true, false}) {
    Points points{test::Random{21}, lattice};
    int seen[3] = {};
    for (int i = 0; i < 20000; ++i) {
      const Ray ray{points.point(5), points.point(3), i % 3 == 0 ? Real(i % 4) : kInfinity};
      const Vec3 a = points.point(3), b = points.point(3);
      expect_as_oracle(ray, {min(a, b), max(a, b)}, seen);
      ASSERT_FALSE(HasFatalFailure()) << i << ' ' << lattice;
    }
    EXPECT_GT(seen[0], 1000);
    EXPECT_GT(seen[1], 300);
    EXPECT_GT(seen[2], 50);
  }
}

TEST(RayBox, AgreesWithRationalsOnRaysAimedAtEdges) {
  Points points{test::Random{22}, false};
  int seen[3] = {};
  for (int i = 0; i < 4000; ++i) {
    const Vec3 a = points.point(3), b = points.point(3);
    const Aabb box{min(a, b), max(a, b)};
    const Vec3 origin = points.point(1) * Real(points.random.log_uniform(3, 1e4));
    const Vec3 corner{i & 1 ? a.x : b.x, i & 2 ? a.y : b.y,
                      i & 4 ? a.z : Real(points.random.uniform(a.z, b.z))};
    expect_as_oracle({origin, corner - origin}, box, seen);
    ASSERT_FALSE(HasFatalFailure()) << i;
  }
  EXPECT_GT(seen[0], 500);
  EXPECT_GT(seen[1], 500);
}

}  // namespace
}  // namespace graze::primitive
