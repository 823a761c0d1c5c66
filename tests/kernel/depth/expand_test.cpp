// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/depth/expand.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/random.h"

namespace graze::depth {
namespace {

constexpr double kError = 1e-15;

template <class F>
Depth depth_of(F support_point, bool is_curved, Workspace* workspace = nullptr, double relative = 1e-10) {
  const auto support = [&](const Vec3d& d, DifferenceVertex& v) {
    v.a = v.w = support_point(d);
    v.b = {};
  };
  gjk::Simplex start;
  DifferenceVertex v;
  support({1, 0, 0}, v);
  start.w[0] = start.a[0] = v.w;
  start.b[0] = {};
  start.slots[0] = 0;
  start.lambda[0] = 1;
  start.count = 1;
  DepthStop stop;
  stop.relative = relative;
  stop.error = kError;
  stop.is_curved = is_curved;
  return expand(support, start, stop, workspace);
}

Vec3d box_support(const Vec3d& half, const Vec3d& centre, const Vec3d& d) {
  return centre + Vec3d{std::copysign(half.x, d.x), std::copysign(half.y, d.y), std::copysign(half.z, d.z)};
}

TEST(Expand, OfABoxIsTheDistanceToItsNearestFace) {
  const Depth depth = depth_of(
      [](const Vec3d& d) {
        return box_support({1, 2, 3}, {0.25, 0.5, -2.5}, d);
      },
      false);
  EXPECT_NEAR(depth.upper, 0.5, 4 * kError);
  EXPECT_NEAR(depth.lower, 0.5, 16 * 0x1p-52 * 5);  // dot products of coordinates up to 5
  EXPECT_NEAR(depth.normal.z, 1, 1e-15);
  EXPECT_NEAR(length(depth.a - depth.b), 0.5, 4 * kError);
}

TEST(Expand, OfRandomBoxesEnclosesTheDistanceToTheNearestFace) {
  test::Random random{1};
  for (int i = 0; i < 2000; ++i) {
    const Vec3d half{random.log_uniform(0.01, 1), random.log_uniform(0.01, 1), random.log_uniform(0.01, 1)};
    const Vec3d centre{half.x * random.uniform(-1, 1), half.y * random.uniform(-1, 1),
                       half.z * random.uniform(-1, 1)};
    const Depth depth = depth_of([&](const Vec3d& d) { return box_support(half, centre, d); }, false);
    double truth = 1e300;
    for (int k = 0; k < 3; ++k) truth = std::min(truth, half[k] - std::abs(centre[k]));
    ASSERT_LE(depth.lower, truth + kError) << i;
    ASSERT_GE(depth.upper, truth - kError) << i;
    ASSERT_NEAR(depth.upper, truth, 4 * kError) << i;
  }
}

TEST(Expand, OfASphereWithTheOriginOffCentreIsTheRestOfTheRadius) {
  const auto sphere = [](const Vec3d& d) { return normalized(d) * 2.0 + Vec3d{0, 0.75, 0}; };
  const Depth depth = depth_of(sphere, true);
  EXPECT_NEAR(depth.upper, 1.25, 1.25e-9);
  EXPECT_LE(depth.lower, 1.25 + kError);
  EXPECT_NEAR(depth.normal.y, -1, 1e-6);
}

TEST(Expand, OfAConcentricSphereHasTheRightUpperBoundQuickly) {
  int calls = 0;
  const Depth depth = depth_of(
      [&](const Vec3d& d) {
        ++calls;
        return normalized(d) * 2.0;
      },
      true);
  EXPECT_NEAR(depth.upper, 2, 2e-10);
  EXPECT_LE(depth.lower, 2 + kError);
  EXPECT_GT(depth.lower, 0);
  EXPECT_LT(calls, 400);
}

TEST(Expand, OfAnEllipsoidIsItsLeastSemiaxis) {
  const Vec3d r{3, 1, 2};
  const auto ellipsoid = [&](const Vec3d& d) {
    const Vec3d s{r.x * d.x, r.y * d.y, r.z * d.z};
    return Vec3d{r.x * s.x, r.y * s.y, r.z * s.z} / length(s);
  };
  const Depth depth = depth_of(ellipsoid, true);
  EXPECT_NEAR(depth.upper, 1, 1e-9);
  EXPECT_NEAR(std::abs(depth.normal.y), 1, 1e-6);
}

TEST(Expand, OfAFlatSetIsNothingAcrossIt) {
  const auto plate = [](const Vec3d& d) { return box_support({1, 0, 1}, {}, d); };
  const Depth depth = depth_of(plate, false);
  EXPECT_NEAR(depth.upper, 0, kError);
  EXPECT_NEAR(std::abs(depth.normal.y), 1, 1e-12);
  const auto segment = [](const Vec3d& d) { return Vec3d{d.x < 0 ? -1.0 : 1.0, 0, 0}; };
  EXPECT_NEAR(depth_of(segment, false).upper, 0, kError);
  EXPECT_NEAR(depth_of(segment, false).normal.x, 0, 1e-12);
  EXPECT_EQ(depth_of([](const Vec3d&) { return Vec3d{}; }, false).upper, 0);
}

TEST(Expand, OfASetBesideTheOriginIsNegative) {
  // A box that begins 1e-3 from the origin: not a depth but a distance.
  const auto box = [](const Vec3d& d) { return box_support({1, 1, 1}, {1.001, 0, 0}, d); };
  const Depth depth = depth_of(box, false);
  EXPECT_NEAR(depth.upper, -0.001, 4 * kError);
  EXPECT_NEAR(depth.normal.x, -1, 1e-12);
}

TEST(Expand, WithAWorkspaceClosesTheBoundsOfAPolytopeOfManyFaces) {
  test::Random random{2};
  std::vector<Vec3d> points;
  for (int i = 0; i < 1500; ++i) {
    const test::V3d d = random.direction();
    points.push_back(Vec3d{d.x, d.y, d.z});
  }
  const auto polytope = [&](const Vec3d& d) {
    const Vec3d* best = &points[0];
    for (const Vec3d& p : points)
      if (dot(p, d) > dot(*best, d)) best = &p;
    return *best;
  };
  Workspace workspace;
  const Depth with = depth_of(polytope, false, &workspace);
  EXPECT_LE(with.upper - with.lower, 4 * kError + 1e-10);
  const Depth without = depth_of(polytope, false);
  EXPECT_LE(without.lower, with.upper + kError);
  EXPECT_GE(without.upper, with.lower - kError);
}

}  // namespace
}  // namespace graze::depth
