// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Contact sets of boxes whose axis is known, one pair per lane: operands are transposed into arrays with
// their axes in the order that the lanes want, and points are transposed back into the sets. Lanes in which
// points could coincide, that have no area, whose corners are not certain, or whose edges are so close to
// faces that more than their crossing may touch, are left to the single query.

#if defined(GRAZE_QUERY_BATCH_BOX_CONTACTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_BATCH_BOX_CONTACTS_INL
#undef GRAZE_QUERY_BATCH_BOX_CONTACTS_INL
#else
#define GRAZE_QUERY_BATCH_BOX_CONTACTS_INL
#endif

#include "kernel/box/edges-inl.h"
#include "kernel/box/faces-inl.h"
#include "query/batch/contact_rows-inl.h"
#include "query/contact/cases.h"

GRAZE_LANES_BEGIN

/// One box of each case.
struct BoxRows {
  alignas(64) RealRow axes[3][4];  // the last row of each is of no use
  alignas(64) RealRow place[4];    // translation and scale
  alignas(64) RealRow half[3];

  [[nodiscard]] GRAZE_LANE static Row<D, 3> row_at(const RealRow* rows, std::size_t i) {
    return {{load_wide(rows[0] + i), load_wide(rows[1] + i), load_wide(rows[2] + i)}};
  }
  [[nodiscard]] GRAZE_LANE PlacedBox<D> at(std::size_t i) const {
    return {{{row_at(axes[0], i), row_at(axes[1], i), row_at(axes[2], i)}},
            row_at(place, i),
            row_at(half, i),
            load_wide(place[3] + i),
            D(0.0)};
  }
};
/// A box, and which of its axes comes third; of faces the one across, after the two along it.
struct BoxView {
  const Operand& box;
  int axis;
};
/// `side` 0 of faces is the rectangle.
template <bool kAreFaces>
GRAZE_LANE BoxView view_of(const BoxCase& c, int side) {
  if constexpr (!kAreFaces) return {c.sides[side], 2};
  const bool is_first = (c.axis < 3) == (side == 0);
  return {c.sides[is_first ? 0 : 1], side == 0 ? c.axis % 3 : c.other};
}

/// Copies of the last case fill the rows up to whole packs.
template <bool kAreFaces>
GRAZE_LANE void load_boxes(const BoxCase* cases, std::size_t count, int side, BoxRows& rows) {
  const std::size_t lanes = lane_count<double>(), padded = (count + lanes - 1) / lanes * lanes;
  for (std::size_t i = 0; i < padded; i += kTogether) {
    const Real *axes[3][kTogether], *places[kTogether];
    for (std::size_t k = 0; k < kTogether; ++k) {
      const BoxView v = view_of<kAreFaces>(cases[std::min(i + k, count - 1)], side);
      const int order[3] = {next_axis(v.axis), previous_axis(v.axis), v.axis};
      const Real* const numbers = numbers_of(*v.box.placement);
      places[k] = numbers + 9;
      for (int c = 0; c < 3; ++c) {
        axes[c][k] = numbers + 3 * order[c];
        rows.half[c][i + k] = v.box.shape->values[order[c]];
      }
    }
    for (int c = 0; c < 3; ++c)
      for (std::size_t r = 0; r < 3; r += kTogether) transpose_rows(axes[c], r, rows.axes[c] + r, i);
    for (std::size_t r = 0; r < 4; r += kTogether) transpose_rows(places, r, rows.place + r, i);
  }
}

/// Known of each case besides its boxes: the axis that decided, and the order of the operands.
struct CaseRows {
  alignas(64) WideRow size, error, height;
  alignas(64) WideRow axis, other;  // faces: of the rectangle's box and of the other one; edges: of each box
  alignas(64) WideRow is_first;     // 1: the rectangle belongs to the first box in canonical order; else 0
  alignas(64) WideRow is_a;         // 1: that box is the caller's a; of edges: the first one; else 0
  alignas(64) WideRow is_tied;      // 1: the height is that along another face; else 0
  alignas(64) WideRow flip;         // -1 where the operands of the call are in the other order; else 1

  CaseRows(const BoxCase* cases, std::size_t count) {
    for (std::size_t i = 0; i < kCasesAtOnce; ++i) {
      const BoxCase& c = cases[std::min(i, count - 1)];
      size[i] = c.size;
      error[i] = c.error;
      height[i] = c.height;
      axis[i] = c.axis < 6 ? c.axis % 3 : (c.axis - 6) / 3;
      other[i] = c.other;
      is_first[i] = c.axis < 3 ? 1 : 0;
      is_a[i] = (c.axis < 3 || c.axis >= 6) == (c.first == 0) ? 1 : 0;
      is_tied[i] = c.is_tied ? 1 : 0;
      flip[i] = c.first == 0 ? 1 : -1;
    }
  }
};
GRAZE_LANE LaneMask holds_at(const WideRow& row, std::size_t i) { return D(0.5) < load(row + i); }

