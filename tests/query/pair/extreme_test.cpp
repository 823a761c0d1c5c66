// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Tiny and huge worlds, and pairs far from the origin.

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "query/ask.h"
#include "shape/kinds.h"
#include "support/generators.h"

namespace graze::test {
namespace {

// The largest and least sizes that the issue names, and steps between them.
std::vector<double> world_sizes() {
  if (sizeof(Real) == 4) return {1e-30, 1e-20, 1e-10, 1e10, 1e20, 1e30};
  return {1e-140, 1e-100, 1e-50, 1e-30, 1e30, 1e50, 1e100, 1e130};
}

double relative_tolerance() { return sizeof(Real) == 4 ? 4e-6 : 4e-10; }

struct Case {
  const char* name;
  CheckShape a, b;
  V3d offset;
  double separation;
};

std::vector<Case> cases() {
  using enum ShapeKind;
  const CheckShape cube = check_sized(box, {1, 1, 1});
  return {
      {"spheres", check_sized(sphere, {1}), check_sized(sphere, {2}), {6, 0, 8}, 7},
      {"deep spheres", check_sized(sphere, {1}), check_sized(sphere, {2}), {0, 2, 0}, -1},
      {"boxes", cube, cube, {5, 0.5, 6}, 5},
      {"deep boxes", cube, cube, {1.75, 0.5, 0.25}, -0.25},
      {"cylinders", check_sized(cylinder, {1, 2}), check_sized(cylinder, {1, 2}), {3, 1, 4}, 3},
      {"deep cylinders", check_sized(cylinder, {1, 2}), check_sized(cylinder, {1, 2}), {1.5, 0.5, 0}, -0.5},
      {"cone over box", check_sized(cone, {1, 2}), check_sized(box, {5, 1, 5}), {0, 4, 0}, 1},
      {"ellipsoids", check_sized(ellipsoid, {1, 2, 3}), check_sized(ellipsoid, {1, 2, 3}), {0, 0, 10}, 4},
      {"point in box", check_point({0, 0.75, 0}), cube, {0, 0, 0}, -0.25},
      {"triangles",
       check_hull_of_points(triangle, {{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}}),
       check_hull_of_points(triangle, {{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}}),
       {0, 3, 0},
       3},
      {"capsules", check_sized(capsule, {0.5, 2}), check_sized(capsule, {0.5, 2}), {3, 1, 4}, 4}};
}

CheckPair pair_of(const Case& c) {
  CheckPair pair{{c.a, Mapd(), 0}, {c.b, Mapd(), 0}};
  pair.b.placement.translation = c.offset;
  return pair;
}

TEST(TinyAndHugeWorlds, HaveTheAnswersOfTheUnitWorld) {
  for (const Case& c : cases())
    for (const double size : world_sizes()) {
      SCOPED_TRACE(std::string(c.name) + " times " + std::to_string(std::log10(size)) + " orders");
      const CheckPair pair = scaled(pair_of(c), size);
      const Instance a = graze_instance(pair.a), b = graze_instance(pair.b);
      ASSERT_TRUE(a.shape.is_valid() && b.shape.is_valid());
      const Separation s = separation(a, b);
      const double value = s.contact == Contact::overlapping ? s.lower : s.upper;
      // Sizes are rounded to Real, which moves the truth by an epsilon of each.
      EXPECT_NEAR(value / size, c.separation, relative_tolerance() * (std::abs(c.separation) + 8));
      EXPECT_EQ(s.contact, c.separation > 0 ? Contact::apart : Contact::overlapping);
      EXPECT_EQ(intersects(a, b).contact, s.contact);
      EXPECT_EQ(common_point(a, b).found, c.separation < 0);
      EXPECT_TRUE(is_finite(s.point_a) && is_finite(s.point_b) && is_finite(s.local_a) &&
                  is_finite(s.normal));
      const Distance d = distance(a, b);
      const double gap = std::max(0.0, c.separation);
      EXPECT_NEAR(d.upper / size, gap, relative_tolerance() * (gap + 8));
    }
}

TEST(TinyAndHugeWorlds, OfPowersOfTwoChangeNoBitButExponents) {
  // Well beyond the promised 1e-6 .. 1e6; where double needs a working unit, closed forms take another way.
  const std::vector<int> exponents{-90, -60, -20, 20, 60, 90};
  for (const Case& c : cases()) {
    const CheckPair unit = pair_of(c);
    const Separation s = separation(graze_instance(unit.a), graze_instance(unit.b));
    for (const int exponent : exponents) {
      const CheckPair pair = scaled(unit, std::ldexp(1.0, exponent));
      const Separation t = separation(graze_instance(pair.a), graze_instance(pair.b));
      EXPECT_EQ(t.lower, std::ldexp(s.lower, exponent)) << c.name << " 2^" << exponent;
      EXPECT_EQ(t.upper, std::ldexp(s.upper, exponent)) << c.name << " 2^" << exponent;
      EXPECT_EQ(t.normal, s.normal) << c.name << " 2^" << exponent;
      EXPECT_EQ(t.point_a.x, std::ldexp(s.point_a.x, exponent)) << c.name << " 2^" << exponent;
      EXPECT_EQ(t.status, s.status) << c.name << " 2^" << exponent;
    }
  }
}

TEST(FarFromTheOrigin, AMillionSizesAwayAnswersAreThoseOfThePlacementsGiven) {
  // Offsets that are exact at 1e6 in float: multiples of 1/8.
  const Real far_away = 1000000;
  const Shape cube = Box{{1, 1, 1}};
  expect_answers(at(cube, far_away, far_away, far_away), at(cube, far_away + 5, far_away, far_away), {3, 6});
  expect_answers(at(cube, far_away, 0, -far_away), at(cube, far_away + Real(1.75), 0, -far_away), {-0.25, 3});
  expect_answers(at(cube, far_away, 0, -far_away), at(cube, far_away + 2, 0, -far_away), {0, 3});
  const Distance d = distance(at(Sphere{1}, far_away, 0, 0), at(Sphere{1}, far_away + 3, 0, 0));
  EXPECT_LE(d.lower, 1);
  EXPECT_GE(d.upper, 1);
  EXPECT_NEAR(d.upper, 1, rounding(4));
  expect_near(d.local_a, {1, 0, 0}, rounding(3));  // local points do not suffer from the distance
  expect_near(d.local_b, {-1, 0, 0}, rounding(3));
}

TEST(FarFromTheOrigin, ATinyShapeBesideAHugeOne) {
  const Real tiny = sizeof(Real) == 4 ? Real(0x1p-20) : Real(0x1p-40);
  const Shape dust = Box{{tiny, tiny, tiny}}, wall = Box{{1, 1, 1}};
  const double small = double(tiny);
  expect_answers(at(dust, 1 + 3 * tiny, Real(0.5), 0), at(wall, 0, 0, 0), {2 * small, 2});
  expect_answers(at(dust, 1, Real(0.5), 0), at(wall, 0, 0, 0), {-small, 2});
  expect_answers(at(Sphere{tiny}, 1 + 2 * tiny, Real(0.5), 0), at(wall, 0, 0, 0), {small, 2, small});
}

TEST(LargestSizes, AreRefusedOrAnsweredWithoutNan) {
  const Real huge = sizeof(Real) == 4 ? std::numeric_limits<Real>::max() : Real(1e140);
  const Instance a = at(Box{{huge, huge, huge}}, 0, 0, 0), b = at(Sphere{huge}, huge, huge, -huge);
  for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, b}, std::pair{a, at(Point{}, 0, 0, 0)}}) {
    const Separation s = separation(x, y);
    EXPECT_FALSE(std::isnan(s.lower) || std::isnan(s.upper));
    EXPECT_TRUE(is_finite(s.normal));
    EXPECT_NE(s.contact, Contact::apart);
    EXPECT_FALSE(std::isnan(s.point_a.x) || std::isnan(s.point_b.x));
  }
}

TEST(SmallestSizes, AreAnsweredWithoutNan) {
  const Real least = std::numeric_limits<Real>::denorm_min();
  const Instance a = at(Box{{least, least, least}}, 0, 0, 0), b = at(Sphere{least}, 4 * least, 0, 0);
  const Distance d = distance(a, b);
  EXPECT_LE(d.lower, 2 * least);
  EXPECT_GE(d.upper, 2 * least);
  EXPECT_TRUE(is_finite(d.normal) && is_finite(d.point_a));
  EXPECT_EQ(separation(a, a).contact, Contact::overlapping);
}

}  // namespace
}  // namespace graze::test
