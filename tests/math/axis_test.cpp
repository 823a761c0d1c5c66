// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/math/axis.h"

#include <gtest/gtest.h>

#include "graze/query/distance.h"

namespace graze {
namespace {

constexpr Vec3 kX{1, 0, 0}, kY{0, 1, 0}, kZ{0, 0, 1};

TEST(StandingOn, TurnsYToTheAxisExactly) {
  EXPECT_EQ(standing_on(Axis::x).linear() * kY, kX);
  EXPECT_EQ(standing_on(Axis::z).linear() * kY, kZ);
  EXPECT_EQ(standing_on(Axis::z).linear() * kZ, kX);
  EXPECT_EQ(standing_on(Axis::y), Affine());
  for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
    EXPECT_EQ(determinant(standing_on(axis).linear()), 1);
    EXPECT_TRUE(standing_on(axis).is_rigid());
  }
}

TEST(StandingOn, KeepsThePlacement) {
  const Affine place(rotation_about({1, 2, 3}, Real(0.7)), {4, 5, 6});
  const Affine on_z = standing_on(Axis::z, place);
  EXPECT_EQ(on_z.translation(), place.translation());
  EXPECT_EQ(on_z.linear().column(1), place.linear().column(2));  // not a digit is lost
  EXPECT_EQ(on_z.linear().column(0), place.linear().column(1));
}

// A cone on z has its apex there: a point 3 above the apex, at half height 1.
TEST(StandingOn, PutsTheApexAlongTheAxis) {
  const Distance d = distance({Cone{1, 1}, standing_on(Axis::z)}, {Point{{0, 0, 4}}, Vec3{0, 0, 0}});
  EXPECT_NEAR(d.upper, 3, 1e-5);
  EXPECT_NEAR(d.local_a.y, 1, 1e-5);
}

TEST(Instance, IsMadeWithAPlaceAndWithATurn) {
  const Instance there{Box{}, Vec3{1, 2, 3}};
  EXPECT_EQ(there.placement.translation(), (Vec3{1, 2, 3}));
  EXPECT_EQ(there.placement.linear(), Mat3());
  const Quat q = rotation_about({0, 0, 1}, Real(0.5));
  const Instance turned{Box{}, Affine{q, {1, 2, 3}}, Real(0.25)};
  EXPECT_EQ(turned.placement, Affine(Pose(q, {1, 2, 3})));
}

}  // namespace
}  // namespace graze
