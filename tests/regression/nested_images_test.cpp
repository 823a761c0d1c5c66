// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "query/ask.h"

namespace graze::test {
namespace {

// A cylinder of radius 1 in 30 images, each within a hull so that they are not multiplied out; a unit box 9
// away leaves 7. Every image made the bound on the extent three times as large, and with it the error of the
// query.
TEST(Regression, ErrorDoesNotGrowWithNestedImages) {
  const Affine turn_back(Mat3{{0, 0, -1}, {0, 1, 0}, {1, 0, 0}},
                         {});  // a quarter about the axis of the cylinder
  for (const Affine& image : {Affine(), turn_back}) {
    Shape nested{Cylinder{1, 1}};
    for (int i = 0; i < 30; ++i) {
      const auto hull = make_convex_hull(nested, Shape(Point{}));
      ASSERT_TRUE(hull.has_value());
      const auto of_hull = make_affine_image(*hull, image);
      ASSERT_TRUE(of_hull.has_value());
      nested = *of_hull;
    }
    const Instance a = at(nested, 0, 0, 0), b = at(Box{{1, 1, 1}}, 9, 0, 0);
    const Distance d = distance(a, b);
    EXPECT_EQ(d.contact, Contact::apart);
    EXPECT_EQ(intersects(a, b).contact, Contact::apart);
    EXPECT_LE(d.lower, 7);
    EXPECT_GE(d.upper, 7);
    EXPECT_LE(double(d.upper) - double(d.lower), sizeof(Real) == 4 ? 1e-5 : 1e-9);
  }
}

// Scales along the axes and their inverses in turn: the longest column counts, not the sum of all.
TEST(Regression, ErrorDoesNotGrowWithNestedScales) {
  Shape nested{Box{{1, 1, 1}}};
  for (int i = 0; i < 30; ++i) {
    const Real s = i % 2 == 0 ? Real(2) : Real(0.5);
    nested = *make_affine_image(*make_convex_hull(nested, Shape(Point{})),
                                Affine(Mat3{{s, 0, 0}, {0, s, 0}, {0, 0, 1}}, {}));
  }
  const Distance d = distance(at(nested, 0, 0, 0), at(Sphere{1}, 9, 0, 0));
  EXPECT_LE(d.lower, 7);
  EXPECT_GE(d.upper, 7);
  // The factors that stretch, 15 times 2, are all that is lost: not also those that shrink.
  EXPECT_LE(double(d.upper) - double(d.lower), sizeof(Real) == 4 ? 1e-5 : 1e-6);
}

}  // namespace
}  // namespace graze::test
