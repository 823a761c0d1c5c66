// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Choice of four contact points of many: the deepest one, and the three that span the largest area with it.
// One text for one pair (F = double) and for a pair per lane (F = Pack<double>). Points come in rows of four;
// what a pair lacks of the last row repeats its first point.

#if defined(GRAZE_KERNEL_CLIP_REDUCE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_CLIP_REDUCE_INL
#undef GRAZE_KERNEL_CLIP_REDUCE_INL
#else
#define GRAZE_KERNEL_CLIP_REDUCE_INL
#endif

#include "simd/lowest-inl.h"

GRAZE_LANES_BEGIN

/// The first of the points added for which a condition holds; its coordinates are zero if there is none.
template <class F>
struct FirstPoint {
  Index<F> index;
  F x, y;
  MaskOf<F> is_found;

  GRAZE_LANE explicit FirstPoint(Index<F> none) : index(none), x(0.0), y(0.0), is_found(F(0.0) < F(0.0)) {}
  GRAZE_LANE void add(int row, const RowMask<F, 4>& where, const Row<F, 4>& of_x, const Row<F, 4>& of_y) {
    if constexpr (std::is_floating_point_v<F>) {
      const std::uint32_t bits = bits_of(where);
      if (is_found || bits == 0) return;
      const int k = std::countr_zero(bits);
      index = 4 * row + k;
      x = numbers(of_x)[k];
      y = numbers(of_y)[k];
      is_found = true;
    } else {
      unroll<4>([&](auto k) GRAZE_LANE_LAMBDA {
        const auto is_first = except(where.m[k], is_found);
        is_found = either(is_found, where.m[k]);
        index = select(is_first, index_of<F>(4 * row + k), index);
        x = select(is_first, of_x.v[k], x);
        y = select(is_first, of_y.v[k], y);
      });
    }
  }
};

/// Indices of the points chosen, several of which may be equal.
template <class F>
struct ChosenFour {
  Index<F> deepest, end, left, right;
  MaskOf<F> has_area;  // otherwise all points are in a line, and only the deepest is known
};

/// A quadrilateral with one corner given is two triangles on a diagonal through it; for each choice of the
/// opposite corner the best point on either side is independent of the other, so all are tried in n² steps.
/// Deepest is the first point within `tolerance` of the least z; other ties go to the earlier point.
template <class F, int kRows>
GRAZE_LANE ChosenFour<F> choose_four(const Row<F, 4> (&x)[kRows], const Row<F, 4> (&y)[kRows],
                                     const Row<F, 4> (&z)[kRows], int rows, F tolerance) {
  constexpr double kAlmost = 1 - 1e-9;
  const F zero(0.0), almost(kAlmost);
  Row<F, 4> least = z[0];
  for (int r = 1; r < rows; ++r) least = lane_min(z[r], least);
  const F deep = least_of(least) + tolerance;
  FirstPoint<F> deepest(index_of<F>(0));
  for (int r = 0; r < rows; ++r) deepest.add(r, z[r] <= deep, x[r], y[r]);
  Row<F, 4> dx[kRows], dy[kRows], areas[kRows];
  for (int r = 0; r < rows; ++r) {
    dx[r] = x[r] - deepest.x;
    dy[r] = y[r] - deepest.y;
  }
  F largest = zero;
  for (int r = 0; r < rows; ++r) {  // areas on the diagonals to the points of this row
    Row<F, 4> left = row_of<4>(zero), right = row_of<4>(zero);
    for (int q = 0; q < rows; ++q) {
      const auto& to_x = numbers(dx[q]);
      const auto& to_y = numbers(dy[q]);
      unroll<4>([&](auto k) GRAZE_LANE_LAMBDA {
        const Row<F, 4> side = dx[r] * to_y[k] - dy[r] * to_x[k];
        left = lane_max(left, side);
        right = lane_min(right, side);
      });
    }
    areas[r] = left - right;
    largest = lane_max(greatest_of(areas[r]), largest);
  }
  FirstPoint<F> end(deepest.index);
  for (int r = 0; r < rows; ++r) end.add(r, largest * almost <= areas[r], dx[r], dy[r]);
  F left = zero, right = zero;
  for (int r = 0; r < rows; ++r) {
    areas[r] = dy[r] * end.x - dx[r] * end.y;
    left = lane_max(greatest_of(areas[r]), left);
    right = lane_min(least_of(areas[r]), right);
  }
  FirstPoint<F> on_left(deepest.index), on_right(deepest.index);
  for (int r = 0; r < rows; ++r) {
    on_left.add(r, left * almost <= areas[r], dx[r], dy[r]);
    on_right.add(r, areas[r] <= right * almost, dx[r], dy[r]);
  }
  return {deepest.index, end.index, select(zero < left, on_left.index, deepest.index),
          select(right < zero, on_right.index, deepest.index), zero < largest};
}

GRAZE_LANES_END

#endif
