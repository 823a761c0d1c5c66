// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graze/graze.h"

namespace graze {
namespace {

TEST(MinkowskiSum, OfTwoBoxesIsTheBoxOfSummedExtents) {
  const Shape sum = make_minkowski_sum(Box{{1, 2, 3}}, Box{{10, 20, 30}}).value();
  EXPECT_EQ(sum.kind(), ShapeKind::minkowski_sum);
  EXPECT_EQ(support(sum, {1, -1, 1}), (Vec3{11, -22, 33}));
}

TEST(MinkowskiSum, WithABallIsAnExpansion) {
  const Shape sum = make_minkowski_sum(Box{{1, 1, 1}}, Sphere{2}).value();
  EXPECT_EQ(sum.kind(), ShapeKind::expanded);
  EXPECT_EQ(support(sum, {0, 1, 0}).y, 3);
  const Shape balls = make_minkowski_sum(Sphere{1}, Sphere{2}).value();
  EXPECT_EQ(support(balls, {0, 0, -1}), (Vec3{0, 0, -3}));
}

TEST(MinkowskiSum, WithTheOriginIsTheShape) {
  const Shape sum = make_minkowski_sum(Point{{0, 0, 0}}, Box{{1, 2, 3}}).value();
  EXPECT_EQ(support(sum, {1, 1, 1}), (Vec3{1, 2, 3}));
  const Shape moved = make_minkowski_sum(Point{{5, 0, 0}}, Box{{1, 2, 3}}).value();
  EXPECT_EQ(support(moved, {1, 1, 1}), (Vec3{6, 2, 3}));
  EXPECT_EQ(support(moved, {-1, 1, 1}), (Vec3{4, 2, 3}));
}

TEST(ConvexHull, HoldsAllOfItsParts) {
  const Shape parts[] = {Sphere{1}, Point{{0, 5, 0}}, Segment{{-4, 0, 0}, {0, 0, -6}}};
  const Shape hull = make_convex_hull(parts).value();
  EXPECT_EQ(support(hull, {0, 1, 0}), (Vec3{0, 5, 0}));
  EXPECT_EQ(support(hull, {0, -1, 0}), (Vec3{0, -1, 0}));
  EXPECT_EQ(support(hull, {-1, 0, 0}), (Vec3{-4, 0, 0}));
  EXPECT_EQ(support(hull, {0, 0, -1}), (Vec3{0, 0, -6}));
}

TEST(ConvexHull, OfOneShapeIsTheShape) {
  const Shape one[] = {Box{{1, 2, 3}}};
  EXPECT_EQ(support(make_convex_hull(one).value(), {1, -1, 1}), (Vec3{1, -2, 3}));
}

TEST(AffineImage, MapsEveryPoint) {
  const Affine m(Mat3{{0, 2, 0}, {-1, 0, 0}, {0, 0, 1}}, {10, 0, 0});  // turn, and stretch x
  const Shape image = make_affine_image(Box{{1, 2, 3}}, m).value();
  EXPECT_EQ(support(image, {1, 1, 1}), (Vec3{12, 2, 3}));
  EXPECT_EQ(support(image, {-1, -1, -1}), (Vec3{8, -2, -3}));
}

TEST(AffineImage, ByAMirrorIsNotInsideOut) {
  const Shape image = make_affine_image(Cone{1, 2}, Affine(Mat3::diagonal(1, -1, 1), {})).value();
  EXPECT_EQ(support(image, {0, -1, 0}), (Vec3{0, -2, 0}));  // the apex is below now
}

TEST(Expanded, GrowsInEveryDirection) {
  const Shape grown = make_expanded(Segment{{0, 0, 0}, {4, 0, 0}}, 1).value();
  EXPECT_EQ(support(grown, {1, 0, 0}), (Vec3{5, 0, 0}));
  EXPECT_EQ(support(grown, {-1, 0, 0}), (Vec3{-1, 0, 0}));
  EXPECT_EQ(support(make_expanded(grown, 2).value(), {1, 0, 0}), (Vec3{7, 0, 0}));
}

TEST(Expanded, ByNothingIsTheShape) {
  EXPECT_EQ(support(make_expanded(Box{{1, 2, 3}}, 0).value(), {1, 1, 1}), (Vec3{1, 2, 3}));
}

constexpr int kLong = 5000;

TEST(AlgebraChain, OfFiveThousandSumsStaysFlatOnEitherSide) {
  Shape left = Box{{1, 2, 3}}, right = left;
  for (int i = 1; i < kLong; ++i) {
    left = make_minkowski_sum(left, Box{{1, 2, 3}}).value();
    right = make_minkowski_sum(Box{{1, 2, 3}}, right).value();
  }
  EXPECT_EQ(support(left, {1, 1, 1}), (Vec3{kLong, 2 * kLong, 3 * kLong}));
  EXPECT_EQ(support(right, {1, -1, 1}), (Vec3{kLong, -2 * kLong, 3 * kLong}));
}

TEST(AlgebraChain, OfFiveThousandHullsStaysFlat) {
  Shape hull = Point{{0, 0, 0}};
  for (int i = 1; i < kLong; ++i) hull = make_convex_hull(hull, Point{{Real(i), Real(-i), 0}}).value();
  EXPECT_EQ(support(hull, {1, 0, 0}), (Vec3{kLong - 1, 1 - kLong, 0}));
  EXPECT_EQ(support(hull, {-1, 0, 0}), (Vec3{0, 0, 0}));
}

TEST(AlgebraChain, OfFiveThousandImagesAndExpansionsStaysFlat) {
  Shape image = Box{{1, 1, 1}}, grown = Box{{1, 1, 1}};
  const Affine step(Vec3{1, 0, 0});
  for (int i = 0; i < kLong; ++i) {
    image = make_affine_image(image, step).value();
    grown = make_expanded(grown, 1).value();
  }
  EXPECT_EQ(support(image, {1, 0, 0}).x, kLong + 1);
  EXPECT_EQ(support(grown, {1, 0, 0}).x, kLong + 1);
}

TEST(AlgebraChain, ThatAlternatesIsRefusedOnceItNestsTooDeep) {
  Shape shape = Box{{1, 1, 1}};
  int steps = 0;
  Error error;
  for (;; ++steps) {
    ASSERT_LE(steps, kMaxNesting);
    const Result<Shape> next = steps % 2 == 0 ? make_minkowski_sum(shape, Box{{1, 1, 1}})
                                              : make_convex_hull(shape, Point{{0, 0, 0}});
    if (!next) {
      error = next.error();
      break;
    }
    shape = *next;
  }
  EXPECT_EQ(steps, kMaxNesting);
  EXPECT_EQ(error.code, ErrorCode::index_out_of_range);
  EXPECT_NE(std::string(error.message).find("kMaxNesting"), std::string::npos);
  // And what was accepted can be asked about: one unit per sum.
  EXPECT_EQ(bounds(shape, Affine{}).upper.y, kMaxNesting / 2 + 1);
  EXPECT_EQ(support(shape, {0, 1, 0}).y, kMaxNesting / 2 + 1);
  const Distance d = distance({shape, Affine{}}, {Point{{0, 1000, 0}}, Affine{}});
  EXPECT_LE(d.lower, 1000 - kMaxNesting / 2 - 1);
  EXPECT_GE(d.upper, 1000 - kMaxNesting / 2 - 1);
}

TEST(AlgebraChain, IsReadOncePerLevelByBounds) {
  static int calls = 0;
  CustomSupport custom;
  custom.support = [](const void*, const Vec3& d) {
    ++calls;
    return normalized(d);
  };
  Shape shape = custom;
  for (int i = 0; i < 10; ++i)
    shape = make_minkowski_sum(make_convex_hull(shape, Point{{0, 0, 0}}).value(), Box{{1, 1, 1}}).value();
  calls = 0;
  EXPECT_EQ(bounds(shape, Affine{}), (Aabb{{-11, -11, -11}, {11, 11, 11}}));
  EXPECT_EQ(calls, 6);  // a support per side; twice per level would be 6 * 1024
}

// Supports that making a chain and asking about it take, counted: they grow with its length, not with its
// square.
TEST(AlgebraChain, TakesTimeInProportionToItsLength) {
  static std::size_t calls = 0;
  CustomSupport custom;
  custom.support = [](const void*, const Vec3& d) {
    ++calls;
    return normalized(d);
  };
  const Shape ball = custom;
  const auto cost_of = [&](int length, bool is_sum) {
    calls = 0;
    Shape chain = ball;
    for (int i = 1; i < length; ++i) {
      const Affine aside(Vec3{Real(0.25) * Real(i % 3), 0, 0});
      const Shape next = make_affine_image(ball, aside).value();
      chain = (is_sum ? make_minkowski_sum(chain, next) : make_convex_hull(chain, next)).value();
    }
    const std::size_t made = calls;
    (void)support(chain, {1, 2, 3});
    (void)bounds(chain, Affine{});
    return std::pair{made, calls - made};
  };
  for (const bool is_sum : {true, false}) {
    const auto [made, asked] = cost_of(100, is_sum);
    const auto [made_long, asked_long] = cost_of(1600, is_sum);
    EXPECT_GT(asked, 99u);
    EXPECT_LE(made_long, 20 * (made + 1));
    EXPECT_LE(asked_long, 17 * asked);
  }
}

}  // namespace
}  // namespace graze
