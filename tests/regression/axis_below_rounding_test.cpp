// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "query/ask.h"

namespace graze::test {
namespace {

// A point 2^-20 beside a corner of a triangle of size 40, both in the plane z = 0: the axis between them
// separates no longer once it is rounded to float. distance() and separation() called that touching,
// intersects() apart.
TEST(Regression, GapBelowTheRoundingOfItsAxisIsApartToAllQueries) {
  const Triangle triangle{{Real(0x1.2cf228p+0), Real(0x1.3f2dacp+5), 0},
                          {Real(0x1.4211p+5), Real(0x1.e083e4p+3), 0},
                          {Real(0x1.439b3ep+5), Real(0x1.d892a4p+3), 0}};
  const Instance a = at(triangle, 0, 0, 0);
  const Instance b = at(Point{{Real(0x1.4211p+5), Real(0x1.e083e6p+3), 0}}, 0, 0, 0);
  const Distance d = distance(a, b);
  const Separation s = separation(a, b);
  EXPECT_EQ(d.contact, Contact::apart);
  EXPECT_EQ(s.contact, Contact::apart);
  EXPECT_EQ(intersects(a, b).contact, Contact::apart);
  EXPECT_EQ(penetration(a, b).contact, Contact::apart);
  EXPECT_EQ(contacts(a, b).contact, Contact::apart);
  EXPECT_FALSE(common_point(a, b).found);
  // Not nearer than the line through the edge on which the corner is, not farther than the corner.
  const double ex = 0x1.2cf228p+0 - 0x1.4211p+5, ey = 0x1.3f2dacp+5 - 0x1.e083e4p+3;
  const double to_line = 0x1p-20 * std::abs(ex) / std::hypot(ex, ey);
  for (const auto& [lower, upper] : {std::pair(d.lower, d.upper), std::pair(s.lower, s.upper)}) {
    EXPECT_GT(lower, 0);
    EXPECT_GE(double(upper), to_line * (1 - 1e-12));
    EXPECT_LE(double(lower), 0x1p-20);
    EXPECT_LE(double(upper) - double(lower), 1e-6 * 0x1p-20 + 1e-12);
  }
}

}  // namespace
}  // namespace graze::test
