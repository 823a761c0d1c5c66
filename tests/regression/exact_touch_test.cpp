// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "query/ask.h"

namespace graze::test {
namespace {

struct Touch {
  const char* name;
  Shape a, b;
  Vec3 at;  // of b: its leftmost point is then on the rightmost of a, in numbers without rounding
};

// GJK finds a common point and stalls; the expanding polytope then took up to 129 vertices, with exact signs,
// to say that nothing can be told. A plane that no point of A - B is beyond says so at once.
TEST(Regression, ExactTouchIsAnsweredWithoutTheExpandingPolytope) {
  const TaperedCapsule tapered{Real(0.5), Real(0.25), Real(0.5)};
  const Ellipsoid ellipsoid{{1, Real(0.5), Real(0.25)}};
  const Touch touches[] = {
      {"tapered capsules", tapered, tapered, {1, 0, 0}},
      {"ellipsoids", ellipsoid, ellipsoid, {2, 0, 0}},
      {"point, ellipsoid", Point{}, ellipsoid, {1, 0, 0}},
      {"cylinder, cone", Cylinder{1, 1}, Cone{1, 1}, {2, 0, 0}},
      {"cylinders", Cylinder{1, 1}, Cylinder{1, 1}, {2, Real(0.25), 0}},
      {"boxes", Box{{1, 1, 1}}, Box{{1, 1, 1}}, {2, Real(0.25), Real(0.125)}},
      {"box, tetrahedron",
       Box{{1, 1, 1}},
       Tetrahedron{{0, 0, 0}, {2, 1, 0}, {2, -1, 1}, {2, -1, -1}},
       {1, Real(0.25), 0}},
  };
  for (const Touch& t : touches) {
    const Instance a = at(t.a, 0, 0, 0), b = at(t.b, t.at.x, t.at.y, t.at.z);
    const Intersection decision = intersects(a, b);
    const CommonPoint common = common_point(b, a);
    const Distance gap = distance(a, b);
    EXPECT_EQ(decision.contact, Contact::touching) << t.name;
    EXPECT_EQ(common.contact, Contact::touching) << t.name;
    EXPECT_EQ(gap.contact, Contact::touching) << t.name;
    EXPECT_LE(decision.iterations, 10) << t.name;
    EXPECT_LE(common.iterations, 10) << t.name;
    EXPECT_LE(gap.iterations, 10) << t.name;
    EXPECT_EQ(gap.lower, 0) << t.name;
    EXPECT_LE(double(gap.upper), 100 * 0x1p-52 * 4) << t.name;  // of double in both libraries
    EXPECT_NEAR(double(common.point.x), double(t.at.x) + double(bounds(at(t.b, 0, 0, 0)).lower.x), 1e-6)
        << t.name;
  }
}

}  // namespace
}  // namespace graze::test
