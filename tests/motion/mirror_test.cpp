// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// time_of_impact(b, a) is the mirror image of time_of_impact(a, b): once it was not where sums of the sizes
// and speeds of both, in the order of the call, were rounded differently.

#include <gtest/gtest.h>

#include "motion/pair.h"
#include "property/motions.h"

namespace graze::test {
namespace {

TEST(MovingPair, HasBoundsThatDoNotDependOnTheOrderOfTheCall) {
  Motions m(20261119);
  int unlike = 0;
  for (int i = 0; i < 2000; ++i) {
    const Shape a(Capsule{Real(m.uniform(0.1, 1)), Real(m.uniform(0.1, 1))}), b(Cylinder{1, 1});
    const Path of_a = m.any_path({m.vector(5), m.vector(9), 100, 2}).path,
               of_b = m.any_path({m.vector(5), m.vector(9), 100, 2}).path;
    const MovingOperand first{&a.view(), of_a, of_a.placement(0), Real(0.1)},
        second{&b.view(), of_b, of_b.placement(0), Real(0.2)};
    MovingPair ab, ba;
    ASSERT_TRUE(make_moving_pair(first, second, ab) && make_moving_pair(second, first, ba));
    EXPECT_EQ(ab.error, ba.error) << i;
    EXPECT_EQ(ab.size, ba.size);
    EXPECT_EQ(ab.unit, ba.unit);
    EXPECT_EQ(ab.first, 1 - ba.first);
    const Moving &x = ab.sides[0], &y = ab.sides[1];
    unlike += (x.extent + length(x.velocity)) + length(y.velocity) + x.speed + y.speed !=
              (x.extent + length(y.velocity)) + length(x.velocity) + y.speed + x.speed;
  }
  EXPECT_GT(unlike, 100) << "sums that depend on the order";
}

}  // namespace
}  // namespace graze::test
