// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Large hulls are read by climbing: the answers must be those of the scan, and mirror.

#include <gtest/gtest.h>

#include "graze/query/separation.h"
#include "graze/shape/hull_builder.h"
#include "support/random.h"

namespace graze {
namespace {

using test::Random;

Vec3 vec(const test::V3d& v) {
  return {static_cast<Real>(v.x), static_cast<Real>(v.y), static_cast<Real>(v.z)};
}

TEST(LargeHulls, HaveTheSeparationThatTheScanFindsInBothOrders) {
  Random random{1};
  int apart = 0, overlapping = 0;
  for (int i = 0; i < 60; ++i) {
    std::vector<Vec3> points;
    for (int k = 0; k < 400; ++k) points.push_back(vec(random.direction()));
    const Shape climbed = *make_hull(points, {.search = HullSearch::layers});
    const Shape scanned = *make_hull(points, {.search = HullSearch::scan});
    const Pose place{Quat{}, vec(random.direction() * random.uniform(0.5, 3))};
    const Separation ab = separation(climbed, Pose{}, climbed, place);
    const Separation ba = separation(climbed, place, climbed, Pose{});
    const Separation by_scan = separation(scanned, Pose{}, scanned, place);
    EXPECT_EQ(ab.lower, ba.lower);
    EXPECT_EQ(ab.upper, ba.upper);
    EXPECT_EQ(ab.normal, -ba.normal);
    EXPECT_EQ(ab.contact, by_scan.contact);
    EXPECT_LE(ab.lower, by_scan.upper);
    EXPECT_LE(by_scan.lower, ab.upper);
    apart += ab.contact == Contact::apart;
    overlapping += ab.contact == Contact::overlapping;
  }
  EXPECT_GT(apart, 10);
  EXPECT_GT(overlapping, 10);
}

}  // namespace
}  // namespace graze
