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

/// Marks the first where it holds.
struct FirstOf {
  LaneMask is_found;
  GRAZE_LANE LaneMask operator()(LaneMask holds) {
    const LaneMask is_it = except(holds, is_found);
    is_found = either(is_found, holds);
    return is_it;
  }
};

/// A quadrilateral with one corner at the origin is two triangles on a diagonal through it, the largest on
/// either side. For each end of the diagonal the sum of both; returns the largest.
GRAZE_LANE D find_areas(const D (&x)[8], const D (&y)[8], D (&areas)[8]) {
  const D zero(0.0);
  D most[8], least[8], largest = zero;
  for (int i = 0; i < 8; ++i) most[i] = least[i] = zero;
  for (int i = 0; i < 8; ++i)
    for (int k = i + 1; k < 8; ++k) {
      const D side = x[i] * y[k] - y[i] * x[k], other = -side;
      most[i] = lane_max(most[i], side);
      least[i] = lane_min(least[i], side);
      most[k] = lane_max(most[k], other);
      least[k] = lane_min(least[k], other);
    }
  for (int i = 0; i < 8; ++i) {
    areas[i] = most[i] - least[i];
    largest = lane_max(areas[i], largest);
  }
  return largest;
}

/// As choose_four_of_eight(): the chosen, one bit each; none where all are in a row. Only those that are
/// marked are chosen, and in place of others there must be one of them.
GRAZE_LANE D choose_four(const EightLanes& from, const LaneMask (&is_marked)[8], D tolerance) {
  constexpr double kAlmost = 1 - 1e-9;
  const D zero(0.0);
  const LaneMask none = zero < zero;
  D x[8], y[8], areas[8], sides[8], deep = load(from.z[0]);
  LaneMask is_chosen[8];
  for (int i = 1; i < 8; ++i) deep = lane_min(load(from.z[i]), deep);
  deep = deep + tolerance;
  FirstOf is_deepest{none};
  D at_x = zero, at_y = zero;
  for (int i = 0; i < 8; ++i) {
    is_chosen[i] = is_deepest(both(is_marked[i], load(from.z[i]) <= deep));
    at_x = select(is_chosen[i], load(from.x[i]), at_x);
    at_y = select(is_chosen[i], load(from.y[i]), at_y);
  }
  for (int i = 0; i < 8; ++i) {
    x[i] = load(from.x[i]) - at_x;
    y[i] = load(from.y[i]) - at_y;
  }
  const D largest = find_areas(x, y, areas);
  const D enough = largest * D(kAlmost);
  FirstOf is_end{none};
  D end_x = zero, end_y = zero;
  for (int i = 0; i < 8; ++i) {
    const LaneMask is_it = is_end(both(is_marked[i], enough <= areas[i]));
    is_chosen[i] = either(is_chosen[i], is_it);
    end_x = select(is_it, x[i], end_x);
    end_y = select(is_it, y[i], end_y);
  }
  D left = zero, right = zero;
  for (int i = 0; i < 8; ++i) {
    sides[i] = y[i] * end_x - x[i] * end_y;
    left = lane_max(sides[i], left);
    right = lane_min(sides[i], right);
  }
  const D most_left = left * D(kAlmost), most_right = right * D(kAlmost);
  const LaneMask has_left = zero < left, has_right = right < zero, has_area = zero < largest;
  FirstOf is_left{none}, is_right{none};
  D bits = zero;
  for (int i = 0; i < 8; ++i) {
    const LaneMask is_side = either(is_left(both(both(has_left, is_marked[i]), most_left <= sides[i])),
                                    is_right(both(both(has_right, is_marked[i]), sides[i] <= most_right)));
    bits = select(both(has_area, either(is_chosen[i], is_side)), bits + D(double(1 << i)), bits);
  }
  return bits;
}

GRAZE_LANES_END

#endif
