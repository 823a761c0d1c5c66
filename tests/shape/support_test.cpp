// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/shape/support.h"

#include <gtest/gtest.h>

#include "kinds.h"
#include "support/check_support.h"
#include "support/random.h"

namespace graze::test {
namespace {

using Exact = long double;  // 64 bits and a range in which no square of a double under- or overflows

constexpr double kDouble = 0x1p-52;

// Directions of every size: units, axes, corners, axes with a denormal beside them, zero.
std::vector<Vec3> directions() {
  constexpr Real kLeast = std::numeric_limits<Real>::denorm_min(), kMost = std::numeric_limits<Real>::max();
  std::vector<Vec3> list{Vec3{}};
  for (const Real size : {kLeast, std::numeric_limits<Real>::min(), Real(1), kMost})
    for (int x = -1; x <= 1; ++x)
      for (int y = -1; y <= 1; ++y)
        for (int z = -1; z <= 1; ++z)
          if (x != 0 || y != 0 || z != 0) list.push_back(Vec3{Real(x), Real(y), Real(z)} * size);
  for (int axis = 0; axis < 3; ++axis)
    for (const Real side : {kLeast, -kLeast, Real(1e-30), Real(-1e-20), kEpsilon}) {
      Vec3 d{side, side, side};
      d[axis] = 1;
      list.push_back(d);
      d[axis] = -kMost;
      list.push_back(d);
    }
  Random random{20261115};
  for (int i = 0; i < 1900; ++i) {
    const V3d u = random.direction();
    double size = 1;
    if (i % 4 == 1) size = double(kLeast) * std::exp2(random.uniform(0, 40));
    if (i % 4 == 2) size = double(kMost) * std::exp2(random.uniform(-40, -1));
    const V3d flat{i % 8 == 3 ? 0 : u.x, i % 8 == 7 ? 0 : u.y, u.z};
    list.push_back(graze_vec(flat * size));
  }
  return list;
}

// Cost of rounding: each node of the tree a few roundings in double, and one to Real at the end, which
// vertices of a plain set are spared.
double tolerance_for(const CheckShape& shape) {
  const double size = magnitude(shape);
  const bool is_vertex_set = !shape.vertices.empty() && shape.children.empty();
  return size * (4.0 * node_count(shape) * kDouble + (is_vertex_set ? 0 : double(kEpsilon)));
}

Exact value(const CheckShape& shape, const V3<Exact>& d) { return support_value(shape, d); }

class Support : public testing::TestWithParam<NamedShape> {
 protected:
  const CheckShape& model = GetParam().shape;
  const Shape shape = graze_shape(model);
  const double tolerance = tolerance_for(model);
};

TEST_P(Support, IsFarthestInEveryDirection) {
  ASSERT_TRUE(shape.is_valid());
  for (const Vec3& d : directions()) {
    const V3<Exact> direction(exact(d)), p(exact(support(shape, d)));
    const Exact norm = length(direction);
    const Exact short_by = value(model, direction) - dot(direction, p);
    ASSERT_LE(short_by, Exact(tolerance) * norm) << d.x << ' ' << d.y << ' ' << d.z;
    ASSERT_GE(short_by, -Exact(tolerance) * norm) << d.x << ' ' << d.y << ' ' << d.z;
  }
}

TEST_P(Support, IsAPointOfTheShapeForEveryDirection) {
  Random random{3};
  std::vector<V3<Exact>> planes;
  std::vector<Exact> heights;
  for (int i = 0; i < 120; ++i) {
    planes.emplace_back(i < 6 ? V3d(i % 3 == 0, i % 3 == 1, i % 3 == 2) * (i < 3 ? 1 : -1)
                              : random.direction());
    heights.push_back(value(model, planes.back()));
  }
  for (const Vec3& d : directions()) {
    const V3<Exact> p(exact(support(shape, d)));
    for (std::size_t i = 0; i < planes.size(); ++i)
      ASSERT_LE(dot(planes[i], p), heights[i] + Exact(tolerance)) << d.x << ' ' << d.y << ' ' << d.z;
  }
}

// For some direction no point is farther. The support in the zero direction is farthest in one of these.
TEST_P(Support, OfTheZeroVectorIsABoundaryPoint) {
  const V3<Exact> p(exact(support(shape, Vec3{})));
  Exact nearest = 1e300L;
  for (const Vec3& d : directions()) {
    const V3<Exact> direction(exact(d));
    const Exact norm = length(direction);
    if (norm > 0) nearest = std::min(nearest, (value(model, direction) - dot(direction, p)) / norm);
  }
  EXPECT_LE(nearest, Exact(tolerance));
}

TEST_P(Support, DoesNotDependOnTheLengthOfTheDirection) {
  Random random{4};
  for (int i = 0; i < 200; ++i) {
    const Vec3 d = graze_vec(random.direction());
    const Vec3 p = support(shape, d);
    ASSERT_EQ(support(shape, d * Real(0x1p30)), p);
    ASSERT_EQ(support(shape, d * Real(0x1p-30)), p);
  }
}

TEST_P(Support, OfADirectionThatIsNotFiniteIsTheOrigin) {
  EXPECT_EQ(support(shape, {std::numeric_limits<Real>::quiet_NaN(), 0, 0}), Vec3{});
  EXPECT_EQ(support(shape, {0, kInfinity, 0}), Vec3{});
}

std::string test_name(const testing::TestParamInfo<NamedShape>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(Kinds, Support, testing::ValuesIn(bounded_kinds()), test_name);
INSTANTIATE_TEST_SUITE_P(Awkward, Support, testing::ValuesIn(awkward_shapes()), test_name);

TEST(SupportOfHalfSpace, IsAPointOfItsPlane) {
  const Shape shape = HalfSpace{{0, 3, 4}, 10};  // distance 2 from the origin
  for (const Vec3& d : directions()) {
    const Vec3 p = support(shape, d);
    ASSERT_NEAR(double(p.y) * 3 + double(p.z) * 4, 10, 20 * double(kEpsilon));
  }
}

TEST(SupportOfPolytope, IsTheVertexOfLowestIndexAmongEquals) {
  // All eight corners of a cube are as far along +x as three others.
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) corners.push_back({Real(i & 1), Real(i >> 1 & 1), Real(i >> 2 & 1)});
  const Shape shape = Polytope{corners};
  EXPECT_EQ(support(shape, {1, 0, 0}), (Vec3{1, 0, 0}));
  EXPECT_EQ(support(shape, {0, 1, 0}), (Vec3{0, 1, 0}));
  EXPECT_EQ(support(shape, {-1, 0, 0}), (Vec3{0, 0, 0}));
}

TEST(SupportOfPolytope, SeesDifferencesThatFloatProductsWouldHide) {
  // 1 + 2^-23 and its neighbour times 3: equal after rounding the products to float, not before.
  const Real x = 1 + kEpsilon;
  const std::vector<Vec3> vertices{{x, 0, 0}, {1, 3 * kEpsilon / 4, 0}, {0, 0, 0}};
  const Vec3 d{Real(1), Real(1.34), 0};  // 1 + eps against 1 + 1.005 eps
  EXPECT_EQ(support(Polytope{vertices}, d), sizeof(Real) == 4 ? vertices[1] : support(Polytope{vertices}, d));
}

}  // namespace
}  // namespace graze::test
