// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Contact points of a few pairs, one pair per lane: at most four of up to eight points, and from rows of
// numbers to the sets of the caller.

#if defined(GRAZE_QUERY_BATCH_CONTACT_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_BATCH_CONTACT_ROWS_INL
#undef GRAZE_QUERY_BATCH_CONTACT_ROWS_INL
#else
#define GRAZE_QUERY_BATCH_CONTACT_ROWS_INL
#endif

#include <bit>

#include "kernel/clip/reduce-inl.h"
#include "query/batch/load-inl.h"
#include "query/contact/points-inl.h"

GRAZE_LANES_BEGIN

/// Points of each lane by their numbers, of which x, y and z come first, and their names.
template <int kNumbers, int kPoints, class Name>
struct PointLanes {
  alignas(64) double of[kNumbers][kPoints][kMostDoubles];
  Name names[kMostDoubles][kPoints];

  [[nodiscard]] GRAZE_LANE D number(int n, std::size_t j) const { return load(of[n][j]); }
  [[nodiscard]] GRAZE_LANE Row<D, 4> row(int n, std::size_t j) const {
    return {{number(n, j), number(n, j + 1), number(n, j + 2), number(n, j + 3)}};
  }
};

/// Four of the eight points of each lane, one bit each; none where all are in a line.
GRAZE_LANE void choose_of_eight(const PointLanes<3, 8, std::uint8_t>& from, D tolerance,
                                std::uint32_t (&bits)[kMostDoubles]) {
  const Row<D, 4> x[2] = {from.row(0, 0), from.row(0, 4)}, y[2] = {from.row(1, 0), from.row(1, 4)},
                  z[2] = {from.row(2, 0), from.row(2, 4)};
  const ChosenFour<D> four = choose_four<D>(x, y, z, 2, tolerance);
  const std::uint32_t has_area = bits_of(four.has_area);
  LaneRow indices[4];
  store(D(four.deepest), indices[0].of);
  store(D(four.end), indices[1].of);
  store(D(four.left), indices[2].of);
  store(D(four.right), indices[3].of);
  for (std::size_t l = 0; l < lane_count<double>(); ++l) {
    bits[l] = 0;
    for (const LaneRow& index : indices) bits[l] |= (has_area >> l & 1) << static_cast<int>(index.of[l]);
  }
}

/// At most four of the points of each lane whose bits are set, and how many. at(lane, bit) is the index of a
/// point, name(lane, index) its name. Returns the lanes that this cannot decide, as bits: more than eight
/// points, or all in a line.
template <int kNumbers, int kMany, class Other, class Name, class At, class NameOf>
GRAZE_LANE std::uint32_t choose_four_of(const PointLanes<kNumbers, kMany, Other>& from, D kept, D tolerance,
                                        At at, NameOf name, PointLanes<kNumbers, 4, Name>& four,
                                        std::uint32_t* counts) {
  LaneRow row;
  store(kept, row.of);
  PointLanes<3, 8, std::uint8_t> eight;  // names: indices; of fewer points from the first again
  std::uint32_t chosen[kMostDoubles], undecided = 0;
  int most = 0;
  for (std::size_t l = 0; l < lane_count<double>(); ++l) {
    const auto bits = static_cast<std::uint32_t>(row.of[l]);
    most = std::max(most, std::popcount(bits));
    std::uint32_t left = bits;
    for (std::uint8_t& index : eight.names[l]) {  // not only as often as needed: that cannot be predicted
      left = left != 0 ? left : bits;
      index = at(l, std::countr_zero(left | 1u << kMany));
      left &= left - 1;
    }
  }
  if (most > 4) {
    for (std::size_t l = 0; l < lane_count<double>(); ++l)
      for (std::size_t i = 0; i < 8; ++i)
        for (int n = 0; n < 3; ++n) eight.of[n][i][l] = from.of[n][eight.names[l][i]][l];
    choose_of_eight(eight, tolerance, chosen);
  }
  for (std::size_t l = 0; l < lane_count<double>(); ++l) {
    const int found = std::popcount(static_cast<std::uint32_t>(row.of[l]));
    std::uint32_t bits = found > 4 ? chosen[l] : (1u << found) - 1;
    if (found > 8 || (found > 0 && bits == 0)) undecided |= 1u << l;
    counts[l] = static_cast<std::uint32_t>(std::popcount(bits));
    const int first = std::countr_zero(bits | 128u);
    for (std::size_t j = 0; j < 4; ++j) {  // where there are fewer, the first again
      const std::size_t index = eight.names[l][bits != 0 ? std::countr_zero(bits) : first];
      for (int n = 0; n < kNumbers; ++n) four.of[n][j][l] = from.of[n][index][l];
      four.names[l][j] = name(l, index);
      bits &= bits - 1;
    }
  }
  return undecided;
}

constexpr std::size_t kCasesAtOnce = 16;  // a multiple of the lanes and of kTogether
using RealRow = Real[kCasesAtOnce];
using WideRow = double[kCasesAtOnce];

/// Contact sets of a few cases, number by number.
struct SetRows {
  alignas(64) RealRow numbers[4][12];  // of each point, in the order of ContactPoint
  alignas(64) RealRow gap[4];
  std::uint32_t count[kCasesAtOnce];
  std::uint32_t done = 0;  // one bit for each case that needs nothing more
  std::uint32_t most = 0;  // hulls: points of a case
};

/// Numbers of point j of a few sets, and its gap.
GRAZE_LANE void store_point_rows(const LaneVec<D> (&point)[4], D gap, std::uint32_t j, std::size_t i,
                                 SetRows& rows) {
  for (int k = 0; k < 4; ++k) store_reals(point[k], rows.numbers[j] + 3 * k, i);
  store_real(gap, rows.gap[j] + i);
}

/// From rows of numbers to one point of each of a few sets.
GRAZE_LANE void spread_point(const RealRow* rows, std::size_t i, ContactPoint* const (&to)[kTogether]) {
  static_assert(offsetof(ContactPoint, local_b) == 9 * sizeof(Real));
  for (std::size_t r = 0; r < 12; r += kTogether) {
    const Real* from[kTogether];
    Real* numbers[kTogether];
    for (std::size_t k = 0; k < kTogether; ++k) {
      from[k] = rows[r + k] + i;
      numbers[k] = &to[k]->point_a.x + r;
    }
    transpose_few(from, numbers);
  }
}

/// The points of those that are done and have any, from their rows: the first `points` of each, or only those
/// that it has.
template <class Case>
GRAZE_LANE void write_points(const Case* cases, std::size_t count, std::uint32_t points, const SetRows& rows,
                             bool are_all_written) {
  ContactPoint unused[4];
  for (std::size_t i = 0; i < count; i += kTogether) {
    ContactPoint* to[kTogether];
    std::uint32_t filled[kTogether];
    for (std::size_t k = 0; k < kTogether; ++k) {
      const bool has_points = i + k < count && (rows.done >> (i + k) & 1) != 0 && rows.count[i + k] > 0;
      to[k] = has_points ? cases[i + k].set->points : unused;
      filled[k] = are_all_written || !has_points ? points : rows.count[i + k];
    }
    for (std::uint32_t j = 0; j < points; ++j) {
      spread_point(rows.numbers[j], i, to);
      for (std::size_t k = 0; k < kTogether; ++k) to[k] = j + 1 < filled[k] ? to[k] + 1 : unused;
    }
  }
}

GRAZE_LANES_END

#endif
