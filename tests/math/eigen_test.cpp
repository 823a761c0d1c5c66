// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/eigen.h"

#include <gtest/gtest.h>

#include <cmath>

namespace graze::test {
namespace {

// Whole numbers, so that nothing is rounded on either way.
TEST(Eigen, VectorsMatricesAndQuaternionsComeBack) {
  const Vec3 v{1, -2, 3};
  EXPECT_EQ(to_eigen<double>(v), Eigen::Vector3d(1, -2, 3));
  EXPECT_EQ(from_eigen(Eigen::Vector3f(1, -2, 3)), v);
  EXPECT_EQ(from_eigen(to_eigen(v)), v);
  Eigen::Matrix3d rows;
  rows << 1, 2, 3, 4, 5, 6, 7, 8, 9;
  const Mat3 m{Vec3{1, 4, 7}, Vec3{2, 5, 8}, Vec3{3, 6, 9}};  // by columns
  EXPECT_EQ(from_eigen(rows), m);
  EXPECT_EQ(to_eigen<double>(m), rows);
  EXPECT_EQ(to_eigen<double>(m) * to_eigen<double>(v), to_eigen<double>(m * v));
  const Quat q{1, 2, 3, 4};
  EXPECT_EQ(to_eigen<float>(q).w(), 4);
  EXPECT_EQ(to_eigen<float>(q).x(), 1);
  const Quat back = from_eigen(to_eigen<double>(q));
  EXPECT_TRUE(back.x == 1 && back.y == 2 && back.z == 3 && back.w == 4);
}

TEST(Eigen, PlacementsMapAlike) {
  const Affine placement(Mat3{Vec3{0, 2, 0}, Vec3{-1, 0, 0}, Vec3{0, 1, 3}}, {4, 5, 6});
  const Eigen::Affine3d there = to_eigen<double>(placement);
  EXPECT_EQ(there * Eigen::Vector3d(1, 2, 3), to_eigen<double>(placement * Vec3{1, 2, 3}));
  const Result<Affine> back = from_eigen(there);
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(*back, placement);
  const Eigen::Isometry3f aside(Eigen::Translation3f(7, 8, 9));
  EXPECT_EQ(from_eigen(aside).value(), Affine(Vec3{7, 8, 9}));
}

TEST(Eigen, SingularPlacementsAreRefused) {
  Eigen::Affine3d flat = Eigen::Affine3d::Identity();
  flat.scale(Eigen::Vector3d(1, 0, 1));
  EXPECT_EQ(from_eigen(flat).error().code, ErrorCode::singular);
}

// A turn counter-clockwise about z takes x to y in both.
TEST(Eigen, QuaternionsTurnAlike) {
  const Eigen::Quaterniond q(Eigen::AngleAxisd(std::acos(0.0), Eigen::Vector3d::UnitZ()));
  const Vec3 y = to_matrix(from_eigen(q)) * Vec3{1, 0, 0};
  EXPECT_NEAR(double(y.x), 0, 4 * double(kEpsilon));
  EXPECT_NEAR(double(y.y), 1, 4 * double(kEpsilon));
}

}  // namespace
}  // namespace graze::test
