// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Contact sets of boxes whose axis is known, one pair per lane: operands are transposed into arrays with
// their axes in the order that the lanes want, and points are transposed back into the sets.

#if defined(GRAZE_QUERY_BATCH_BOX_CONTACTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_BATCH_BOX_CONTACTS_INL
#undef GRAZE_QUERY_BATCH_BOX_CONTACTS_INL
#else
#define GRAZE_QUERY_BATCH_BOX_CONTACTS_INL
#endif

#include <bit>

#include "query/batch/box_faces-inl.h"

GRAZE_LANES_BEGIN

constexpr std::size_t kCasesAtOnce = 16;  // a multiple of the lanes and of kTogether
using RealRow = Real[kCasesAtOnce];
using WideRow = double[kCasesAtOnce];

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
/// Which box, and which of its axes comes first, second and third.
struct BoxView {
  const Operand* box;
  int axes[3];
};

/// Copies of the last case fill the rows up to whole packs.
template <class View>
GRAZE_LANE void load_boxes(std::size_t count, View view, BoxRows& rows) {
  const std::size_t lanes = lane_count<double>(), padded = (count + lanes - 1) / lanes * lanes;
  for (std::size_t i = 0; i < padded; i += kTogether) {
    const Real *axes[3][kTogether], *places[kTogether];
    for (std::size_t k = 0; k < kTogether; ++k) {
      const BoxView v = view(std::min(i + k, count - 1));
      const Real* const numbers = numbers_of(*v.box->placement);
      places[k] = numbers + 9;
      for (int c = 0; c < 3; ++c) {
        axes[c][k] = numbers + 3 * v.axes[c];
        rows.half[c][i + k] = v.box->shape->values[v.axes[c]];
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
  alignas(64) WideRow flip;         // -1 where the operands of the call are in the other order; else 1
};
GRAZE_LANE LaneMask holds_at(const WideRow& row, std::size_t i) { return D(0.5) < load(row + i); }

/// Contact sets of all cases, number by number.
struct SetRows {
  alignas(64) RealRow lower, upper, normal[3];
  alignas(64) WideRow contact;
  alignas(64) RealRow numbers[4][12];  // of each point
  alignas(64) RealRow gap[4];
  std::uint32_t count[kCasesAtOnce];
  std::uint32_t most = 0;               // hulls: of these
  std::uint8_t order[kCasesAtOnce][4];  // faces: which candidates
  alignas(64) WideRow names[2];         // edges: the corner that each starts from
  std::uint32_t done = 0;               // one bit for each case that needs nothing more
  std::uint32_t negative[2] = {0, 0};   // where the face of each box is on its negative side
};

/// Stores bounds, rounded outward to Real, and on which side of 0 they lie; set_box_bounds() for one pair.
GRAZE_LANE void store_bounds(D lower, D upper, std::size_t i, SetRows& rows) {
  const D zero(0.0);
  store_rounded(lower, false, rows.lower + i);
  store_rounded(upper, true, rows.upper + i);
  const auto code = [](Contact contact) { return D(static_cast<double>(contact)); };
  store(select(zero < lower, code(Contact::apart),
               select(upper < zero, code(Contact::overlapping), code(Contact::touching))),
        rows.contact + i);
}
GRAZE_LANE void store_normal(const Row<D, 3>& normal, const CaseRows& cases, std::size_t i, SetRows& rows) {
  const D flip = load(cases.flip + i);
  unroll<3>([&](auto k) { store_real(normal.v[k] * flip, rows.normal[k] + i); });
}
/// Stores a point without its dust: coordinates below `nothing` become 0, see without_dust().
GRAZE_LANE void store_numbers(const LaneVec<D>& p, D nothing, RealRow* rows, std::size_t i) {
  const D zero(0.0);
  store_real(select(lane_abs(p.x) < nothing, zero, p.x), rows[0] + i);
  store_real(select(lane_abs(p.y) < nothing, zero, p.y), rows[1] + i);
  store_real(select(lane_abs(p.z) < nothing, zero, p.z), rows[2] + i);
}
GRAZE_LANE void store_both(const LaneVec<D> (&points)[2], const LaneVec<D> (&locals)[2], LaneMask is_a,
                           D nothing, RealRow* rows, std::size_t i) {
  store_numbers(select(is_a, points[0], points[1]), nothing, rows, i);
  store_numbers(select(is_a, points[1], points[0]), nothing, rows + 3, i);
  store_numbers(select(is_a, locals[0], locals[1]), nothing, rows + 6, i);
  store_numbers(select(is_a, locals[1], locals[0]), nothing, rows + 9, i);
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

/// Up to four points of each lane, what is missing the first again.
struct FourLanes {
  alignas(64) double x[4][kMostDoubles], y[4][kMostDoubles], z[4][kMostDoubles];
};

GRAZE_LANE void write_faces(const FaceContact<D>& c, const CaseRows& cases, const FourLanes& four,
                            std::size_t i, SetRows& rows) {
  const D nothing = D(0x1p-80) * c.size;
  const LaneMask is_a = holds_at(cases.is_a, i);
  place_face_points(
      c, load(cases.axis + i), load(cases.other + i),
      [&](auto part) GRAZE_LANE_LAMBDA {
        return LaneVec<D>{load(four.x[part.first]), load(four.y[part.first]), load(four.z[part.first])};
      },
      [&](auto part, const LaneVec<D>(&points)[2], const LaneVec<D>(&locals)[2], D gap) GRAZE_LANE_LAMBDA {
        store_both(points, locals, is_a, nothing, rows.numbers[part.first], i);
        store_real(gap, rows.gap[part.first] + i);
      });
}

/// The points of one lane that stay: those whose bits are set.
GRAZE_LANE void take_four(const EightLanes& from, std::uint32_t bits, std::size_t lane, FourLanes& four,
                          std::uint8_t (&order)[4]) {
  const auto first = static_cast<std::size_t>(std::countr_zero(bits | 128u));
  for (std::size_t j = 0; j < 4; ++j) {
    const std::size_t at = bits != 0 ? static_cast<std::size_t>(std::countr_zero(bits)) : first;
    four.x[j][lane] = from.x[at][lane];
    four.y[j][lane] = from.y[at][lane];
    four.z[j][lane] = from.z[at][lane];
    order[j] = from.order[lane][at];
    bits &= bits - 1;
  }
}

/// The contact sets of as many pairs of faces as there are lanes.
inline void meet_at_faces(FaceContact<D>& c, const CaseRows& cases, double prediction, std::size_t i,
                          SetRows& rows) {
  constexpr double kTolerance = std::max(16 * double(kEpsilon), 48 * kDoubleEpsilon);
  c.size = load(cases.size + i);
  c.tolerance = D(kTolerance) * c.size;
  c.is_first = holds_at(cases.is_first, i);
  face_each_other(c);
  CandidateLanes candidates;
  candidates.kept = D(0.0);
  candidates.is_first = c.is_first;
  D least(0.0);
  const LaneMask is_close = clip_faces(c, D(prediction) + c.tolerance + c.height, candidates, least);
  const D deepest = least - c.height, rounding = D(16 * kDoubleEpsilon) * c.size;
  const LaneMask is_sound =
      lane_abs(deepest + load(cases.height + i)) <= D(16.0) * load(cases.error + i) + c.tolerance;
  std::uint32_t done = bits_of(except(is_sound, is_close));
  store_bounds(deepest - rounding, deepest + rounding, i, rows);
  store_normal(c.normal, cases, i, rows);
  alignas(64) double kept[kMostDoubles];
  store(candidates.kept, kept);
  EightLanes eight;
  FourLanes four;
  std::uint32_t chosen[kMostDoubles];
  int most = 0;
  const std::uint32_t first = bits_of(c.is_first);
  for (std::size_t l = 0; l < lane_count<double>(); ++l) {
    const auto bits = static_cast<std::uint32_t>(kept[l]);
    most = std::max(most, std::popcount(bits));
    compact(candidates, bits, (first >> l & 1) != 0, l, eight);
  }
  if (most > 4) choose_of_eight(eight, c.tolerance, chosen);
  for (std::size_t l = 0; l < lane_count<double>(); ++l) {
    const int found = std::popcount(static_cast<std::uint32_t>(kept[l]));
    const std::uint32_t bits = found > 4 ? chosen[l] : (1u << found) - 1;
    if (found > 8 || (found > 0 && bits == 0)) done &= ~(1u << l);
    rows.count[i + l] = static_cast<std::uint32_t>(std::popcount(bits));
    take_four(eight, bits, l, four, rows.order[i + l]);
  }
  rows.done |= done << i;
  rows.negative[0] |= bits_of(c.sign < D(0.0)) << i;
  rows.negative[1] |= bits_of(c.sign_other < D(0.0)) << i;
  write_faces(c, cases, four, i, rows);
}

/// All but the points.
GRAZE_LANE void write_summary(const SetRows& rows, std::size_t i, ContactSet& set) {
  set.lower = rows.lower[i];
  set.upper = rows.upper[i];
  set.normal = {rows.normal[0][i], rows.normal[1][i], rows.normal[2][i]};
  set.iterations = 1;
  set.contact = static_cast<Contact>(static_cast<int>(rows.contact[i]));
  set.status = Status::converged;
  set.count = static_cast<std::int32_t>(rows.count[i]);
}

/// Gaps and names of the points of two faces.
GRAZE_LANE void write_names(const BoxCase& box_case, const SetRows& rows, std::size_t i, ContactSet& set) {
  const bool is_a = (box_case.axis < 3) == (box_case.first == 0);
  const auto names_of = [&](int axis, int side) {
    return kFaceNames[2 * axis + static_cast<int>(rows.negative[side] >> i & 1)].of;
  };
  const Feature* const names[2] = {names_of(box_case.axis % 3, 0), names_of(box_case.other, 1)};
  const std::uint8_t* const indices[2] = {kCandidateNames.of_rectangle, kCandidateNames.of_other};
  const int a = is_a ? 0 : 1, b = 1 - a;
  for (int j = 0; j < 4; ++j) {
    const std::uint8_t at = rows.order[i][j];
    set.points[j].gap = rows.gap[j][i];
    set.points[j].feature_a = names[a][indices[a][at]];
    set.points[j].feature_b = names[b][indices[b][at]];
  }
}

/// The face of case `i` that is the rectangle, or the other one.
GRAZE_LANE BoxView face_view(const BoxCase& box_case, bool is_rectangle) {
  const bool is_first = (box_case.axis < 3) == is_rectangle;
  const int axis = is_rectangle ? box_case.axis % 3 : box_case.other;
  return {&box_case.sides[is_first ? 0 : 1], {next_axis(axis), previous_axis(axis), axis}};
}

/// The points of those that are done and have any, from their rows: the first `points` of each, or only those
/// that it has.
template <class Case>
GRAZE_LANE void write_points(const Case* cases, std::size_t count, std::uint32_t points, const SetRows& rows,
                             bool are_all_written = true) {
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

/// Calls write(case, its number here, set) for those that are done, points and summaries in their sets.
template <class Write>
GRAZE_LANE void write_sets(const BoxCase* cases, std::size_t count, std::uint32_t points, const SetRows& rows,
                           bool* is_done, Write write) {
  write_points(cases, count, points, rows);
  for (std::size_t i = 0; i < count; ++i) {
    is_done[i] = (rows.done >> i & 1) != 0;
    if (!is_done[i]) continue;
    ContactSet& set = *cases[i].set;
    if (rows.count[i] == 0) set = {};
    write_summary(rows, i, set);
    if (rows.count[i] == 0) {
      set.normal = {};
    } else {
      write(cases[i], i, set);
    }
  }
}

GRAZE_LANE void set_rows(const BoxCase* cases, std::size_t count, CaseRows& rows) {
  for (std::size_t i = 0; i < kCasesAtOnce; ++i) {
    const BoxCase& c = cases[std::min(i, count - 1)];
    rows.size[i] = c.size;
    rows.error[i] = c.error;
    rows.height[i] = c.height;
    rows.axis[i] = c.axis < 6 ? c.axis % 3 : (c.axis - 6) / 3;
    rows.other[i] = c.other;
    rows.is_first[i] = c.axis < 3 ? 1 : 0;
    rows.is_a[i] = (c.axis < 3 || c.axis >= 6) == (c.first == 0) ? 1 : 0;
    rows.flip[i] = c.first == 0 ? 1 : -1;
  }
}

/// Faces against faces: see LaneKernels.
inline void meet_faces_block(const BoxCase* cases, std::size_t count, double prediction, bool* is_done,
                             LaneCounts& counts) {
  for (std::size_t from = 0; from < count; from += kCasesAtOnce) {
    const BoxCase* const some = cases + from;
    const std::size_t here = std::min(kCasesAtOnce, count - from);
    BoxRows mine, its;
    CaseRows known;
    SetRows rows;
    load_boxes(
        here, [&](std::size_t i) { return face_view(some[i], true); }, mine);
    load_boxes(
        here, [&](std::size_t i) { return face_view(some[i], false); }, its);
    set_rows(some, here, known);
    for (std::size_t i = 0; i < here; i += lane_count<double>()) {
      FaceContact<D> faces;
      faces.mine = mine.at(i);
      faces.its = its.at(i);
      meet_at_faces(faces, known, prediction, i, rows);
      counts.slots += lane_count<double>();
    }
    write_sets(some, here, 4, rows, is_done + from,
               [&](const BoxCase& box_case, std::size_t i, ContactSet& set) {
                 write_names(box_case, rows, i, set);
               });
  }
  counts.active += count;
}

GRAZE_LANES_END

#endif
