// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/math/vec3.h"

#include <gtest/gtest.h>

#include "support/random.h"

namespace graze {
namespace {

constexpr Real kDenormal = std::numeric_limits<Real>::denorm_min();
constexpr Real kHuge = std::numeric_limits<Real>::max();

TEST(Vec3, AddsSubtractsAndScalesByCoordinate) {
  const Vec3 a{1, 2, 3}, b{10, 20, 30};
  EXPECT_EQ(a + b, (Vec3{11, 22, 33}));
  EXPECT_EQ(b - a, (Vec3{9, 18, 27}));
  EXPECT_EQ(-a, (Vec3{-1, -2, -3}));
  EXPECT_EQ(a * Real(2), (Vec3{2, 4, 6}));
  EXPECT_EQ(Real(2) * a, (Vec3{2, 4, 6}));
  EXPECT_EQ(b / Real(10), a);
  Vec3 c = a;
  c += b;
  c -= a;
  c *= 2;
  EXPECT_EQ(c, (Vec3{20, 40, 60}));
}

TEST(Vec3, IsIndexedInTheOrderXYZ) {
  Vec3 v{1, 2, 3};
  EXPECT_EQ(v[0], 1);
  EXPECT_EQ(v[1], 2);
  EXPECT_EQ(v[2], 3);
  v[1] = 7;
  EXPECT_EQ(v.y, 7);
}

TEST(Vec3, DotAndCrossFollowTheRightHand) {
  EXPECT_EQ(dot(Vec3{1, 2, 3}, Vec3{4, -5, 6}), 12);
  EXPECT_EQ(cross(Vec3{1, 0, 0}, Vec3{0, 1, 0}), (Vec3{0, 0, 1}));
  EXPECT_EQ(cross(Vec3{1, 2, 3}, Vec3{4, 5, 6}), (Vec3{-3, 6, -3}));
}

TEST(Vec3, NormsOfAKnownVector) {
  const Vec3 v{3, -4, 12};
  EXPECT_EQ(length_squared(v), 169);
  EXPECT_EQ(length(v), 13);
  EXPECT_EQ(max_abs(v), 12);
  EXPECT_EQ(max_abs(Vec3{3, -14, 12}), 14);
  EXPECT_EQ(sum_abs(v), 19);
}

TEST(Vec3, MinAndMaxAreByCoordinate) {
  const Vec3 a{1, 5, -3}, b{2, 4, -4};
  EXPECT_EQ(min(a, b), (Vec3{1, 4, -4}));
  EXPECT_EQ(max(a, b), (Vec3{2, 5, -3}));
}

TEST(Vec3, IsFiniteOnlyIfEveryCoordinateIs) {
  EXPECT_TRUE(is_finite(Vec3{kHuge, -kHuge, kDenormal}));
  for (int i = 0; i < 3; ++i)
    for (const Real bad : {kInfinity, -kInfinity, std::numeric_limits<Real>::quiet_NaN()}) {
      Vec3 v;
      v[i] = bad;
      EXPECT_FALSE(is_finite(v));
    }
}

TEST(Vec3, NormalizedZeroIsPlusX) { EXPECT_EQ(normalized(Vec3{}), (Vec3{1, 0, 0})); }

TEST(Vec3, NormalizedOfAxisVectorsIsExact) {
  for (const Real size : {kDenormal, std::numeric_limits<Real>::min(), Real(1), kHuge})
    for (int i = 0; i < 3; ++i) {
      Vec3 v, unit;
      v[i] = -size;
      unit[i] = -1;
      EXPECT_EQ(normalized(v), unit) << size << " along " << i;
    }
}

TEST(Vec3, NormalizedKeepsTheDirectionOfDenormalAndHugeVectors) {
  // (3, 0, 4) / 5, from powers of two so that scaling is exact.
  for (const int exponent : {std::numeric_limits<Real>::min_exponent - 20, -40, 0, 40,
                             std::numeric_limits<Real>::max_exponent - 4}) {
    const Real s = std::ldexp(Real(1), exponent);
    const Vec3 u = normalized(Vec3{3 * s, 0, 4 * s});
    EXPECT_NEAR(u.x, Real(0.6), kEpsilon) << exponent;
    EXPECT_EQ(u.y, 0) << exponent;
    EXPECT_NEAR(u.z, Real(0.8), kEpsilon) << exponent;
  }
}

TEST(Vec3, NormalizedIsUnitForRandomVectorsOfEverySize) {
  test::Random random{20261115};
  for (int i = 0; i < 20000; ++i) {
    // From the least denormal, of a bit or two, to half the largest Real.
    const int low = std::numeric_limits<Real>::min_exponent - std::numeric_limits<Real>::digits + 2;
    const int exponent = low + random.below(std::numeric_limits<Real>::max_exponent - 1 - low);
    const test::V3d d = random.direction();
    const Vec3 v{std::ldexp(Real(d.x), exponent), std::ldexp(Real(d.y), exponent),
                 std::ldexp(Real(d.z), exponent)};
    const Vec3 u = normalized(v);
    const long double lu =
        std::sqrt((long double)(u.x) * u.x + (long double)(u.y) * u.y + (long double)(u.z) * u.z);
    // A rounded sum of three squares, its root and three quotients: 1.5 + 0.5 + 0.5 epsilon at most.
    ASSERT_NEAR(double(lu), 1, 2.5 * double(kEpsilon)) << v.x << ' ' << v.y << ' ' << v.z;
  }
}

TEST(Vec3, ConvertsBetweenPrecisionsOnlyWhenAsked) {
  using Other = std::conditional_t<sizeof(Real) == 4, double, float>;
  static_assert(!std::is_convertible_v<Vec3, BasicVec3<Other>>);
  EXPECT_EQ(BasicVec3<Other>(Vec3{1, 2, 3}), (BasicVec3<Other>{1, 2, 3}));
}

}  // namespace
}  // namespace graze
