// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "math/rounding.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

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

// Bits, so that zeros of both signs are told apart.
bool is_same(Real a, Real b) { return std::memcmp(&a, &b, sizeof a) == 0; }

// The definition: the nearest Real, and its neighbour where that is on the wrong side.
Real round_by_neighbour(double x, double direction) {
  const Real r = static_cast<Real>(x);
  const bool is_wrong = direction > 0 ? double(r) < x : double(r) > x;
  return is_wrong ? std::nextafter(r, static_cast<Real>(direction) * kInfinity) : r;
}

TEST(Rounding, WithoutBranchesGivesTheNeighbourOnTheNamedSide) {
  test::Random random{20261115};
  std::vector<double> numbers{0.0,    -0.0, 1e-320, -1e-320, 1e-46,   -1e-46, 1e300,
                              -1e300, 1e38, -1e38,  3.5e38,  -3.5e38, 1,      -1};
  for (int i = 0; i < 20000; ++i) {
    const double mantissa = random.uniform(-1, 1);
    numbers.push_back(std::ldexp(mantissa, random.below(320) - 180));
  }
  int moved = 0;
  for (const double x : numbers) {
    for (const double y : {x, double(round_down(x)), std::nextafter(double(round_down(x)), 1e308)}) {
      ASSERT_TRUE(is_same(round_up(y), round_by_neighbour(y, 1))) << y;
      ASSERT_TRUE(is_same(round_down(y), round_by_neighbour(y, -1))) << y;
      moved += round_up(y) != round_down(y);
    }
  }
  if (sizeof(Real) == 4) {
    EXPECT_GT(moved, 20000);
  }
}

}  // namespace
}  // namespace graze
