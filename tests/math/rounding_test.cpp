// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "math/rounding.h"

#include <gtest/gtest.h>

#include "support/random.h"

namespace graze {
namespace {

TEST(Rounding, LeavesARealAsItIs) {
  for (const Real x : {Real(0), Real(1), Real(-0.1), std::numeric_limits<Real>::max(), kInfinity,
                       std::numeric_limits<Real>::denorm_min()}) {
    EXPECT_EQ(round_down(double(x)), x);
    EXPECT_EQ(round_up(double(x)), x);
  }
}

TEST(Rounding, GivesTheNearestRealOnTheNamedSide) {
  test::Random random{1};
  for (int i = 0; i < 20000; ++i) {
    const double m = random.log_uniform(1e-44, 1e38), x = random.chance(0.5) ? m : -m;
    const Real below = round_down(x), above = round_up(x);
    ASSERT_LE(double(below), x);
    ASSERT_GE(double(above), x);
    if (sizeof(Real) == 8) {
      ASSERT_EQ(double(below), x);
      ASSERT_EQ(double(above), x);
    } else {
      ASSERT_GT(double(std::nextafter(below, kInfinity)), x);
      ASSERT_LT(double(std::nextafter(above, -kInfinity)), x);
    }
  }
}

TEST(Rounding, StaysOnTheNamedSideBeyondTheLargestReal) {
  if (sizeof(Real) == 8) GTEST_SKIP() << "every double is a Real";
  constexpr Real kMax = std::numeric_limits<Real>::max();
  EXPECT_EQ(round_down(1e300), kMax);
  EXPECT_EQ(round_up(1e300), kInfinity);
  EXPECT_EQ(round_up(-1e300), -kMax);
  EXPECT_EQ(round_down(-1e300), -kInfinity);
  EXPECT_EQ(round_up(1e-300), std::numeric_limits<Real>::denorm_min());
  EXPECT_EQ(round_down(1e-300), 0);
}

}  // namespace
}  // namespace graze
