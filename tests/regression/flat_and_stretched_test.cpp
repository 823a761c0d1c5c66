// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Found by contact_fuzz: a placement that stretches by 4e42 the axis along which a box is flat used to make
// the rounding that its bounds allow for 1e28, and boxes 1.9 apart touch.

#include <gtest/gtest.h>

#include "graze/query/contact.h"
#include "graze/query/distance.h"

namespace graze {
namespace {

Affine stretched(int axis, Real by, Real x) {
  Mat3 linear;
  linear.columns[axis] *= by;
  return {linear, {x, 0, 0}};
}

TEST(FlatAndStretched, WhatIsFlatStaysFlatHoweverStretched) {
  const Real huge = sizeof(Real) == 4 ? Real(1e15) : Real(4e42);
  const Instance cube{Box{{1, 1, 1}}, Affine()};
  for (const Instance& flat :
       {Instance{Box{{1, 1, 0}}, stretched(2, huge, 4)}, Instance{Cylinder{1, 0}, stretched(1, huge, 4)},
        Instance{TaperedCylinder{0.5, 1, 0}, stretched(1, huge, 4)}}) {
    const Distance d = distance(cube, flat);
    EXPECT_EQ(d.status, Status::converged);
    EXPECT_LE(d.lower, 2);
    EXPECT_GE(d.upper, 2);
    EXPECT_NEAR(d.lower, 2, 12 * 10 * kEpsilon);  // 12 roundings of the extents 3 and 2, and the 4 between
    EXPECT_NEAR(d.upper, 2, 12 * 10 * kEpsilon);
    EXPECT_EQ(contacts(cube, flat, {.prediction = 1}).count, 0);
    EXPECT_GT(contacts(cube, flat, {.prediction = Real(2.5)}).count, 0);
  }
}

}  // namespace
}  // namespace graze
