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

/// Points in rows, readable one by one: of one pair from memory, which loads with a broadcast.
template <class F, int kRows>
struct PointRows {
  Row<F, 4> x[kRows], y[kRows];

  GRAZE_LANE void set(int r, const Row<F, 4>& at_x, const Row<F, 4>& at_y) {
    unroll<4>([&](auto k) GRAZE_LANE_LAMBDA { x[r].v[k] = at_x.v[k], y[r].v[k] = at_y.v[k]; });
  }
  [[nodiscard]] GRAZE_LANE F x_of(int r, int k) const { return x[r].v[k]; }
  [[nodiscard]] GRAZE_LANE F y_of(int r, int k) const { return y[r].v[k]; }
};
template <int kRows>
struct PointRows<double, kRows> {
  Row<double, 4> x[kRows], y[kRows];
  double all_x[4 * kRows], all_y[4 * kRows];

  GRAZE_LANE void set(int r, const Row<double, 4>& at_x, const Row<double, 4>& at_y) {
    x[r] = at_x;
    y[r] = at_y;
    store_row(at_x, all_x + 4 * r);
    store_row(at_y, all_y + 4 * r);
  }
  [[nodiscard]] GRAZE_LANE double x_of(int r, int k) const { return all_x[4 * r + k]; }
  [[nodiscard]] GRAZE_LANE double y_of(int r, int k) const { return all_y[4 * r + k]; }
};

/// The first of the points added for which a condition holds; `none` if there is none.
template <class F, int kRows>
struct FirstPoint {
  Index<F> index;
  F x, y;
  MaskOf<F> is_found;

  GRAZE_LANE explicit FirstPoint(Index<F> none) : index(none), x(0.0), y(0.0), is_found(F(0.0) < F(0.0)) {}
  GRAZE_LANE void add(int r, const RowMask<F, 4>& where, const PointRows<F, kRows>& points) {
    unroll<4>([&](auto k) GRAZE_LANE_LAMBDA {
      const auto is_first = except(where.m[k], is_found);
      is_found = either(is_found, where.m[k]);
      index = select(is_first, index_of<F>(4 * r + k), index);
      x = select(is_first, points.x[r].v[k], x);
      y = select(is_first, points.y[r].v[k], y);
    });
  }
  GRAZE_LANE void finish(const PointRows<F, kRows>&) {}
};
template <int kRows>
struct FirstPoint<double, kRows> {
  int index;
  double x, y;
  std::uint64_t bits;  // of all points where they are few: no branch; else whether one is found

  GRAZE_LANE explicit FirstPoint(int none) : index(none), x(0), y(0), bits(0) {}
  GRAZE_LANE void add(int r, const RowMask<double, 4>& where, const PointRows<double, kRows>&) {
    const std::uint32_t here = bits_of(where);
    if constexpr (kRows <= 16) {
      bits |= std::uint64_t{here} << (4 * r);
    } else if (bits == 0 && here != 0) {
      bits = 1;
      index = 4 * r + std::countr_zero(here);
    }
  }
  GRAZE_LANE void finish(const PointRows<double, kRows>& points) {
    if constexpr (kRows <= 16) index = bits != 0 ? std::countr_zero(bits) : index;
    x = points.all_x[index];
    y = points.all_y[index];
  }
};

/// Indices of the points chosen, several of which may be equal.
template <class F>
struct ChosenFour {
  Index<F> deepest, end, left, right;
  MaskOf<F> has_area;  // otherwise all points are in a line, and only the deepest is known
};

/// Twice the area of the largest quadrilateral for each opposite corner, with the given corner at the origin;
/// returns the largest.
template <class F, int kRows>
GRAZE_LANE F find_areas(const PointRows<F, kRows>& points, int rows, Row<F, 4> (&areas)[kRows]) {
  Row<F, 4> most = row_of<4>(F(0.0));
  for (int r = 0; r < rows; ++r) {
    Row<F, 4> left = row_of<4>(F(0.0)), right = row_of<4>(F(0.0));
    for (int q = 0; q < rows; ++q)
      unroll<4>([&](auto k) GRAZE_LANE_LAMBDA {
        const Row<F, 4> side = points.x[r] * points.y_of(q, k) - points.y[r] * points.x_of(q, k);
        left = lane_max(left, side);
        right = lane_min(right, side);
      });
    areas[r] = left - right;
    most = lane_max(areas[r], most);
  }
  return greatest_of(most);
}

/// Areas that differ by less are as good as each other: those of symmetrical regions, which most are, differ
/// by what rounding of the placements does to the points, in every frame another way. Where edges that are
/// almost parallel cross, that is a hundred epsilons and more.
inline constexpr double kAlmostAsLarge =
    1 - (1024 * double(kEpsilon) > 1e-9 ? 1024 * double(kEpsilon) : 1e-9);

/// A quadrilateral with one corner given is two triangles on a diagonal through it; for each choice of the
/// opposite corner the best point on either side is independent of the other, so all are tried in n² steps.
/// Deepest is the first point within `tolerance` of the least z; other ties go to the earlier point.
template <class F, int kRows>
GRAZE_LANE ChosenFour<F> choose_four(const Row<F, 4> (&x)[kRows], const Row<F, 4> (&y)[kRows],
                                     const Row<F, 4> (&z)[kRows], int rows, F tolerance) {
  const F zero(0.0), almost(kAlmostAsLarge);
  PointRows<F, kRows> points;
  Row<F, 4> least = z[0], most = row_of<4>(zero), sides[kRows];
  for (int r = 1; r < rows; ++r) least = lane_min(z[r], least);
  for (int r = 0; r < rows; ++r) points.set(r, x[r], y[r]);
  const F deep = least_of(least) + tolerance;
  FirstPoint<F, kRows> deepest(index_of<F>(0));
  for (int r = 0; r < rows; ++r) deepest.add(r, z[r] <= deep, points);
  deepest.finish(points);
  for (int r = 0; r < rows; ++r) points.set(r, x[r] - deepest.x, y[r] - deepest.y);
  const F largest = find_areas(points, rows, sides), enough = largest * almost;
  FirstPoint<F, kRows> end(deepest.index), on_left(deepest.index), on_right(deepest.index);
  for (int r = 0; r < rows; ++r) end.add(r, enough <= sides[r], points);
  end.finish(points);
  least = row_of<4>(zero);
  for (int r = 0; r < rows; ++r) {
    sides[r] = points.y[r] * end.x - points.x[r] * end.y;
    most = lane_max(sides[r], most);
    least = lane_min(sides[r], least);
  }
  const F left = greatest_of(most), right = least_of(least), most_left = left * almost,
          most_right = right * almost;
  for (int r = 0; r < rows; ++r) {
    on_left.add(r, most_left <= sides[r], points);
    on_right.add(r, sides[r] <= most_right, points);
  }
  on_left.finish(points);
  on_right.finish(points);
  return {deepest.index, end.index, select(zero < left, on_left.index, deepest.index),
          select(right < zero, on_right.index, deepest.index), zero < largest};
}

GRAZE_LANES_END

#endif
