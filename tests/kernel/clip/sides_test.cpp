// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/clip/sides.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kernel/clip/polygons-inl.h"
#include "shape/simd_targets.h"

namespace graze {
namespace {

using namespace graze::test;
using namespace graze::primitive;

void set_regular(int count, double turn, double size, ClipSide& side) {
  side.count = count;
  for (int i = 0; i < count; ++i) {
    side.x[i] = size * std::cos(turn + i * 6.283185307179586 / count);
    side.y[i] = size * std::sin(turn + i * 6.283185307179586 / count);
    side.z[i] = 0;
    side.corners[i] = static_cast<std::uint32_t>(i);
  }
  side.close();
}

// One corner and one edge after the other.
CornerMask mask_of(const ClipSide& p, int i, const ClipSide& q, double tolerance) {
  CornerMask mask = 0;
  for (int k = 0; k < q.count; ++k) {
    const auto line = one_lane::edge_line<double>(q, k, 1);
    mask |= CornerMask{line.least(tolerance) <= line.value(p.x[i], p.y[i])} << k;
  }
  return mask;
}

// Corners on, beside and within the edges of regular polygons with up to 64 corners.
TEST(ClipSides, OfRegularPolygonsAreThoseOfEachEdgeUnderEverySimdTarget) {
  ClipSide a, b;
  int inside = 0, outside = 0;
  for (const int count : {3, 4, 5, 8, 61, 64})
    for_each_simd_target([&](const char* name) {
      CornerSides of_a, of_b;
      set_regular(count, 0, 1, a);
      set_regular(67 - count, 0.25, 1.001, b);
      find_sides(a, b, 0.01, of_a, of_b);
      for (int i = 0; i <= a.count; ++i) EXPECT_EQ(of_a.masks[i], mask_of(a, i % a.count, b, 0.01)) << name;
      for (int i = 0; i <= b.count; ++i) EXPECT_EQ(of_b.masks[i], mask_of(b, i % b.count, a, 0.01)) << name;
      for (int i = 0; i < a.count; ++i) ++(of_a.is_inside(i) ? inside : outside);
    });
  EXPECT_GT(inside, 0);
  EXPECT_GT(outside, 0);
}

// Edge k of a square of half side 1 runs from corner k, counterclockwise from (1, 1): y = 1, x = -1, y = -1,
// x = 1. Of a square moved by (1, 0), corners (2, +-1) are outside of the last edge only.
TEST(ClipSides, OfSquaresAreKnown) {
  ClipSide a, b;
  for (ClipSide* const side : {&a, &b}) {
    set_regular(4, 0, 1, *side);
    const double x[4] = {1, -1, -1, 1}, y[4] = {1, 1, -1, -1};
    for (int i = 0; i < 4; ++i) {
      side->x[i] = x[i] + (side == &b ? 1 : 0);
      side->y[i] = y[i];
    }
    side->close();
  }
  CornerSides of_a, of_b;
  find_sides(a, b, 0, of_a, of_b);
  EXPECT_EQ(of_b.all, 15u);
  EXPECT_EQ(of_b.masks[0], 7u);
  EXPECT_TRUE(of_b.is_inside(1));
  EXPECT_TRUE(of_b.is_inside(2));
  EXPECT_EQ(of_b.masks[3], 7u);
  EXPECT_EQ(of_a.masks[1], 13u);
  EXPECT_EQ(of_a.masks[4], of_a.masks[0]);
  int crossings = 0;
  visit_crossings(of_a, of_b, [&](int, int, bool) { ++crossings; });
  EXPECT_EQ(crossings, 0);  // lines coincide: all crossings are corners within the tolerance
}

}  // namespace
}  // namespace graze
