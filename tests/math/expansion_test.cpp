// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "math/expansion.h"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include "support/random.h"

namespace graze {
namespace {

using test::Random;

mpq_class exact(const TwoTerm& t) { return mpq_class(t.high) + mpq_class(t.low); }
mpq_class exact(const DoubleDouble& t) { return mpq_class(t.high) + mpq_class(t.low); }

double random_double(Random& random, double low, double high) {
  const double m = random.log_uniform(low, high);
  return random.chance(0.5) ? m : -m;
}

DoubleDouble random_pair(Random& random, double low, double high) {
  const double x = random_double(random, low, high);
  const TwoTerm t = fast_two_sum(x, x * random.uniform(-0x1p-54, 0x1p-54));
  return {t.high, t.low};
}

// |error| <= bound * |of|
void expect_within(const mpq_class& value, const mpq_class& truth, const mpq_class& of, double bound) {
  ASSERT_LE(abs(value - truth), abs(of) * mpq_class(bound));
}

bool is_normal_form(const DoubleDouble& x) { return x.high + x.low == x.high; }

TEST(TwoSum, LosesNothing) {
  Random random{1};
  int with_rest = 0;
  for (int i = 0; i < 50000; ++i) {
    const double a = random_double(random, 1e-30, 1e30),
                 b = i % 2 == 0 ? random_double(random, 1e-30, 1e30) : a * random.uniform(-2, 2);
    const TwoTerm s = two_sum(a, b);
    ASSERT_EQ(s.high, a + b);
    ASSERT_EQ(exact(s), mpq_class(a) + mpq_class(b));
    with_rest += s.low != 0;
  }
  EXPECT_GT(with_rest, 20000);
}

TEST(TwoSum, FastFormLosesNothingIfTheFirstIsLarger) {
  Random random{2};
  for (int i = 0; i < 50000; ++i) {
    const double a = random_double(random, 1e-10, 1e10), b = a * random.uniform(-1, 1);
    ASSERT_EQ(exact(fast_two_sum(a, b)), mpq_class(a) + mpq_class(b));
  }
  EXPECT_EQ(exact(fast_two_sum(0, 3)), 3);
}

TEST(TwoProduct, LosesNothing) {
  Random random{3};
  int with_rest = 0;
  for (int i = 0; i < 50000; ++i) {
    const double a = random_double(random, 1e-120, 1e140), b = random_double(random, 1e-120, 1e140);
    const TwoTerm p = two_product(a, b);
    ASSERT_EQ(p.high, a * b);
    ASSERT_EQ(exact(p), mpq_class(a) * mpq_class(b));
    with_rest += p.low != 0;
  }
  EXPECT_GT(with_rest, 40000);
}

TEST(DoubleDouble, SumIsWithinThreeHalvesOfItsLastPlace) {
  // Relative error of AccurateDWPlusDW: 3 u² / (1 - 4u), u = 2^-53. [Joldes, Muller and Popescu 2017]
  Random random{4};
  for (int i = 0; i < 50000; ++i) {
    const DoubleDouble a = random_pair(random, 1e-20, 1e20);
    DoubleDouble b = random_pair(random, 1e-20, 1e20);
    if (i % 2 == 0) b = -DoubleDouble{a.high * (1 + random.below(3) * kDoubleEpsilon), a.low * 0.75};
    const mpq_class truth = exact(a) + exact(b);
    const DoubleDouble sum = a + b;
    expect_within(exact(sum), truth, truth, 3.0001 * 0x1p-106);
    ASSERT_TRUE(is_normal_form(sum));
    expect_within(exact(a - b), exact(a) - exact(b), exact(a) - exact(b), 3.0001 * 0x1p-106);
  }
}

TEST(DoubleDouble, ProductIsWithinEightOfItsLastPlaces) {
  // DWTimesDW1: 5 u². [Joldes, Muller and Popescu 2017]
  Random random{5};
  for (int i = 0; i < 50000; ++i) {
    const DoubleDouble a = random_pair(random, 1e-20, 1e20), b = random_pair(random, 1e-20, 1e20);
    const mpq_class truth = exact(a) * exact(b);
    const DoubleDouble product = a * b;
    expect_within(exact(product), truth, truth, 8 * 0x1p-106);
    ASSERT_TRUE(is_normal_form(product));
  }
}

TEST(DoubleDouble, RootSquaredIsTheNumber) {
  // Relative error of the root below 2^-102 means (1 ± 2^-102)² of the square.
  Random random{6};
  for (int i = 0; i < 50000; ++i) {
    const DoubleDouble a = abs(random_pair(random, 1e-40, 1e40));
    const DoubleDouble r = sqrt(a);
    const mpq_class truth = exact(a);
    expect_within(exact(r) * exact(r), truth, truth, 2.0001 * 0x1p-102);
    ASSERT_TRUE(is_normal_form(r));
  }
}

TEST(DoubleDouble, RootOfASquareIsExactAndOfNothingZero) {
  EXPECT_EQ(sqrt(DoubleDouble(9)), DoubleDouble(3));
  EXPECT_EQ(sqrt(DoubleDouble(0)), DoubleDouble(0));
  EXPECT_EQ(sqrt(DoubleDouble(-1)), DoubleDouble(0));
}

TEST(DoubleDouble, ComparesByValue) {
  const DoubleDouble a{1, 0x1p-60}, b{1, 0x1p-61}, c{2, -0x1p-60};
  EXPECT_TRUE(b < a);
  EXPECT_FALSE(a < b);
  EXPECT_TRUE(a < c);
  EXPECT_EQ(max(a, b), a);
  EXPECT_EQ(abs(-a), a);
}

}  // namespace
}  // namespace graze
