// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/math/affine.h"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <array>

#include "math/rounding.h"
#include "support/generators.h"

namespace graze {
namespace {

using Kind = Affine::Kind;
constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();
const Mat3 kQuarter{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}};

Kind kind_of(const Mat3& linear) { return Affine(linear, {}).kind(); }

TEST(Affine, IsTheRigidIdentityByDefault) {
  EXPECT_EQ(Affine{}.kind(), Kind::rigid);
  EXPECT_TRUE(Affine{}.is_rigid());
  EXPECT_EQ(Affine{}.scale(), 1);
  EXPECT_EQ(Affine{}.defect(), 0);
  EXPECT_EQ((Affine{} * Vec3{1, 2, 3}), (Vec3{1, 2, 3}));
}

TEST(Affine, KnowsWhatItIs) {
  EXPECT_EQ(kind_of(kQuarter), Kind::rigid);
  EXPECT_EQ(kind_of(Mat3::diagonal(1, 1, -1)), Kind::rigid);  // a mirror keeps distances
  EXPECT_EQ(kind_of(kQuarter * Real(3)), Kind::similarity);
  EXPECT_EQ(kind_of(Mat3::diagonal(-2, 2, 2)), Kind::similarity);
  EXPECT_EQ(kind_of(Mat3::diagonal(1, 1, 2)), Kind::general);
  EXPECT_EQ(kind_of(Mat3{{1, 0, 0}, {1, 1, 0}, {0, 0, 1}}), Kind::general);  // shear
}

TEST(Affine, OfOtherThanFiniteNumbersIsInvalid) {
  for (const Real bad : {kNan, kInfinity, -kInfinity})
    for (int i = 0; i < 12; ++i) {
      Mat3 linear;
      Vec3 translation;
      (i < 9 ? linear.columns[i / 3][i % 3] : translation[i - 9]) = bad;
      EXPECT_FALSE(Affine(linear, translation).is_valid()) << i;
    }
}

TEST(Affine, ThatFlattensSpaceIsInvalid) {
  EXPECT_EQ(kind_of(Mat3::diagonal(1, 1, 0)), Kind::invalid);
  EXPECT_EQ(kind_of(Mat3::diagonal(0, 0, 0)), Kind::invalid);
  EXPECT_EQ(kind_of(Mat3{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}), Kind::invalid);
  EXPECT_EQ(kind_of(Mat3{{1, 2, 3}, {1, 2, 3}, {0, 0, 1}}), Kind::invalid);
}

TEST(Affine, OfTinyHugeOrUnevenScaleIsNotSingular) {
  const Real tiny = sizeof(Real) == 4 ? Real(1e-30) : Real(1e-140);
  EXPECT_EQ(kind_of(Mat3::diagonal(tiny, tiny, tiny)), Kind::similarity);
  EXPECT_EQ(kind_of(Mat3::diagonal(1 / tiny, 1 / tiny, 1 / tiny)), Kind::similarity);
  EXPECT_EQ(kind_of(Mat3::diagonal(tiny, 1, 1 / tiny)), Kind::general);
}

TEST(Affine, ScaleIsTheLengthOfTheColumnsOfASimilarity) {
  EXPECT_EQ(Affine(kQuarter * Real(3), {}).scale(), 3);
  // (1, 2, 2), (2, 1, -2), (2, -2, 1): orthogonal, of length 3.
  const Affine m({{1, 2, 2}, {2, 1, -2}, {2, -2, 1}}, {});
  EXPECT_EQ(m.kind(), Kind::similarity);
  EXPECT_EQ(m.scale(), 3);
  EXPECT_EQ(m.defect(), 0);
}

TEST(Affine, DefectOfManyEpsilonsIsGeneral) {
  EXPECT_EQ(kind_of(Mat3::diagonal(1, 1, 1 + kEpsilon)), Kind::rigid);
  EXPECT_EQ(kind_of(Mat3::diagonal(1, 1, 1 + 16 * kEpsilon)), Kind::general);
  EXPECT_EQ(kind_of(Mat3{{1, 16 * kEpsilon, 0}, {0, 1, 0}, {0, 0, 1}}), Kind::general);
}

TEST(Affine, OfAQuaternionIsRigid) {
  test::Random random{11};
  for (int i = 0; i < 2000; ++i) {
    const Quat q{Real(random.uniform(-1, 1)), Real(random.uniform(-1, 1)), Real(random.uniform(-1, 1)),
                 Real(random.uniform(0.01, 1))};
    ASSERT_TRUE(Affine(Pose{q, {1, 2, 3}}).is_rigid());
  }
}

// Exact: whether t I - LᵀL (side 1) or LᵀL - t I (side -1) has no negative eigenvalue, by its principal
// minors.
bool is_semidefinite(const Mat3& linear, const mpq_class& t, int side) {
  mpq_class g[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 3; ++k)
        g[i][j] -= side * mpq_class(double(linear.columns[i][k])) * mpq_class(double(linear.columns[j][k]));
      if (i == j) g[i][j] += side * t;
    }
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    if (g[i][i] < 0 || g[i][i] * g[j][j] - g[i][j] * g[j][i] < 0) return false;
  }
  return g[0][0] * (g[1][1] * g[2][2] - g[1][2] * g[2][1]) -
             g[0][1] * (g[1][0] * g[2][2] - g[1][2] * g[2][0]) +
             g[0][2] * (g[1][0] * g[2][1] - g[1][1] * g[2][0]) >=
         0;
}

