// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The checker's own solvers against brute force in rationals, against each other, and against themselves.

#include <gtest/gtest.h>

#include "support/brute_force.h"
#include "support/generators.h"
#include "support/judge.h"
#include "support/referee.h"

namespace graze::test {
namespace {

const V3d kNoAxis{0, 0, 0};

TEST(RationalRoot, IsExactForSquaresAndTightOtherwise) {
  EXPECT_TRUE(root(RationalInterval(mpq_class(9, 16))).is_exact());
  EXPECT_EQ(root(RationalInterval(mpq_class(9, 16))).lower, mpq_class(3, 4));
  const RationalInterval two = root(RationalInterval(2));
  EXPECT_LT(two.lower * two.lower, 2);
  EXPECT_GT(two.upper * two.upper, 2);
  EXPECT_LT(two.upper - two.lower, mpq_class(0x1p-120));
}

TEST(RationalOf, KeepsAllBitsOfAQuad) {
  const Quad x = Quad(1) + Quad(0x1p-60) + Quad(0x1p-112);
  EXPECT_EQ(rational_of(x), mpq_class(1) + mpq_class(0x1p-60) + mpq_class(0x1p-112));
}

/// Tetrahedra, points, triangles: few corners, for brute force.
CheckPair small_pair(Random& random) {
  CheckPair pair;
  for (CheckInstance* instance : {&pair.a, &pair.b}) {
    std::vector<V3d> v(4 + static_cast<std::size_t>(random.below(2)));
    for (V3d& p : v) p = rounded(random.in_cube());
    instance->shape = check_hull_of_points(ShapeKind::polytope, v);
    instance->placement = random_linear(random);
    instance->placement.translation = rounded(random.in_cube() * 0.4);
  }
  return pair;
}

TEST(ReferenceDepth, AgreesWithBruteForceOnRandomPolytopes) {
  Random random(20260701);
  int apart = 0, overlapping = 0;
  for (int i = 0; i < 300; ++i) {
    const CheckPair pair = small_pair(random);
    const auto squared = exact_depth_squared(pair);
    Referee referee(pair);
    if (!squared) {
      ++apart;
      ASSERT_EQ(referee.separation_at_least(0, kNoAxis), Verdict::holds) << replay(pair);
      continue;
    }
    ++overlapping;
    const RationalInterval depth = root(RationalInterval(*squared));
    const double value = depth.lower.get_d();
    ASSERT_EQ(referee.separation_at_least(-value * (1 + 1e-14), kNoAxis), Verdict::holds) << replay(pair);
    ASSERT_EQ(referee.separation_at_most(-value * (1 - 1e-14), kNoAxis), Verdict::holds) << replay(pair);
    ASSERT_EQ(referee.separation_at_least(-value * (1 - 1e-12), kNoAxis), Verdict::fails) << replay(pair);
    ASSERT_EQ(referee.separation_at_most(-value * (1 + 1e-12), kNoAxis), Verdict::fails) << replay(pair);
  }
  EXPECT_GT(apart, 60);
  EXPECT_GT(overlapping, 60);
}

class Reference : public testing::TestWithParam<Family> {};

// By construction: b's lowest point along n is `gap` above a's highest, so their distance is the gap, up to
// the rounding of b's translation.
TEST_P(Reference, FindsADistanceThatIsKnownByConstruction) {
  Random random(20260702);
  for (int i = 0; i < 20; ++i) {
    const CheckPair pair = random_pair(random, GetParam(), Nearness::far);
    Referee referee(pair);
    double low = 0, high = 1e12;
    ASSERT_EQ(referee.separation_at_least(low, kNoAxis), Verdict::holds) << replay(pair);
    while (high - low > 1e-15 * high && std::nextafter(low, high) < high) {  // bisection
      const double middle = low + (high - low) / 2;
      const Verdict v = referee.separation_at_least(middle, kNoAxis);
      if (v == Verdict::unclear) break;  // a tie
      (v == Verdict::holds ? low : high) = middle;
    }
    // A number that is at least `low` and not at least `high` is also at most `high` and not at most `low`.
    ASSERT_LT(high - low, 1e-12 * high) << replay(pair);
    ASSERT_EQ(referee.separation_at_most(high * (1 + 1e-14), kNoAxis), Verdict::holds) << replay(pair);
    ASSERT_EQ(referee.separation_at_most(low * (1 - 1e-14), kNoAxis), Verdict::fails) << replay(pair);
  }
}

// Exactly one of "at least x" and "at most x" holds, away from the truth.
TEST_P(Reference, DecidesEveryPairAndNeverBothWays) {
  Random random(20260703);
  int above = 0, below = 0, unclear = 0;
  for (int i = 0; i < 300; ++i) {
    const CheckPair pair = random_pair(random, GetParam());
    Referee referee(pair);
    for (const double x : {0.0, 0.01, -0.01}) {
      const Verdict least = referee.separation_at_least(x, kNoAxis);
      const Verdict most = referee.separation_at_most(x, kNoAxis);
      ASSERT_FALSE(least == Verdict::holds && most == Verdict::holds && x != 0) << replay(pair);
      ASSERT_FALSE(least == Verdict::fails && most == Verdict::fails) << replay(pair);
      above += least == Verdict::holds, below += most == Verdict::holds;
      unclear += least == Verdict::unclear && most == Verdict::unclear;
    }
  }
  EXPECT_GT(above, 100);
  EXPECT_GT(below, 100);
  RecordProperty("unclear", unclear);
  EXPECT_LT(unclear, 60);  // exact ties at zero: touching, flat and concentric pairs
}

std::string name_of(const testing::TestParamInfo<Family>& info) { return to_string(info.param); }
INSTANTIATE_TEST_SUITE_P(Every, Reference, testing::ValuesIn(kFamilies), name_of);

}  // namespace
}  // namespace graze::test
