// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/math/pose.h"

#include <gtest/gtest.h>

#include "support/random.h"

namespace graze {
namespace {

// As in mat3_quat_test.cpp.
constexpr Real kEntryError = sizeof(Real) == 4 ? kEpsilon / 2 : Real(8.5) * kEpsilon;
// A quarter turn about z: exact in any precision.
const Mat3 kQuarter{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}};

TEST(Pose, RotatesThenTranslates) {
  const Pose world_from_a{kQuarter, {10, 0, 0}};
  EXPECT_EQ((world_from_a * Vec3{1, 2, 3}), (Vec3{8, 1, 3}));
}

TEST(Pose, ProductAppliesTheRightPoseFirst) {
  const Pose world_from_a{kQuarter, {10, 0, 0}}, a_from_b{kQuarter, {0, 5, 1}};
  const Vec3 p{1, 2, 3};
  EXPECT_EQ((world_from_a * a_from_b) * p, world_from_a * (a_from_b * p));
}

TEST(Pose, InverseUndoes) {
  const Pose pose{kQuarter, {10, -3, 2}};
  EXPECT_EQ((inverse(pose) * (pose * Vec3{1, 2, 3})), (Vec3{1, 2, 3}));
  EXPECT_EQ(inverse(pose) * pose, Pose{});
}

TEST(Pose, RelativeCancelsFrames) {
  const Pose world_from_a{kQuarter, {1, 2, 3}}, world_from_b{kQuarter * kQuarter, {-4, 0, 9}};
  const Pose a_from_b = relative(world_from_a, world_from_b);
  EXPECT_EQ(world_from_a * a_from_b, world_from_b);  // a meets a
  EXPECT_EQ(relative(world_from_a, world_from_a), Pose{});
}

TEST(Pose, RelativeSubtractsOriginsBeforeAnythingRounds) {
  // Two objects a quarter apart, 2^20 (float) or 2^50 (double) away: the offset is exact.
  const Real far_away = sizeof(Real) == 4 ? Real(0x1p20) : Real(0x1p50);
  const Quat q{1, 2, 3, 4};
  const Pose a{q, {far_away, far_away, -far_away}}, b{q, {far_away + Real(0.25), far_away, -far_away}};
  const Vec3 t = relative(a, b).translation;
  EXPECT_EQ(t, transpose_times(a.rotation, Vec3{Real(0.25), 0, 0}));
  EXPECT_NEAR(length(t), 0.25, 0.25 * 4 * double(kEpsilon));
}

TEST(Pose, OfAQuaternionIsRigidToRounding) {
  test::Random random{3};
  for (int i = 0; i < 1000; ++i) {
    const Pose pose{Quat{Real(random.uniform(-1, 1)), Real(random.uniform(-1, 1)),
                         Real(random.uniform(-1, 1)), Real(random.uniform(0.1, 1))},
                    {}};
    const Mat3 g = transpose(pose.rotation) * pose.rotation;
    for (int c = 0; c < 3; ++c)
      ASSERT_LE(max_abs(g.columns[c] - Mat3{}.columns[c]), 4 * kEntryError + 2 * kEpsilon);
    ASSERT_NEAR(determinant(pose.rotation), 1, 6 * double(kEntryError) + 4 * double(kEpsilon));
  }
}

}  // namespace
}  // namespace graze
