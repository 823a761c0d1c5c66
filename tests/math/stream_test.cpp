// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/math/stream.h"

#include <gtest/gtest.h>

#include <sstream>

namespace graze {
namespace {

template <class T>
std::string text_of(const T& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

TEST(Stream, WritesVectorsAndMatricesByRows) {
  EXPECT_EQ(text_of(Vec3{1, Real(-0.5), 3}), "(1, -0.5, 3)");
  EXPECT_EQ(text_of(Mat3{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}), "[(1, 4, 7), (2, 5, 8), (3, 6, 9)]");
  EXPECT_EQ(text_of(Quat{1, 2, 3, 4}), "(1, 2, 3; 4)");
}

TEST(Stream, WritesPlacements) {
  EXPECT_EQ(text_of(Pose{Vec3{1, 2, 3}}), "pose [(1, 0, 0), (0, 1, 0), (0, 0, 1)] + (1, 2, 3)");
  EXPECT_EQ(text_of(Affine{Mat3::diagonal(2, 2, 2), {1, 2, 3}}),
            "affine [(2, 0, 0), (0, 2, 0), (0, 0, 2)] + (1, 2, 3)");
}

TEST(Stream, WritesBoxesRaysAndPlanes) {
  EXPECT_EQ(text_of(Interval{1, 2}), "[1, 2]");
  EXPECT_EQ(text_of(Aabb{{1, 2, 3}, {4, 5, 6}}), "[(1, 2, 3) .. (4, 5, 6)]");
  EXPECT_EQ(text_of(Obb{{1, 2, 3}, Mat3{}, {4, 5, 6}}),
            "obb (1, 2, 3) axes [(1, 0, 0), (0, 1, 0), (0, 0, 1)] half (4, 5, 6)");
  EXPECT_EQ(text_of(Ray{{1, 2, 3}, {0, 0, 1}, 7}), "ray (1, 2, 3) + t (0, 0, 1), t <= 7");
  EXPECT_EQ(text_of(Plane{{0, 1, 0}, 3}), "plane (0, 1, 0) . p = 3");
}

}  // namespace
}  // namespace graze
