// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <limits>

#include "bounds_clouds.h"
#include "graze/primitive/bounds/obb_fit.h"

namespace graze::primitive {
namespace {

using test::exact;
using test::Q;
using test::Q3;
using test::Random;

Q determinant(const Q3& a, const Q3& b, const Q3& c) { return dot(a, cross(b, c)); }

// Both readings of the box, in rationals: as a linear image of a cube, and by projections onto its axes.
bool holds(const Obb& box, const Vec3& p) {
  const Q3 a[3] = {exact(box.axes.columns[0]), exact(box.axes.columns[1]), exact(box.axes.columns[2])};
  const Q3 d = exact(p) - exact(box.centre);
  const Q det = determinant(a[0], a[1], a[2]);
  const Q t[3] = {determinant(d, a[1], a[2]) / det, determinant(a[0], d, a[2]) / det,
                  determinant(a[0], a[1], d) / det};
  for (int i = 0; i < 3; ++i)
    if (abs(t[i]) > exact(box.half_extents[i]) || abs(dot(a[i], d)) > exact(box.half_extents[i]))
      return false;
  return true;
}

double volume(const Obb& box) {
  return 8 * double(box.half_extents.x) * double(box.half_extents.y) * double(box.half_extents.z);
}

void expect_box_of(const std::vector<Vec3>& points, const Obb& box) {
  for (const Vec3& p : points) ASSERT_TRUE(holds(box, p)) << p.x << ' ' << p.y << ' ' << p.z;
  for (int i = 0; i < 3; ++i) {
    ASSERT_NEAR(length(box.axes.columns[i]), 1, 4 * kEpsilon);
    ASSERT_NEAR(dot(box.axes.columns[i], box.axes.columns[(i + 1) % 3]), 0, 4 * kEpsilon);
  }
  ASSERT_GT(determinant(box.axes), 0);
}

TEST(ObbFit, ContainsEveryPointAndTightIsNotWorse) {
  Random random{121};
  int better = 0;
  for (int i = 0; i < 300; ++i) {
    const std::vector<Vec3> points = random_cloud(random, i, 1 + random.below(60));
    const Obb principal = principal_obb(points).value(), tight = tight_obb(points).value();
    expect_box_of(points, principal);
    expect_box_of(points, tight);
    ASSERT_FALSE(HasFatalFailure()) << i;
    double size = 0;
    for (const Vec3& p : points) size = std::max(size, double(max_abs(p - points[0])));
    // Flat boxes have a volume of rounding only.
    const double room = 64 * double(kEpsilon) * (size + double(max_abs(points[0]))) * size * size;
    ASSERT_LE(volume(tight), volume(principal) * (1 + 1e-5) + room) << i;
    better += volume(tight) < volume(principal) * 0.99 - room;
  }
  EXPECT_GT(better, 60);
}

TEST(ObbFit, FindsATurnedBox) {
  Random random{122};
  for (int i = 0; i < 50; ++i) {
    const Pose pose = test::random_pose(random);
    std::vector<Vec3> corners;
    for (int k = 0; k < 8; ++k)
      corners.push_back(pose * Vec3{Real(k & 1 ? 1 : -1), Real(k & 2 ? 2 : -2), Real(k & 4 ? 3 : -3)});
    const Obb box = tight_obb(corners).value();
    EXPECT_NEAR(volume(box), 48, 48 * 300 * double(kEpsilon)) << i;
  }
}

TEST(ObbFit, RefusesNothingAndWhatIsNotANumber) {
  const std::vector<Vec3> bad = {{0, 0, 0}, {0, std::numeric_limits<Real>::infinity(), 0}};
  for (const auto fit : {principal_obb, tight_obb}) {
    EXPECT_EQ(fit({}).error().code, ErrorCode::empty);
    EXPECT_EQ(fit(bad).error().code, ErrorCode::not_finite);
  }
}

TEST(ObbFit, OfOnePointAndOfCopiesIsThatPoint) {
  const std::vector<Vec3> copies(5, Vec3{1, 2, 3});
  EXPECT_EQ(principal_obb(copies).value().centre, (Vec3{1, 2, 3}));
  EXPECT_LE(max_abs(tight_obb(copies).value().half_extents), 4 * kEpsilon);
}

}  // namespace
}  // namespace graze::primitive
