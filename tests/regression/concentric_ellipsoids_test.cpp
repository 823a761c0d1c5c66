// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>

#include "query/ask.h"

namespace graze::test {
namespace {

// Ellipsoids about one centre and with the same axes: along a unit normal n the height of the difference is
// the sum of sqrt(sum of (a_i n_i)²) and the same of b, concave in the squares of n, and so least along one
// of the axes: the least a_i + b_i. Normals elsewhere are nearly as good, and one of them was the answer, by
// up to 2e-4 too deep.
TEST(Regression, DepthOfConcentricEllipsoidsIsAlongAnAxis) {
  struct Sizes {
    double a[3], b[3];
  };
  const Sizes cases[] = {
      {{0.484375, 0.6376953125, 1.610595703125}, {1.453125, 1.29736328125, 0.9794921875}},
      {{0.5625, 0.5625, 0.5625}, {1.568359375, 1.425537109375, 1.44091796875}},
      {{0.448974609375, 0.448974609375, 0.448974609375}, {1.17626953125, 1.143310546875, 1.500732421875}},
      {{1.885498046875, 1.949462890625, 1.7861328125}, {1.549072265625, 0.754150390625, 1.004638671875}},
      {{1.472412109375, 0.7646484375, 1.606201171875}, {0.697998046875, 1.71630859375, 0.58544921875}}};
  const double asked = sizeof(Real) == 4 ? 1e-6 : 1e-10;
  for (const Sizes& s : cases) {
    const auto shape = [](const double(&x)[3]) {
      return x[0] == x[1] ? Shape(Sphere{Real(x[0])})
                          : Shape(Ellipsoid{{Real(x[0]), Real(x[1]), Real(x[2])}});
    };
    const double depth = std::min({s.a[0] + s.b[0], s.a[1] + s.b[1], s.a[2] + s.b[2]});
    const Penetration p = penetration(at(shape(s.a), 0, 0, 0), at(shape(s.b), 0, 0, 0));
    EXPECT_EQ(p.contact, Contact::overlapping);
    EXPECT_LE(double(p.lower), depth);
    EXPECT_GE(double(p.upper), depth);
    EXPECT_LE(double(p.upper), depth * (1 + asked));
  }
}

}  // namespace
}  // namespace graze::test
