// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "graze/shape/support.h"

namespace graze {
namespace {

std::vector<Vec3> many_vertices(int count) {
  std::vector<Vec3> v;
  for (int i = 0; i < count; ++i) v.push_back({Real(i), Real(i * i % 17), Real(-i)});
  return v;
}

TEST(Shape, IsAtMost64Bytes) {
  static_assert(sizeof(Shape) <= 64);
  static_assert(std::is_trivially_copyable_v<ShapeView>);
}

TEST(Shape, OfAPrimitiveHoldsNoMemory) {
  EXPECT_EQ(Shape(Box{}).memory_bytes(), 0u);
  EXPECT_EQ(Shape(Segment{}).memory_bytes(), 0u);
  EXPECT_EQ(Shape(TaperedCylinder{}).memory_bytes(), 0u);
  EXPECT_EQ(Shape(HalfSpace{}).memory_bytes(), 0u);
}

TEST(Shape, CountsTheMemoryOfItsVerticesAndChildren) {
  const auto vertices = many_vertices(1000);
  const Shape polytope = Polytope{vertices};
  EXPECT_GE(polytope.memory_bytes(), 3000 * sizeof(Real));
  EXPECT_LE(polytope.memory_bytes(), 3000 * sizeof(Real) + 2048);
  const Shape hull = make_convex_hull(polytope, Sphere{1}).value();
  EXPECT_GT(hull.memory_bytes(), polytope.memory_bytes());
}

TEST(Shape, CopiesShareOneBlock) {
  const auto vertices = many_vertices(50);
  const Shape first = Polytope{vertices};
  const Shape second = first;
  EXPECT_EQ(first.view().block, second.view().block);
  EXPECT_EQ(first.memory_bytes(), second.memory_bytes());
}

TEST(Shape, CopiesTheVerticesItIsGiven) {
  auto vertices = many_vertices(50);
  const Shape shape = Polytope{vertices};
  vertices.assign(50, {1000, 1000, 1000});
  EXPECT_EQ(support(shape, {1, 0, 0}), (Vec3{49, 2401 % 17, -49}));
}

TEST(Shape, OutlivesTheOneItWasCopiedFrom) {
  const auto vertices = many_vertices(50);
  auto first = std::make_unique<Shape>(Polytope{vertices});
  const Shape second = *first;
  first.reset();  // a sanitizer would report what follows if the block were gone
  EXPECT_EQ(support(second, {-1, 0, 0}), Vec3{});
  EXPECT_EQ(support(second, {1, 0, 0}).x, 49);
}

TEST(Shape, ChildrenOutliveTheShapesTheyWereMadeFrom) {
  Result<Shape> sum = Error{};
  {
    const auto vertices = many_vertices(50);
    const Shape polytope = Polytope{vertices};
    sum = make_minkowski_sum(polytope, Box{{1, 2, 3}});
  }
  ASSERT_TRUE(sum.has_value());
  EXPECT_EQ(support(*sum, {1, 0, 0}).x, 50);
}

TEST(Shape, MovesLeaveAnInvalidShapeBehind) {
  const auto vertices = many_vertices(20);
  Shape first = Polytope{vertices};
  const Shape second = std::move(first);
  EXPECT_FALSE(first.is_valid());  // NOLINT(bugprone-use-after-move): the state is what is tested
  EXPECT_EQ(second.kind(), ShapeKind::polytope);
}

TEST(Shape, AssignsFromItselfAndFromOthers) {
  const auto vertices = many_vertices(20);
  Shape shape = Polytope{vertices};
  const Shape& same = shape;
  shape = same;
  EXPECT_EQ(support(shape, {1, 0, 0}).x, 19);
  shape = Shape(Sphere{2});
  EXPECT_EQ(shape.kind(), ShapeKind::sphere);
  EXPECT_EQ(support(shape, {1, 0, 0}), (Vec3{2, 0, 0}));
  Shape other;
  other = std::move(shape);
  EXPECT_EQ(other.kind(), ShapeKind::sphere);
}

}  // namespace
}  // namespace graze
