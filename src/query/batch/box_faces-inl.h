// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Candidates of the contact of two faces, one pair per lane, and at most four of up to eight points. Lanes in
// which points could coincide, or that have no area, are left to single queries.

#if defined(GRAZE_QUERY_BATCH_BOX_FACES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_BATCH_BOX_FACES_INL
#undef GRAZE_QUERY_BATCH_BOX_FACES_INL
#else
#define GRAZE_QUERY_BATCH_BOX_FACES_INL
#endif

#include "kernel/box/faces-inl.h"
#include "kernel/clip/reduce-inl.h"
#include "query/batch/load-inl.h"
#include "query/contact/box_cases.h"

GRAZE_LANES_BEGIN

using LaneMask = decltype(D(0.0) < D(0.0));

constexpr std::size_t kMostDoubles = 8;  // lanes

/// See kBoxCandidates. Where the rectangle is not first, their order is that with
/// the faces exchanged; so its own inverse.
constexpr int exchanged(int at) { return at < 8 ? at ^ 4 : 8 + ((at & 3) << 2 | (at - 8) >> 2); }

/// Candidates of two faces, and which of them are kept.
struct CandidateLanes {
  alignas(64) double x[kBoxCandidates][kMostDoubles], y[kBoxCandidates][kMostDoubles],
      z[kBoxCandidates][kMostDoubles];
  D kept;  // one bit each, in order
  LaneMask is_first;

  template <class I>
  GRAZE_LANE void put(I at, D px, D py, D pz, LaneMask is_kept) {
    store(px, x[at]);
    store(py, y[at]);
    store(pz, z[at]);
    const D bit = select(is_first, D(double(1 << at)), D(double(1 << exchanged(at))));
    kept = select(is_kept, kept + bit, kept);
  }
};

/// At most eight points per lane; where there are fewer the first again.
struct EightLanes {
  alignas(64) double x[8][kMostDoubles], y[8][kMostDoubles], z[8][kMostDoubles];
  std::uint8_t order[kMostDoubles][8];  // which candidates they are
};

/// The candidates of one lane whose bits are set.
GRAZE_LANE void compact(const CandidateLanes& from, std::uint32_t bits, bool is_first, std::size_t lane,
                        EightLanes& to) {
  struct Orders {
    std::uint8_t of[2][kBoxCandidates + 8];
  };
  static constexpr Orders kOrders = [] {
    Orders orders{};
    for (int i = 0; i < kBoxCandidates; ++i) {
      orders.of[0][i] = static_cast<std::uint8_t>(i);
      orders.of[1][i] = static_cast<std::uint8_t>(exchanged(i));
    }
    return orders;
  }();
  const std::uint8_t* const order = kOrders.of[is_first ? 0 : 1];
  std::uint32_t left = bits;
  for (std::size_t i = 0; i < 8; ++i) {  // not only as often as needed: that cannot be predicted
    left = left != 0 ? left : bits;
    const std::size_t at = order[std::countr_zero(left | 1u << kBoxCandidates)];
    to.x[i][lane] = from.x[at][lane];
    to.y[i][lane] = from.y[at][lane];
    to.z[i][lane] = from.z[at][lane];
    to.order[lane][i] = static_cast<std::uint8_t>(at);
    left &= left - 1;
  }
}

/// Four of the eight points of each lane, one bit each; none where all are in a line.
GRAZE_LANE void choose_of_eight(const EightLanes& from, D tolerance, std::uint32_t (&bits)[kMostDoubles]) {
  const auto row = [](const double(&of)[8][kMostDoubles], int r) GRAZE_LANE_LAMBDA {
    return Row<D, 4>{{load(of[r]), load(of[r + 1]), load(of[r + 2]), load(of[r + 3])}};
  };
  const Row<D, 4> x[2] = {row(from.x, 0), row(from.x, 4)}, y[2] = {row(from.y, 0), row(from.y, 4)},
                  z[2] = {row(from.z, 0), row(from.z, 4)};
  const ChosenFour<D> four = choose_four<D>(x, y, z, 2, tolerance);
  const std::uint32_t has_area = bits_of(four.has_area);
  alignas(64) double indices[4][kMostDoubles];
  store(D(four.deepest), indices[0]);
  store(D(four.end), indices[1]);
  store(D(four.left), indices[2]);
  store(D(four.right), indices[3]);
  for (std::size_t l = 0; l < lane_count<double>(); ++l) {
    bits[l] = 0;
    for (const auto& index : indices) bits[l] |= (has_area >> l & 1) << static_cast<int>(index[l]);
  }
}

GRAZE_LANES_END

#endif
