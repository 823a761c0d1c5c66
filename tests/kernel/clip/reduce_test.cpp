// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <vector>

#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/clip/reduce_test.cpp"
#include "simd/each_target-inl.h"
#endif

#include "kernel/clip/clip.h"
#include "kernel/clip/reduce-inl.h"
#include "kernel/clip/widths.h"
#include "shape/simd_targets.h"

GRAZE_LANES_BEGIN

// Deepest, end of the diagonal, left and right of it, of eight points.
template <class F>
void choose(const double* x, const double* y, const double* z, double tolerance, std::vector<double>& out) {
  Row<F, 4> rows[3][2];
  const double* const from[3] = {x, y, z};
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 2; ++r)
      rows[c][r] =
          make_row(F(from[c][4 * r]), F(from[c][4 * r + 1]), F(from[c][4 * r + 2]), F(from[c][4 * r + 3]));
  const ChosenFour<F> four = choose_four<F>(rows[0], rows[1], rows[2], 2, F(tolerance));
  out = {number_of(four.deepest), number_of(four.end), number_of(four.left), number_of(four.right),
         holds(four.has_area)};
}
void choose_here(bool is_pack, const double* x, const double* y, const double* z, double tolerance,
                 std::vector<double>& out) {
  is_pack ? choose<Pack<double>>(x, y, z, tolerance, out) : choose<double>(x, y, z, tolerance, out);
}

GRAZE_LANES_END

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI {
HWY_EXPORT(choose_here);

using Numbers = std::vector<double>;

// Corners and middles of the sides of a square, counterclockwise from (1, 1).
constexpr double kX[8] = {1, 0, -1, -1, -1, 0, 1, 1}, kY[8] = {1, 1, 1, 0, -1, -1, -1, 0};

Numbers choose_of(bool is_pack, const double (&x)[8], const double (&y)[8], const double (&z)[8],
                  double tolerance) {
  Numbers got;
  GRAZE_CALL_TARGET(choose_here)(is_pack, x, y, z, tolerance, got);
  return got;
}

TEST(ChooseFour, OfASquareAreItsCorners) {
  const double z[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  test::for_each_simd_target([&](const char* name) {
    for (const bool is_pack : {false, true})
      EXPECT_EQ(choose_of(is_pack, kX, kY, z, 0), (Numbers{0, 4, 6, 2, 1})) << name << is_pack;
  });
}

// From the middle of the right side, (1, 0), the largest quadrilateral is that with the diagonal to (-1, 1),
// the first of two of twice the area 6: (-1, -1) is on its left, (1, 1) on its right.
TEST(ChooseFour, KeepTheDeepest) {
  const double z[8] = {0, 0, 0, 0, 0, 0, 0, -1};
  test::for_each_simd_target([&](const char* name) {
    for (const bool is_pack : {false, true})
      EXPECT_EQ(choose_of(is_pack, kX, kY, z, 0), (Numbers{7, 2, 4, 0, 1})) << name << is_pack;
  });
}

TEST(ChooseFour, TakeTheFirstOfThoseWithinTheTolerance) {
  const double z[8] = {0.5, 0.25, 0, 0, 0, 0, -0.125, 0};
  test::for_each_simd_target([&](const char* name) {
    for (const bool is_pack : {false, true}) {
      EXPECT_EQ(choose_of(is_pack, kX, kY, z, 0)[0], 6) << name;
      EXPECT_EQ(choose_of(is_pack, kX, kY, z, 0.125)[0], 2) << name;
      EXPECT_EQ(choose_of(is_pack, kX, kY, z, 1)[0], 0) << name;
    }
  });
}

TEST(ChooseFour, HaveNoAreaInALine) {
  const double y[8] = {}, z[8] = {};
  test::for_each_simd_target([&](const char* name) {
    for (const bool is_pack : {false, true}) EXPECT_EQ(choose_of(is_pack, kX, y, z, 0)[4], 0) << name;
  });
}

TEST(ChooseFour, OfManyAreIndicesInRisingOrder) {
  int chosen[4];
  const double z[8] = {};
  EXPECT_EQ(primitive::choose_four(kX, kY, z, 8, 0, chosen), 4);
  EXPECT_EQ((Numbers{chosen, chosen + 4}), (Numbers{0, 2, 4, 6}));
  // All of four, whatever they are.
  EXPECT_EQ(primitive::choose_four(kX, kY, z, 4, 0, chosen), 4);
  EXPECT_EQ((Numbers{chosen, chosen + 4}), (Numbers{0, 1, 2, 3}));
}

// 40 points of a line, of which the one at x = 10 is deepest: it and the ends.
TEST(ChooseFour, OfALineAreTheDeepestAndTheEnds) {
  double x[40], y[40] = {}, z[40] = {};
  for (int i = 0; i < 40; ++i) x[i] = i;
  z[10] = -1;
  int chosen[4];
  ASSERT_EQ(primitive::choose_four(x, y, z, 40, 0, chosen), 3);
  EXPECT_EQ((Numbers{chosen, chosen + 3}), (Numbers{0, 10, 39}));
}

}  // namespace graze::inline GRAZE_ABI
#endif