/// Contact sets of boxes, number by number.
struct BoxSetRows : SetRows {
  alignas(64) RealRow lower, upper, normal[3];
  alignas(64) WideRow contact;
  std::uint8_t order[kCasesAtOnce][4];  // faces: which candidates
  std::uint32_t negative[2] = {0, 0};   // faces: where that of each box is on its negative side
  alignas(64) WideRow names[2];         // edges: the corner that each starts from
};

/// Bounds and normal of sets whose boxes are `separation` apart.
GRAZE_LANE void store_summary(D separation, D rounding, const Row<D, 3>& normal, const CaseRows& cases,
                              std::size_t i, BoxSetRows& rows) {
  const D zero(0.0), lower = separation - rounding, upper = separation + rounding;
  store_rounded(lower, false, rows.lower + i);
  store_rounded(upper, true, rows.upper + i);
  const auto code = [](Contact contact) { return D(static_cast<double>(contact)); };
  store(select(zero < lower, code(Contact::apart),
               select(upper < zero, code(Contact::overlapping), code(Contact::touching))),
        rows.contact + i);
  const D flip = load(cases.flip + i);
  unroll<3>([&](auto k) { store_real(normal.v[k] * flip, rows.normal[k] + i); });
}
GRAZE_LANE void store_box_point(const LaneVec<D> (&points)[2], const LaneVec<D> (&locals)[2], D gap,
                                LaneMask is_a, D size, std::uint32_t j, std::size_t i, BoxSetRows& rows) {
  LaneVec<D> ordered[4];
  put_in_callers_order(is_a, points, locals, ordered);
  for (LaneVec<D>& p : ordered) p = without_dust(p, D(0x1p-80) * size);
  store_point_rows(ordered, gap, j, i, rows);
}

/// Candidates of two faces, and which of them are kept.
struct CandidateLanes : PointLanes<3, kBoxCandidates, char> {
  D kept;  // one bit each, in order
  LaneMask is_first;

  template <class I>
  GRAZE_LANE void put(I at, D px, D py, D pz, LaneMask is_kept) {
    store(px, of[0][at]);
    store(py, of[1][at]);
    store(pz, of[2][at]);
    const D bit = select(is_first, D(double(1 << at)), D(double(1 << exchanged(at))));
    kept = select(is_kept, kept + bit, kept);
  }
};

/// At most four of the candidates of each lane. Returns the lanes that this cannot decide, as bits.
GRAZE_LANE std::uint32_t choose_candidates(const CandidateLanes& candidates, D tolerance, std::size_t i,
                                           PointLanes<3, 4, std::uint8_t>& four, BoxSetRows& rows) {
  struct Orders {
    std::uint8_t of[2][kBoxCandidates + 1];  // behind the last, where there is none
  };
  static constexpr Orders kOrders = [] {
    Orders orders{};
    for (int k = 0; k < kBoxCandidates; ++k) {
      orders.of[0][k] = static_cast<std::uint8_t>(exchanged(k));
      orders.of[1][k] = static_cast<std::uint8_t>(k);
    }
    return orders;
  }();
  const std::uint32_t first = bits_of(candidates.is_first),
                      undecided = choose_four_of(
                          candidates, candidates.kept, tolerance,
                          [&](std::size_t l, int bit) { return kOrders.of[first >> l & 1][bit]; },
                          [](std::size_t, std::size_t at) { return static_cast<std::uint8_t>(at); }, four,
                          rows.count + i);
  for (std::size_t l = 0; l < lane_count<double>(); ++l) std::copy_n(four.names[l], 4, rows.order[i + l]);
  return undecided;
}

/// The contact sets of as many pairs of faces as there are lanes.
inline void meet_at_faces(const BoxRows (&boxes)[2], const CaseRows& cases, double prediction, std::size_t i,
                          BoxSetRows& rows) {
  FaceContact<D> c;
  c.mine = boxes[0].at(i);
  c.its = boxes[1].at(i);
  c.size = load(cases.size + i);
  c.tolerance = D(kBoxTolerance) * c.size;
  c.is_first = holds_at(cases.is_first, i);
  face_each_other(c);
  CandidateLanes candidates;
  candidates.kept = D(0.0);
  candidates.is_first = c.is_first;
  D least(0.0);
  const LaneMask is_close = clip_faces(c, D(prediction) + c.tolerance + c.height, candidates, least);
  const D deepest = least - c.height;
  const LaneMask is_sound =
      lane_abs(deepest + load(cases.height + i)) <= D(16.0) * load(cases.error + i) + c.tolerance;
  const LaneMask is_tied = holds_at(cases.is_tied, i);
  store_summary(select(is_tied, -load(cases.height + i), deepest),
                select(is_tied, load(cases.error + i), D(kBoxEpsilons * kDoubleEpsilon) * c.size), c.normal,
                cases, i, rows);
  PointLanes<3, 4, std::uint8_t> four;
  const std::uint32_t undecided = choose_candidates(candidates, c.tolerance, i, four, rows);
  rows.done |= (bits_of(except(is_sound, is_close)) & ~undecided) << i;
  rows.negative[0] |= bits_of(c.sign < D(0.0)) << i;
  rows.negative[1] |= bits_of(c.sign_other < D(0.0)) << i;
  const LaneMask is_a = holds_at(cases.is_a, i);
  place_face_points(
      c, load(cases.axis + i), load(cases.other + i),
      [&](auto part) GRAZE_LANE_LAMBDA {
        return LaneVec<D>{four.number(0, part.first), four.number(1, part.first), four.number(2, part.first)};
      },
      [&](auto part, const LaneVec<D>(&points)[2], const LaneVec<D>(&locals)[2], D gap)
          GRAZE_LANE_LAMBDA { store_box_point(points, locals, gap, is_a, c.size, part.first, i, rows); });
}

