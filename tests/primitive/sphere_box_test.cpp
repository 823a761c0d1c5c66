// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/sphere_box.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "convex_oracle.h"

namespace graze::primitive {
namespace {

using test::exact;
using test::Points;
using test::Q;

TEST(SphereBox, ByHand) {
  const Aabb box{{0, 0, 0}, {2, 2, 2}};
  EXPECT_EQ(sphere_box({{5, 6, 1}, 5}, box).contact, Contact::touching);  // 3, 4, 0 from the edge
  EXPECT_EQ(sphere_box({{5, 6, 1}, 5 + 4 * kEpsilon}, box).contact, Contact::overlapping);
  const Proximity apart = sphere_box({{5, 6, 1}, 4}, box);
  EXPECT_EQ(apart.contact, Contact::apart);
  EXPECT_NEAR(apart.lower, 1, 40 * kEpsilon);
  EXPECT_EQ(apart.nearest, (Vec3{2, 2, 1}));
  EXPECT_EQ(sphere_box({{1, 1, 1}, 0}, box).contact, Contact::overlapping);
  EXPECT_EQ(sphere_box({{2, 1, 1}, 0}, box).contact, Contact::touching);
  EXPECT_EQ(sphere_box({{1, 1, 0}, 1}, {{0, 0, 0}, {2, 2, 0}}).contact, Contact::overlapping);
}

TEST(SphereBox, EmptyIsApartAndBadIsRefused) {
  EXPECT_EQ(sphere_box({{0, 0, 0}, 1}, Aabb{}).contact, Contact::apart);
  EXPECT_EQ(sphere_box({{0, 0, 0}, 1}, Aabb{}).lower, kInfinity);
  EXPECT_EQ(sphere_box({{0, 0, 0}, -1}, {{0, 0, 0}, {1, 1, 1}}).status, Status::invalid_argument);
  EXPECT_EQ(sphere_box({{0, 0, 0}, 1}, {{0, 0, 0}, {1, kInfinity, 1}}).status, Status::invalid_argument);
}

TEST(SphereBox, AgreesWithRationals) {
  for (const bool lattice : {true, false}) {
    Points points{test::Random{62}, lattice};
    int seen[3] = {};
    for (int i = 0; i < 10000; ++i) {
      const Vec3 p = points.point(3), q = points.point(3);
      const Aabb box{min(p, q), max(p, q)};
      const Ball ball{points.point(5),
                      lattice ? Real(1 + points.random.below(3)) : Real(points.random.uniform(0, 3))};
      Q dd = 0;
      for (int k = 0; k < 3; ++k) {
        const Q c = exact(ball.centre[k]);
        const Q out = std::max({Q(exact(box.lower[k]) - c), Q(c - exact(box.upper[k])), Q(0)});
        dd += out * out;
      }
      const Proximity r = sphere_box(ball, box);
      ASSERT_EQ(r.contact, test::contact_from(dd, exact(ball.radius))) << i;
      ++seen[static_cast<int>(r.contact)];
      if (r.contact != Contact::apart) continue;
      ASSERT_TRUE(test::encloses(double(r.lower), double(r.upper), dd, exact(ball.radius))) << i;
      ASSERT_LE(double(r.upper) - double(r.lower), 40 * double(kEpsilon) * double(r.upper) + 0x1p-90);
      ASSERT_TRUE(contains(box, r.nearest));
    }
    EXPECT_GT(seen[0], 1000);
    EXPECT_GT(seen[1], lattice ? 200 : -1);
    EXPECT_GT(seen[2], 1000);
  }
}

}  // namespace
}  // namespace graze::primitive
