// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/sphere_sphere.h"

#include <gtest/gtest.h>

#include <limits>

#include "convex_oracle.h"

namespace graze::primitive {
namespace {

using test::exact;
using test::Points;

TEST(SphereSphere, ByHand) {
  const Proximity apart = sphere_sphere({{0, 0, 0}, 1}, {{3, 4, 0}, 2});
  EXPECT_EQ(apart.contact, Contact::apart);
  EXPECT_NEAR(apart.lower, 2, 8 * kEpsilon);
  EXPECT_NEAR(apart.upper, 2, 8 * kEpsilon);
  EXPECT_EQ(sphere_sphere({{0, 0, 0}, 3}, {{3, 4, 0}, 2}).contact, Contact::touching);
  EXPECT_EQ(sphere_sphere({{0, 0, 0}, 3}, {{3, 4, 0}, 2 + kEpsilon * 2}).contact, Contact::overlapping);
  EXPECT_EQ(sphere_sphere({{0, 0, 0}, 9}, {{3, 4, 0}, 0}).contact, Contact::overlapping);
  EXPECT_EQ(sphere_sphere({{1, 1, 1}, 0}, {{1, 1, 1}, 0}).contact, Contact::touching);
}

TEST(SphereSphere, RefusesNegativeRadiiAndWhatIsNotANumber) {
  EXPECT_EQ(sphere_sphere({{0, 0, 0}, -1}, {{3, 4, 0}, 2}).status, Status::invalid_argument);
  EXPECT_EQ(sphere_sphere({{0, 0, 0}, 1}, {{3, 4, std::numeric_limits<Real>::quiet_NaN()}, 2}).status,
            Status::invalid_argument);
}

TEST(SphereSphere, AgreesWithRationalsAndMirrors) {
  for (const bool lattice : {true, false}) {
    Points points{test::Random{61}, lattice};
    int seen[3] = {};
    for (int i = 0; i < 10000; ++i) {
      const Ball a{points.point(4), std::abs(points.number(3))},
          b{points.point(4), std::abs(points.number(3))};
      const Proximity r = sphere_sphere(a, b), mirrored = sphere_sphere(b, a);
      const test::Q dd = squared(exact(a.centre) - exact(b.centre)),
                    radii = exact(a.radius) + exact(b.radius);
      ASSERT_EQ(r.contact, test::contact_from(dd, radii)) << i;
      ASSERT_EQ(mirrored.contact, r.contact);
      ASSERT_EQ(mirrored.lower, r.lower);
      ASSERT_EQ(mirrored.upper, r.upper);
      ++seen[static_cast<int>(r.contact)];
      if (r.contact != Contact::apart) continue;
      ASSERT_TRUE(test::encloses(double(r.lower), double(r.upper), dd, radii)) << i;
      ASSERT_LE(r.upper - r.lower, 8 * kEpsilon * r.upper);
    }
    EXPECT_GT(seen[0], 1000);
    EXPECT_GT(seen[1], lattice ? 50 : -1);
    EXPECT_GT(seen[2], 1000);
  }
}

}  // namespace
}  // namespace graze::primitive
