// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "math/exact.h"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include "support/random.h"

namespace graze {
namespace {

using test::Random;

// A polynomial of degree six that cancels: (a b - c d)² - (a b - e)² + ..., for numbers of any type.
template <class T>
T polynomial(const double (&x)[6]) {
  const T u = T(x[0]) * T(x[1]) - T(x[2]) * T(x[3]);
  const T v = T(x[0]) * T(x[1]) - T(x[4]) + T(x[5]);
  return u * u * u - v * v * v + (v - u) * T(x[2]) * (u + T(x[3]));
}

mpq_class truth_of(const double (&x)[6]) {
  const mpq_class u = mpq_class(x[0]) * x[1] - mpq_class(x[2]) * x[3];
  const mpq_class v = mpq_class(x[0]) * x[1] - mpq_class(x[4]) + mpq_class(x[5]);
  return u * u * u - v * v * v + (v - u) * x[2] * (u + x[3]);
}

TEST(Exact, SignsAgreeWithRationalsWhereDoublesCancel) {
  Random random{1};
  int seen[3] = {}, doubtful = 0;
  for (int i = 0; i < 20000; ++i) {
    double x[6];
    const bool lattice = i % 2 == 0;
    for (double& c : x)
      c = lattice ? random.below(7) - 3 : random.uniform(-1, 1) * random.log_uniform(1e-9, 1e9);
    if (i % 3 == 0) {  // u and v nearly or exactly equal
      x[5] = 0;
      x[4] = x[2] * x[3] * (i % 6 == 0 ? 1 : 1 + 4 * kDoubleEpsilon);
    }
    const mpq_class truth = truth_of(x);
    const auto f = [&x](auto zero) { return polynomial<decltype(zero)>(x); };
    ASSERT_EQ(sign_of(f), sgn(truth)) << i;
    ASSERT_EQ(f(Exact{}).sign(), sgn(truth)) << i;
    const Bounded rough = f(Bounded{});
    ASSERT_LE(abs(mpq_class(mpq_class(rough.value) - truth)), mpq_class(rough.error)) << i;
    const Enclosed fine = f(Enclosed{});
    ASSERT_LE(abs(mpq_class(mpq_class(fine.value.high) + mpq_class(fine.value.low) - truth)),
              mpq_class(fine.error));
    ++seen[sgn(truth) + 1];
    doubtful += rough.error >= std::abs(rough.value);
  }
  for (const int n : seen) EXPECT_GT(n, 1000);
  EXPECT_GT(doubtful, 3000);
}

TEST(Exact, HoldsSumsOfTheWholeRange) {
  // (2^500 + 2^-500)² - 2^1000 - 2 - 2^-1000 = 0, and one bit beside it.
  const auto f = [](double beside) {
    return [beside](auto zero) {
      using T = decltype(zero);
      const T s = T(0x1p500) + T(0x1p-500);
      return s * s - T(0x1p1000) - T(2) - T(0x1p-1000) + T(beside);
    };
  };
  EXPECT_EQ(sign_of(f(0)), 0);
  EXPECT_EQ(sign_of(f(0x1p-1022)), 1);
  EXPECT_EQ(sign_of(f(-0x1p-1022)), -1);
}

TEST(Exact, ManyTermsAreCompressedWithoutLoss) {
  Random random{2};
  Exact sum(0);
  mpq_class truth = 0;
  for (int i = 0; i < 3000; ++i) {
    const double x = random.uniform(-1, 1) * std::ldexp(1.0, random.below(1800) - 900);
    sum = sum + Exact(x);
    truth += mpq_class(x);
  }
  EXPECT_EQ(sum.sign(), sgn(truth));
  // Its square less the square of the same number from another order is zero.
  EXPECT_EQ((sum - sum).sign(), 0);
}

TEST(Bounded, QuotientsAndRootsAreEnclosed) {
  Random random{3};
  for (int i = 0; i < 5000; ++i) {
    const double a = random.uniform(-1, 1), b = random.log_uniform(1e-5, 1e5),
                 e = random.log_uniform(1e-20, 1e-6);
    const Bounded q = Bounded(a, e) / Bounded(b, e);
    for (const double da : {-e, e})
      for (const double db : {-e, e}) {
        const mpq_class truth = (mpq_class(a) + da) / (mpq_class(b) + db);
        ASSERT_LE(abs(mpq_class(mpq_class(q.value) - truth)), mpq_class(q.error));
        const Enclosed qe = Enclosed(DoubleDouble(a), e) / Enclosed(DoubleDouble(b), e);
        ASSERT_LE(abs(mpq_class(mpq_class(qe.value.high) + mpq_class(qe.value.low) - truth)),
                  mpq_class(qe.error));
      }
    const Bounded r = sqrt(Bounded(b, e));
    ASSERT_LE((mpq_class(r.value) - mpq_class(r.error)) * (mpq_class(r.value) - mpq_class(r.error)),
              mpq_class(b) - e);
    ASSERT_GE((mpq_class(r.value) + mpq_class(r.error)) * (mpq_class(r.value) + mpq_class(r.error)),
              mpq_class(b) + e);
  }
}

}  // namespace
}  // namespace graze
