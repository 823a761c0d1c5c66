// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <vector>

#include "query/ask.h"
#include "shape/kinds.h"

namespace graze::test {
namespace {

TEST(Touching, BoxesThatShareAFaceAnEdgeOrAVertex) {
  const Shape cube = Box{{1, 1, 1}};
  for (const Vec3& t : {Vec3{2, 0, 0}, Vec3{2, Real(0.5), Real(-0.25)}, Vec3{2, 2, 0}, Vec3{2, -2, Real(0.5)},
                        Vec3{2, 2, 2}, Vec3{-2, 2, -2}})
    expect_answers(at(cube, 0, 0, 0), at(cube, t.x, t.y, t.z), {0, 5});
}

TEST(Touching, ShapesThatShareAPoint) {
  expect_answers(at(Sphere{1}, 0, 0, 0), at(Box{{1, 1, 1}}, 2, 0, 0), {0, 3});
  expect_answers(at(Capsule{1, 2}, 0, 0, 0), at(Box{{1, 1, 1}}, 2, 0, 0), {0, 4});
  expect_answers(at(Cone{1, 2}, 0, 0, 0), at(Box{{1, 1, 1}}, 0, 3, 0), {0, 5});
  expect_answers(at(Segment{{-1, 0, 0}, {1, 0, 0}}, 0, 0, 0), at(Segment{{0, -1, 0}, {0, 1, 0}}, 0, 0, 0),
                 {0, 2});
  expect_answers(at(Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, 0, 0, 0), at(Point{{0, 0, 0}}, 0, 0, 0),
                 {0, 2});
}

TEST(Touching, BoxesOfMarginsThatMeet) {
  expect_answers(at(Box{{1, 1, 1}}, 0, 0, 0, Real(0.5)), at(Box{{1, 1, 1}}, 3, 0, 0, Real(0.5)), {0, 6});
}

TEST(Touching, HasACommonPointOfBoth) {
  const CommonPoint c = common_point(at(Box{{1, 1, 1}}, 0, 0, 0), at(Box{{1, 1, 1}}, 2, 2, 0));
  ASSERT_TRUE(c.found);
  EXPECT_NEAR(c.point.x, 1, rounding(3));
  EXPECT_NEAR(c.point.y, 1, rounding(3));
  EXPECT_LE(std::abs(c.point.z), 1 + rounding(3));
  expect_near(c.local_b, c.point - Vec3{2, 2, 0}, rounding(3));
}

TEST(Touching, OneStepOfTheTranslationAwayIsDecided) {
  // A float step is far above the rounding of double; in double it takes a few hundred.
  const Real step = sizeof(Real) == 4 ? 4 * kEpsilon : 512 * kEpsilon;
  const Shape cube = Box{{1, 1, 1}};
  EXPECT_EQ(separation(at(cube, 0, 0, 0), at(cube, 2 + step, 0, 0)).contact, Contact::apart);
  EXPECT_EQ(separation(at(cube, 0, 0, 0), at(cube, 2 - step, 0, 0)).contact, Contact::overlapping);
  EXPECT_EQ(intersects(at(cube, 0, 0, 0), at(cube, 2 + step, 0, 0)).contact, Contact::apart);
  EXPECT_EQ(intersects(at(cube, 0, 0, 0), at(cube, 2 - step, 0, 0)).contact, Contact::overlapping);
  EXPECT_EQ(intersects(at(Sphere{1}, 0, 0, 0), at(Sphere{1}, 2 + step, 0, 0)).contact, Contact::apart);
  EXPECT_EQ(intersects(at(Sphere{1}, 0, 0, 0), at(Sphere{1}, 2 - step, 0, 0)).contact, Contact::overlapping);
}

// Moves b along `way` and looks at the value from step to step: it changes by no more than the step.
void expect_continuous(const Shape& a, const Shape& b, const Vec3& from, const Vec3& way, double relative) {
  constexpr int kSteps = 400;
  Real last = 0;
  bool was_apart = false, was_overlapping = false;
  for (int i = 0; i <= kSteps; ++i) {
    const Vec3 t = from + way * (Real(i) / kSteps);
    const Separation s = separation(at(a, 0, 0, 0), at(b, t.x, t.y, t.z));
    // The bounds are as close as was asked for, or the upper bound of the depth is.
    const Real value = s.contact == Contact::overlapping ? s.lower : s.upper;
    const double tolerance = relative * (std::abs(double(value)) + 1) + rounding(8);
    if (i > 0) {
      ASSERT_LE(std::abs(double(value) - double(last)), double(length(way)) / kSteps + tolerance)
          << "step " << i << " at " << t;
    }
    last = value;
    was_apart = was_apart || s.contact == Contact::apart;
    was_overlapping = was_overlapping || s.contact == Contact::overlapping;
  }
  EXPECT_TRUE(was_apart);
  EXPECT_TRUE(was_overlapping);
}

TEST(Sweep, SeparationIsContinuousAcrossContact) {
  const double asked = sizeof(Real) == 4 ? 4e-6 : 4e-10;
  const Shape cube = Box{{1, 1, 1}};
  expect_continuous(cube, cube, {Real(2.5), Real(0.3), Real(-0.2)}, {Real(-1.5), 0, 0}, 0);
  expect_continuous(cube, cube, {Real(2.001), Real(2.001), Real(2.001)},
                    {Real(-0.002), Real(-0.002), Real(-0.002)}, 0);
  expect_continuous(cube, Sphere{1}, {2, 2, 2}, {-1, -1, -1}, asked);
  expect_continuous(Sphere{1}, Sphere{2}, {4, 1, 0}, {-2, -1, 0}, asked);
  expect_continuous(Cylinder{1, 2}, Cone{1, 1}, {3, 1, Real(0.5)}, {-2, 0, 0}, asked);
  expect_continuous(Capsule{Real(0.5), 1}, Ellipsoid{{1, 2, 3}}, {3, 2, 1}, {-2, -1, 0}, asked);
  expect_continuous(Cylinder{1, 2}, Cylinder{1, 1}, {0, 4, 0}, {0, Real(-1.5), 0}, asked);
}

TEST(Sweep, EveryPairOfKindsIsContinuousAcrossContact) {
  const double asked = sizeof(Real) == 4 ? 4e-6 : 4e-10;
  const auto has_volume = [](const NamedShape& s) {
    return s.name != "point" && s.name != "segment" && s.name != "triangle" && s.name != "convex_polygon";
  };
  for (const NamedShape& a : bounded_kinds())
    for (const NamedShape& b : bounded_kinds()) {
      if (!has_volume(a) || !has_volume(b) || a.name > b.name) continue;
      SCOPED_TRACE(a.name + " and " + b.name);
      ASSERT_NO_FATAL_FAILURE(expect_continuous(graze_shape(a.shape), graze_shape(b.shape), {4, 2, 1},
                                                {Real(-3.5), Real(-1.75), Real(-0.875)}, asked));
    }
}

}  // namespace
}  // namespace graze::test