GRAZE_LANE LaneVec<D> vector_of(const Row<D, 3>& v) { return {v.v[0], v.v[1], v.v[2]}; }

/// The contact sets of as many pairs of edges as there are lanes.
inline void meet_at_edges(const BoxRows (&boxes)[2], const CaseRows& cases, std::size_t i, BoxSetRows& rows) {
  EdgeContact<D> c;
  c.a.box = boxes[0].at(i);
  c.b.box = boxes[1].at(i);
  pick_edge(load(cases.axis + i), c.a);
  pick_edge(load(cases.other + i), c.b);
  const D size = load(cases.size + i), rounding = D(kBoxEpsilons * kDoubleEpsilon) * size;
  cross_edges(rounding, c);
  rows.done |= bits_of(except(c.is_met, c.is_flat)) << i;
  store_summary(-c.height, rounding, c.normal, cases, i, rows);
  store(D(c.a.name), rows.names[0] + i);
  store(D(c.b.name), rows.names[1] + i);
  const Row<D, 3>& origin = c.a.box.at;
  const LaneVec<D> points[2] = {vector_of(origin + c.on_a), vector_of(origin + c.on_b)};
  const LaneVec<D> locals[2] = {vector_of(c.local_a), vector_of(c.local_b)};
  store_box_point(points, locals, -c.height, holds_at(cases.is_a, i), size, 0, i, rows);
  std::fill_n(rows.count + i, lane_count<double>(), 1u);
}

/// All but the numbers of the points, which come first.
template <bool kAreFaces>
GRAZE_LANE void complete_set(const BoxCase& c, const CaseRows& cases, const BoxSetRows& rows, std::size_t i) {
  ContactSet& set = *c.set;
  set.lower = rows.lower[i];
  set.upper = rows.upper[i];
  set.iterations = 1;
  set.contact = static_cast<Contact>(static_cast<int>(rows.contact[i]));
  set.status = Status::converged;
  set.count = static_cast<std::int32_t>(rows.count[i]);
  if (rows.count[i] == 0) return;
  set.normal = {rows.normal[0][i], rows.normal[1][i], rows.normal[2][i]};
  set.points[0].gap = rows.gap[0][i];
  if constexpr (kAreFaces) {
    const auto face = [&](int axis, int side) {
      return 2 * axis + static_cast<int>(rows.negative[side] >> i & 1);
    };
    const CandidateNames names(face(c.axis % 3, 0), face(c.other, 1), (c.axis < 3) == (c.first == 0));
    for (int j = 0; j < 4; ++j) {
      set.points[j].gap = rows.gap[j][i];
      names.name(rows.order[i][j], set.points[j]);
    }
  } else {
    name_crossing({static_cast<int>(rows.names[0][i]), static_cast<int>(rows.names[1][i])},
                  {static_cast<int>(cases.axis[i]), c.other}, c.first, set.points[0]);
  }
}

/// Faces against faces, or edges that cross: see LaneKernels.
template <bool kAreFaces>
void meet_boxes_block(const BoxCase* cases, std::size_t count, double prediction, bool* is_done,
                      LaneCounts& counts) {
  for (std::size_t from = 0; from < count; from += kCasesAtOnce) {
    const BoxCase* const some = cases + from;
    const std::size_t here = std::min(kCasesAtOnce, count - from);
    BoxRows boxes[2];
    for (int side = 0; side < 2; ++side) load_boxes<kAreFaces>(some, here, side, boxes[side]);
    const CaseRows known(some, here);
    BoxSetRows rows;
    for (std::size_t i = 0; i < here; i += lane_count<double>()) {
      kAreFaces ? meet_at_faces(boxes, known, prediction, i, rows) : meet_at_edges(boxes, known, i, rows);
      counts.slots += lane_count<double>();
    }
    for (std::size_t i = 0; i < here; ++i) {
      is_done[from + i] = (rows.done >> i & 1) != 0;
      if (is_done[from + i] && (!kAreFaces || rows.count[i] == 0)) clear(*some[i].set);
    }
    write_points(some, here, kAreFaces ? 4 : 1, rows, true);
    for (std::size_t i = 0; i < here; ++i)
      if (is_done[from + i]) complete_set<kAreFaces>(some[i], known, rows, i);
  }
  counts.active += count;
}

GRAZE_LANES_END

#endif
