// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The one-lane kernel of boxes found their cores in contact, forgot the margins in the bound that says how
// deep, and called a pair touching that overlaps by a quarter.

#include <gtest/gtest.h>

#include "graze/query/distance.h"
#include "graze/query/separation.h"

namespace graze {
namespace {

// World: a fills x in [1.25, 2.75], y in [1.5, 2], z in [-1.5, 1.5]; b fills x in [1.25, 5.25],
// y in [-1.5, 1.5], z in [-1.5, 0.5]. They share part of the plane y = 1.5, and b has a margin of 0.25.
TEST(MarginsOfTouchingCores, CountInTheContact) {
  const Instance a{Shape(Box{{Real(0.25), Real(1.5), Real(0.75)}}),
                   Affine(Mat3{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, {2, Real(1.75), 0}), 0};
  const Instance b{Shape(Box{{Real(1.5), 1, 2}}),
                   Affine(Mat3{{0, -1, 0}, {0, 0, 1}, {1, 0, 0}}, {Real(3.25), 0, Real(-0.5)}), Real(0.25)};
  EXPECT_EQ(distance(a, b).contact, Contact::overlapping);
  EXPECT_EQ(distance(b, a).contact, Contact::overlapping);
  const Separation s = separation(a, b);
  EXPECT_LE(s.lower, Real(-0.25));
  EXPECT_GE(s.upper, Real(-0.25));
  EXPECT_EQ(s.contact, Contact::overlapping);
}

}  // namespace
}  // namespace graze