TEST(Affine, MapsBallsBetweenBallsThatScaleAndDefectName) {
  test::Random random{12};
  int near_rigid = 0;
  for (int i = 0; i < 3000; ++i) {
    const test::Mapd turn = test::random_rotation(random);
    Mat3 linear = test::graze_affine(turn).linear() * Real(random.log_uniform(1e-6, 1e6));
    if (i % 2 == 0)
      for (int k = 0; k < 3; ++k)
        linear.columns[k] *= static_cast<Real>(1 + random.uniform(-1, 1) * random.log_uniform(1e-16, 0.1));
    const Affine m(linear, {});
    ASSERT_TRUE(m.is_valid());
    // The two numbers are computed in double; four roundings of it are theirs.
    const mpq_class slack = 1 + mpq_class(4 * kDoubleEpsilon);
    const mpq_class s(double(m.scale())), d(double(m.defect()));
    ASSERT_TRUE(is_semidefinite(linear, s * s * (1 + d) * (1 + d) * slack, 1));
    if (d < 1) {
      ASSERT_TRUE(is_semidefinite(linear, s * s * (1 - d) * (1 - d) / slack, -1));
    }
    near_rigid += m.kind() != Kind::general;
  }
  EXPECT_GE(near_rigid, 1500);
  EXPECT_LT(near_rigid, 2900);
}

TEST(Affine, ProductAppliesTheRightOneFirst) {
  const Affine a(Mat3{{1, 2, 3}, {4, 5, 6}, {7, 8, 10}}, {1, 0, -1}), b(Mat3::diagonal(1, -2, 4), {5, 6, 7});
  EXPECT_EQ((a * b) * (Vec3{1, 2, 3}), a * (b * Vec3{1, 2, 3}));
}

TEST(Affine, InverseUndoes) {
  const Affine m(Mat3{{2, 3, 1}, {1, 2, 1}, {1, 1, 1}}, {4, 5, 6});  // determinant 1
  EXPECT_EQ(inverse(m) * m, Affine{});
  EXPECT_EQ((inverse(m) * (m * Vec3{7, 8, 9})), (Vec3{7, 8, 9}));
}

