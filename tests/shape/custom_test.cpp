// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>

#include "graze/graze.h"
#include "support/check_shape.h"
#include "support/random.h"

namespace graze::test {
namespace {

// A mapping of a caller's own: the cube of half extent `size`.
struct Cube {
  Real size = 1;
  Vec3 support(const Vec3& d) const {
    return {d.x < 0 ? -size : size, d.y < 0 ? -size : size, d.z < 0 ? -size : size};
  }
};
static_assert(SupportMapping<Cube>);
static_assert(SupportMapping<MinkowskiSumOf<Cube, ConvexHullOf<Cube, ShapeSupport>>>);
struct NoMapping {};
static_assert(!SupportMapping<NoMapping>);

TEST(CustomShape, AtRunTimeIsReadThroughItsFunction) {
  const Cube cube{2};
  CustomSupport custom;
  custom.context = &cube;
  custom.support = [](const void* c, const Vec3& d) { return static_cast<const Cube*>(c)->support(d); };
  const Shape shape = custom;
  EXPECT_EQ(shape.kind(), ShapeKind::custom);
  EXPECT_EQ(support(shape, {1, -1, 1}), (Vec3{2, -2, 2}));
  EXPECT_EQ(bounds(shape, Affine(Vec3{10, 0, 0})), (Aabb{{8, -2, -2}, {12, 2, 2}}));
}

TEST(CustomShape, NeverGetsAZeroOrOtherThanUnitDirection) {
  static bool is_unit = true;
  static int calls = 0;
  CustomSupport custom;
  custom.support = [](const void*, const Vec3& d) {
    is_unit = is_unit && std::abs(length(d) - 1) < 4 * kEpsilon;
    ++calls;
    return normalized(d);
  };
  const Shape shape = custom;
  (void)support(shape, {});
  (void)support(shape, {0, std::numeric_limits<Real>::denorm_min(), 0});
  (void)support(shape, {std::numeric_limits<Real>::max(), 0, 0});
  (void)penetration({shape, Affine{}}, {Box{}, Affine(Vec3{Real(0.5), 0, 0})});
  EXPECT_TRUE(is_unit);
  EXPECT_GT(calls, 8);
}

TEST(Adaptors, GiveTheSupportsOfTheShapesTheyName) {
  const Shape box = Box{{1, 2, 3}}, cone = Cone{1, 2};
  const Affine m(Mat3{{0, 2, 0}, {-1, 0, 0}, {1, 0, 1}}, {10, 0, 0});
  const MinkowskiSumOf<ShapeSupport, ShapeSupport> sum{{&box}, {&cone}};
  const ConvexHullOf<ShapeSupport, ShapeSupport> hull{{&box}, {&cone}};
  const AffineImageOf<ShapeSupport> image{{&cone}, m};
  const ExpandedOf<ShapeSupport> grown{{&box}, 2};
  const Shape shapes[] = {make_minkowski_sum(box, cone).value(), make_convex_hull(box, cone).value(),
                          make_affine_image(cone, m).value(), make_expanded(box, 2).value()};
  Random random{5};
  for (int i = 0; i < 2000; ++i) {
    const Vec3 d = graze_vec(random.direction());
    const Vec3 mapped[] = {sum.support(d), hull.support(d), image.support(d), grown.support(d)};
    for (int k = 0; k < 4; ++k) {
      // Equal farthest values; a rim point may be chosen differently only where values tie.
      const double difference = std::abs(double(dot(mapped[k], d)) - double(dot(support(shapes[k], d), d)));
      ASSERT_LE(difference, 32 * 16 * double(kEpsilon)) << k;
    }
  }
}

TEST(Adaptors, ComposeAndBecomeAShape) {
  const Cube cube{1};
  // ((cube + cube) grown by 1), moved by 10 along x: reaches from 7 to 13.
  const AffineImageOf<ExpandedOf<MinkowskiSumOf<Cube, Cube>>> mapping{{{cube, cube}, 1},
                                                                      Affine(Vec3{10, 0, 0})};
  const Result<Shape> shape = make_shape_of(mapping);
  ASSERT_TRUE(shape.has_value());
  EXPECT_EQ(support(*shape, {1, 0, 0}).x, 13);
  EXPECT_EQ(support(*shape, {-1, 0, 0}).x, 7);
  const Distance d = distance({*shape, Affine{}}, {Point{{20, 0, 0}}, Affine{}});
  EXPECT_LE(d.lower, 7);
  EXPECT_GE(d.upper, 7);
  EXPECT_NEAR(d.upper, 7, 7 * 4e-6);
}

TEST(Adaptors, ComposeWithTheAlgebraOfShapes) {
  const Cube cube{1};
  const Shape shape = make_convex_hull(make_shape_of(cube).value(), Point{{0, 5, 0}}).value();
  EXPECT_EQ(support(shape, {0, 1, 0}), (Vec3{0, 5, 0}));
  EXPECT_EQ(support(shape, {0, -1, 0}).y, -1);
}

TEST(CustomShape, HasTheSameAnswersAsTheBoxThatItIs) {
  const Cube cube{1};
  const Shape custom = make_shape_of(cube).value(), box = Box{{1, 1, 1}};
  Random random{6};
  int meeting = 0;
  for (int i = 0; i < 300; ++i) {
    const Affine place(graze_vec(random.in_cube() * 2.5));
    const Instance other{Tetrahedron{{-1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, place};
    const Separation s = separation({custom, Affine{}}, other), t = separation({box, Affine{}}, other);
    // Both enclose the truth, so they share a value.
    ASSERT_LE(std::max(s.lower, t.lower), std::min(s.upper, t.upper)) << i;
    meeting += t.contact != Contact::apart;
  }
  EXPECT_GT(meeting, 30);
  EXPECT_LT(meeting, 270);
}

}  // namespace
}  // namespace graze::test
