// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>

#include "graze/math/mat3.h"
#include "graze/math/quat.h"
#include "support/random.h"

namespace graze {
namespace {

constexpr Real kPi = Real(3.14159265358979323846);
// An entry of a rotation matrix is rounded once in the float library; in the double one each step rounds, 8.5
// epsilon at most for an entry of the diagonal.
constexpr Real kEntryError = sizeof(Real) == 4 ? kEpsilon / 2 : Real(8.5) * kEpsilon;

void expect_quat(const Quat& got, const Quat& expected) {
  const Real error = 8 * kEpsilon;
  EXPECT_NEAR(got.x, expected.x, error);
  EXPECT_NEAR(got.y, expected.y, error);
  EXPECT_NEAR(got.z, expected.z, error);
  EXPECT_NEAR(got.w, expected.w, error);
}

// Each component is the largest once; half turns have w = 0, and either sign is right.
TEST(ToQuat, OfAMatrixIsTheRotationThatMadeIt) {
  expect_quat(to_quat(Mat3()), {0, 0, 0, 1});
  expect_quat(to_quat({{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}), {1, 0, 0, 0});
  expect_quat(to_quat({{-1, 0, 0}, {0, 1, 0}, {0, 0, -1}}), {0, 1, 0, 0});
  expect_quat(to_quat({{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}}), {0, 0, 1, 0});
  expect_quat(to_quat({{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}), {Real(0.5), Real(0.5), Real(0.5), Real(0.5)});
  test::Random random{3};
  int of[4] = {};
  for (int i = 0; i < 2000; ++i) {
    const auto component = [&] { return Real(random.uniform(-1, 1)); };
    Quat q = normalized(Quat{component(), component(), component(), component()});
    if (q.w < 0) q = {-q.x, -q.y, -q.z, -q.w};
    const Real sizes[] = {std::abs(q.x), std::abs(q.y), std::abs(q.z), q.w};
    ++of[std::max_element(sizes, sizes + 4) - sizes];
    if (q.w > Real(1e-3)) expect_quat(to_quat(to_matrix(q)), q);
  }
  for (const int count : of) EXPECT_GT(count, 100);
  expect_quat(to_quat(Mat3::diagonal(0, 0, 0)), {0, 0, 0, 1});
}

TEST(Mat3, IsTheIdentityByDefault) { EXPECT_EQ((Mat3{} * Vec3{1, 2, 3}), (Vec3{1, 2, 3})); }

TEST(Mat3, IsMadeOfColumns) {
  const Mat3 m{{1, 2, 3}, {4, 5, 6}, {7, 8, 10}};
  EXPECT_EQ((m * Vec3{1, 0, 0}), (Vec3{1, 2, 3}));
  EXPECT_EQ((m * Vec3{0, 0, 1}), (Vec3{7, 8, 10}));
  EXPECT_EQ(m.column(1), (Vec3{4, 5, 6}));
  EXPECT_EQ(m.row(1), (Vec3{2, 5, 8}));
  EXPECT_EQ((m * Vec3{1, -1, 2}), (Vec3{11, 13, 17}));
}

TEST(Mat3, ProductAppliesTheRightFactorFirst) {
  const Mat3 a{{1, 2, 3}, {4, 5, 6}, {7, 8, 10}}, b{{0, 1, 0}, {2, 0, 1}, {1, 1, -1}};
  const Vec3 v{3, -2, 5};
  EXPECT_EQ((a * b) * v, a * (b * v));  // small integers: exact
}

TEST(Mat3, TransposeTimesIsTheProductWithTheTranspose) {
  const Mat3 m{{1, 2, 3}, {4, 5, 6}, {7, 8, 10}};
  EXPECT_EQ(transpose_times(m, Vec3{1, -1, 2}), (Vec3{5, 11, 19}));
  EXPECT_EQ(transpose(m) * (Vec3{1, -1, 2}), (Vec3{5, 11, 19}));
  EXPECT_EQ(transpose(transpose(m)), m);
}

TEST(Mat3, DeterminantOfKnownMatrices) {
  EXPECT_EQ(determinant(Mat3{{1, 2, 3}, {4, 5, 6}, {7, 8, 10}}), -3);
  EXPECT_EQ(determinant(Mat3{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}), 0);
  EXPECT_EQ(determinant(Mat3::diagonal(2, 3, -4)), -24);
}

TEST(Mat3, InverseOfAUnimodularIntegerMatrixIsExact) {
  // Determinant 1, so that the cofactors are the inverse.
  const Mat3 m{{2, 3, 1}, {1, 2, 1}, {1, 1, 1}};
  ASSERT_EQ(determinant(m), 1);
  EXPECT_EQ(inverse(m) * m, Mat3{});
  EXPECT_EQ(m * inverse(m), Mat3{});
}

TEST(Mat3, ScaledByAFactorScalesEveryEntry) {
  EXPECT_EQ((Mat3{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}} * Real(2)), (Mat3{{2, 4, 6}, {8, 10, 12}, {14, 16, 18}}));
}

TEST(Quat, IdentityIsTheDefaultAndMakesTheIdentityMatrix) { EXPECT_EQ(to_matrix(Quat{}), Mat3{}); }

TEST(Quat, UnitsMultiplyAsHamiltonWrote) {
  const Quat i{1, 0, 0, 0}, j{0, 1, 0, 0}, k{0, 0, 1, 0};
  EXPECT_EQ(i * j, k);
  EXPECT_EQ(j * k, i);
  EXPECT_EQ(k * i, j);
  EXPECT_EQ(j * i, (Quat{0, 0, -1, 0}));
  EXPECT_EQ(i * i, (Quat{0, 0, 0, -1}));
}

TEST(Quat, QuarterTurnAboutZTakesXToY) {
  const Vec3 y = to_matrix(rotation_about({0, 0, 2}, kPi / 2)) * Vec3{1, 0, 0};
  EXPECT_NEAR(y.x, 0, kEpsilon);
  EXPECT_NEAR(y.y, 1, kEpsilon);
  EXPECT_EQ(y.z, 0);
}

TEST(Quat, OfAnyLengthRotatesAsItsUnit) {
  const Quat q{1, -2, 3, 4};
  EXPECT_EQ(to_matrix(q), to_matrix(Quat{2, -4, 6, 8}));
  EXPECT_EQ(to_matrix(q), to_matrix(Quat{-1, 2, -3, -4}));
}

TEST(Quat, RationalQuaternionGivesTheCorrectlyRoundedMatrix) {
  // |q|² = 30: entries are multiples of 1/15, computed by hand.
  const Mat3 m = to_matrix(Quat{1, -2, 3, 4});
  const auto f = [](int n) { return static_cast<Real>(n / 15.0); };
  EXPECT_NEAR(m.columns[0].x, f(2), 1e-16 + double(kEpsilon) * 0.1);
  const Mat3 expected{{f(2), f(10), f(11)}, {f(-14), f(5), f(-2)}, {f(-5), f(-10), f(10)}};
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r)
      EXPECT_NEAR(m.columns[c][r], expected.columns[c][r], sizeof(Real) == 4 ? 0.0 : 4e-16) << c << r;
}

TEST(Quat, ProductRotatesAsTheProductOfMatrices) {
  test::Random random{7};
  for (int i = 0; i < 1000; ++i) {
    const auto q = [&] {
      return normalized(Quat{Real(random.uniform(-1, 1)), Real(random.uniform(-1, 1)),
                             Real(random.uniform(-1, 1)), Real(random.uniform(-1, 1))});
    };
    const Quat a = q(), b = q();
    const Mat3 one = to_matrix(a * b), two = to_matrix(a) * to_matrix(b);
    for (int c = 0; c < 3; ++c)
      ASSERT_LE(max_abs(one.columns[c] - two.columns[c]), 6 * kEntryError + 4 * kEpsilon);
    const Mat3 back = to_matrix(conjugate(a)) * to_matrix(a);
    for (int c = 0; c < 3; ++c)
      ASSERT_LE(max_abs(back.columns[c] - Mat3{}.columns[c]), 4 * kEntryError + 2 * kEpsilon);
  }
}

TEST(Quat, NormalizedZeroIsTheIdentity) { EXPECT_EQ(normalized(Quat{0, 0, 0, 0}), Quat{}); }

}  // namespace
}  // namespace graze