TEST(Affine, RelativeCancelsFrames) {
  const Affine world_from_a(Mat3{{2, 3, 1}, {1, 2, 1}, {1, 1, 1}}, {4, 5, 6});
  const Affine world_from_b(Mat3::diagonal(1, -2, 4), {5, 6, 7});
  EXPECT_EQ(world_from_a * relative(world_from_a, world_from_b), world_from_b);
  const Real far_away = sizeof(Real) == 4 ? Real(0x1p20) : Real(0x1p50);
  const Affine a(kQuarter, {far_away, 0, 0}), b(kQuarter, {far_away + Real(0.25), 0, 0});
  EXPECT_EQ(relative(a, b).translation(), (Vec3{0, Real(-0.25), 0}));
}

TEST(MakeAffine, SaysWhatIsWrong) {
  const auto expect_error = [](const Result<Affine>& r, ErrorCode code, const char* message) {
    ASSERT_FALSE(r.has_value());
    EXPECT_EQ(r.error().code, code);
    EXPECT_STREQ(r.error().message, message);
  };
  expect_error(make_affine(Mat3::diagonal(1, kNan, 1), Vec3{}), ErrorCode::not_finite,
               "placement: the linear part is not finite");
  expect_error(make_affine(Mat3{}, Vec3{0, kInfinity, 0}), ErrorCode::not_finite,
               "placement: the translation is not finite");
  expect_error(make_affine(Mat3::diagonal(1, 0, 1), Vec3{}), ErrorCode::singular,
               "placement: the linear part is singular");
  EXPECT_TRUE(make_affine(Mat3{}, Vec3{1, 2, 3}).has_value());
}

template <class T>
void expect_column_major() {
  const std::array<T, 16> in{1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 10, 0, 11, 12, 13, 1};
  const auto m = make_affine(std::span<const T, 16>(in));
  ASSERT_TRUE(m.has_value());
  EXPECT_EQ(m->linear(), (Mat3{{1, 2, 3}, {4, 5, 6}, {7, 8, 10}}));
  EXPECT_EQ(m->translation(), (Vec3{11, 12, 13}));
  std::array<T, 16> out{};
  to_column_major(*m, std::span<T, 16>(out));
  EXPECT_EQ(out, in);
  for (const std::size_t i : {3u, 7u, 11u, 15u}) {
    std::array<T, 16> bad = in;
    bad[i] = T(0.5);
    const auto r = make_affine(std::span<const T, 16>(bad));
    ASSERT_FALSE(r.has_value()) << i;
    EXPECT_EQ(r.error().code, ErrorCode::unsupported);
    EXPECT_STREQ(r.error().message, "matrix: the last row is not 0 0 0 1");
  }
  std::array<T, 16> nan = in;
  nan[0] = std::numeric_limits<T>::quiet_NaN();
  EXPECT_FALSE(make_affine(std::span<const T, 16>(nan)).has_value());
}

TEST(MakeAffine, ReadsAndWritesColumnMajorFloats) { expect_column_major<float>(); }
TEST(MakeAffine, ReadsAndWritesColumnMajorDoubles) { expect_column_major<double>(); }

TEST(MakeAffine, OfADoubleTooLargeForTheLibraryIsRefused) {
  std::array<double, 16> m{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1e300, 0, 0, 1};
  EXPECT_EQ(make_affine(std::span<const double, 16>(m)).has_value(), sizeof(Real) == 8);
}

TEST(Affine, HasAnInverseAlsoWhenItsDeterminantIsBeyondDouble) {
  const Real huge = sizeof(Real) == 4 ? Real(0x1p120) : Real(0x1p600);
  const Affine inverted = inverse(Affine(Mat3::diagonal(huge, huge, 2), {huge, 0, 2}));
  EXPECT_EQ(inverted.linear(), Mat3::diagonal(1 / huge, 1 / huge, Real(0.5)));
  EXPECT_EQ(inverted.translation(), (Vec3{-1, 0, -1}));
}

}  // namespace
}  // namespace graze
