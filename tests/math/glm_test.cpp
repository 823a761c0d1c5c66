// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/glm.h"

#include <gtest/gtest.h>

#include <cmath>

namespace graze::test {
namespace {

// Whole numbers, so that nothing is rounded on either way.
TEST(Glm, VectorsMatricesAndQuaternionsComeBack) {
  const Vec3 v{1, -2, 3};
  EXPECT_EQ(to_glm<double>(v), glm::dvec3(1, -2, 3));
  EXPECT_EQ(from_glm(glm::vec3(1, -2, 3)), v);
  EXPECT_EQ(from_glm(to_glm(v)), v);
  const glm::dmat3 columns(glm::dvec3(1, 4, 7), glm::dvec3(2, 5, 8), glm::dvec3(3, 6, 9));
  const Mat3 m{Vec3{1, 4, 7}, Vec3{2, 5, 8}, Vec3{3, 6, 9}};
  EXPECT_EQ(from_glm(columns), m);
  EXPECT_EQ(to_glm<double>(m), columns);
  EXPECT_EQ(to_glm<double>(m) * to_glm<double>(v), to_glm<double>(m * v));
  const Quat q{1, 2, 3, 4};
  EXPECT_EQ(to_glm<float>(q).w, 4);
  EXPECT_EQ(to_glm<float>(q).x, 1);
  const Quat back = from_glm(to_glm<double>(q));
  EXPECT_TRUE(back.x == 1 && back.y == 2 && back.z == 3 && back.w == 4);
}

TEST(Glm, PlacementsMapAlike) {
  const Affine placement(Mat3{Vec3{0, 2, 0}, Vec3{-1, 0, 0}, Vec3{0, 1, 3}}, {4, 5, 6});
  const glm::dmat4 there = to_glm<double>(placement);
  EXPECT_EQ(glm::dvec3(there * glm::dvec4(1, 2, 3, 1)), to_glm<double>(placement * Vec3{1, 2, 3}));
  const Result<Affine> back = from_glm(there);
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(*back, placement);
}

TEST(Glm, SingularAndProjectivePlacementsAreRefused) {
  glm::dmat4 flat(1.0);
  flat[1][1] = 0;
  EXPECT_EQ(from_glm(flat).error().code, ErrorCode::singular);
  glm::dmat4 projective(1.0);
  projective[2][3] = -1;
  EXPECT_FALSE(from_glm(projective));
}

// A turn counter-clockwise about z takes x to y in both.
TEST(Glm, QuaternionsTurnAlike) {
  const glm::dquat q = glm::angleAxis(std::acos(0.0), glm::dvec3(0, 0, 1));
  const Vec3 y = to_matrix(from_glm(q)) * Vec3{1, 0, 0};
  EXPECT_NEAR(double(y.x), 0, 4 * double(kEpsilon));
  EXPECT_NEAR(double(y.y), 1, 4 * double(kEpsilon));
}

}  // namespace
}  // namespace graze::test
