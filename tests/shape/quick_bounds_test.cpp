// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "graze/shape/bounds.h"
#include "graze/shape/hull_builder.h"
#include "graze/shape/instance.h"
#include "shape/shape_block.h"
#include "support/generators.h"
#include "support/number.h"

namespace graze::test {
namespace {

Vec3 real(const V3d& v) { return {Real(v.x), Real(v.y), Real(v.z)}; }

// Of any kind: turned, stretched, sheared.
Affine random_placement(Random& random, double far) {
  Mat3 linear;
  for (Vec3& column : linear.columns) column = real(random.in_cube());
  return {linear, real(random.in_cube() * far)};
}

Aabb quick_box(const Instance& i) {
  return quick_bounds(i.shape.view(), i.placement.linear(), i.placement.translation(), i.margin);
}

// Points that reach farthest along an axis, in 113 bits: their height over the centre is exact to far more
// digits than the box has.
Quad reach(const Shape& shape, const V3<Quad>& row, const std::vector<Vec3>& vertices) {
  const Real* v = shape.view().values;
  const Quad a = v[0], b = v[1], c = v[2];
  const Quad x = row.x, y = row.y, z = row.z, across = root(x * x + z * z), all = root(dot(row, row));
  switch (shape.kind()) {
    case ShapeKind::box:
      return magnitude_of(x) * a + magnitude_of(y) * b + magnitude_of(z) * c;
    case ShapeKind::sphere:
      return a * all;
    case ShapeKind::capsule:
      return magnitude_of(y) * b + a * all;
    case ShapeKind::ellipsoid:
      return root(x * a * x * a + y * b * y * b + z * c * z * c);
    case ShapeKind::cylinder:
      return magnitude_of(y) * b + a * across;
    case ShapeKind::cone:
      return larger(y * b, a * across - y * b);
    default:
      break;
  }
  Quad most = -1e300;
  for (const Vec3& p : vertices) most = larger(most, x * Quad(p.x) + y * Quad(p.y) + z * Quad(p.z));
  return most;
}

TEST(QuickBounds, HoldsTheShapeAndIsTight) {
  Random random(31);
  for (int i = 0; i < 3000; ++i) {
    const auto size = [&] { return Real(random.log_uniform(1e-3, 1e3)); };
    std::vector<Vec3> points;
    const bool has_many = i % 8 == 7;  // vertices, which are searched
    for (int k = 0; k < (has_many ? 200 : 8); ++k) points.push_back(real(random.in_cube()));
    const Shape shapes[] = {Box{{size(), size(), size()}},
                            Sphere{size()},
                            Capsule{size(), size()},
                            Cylinder{size(), size()},
                            Cone{size(), size()},
                            Ellipsoid{{size(), size(), size()}},
                            Polytope{points},
                            has_many ? *make_hull(points) : Shape()};
    const Shape& shape = shapes[i % 8];
    Affine place = random_placement(random, 100);
    if (!place.is_valid()) continue;
    if (random.chance(0.2))
      place = {place.linear() * Real(random.log_uniform(1e-12, 1e12)), place.translation()};
    const Instance instance{shape, place, random.chance(0.5) ? size() : Real(0)};
    const Aabb box = quick_box(instance), exact = bounds(instance);
    for (int axis = 0; axis < 3; ++axis) {
      const Mat3& m = place.linear();
      const V3<Quad> row{m.columns[0][axis], m.columns[1][axis], m.columns[2][axis]};
      const Quad centre = place.translation()[axis], margin = instance.margin;
      EXPECT_TRUE(Quad(box.upper[axis]) >= centre + margin + reach(shape, row, points)) << i;
      EXPECT_TRUE(Quad(box.lower[axis]) <= centre - margin - reach(shape, -row, points)) << i;
    }
    const Vec3 extent = exact.upper - exact.lower;
    const Real far = max_abs(exact.upper) + max_abs(exact.lower) + max_abs(extent);
    const Real slack =
        far * std::numeric_limits<Real>::epsilon() * (sizeof(Real) == 4 && !has_many ? 8 : 512);
    EXPECT_LE(max_abs(box.upper - exact.upper), slack) << i;
    EXPECT_LE(max_abs(box.lower - exact.lower), slack) << i;
  }
}

// Scaled, mirrored and with axes exchanged, but not turned: the box of the vertices says it all.
TEST(QuickBounds, OfAPolytopeAlongTheAxesIsExact) {
  Random random(32);
  std::vector<Vec3> points;
  for (int k = 0; k < 300; ++k) points.push_back({Real(random.below(64)), Real(random.below(64)), Real(7)});
  points.push_back({-5, 70, 9});
  // 16 epsilons of three times the largest factor, 2, and the extent, below 96; rounding to Real.
  constexpr Real kSlack = Real(16 * 600 * 0x1p-52) + 512 * std::numeric_limits<Real>::epsilon();
  const Mat3 exchange(Vec3{0, 2, 0}, Vec3{0, 0, Real(0.5)}, Vec3{-1, 0, 0});
  for (const Shape& shape : {Shape(Polytope{points}), *make_hull(points)}) {
    // x of the image is -z, y is 2 x, z is y / 2.
    const Aabb box = quick_box({shape, Affine(exchange, Vec3{1, 1, 1})});
    const Aabb expected{{1 - 9, 1 - 10, 1}, {1 - 7, 1 + 126, 1 + 35}};
    for (int k = 0; k < 3; ++k) {
      EXPECT_TRUE(box.lower[k] <= expected.lower[k] && box.upper[k] >= expected.upper[k]);
      EXPECT_NEAR(box.lower[k], expected.lower[k], kSlack);
      EXPECT_NEAR(box.upper[k], expected.upper[k], kSlack);
    }
  }
}

TEST(QuickBounds, GoesToBoundsWhereSquaresMightVanishOrOverflow) {
  const Real tiny = std::numeric_limits<Real>::min();
  const Real huge = sizeof(Real) == 4 ? Real(1e37) : Real(1e137);  // still usable as a size
  for (const Real size : {tiny, huge, Real(0)}) {
    std::vector<Vec3> points;
    Random random(33);
    for (int k = 0; k < 50; ++k) points.push_back(real(random.in_cube()) * size);
    const Instance cloud{Polytope{points}, random_placement(random, 1)};
    EXPECT_TRUE(contains(quick_box(cloud), bounds(cloud).lower)) << size;
    EXPECT_TRUE(contains(quick_box(cloud), bounds(cloud).upper)) << size;
    const Instance ball{Sphere{size}, Affine(Vec3{1, 2, 3})};
    EXPECT_TRUE(contains(quick_box(ball), bounds(ball).lower)) << size;
    EXPECT_TRUE(contains(quick_box(ball), bounds(ball).upper)) << size;
  }
  EXPECT_TRUE(quick_box({Shape(), Affine()}).is_empty());
  EXPECT_EQ(quick_box({HalfSpace{}, Affine()}).lower.x, -kInfinity);
}

}  // namespace
}  // namespace graze::test
