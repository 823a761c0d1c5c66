// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/shape/bounds.h"

#include <gtest/gtest.h>

#include "kinds.h"
#include "support/check_support.h"
#include "support/generators.h"
#include "support/rational.h"

// Every bound against the support value in rationals, where square roots are enclosed to 2^-120 of their
// value.

namespace graze::test {
namespace {

using Rational = RationalInterval;

// Largest (side 1) or smallest (side -1) coordinate of the placed and grown shape, times `side`.
Rational exact_bound(const CheckInstance& instance, int axis, int side) {
  const Mapd& m = instance.placement;
  const auto entry = [axis](const V3d& v) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; };
  const Rational s(side);
  const V3<Rational> d(s * Rational(entry(m.x)), s * Rational(entry(m.y)), s * Rational(entry(m.z)));
  return support_value(instance.shape, d) + s * Rational(entry(m.translation)) + Rational(instance.margin);
}

Real stepped(Real x, int steps) {
  for (; steps > 0; --steps) x = std::nextafter(x, -kInfinity);
  return x;
}

// Allowed by bounds.h where the translation cancels the extent: 2^-88 of the cancelling terms.
mpq_class cancellation(const CheckInstance& instance, int axis) {
  const V3d& t = instance.placement.translation;
  const double terms = 2 * (std::abs(axis == 0 ? t.x : axis == 1 ? t.y : t.z) + std::abs(instance.margin));
  return mpq_class(terms) * mpq_class(0x1p-88);
}

// Outward, and four steps of Real inward of it is inside or on the exact bound, but for that.
void expect_bounds(const CheckInstance& instance, const Instance& placed) {
  const Aabb box = bounds(placed);
  ASSERT_FALSE(box.is_empty());
  for (int axis = 0; axis < 3; ++axis)
    for (const int side : {1, -1}) {
      const Real got = side > 0 ? box.upper[axis] : -box.lower[axis];
      const Rational truth = exact_bound(instance, axis, side);
      ASSERT_TRUE(is_finite(got));
      ASSERT_GE(mpq_class(double(got)), truth.lower)
          << "not outward: axis " << axis << ", side " << side << ", bound " << got << ", short by "
          << mpq_class(truth.lower - mpq_class(double(got))).get_d();
      ASSERT_LE(mpq_class(double(stepped(got, 4))), mpq_class(truth.upper + cancellation(instance, axis)))
          << "loose: axis " << axis << ", side " << side << ", bound " << got << ", too large by "
          << mpq_class(mpq_class(double(got)) - truth.upper).get_d();
    }
}
void expect_bounds(const CheckInstance& instance) { expect_bounds(instance, graze_instance(instance)); }

class BoundsOf : public testing::TestWithParam<NamedShape> {
 protected:
  CheckInstance placed(const Mapd& m, double margin = 0) const {
    return {GetParam().shape, rounded(m), rounded(margin)};
  }
  Random random{20261115};
};

Mapd scaled_by(const Mapd& m, double s) { return {m.x * s, m.y * s, m.z * s, m.translation * s}; }

TEST_P(BoundsOf, UntouchedShape) { expect_bounds(placed(Mapd())); }

TEST_P(BoundsOf, RigidPlacements) {
  for (int i = 0; i < 60; ++i) {
    Mapd m = random_rotation(random);
    m.translation = random.in_cube() * random.log_uniform(1e-3, 1e3);
    expect_bounds(placed(m, i % 2 == 0 ? 0 : random.uniform()));
  }
}

TEST_P(BoundsOf, ScaledShearedAndMirroredPlacements) {
  for (int i = 0; i < 60; ++i) {
    Mapd m = random_linear(random);
    if (i % 3 == 0) m.x = m.x * -1;
    m.translation = random.in_cube();
    expect_bounds(placed(m, i % 2 == 0 ? 0 : random.log_uniform(1e-6, 1e3)));
  }
}

TEST_P(BoundsOf, TinyAndHugePlacements) {
  const double tiny = sizeof(Real) == 4 ? 1e-30 : 1e-100;
  for (int i = 0; i < 30; ++i)
    for (const double size : {tiny, 1 / tiny}) {
      Mapd m = random_linear(random);
      m.translation = random.in_cube();
      expect_bounds(placed(scaled_by(m, size), i % 2 == 0 ? 0 : size));
    }
}

// The translation takes the extent away, up to its rounding: what is left is all rounding error of a plain
// sum.
TEST_P(BoundsOf, PlacementsThatCancelTheExtent) {
  for (int i = 0; i < 40; ++i) {
    Mapd m = i % 2 == 0 ? random_rotation(random) : random_linear(random);
    CheckInstance instance = placed(m, i % 4 == 0 ? random.uniform() : 0);
    const int side = i % 3 == 0 ? -1 : 1;
    V3d t;
    t.x = -side * exact_bound(instance, 0, side).lower.get_d();
    t.y = -side * exact_bound(instance, 1, side).lower.get_d();
    t.z = -side * exact_bound(instance, 2, side).lower.get_d();
    instance.placement.translation = rounded(t);
    expect_bounds(instance);
  }
}

std::string test_name(const testing::TestParamInfo<NamedShape>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(Kinds, BoundsOf, testing::ValuesIn(bounded_kinds()), test_name);
INSTANTIATE_TEST_SUITE_P(Awkward, BoundsOf, testing::ValuesIn(awkward_shapes()), test_name);

TEST(Bounds, OfKnownShapes) {
  EXPECT_EQ(bounds(Box{{1, 2, 3}}, Affine(Vec3{10, 20, 30})), (Aabb{{9, 18, 27}, {11, 22, 33}}));
  EXPECT_EQ(bounds(Sphere{2}, Affine{}, 1), (Aabb{{-3, -3, -3}, {3, 3, 3}}));
  EXPECT_EQ(bounds(Cone{1, 2}, Affine{}), (Aabb{{-1, -2, -1}, {1, 2, 1}}));
  // A sphere stretched to an ellipsoid and turned by the 3-4-5 triangle: sqrt((2 * 3/5)² + (4/5)²) and so on.
  const Affine m(Mat3{{3, 4, 0}, {-4, 3, 0}, {0, 0, 1}} * Mat3::diagonal(2, 1, 1), {});
  const Aabb box = bounds(Sphere{1}, m);
  EXPECT_NEAR(box.upper.x, std::sqrt(52.0), 8 * double(kEpsilon));
  EXPECT_NEAR(box.upper.y, std::sqrt(73.0), 16 * double(kEpsilon));
  EXPECT_EQ(box.upper.z, 1);
}

TEST(Bounds, OfAHalfSpaceAreInfiniteAndOfAnInvalidInstanceEmpty) {
  const Vec3 all{kInfinity, kInfinity, kInfinity};
  EXPECT_EQ(bounds(HalfSpace{{0, 1, 0}, 3}, Affine{}), (Aabb{-all, all}));
  EXPECT_TRUE(bounds(Shape(), Affine{}).is_empty());
  EXPECT_TRUE(bounds(Box{}, Affine(Mat3::diagonal(1, 1, 0), {})).is_empty());
  EXPECT_TRUE(bounds(Box{}, Affine{}, -1).is_empty());
}

TEST(Bounds, OfAShapeBeyondTheLargestRealAreInfiniteOrTheLargest) {
  const Real huge = sizeof(Real) == 4 ? std::numeric_limits<Real>::max() : Real(1e140);
  const Aabb box = bounds(Box{{huge, 1, 1}}, Affine(Mat3::diagonal(huge, 1, 1), {}));
  if (sizeof(Real) == 4) {
    EXPECT_EQ(box.upper.x, kInfinity);
    EXPECT_EQ(box.lower.x, -kInfinity);
  } else {
    EXPECT_GE(box.upper.x, Real(1e280));
  }
  EXPECT_EQ(box.upper.y, 1);
}

// 1 + 2^-121 less 2^-60 and plus 2^-60: in any fixed number of bits the 2^-121 is lost on the way.
TEST(Bounds, AreOutwardWhereTermsCancelThatHideASmallerOne) {
  CheckInstance instance{check_sized(ShapeKind::sphere, {1}), Mapd(), 0x1p-60};
  instance.placement.x = {1, 0, 0};
  instance.placement.y = {0x1p-60, 1, 0};
  instance.placement.translation = {0x1p-60, 0, 0};
  expect_bounds(instance);
}

// The smallest box of a sum of balls is the sum of the radii, whose last bit a double cannot hold.
TEST(Bounds, AreOutwardForBallsOfVeryDifferentSize) {
  const double small = sizeof(Real) == 4 ? 0x1p-100 : 0x1p-60;
  expect_bounds(
      {check_expanded(check_expanded(check_sized(ShapeKind::box, {1, 1, 1}), 1), small), Mapd(), 0});
  expect_bounds(
      {check_sum(check_sized(ShapeKind::sphere, {1}), check_sized(ShapeKind::sphere, {small})), Mapd(), 0});
}

TEST(Bounds, OfNestedImagesAreThoseOfTheExactProduct) {
  Random random{9};
  for (int i = 0; i < 300; ++i) {
    Mapd inner = random_rotation(random), outer = random_rotation(random);
    inner.translation = random.in_cube();
    outer.translation = random.in_cube();
    const CheckShape box = check_sized(ShapeKind::box, {1, 0.5, 0.75});
    const CheckShape image = check_affine_image(check_affine_image(box, rounded(inner)), rounded(outer));
    ASSERT_NO_FATAL_FAILURE(expect_bounds({image, Mapd(), 0})) << i;
  }
}

TEST(Bounds, OfManyVerticesFindTheExactMaximumAmongNearTies) {
  Random random{10};
  std::vector<V3d> vertices;
  for (int i = 0; i < 200; ++i) {  // on a plane that the placement turns almost across the x axis
    const double y = random.below(64) / 64.0, z = random.below(64) / 64.0;
    vertices.push_back(rounded(V3d(1 - y / 3 - z / 5, y, z)));
  }
  Mapd m;
  m.x = {1, 0.25, 0};
  m.y = rounded(V3d(1.0 / 3, 1, 0));
  m.z = rounded(V3d(0.2, 0, 1));
  expect_bounds({check_hull_of_points(ShapeKind::polytope, vertices), m, 0});
}

}  // namespace
}  // namespace graze::test
