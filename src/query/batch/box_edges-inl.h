// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Two edges of boxes that cross, one pair per lane: meet_at_edges() operation by operation. Lanes whose
// corners are not certain, or whose faces or edges are so close to each other that more than the crossing may
// touch, are left to the single query.

#if defined(GRAZE_QUERY_BATCH_BOX_EDGES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_BATCH_BOX_EDGES_INL
#undef GRAZE_QUERY_BATCH_BOX_EDGES_INL
#else
#define GRAZE_QUERY_BATCH_BOX_EDGES_INL
#endif

#include "kernel/box/axis.h"
#include "kernel/clip/clip.h"
#include "query/batch/box_contacts-inl.h"

GRAZE_LANES_BEGIN

/// One of two edges that cross.
struct EdgeLanes {
  BoxLanes box;
  LaneMask is[3];     // which axis
  LaneVec<D> axis;    // that one
  D half;             // along it
  LaneVec<D> along;   // axes along the normal
  LaneVec<D> corner;  // local, in the middle of the edge
  D name;             // of the corner at its positive end, as a number
  LaneMask is_certain;
};

template <class V>
GRAZE_LANE auto pick_of(const LaneMask (&is)[3], const V& x, const V& y, const V& z) {
  return select(is[0], x, select(is[1], y, z));
}

GRAZE_LANE EdgeLanes edge_at(const BoxRows& rows, const WideRow& axis, std::size_t i) {
  EdgeLanes e;
  e.box = rows.at(i);
  const D k = load(axis + i);
  for (int c = 0; c < 3; ++c) e.is[c] = k == D(double(c));
  e.axis = pick_of(e.is, e.box.axes.columns[0], e.box.axes.columns[1], e.box.axes.columns[2]);
  e.half = pick_of(e.is, e.box.half.x, e.box.half.y, e.box.half.z);
  return e;
}

/// As find_corner(), along the normal (sign 1) or against it (-1).
GRAZE_LANE void find_corner(EdgeLanes& e, double sign, D doubt) {
  const D zero(0.0), along[3] = {e.along.x, e.along.y, e.along.z},
                     half[3] = {e.box.half.x, e.box.half.y, e.box.half.z};
  D corner[3];
  e.is_certain = zero == zero;
  e.name = zero;
  for (int k = 0; k < 3; ++k) {
    const D lift = along[k] * D(sign);
    corner[k] = select(e.is[k], zero, with_sign_of(half[k], lift));
    e.is_certain = both(e.is_certain, either(e.is[k], doubt < lane_abs(lift) * half[k]));
    e.name = select(except(lift < zero, e.is[k]), e.name + D(double(1 << k)), e.name);
  }
  e.corner = {corner[0], corner[1], corner[2]};
}

GRAZE_LANE D reach_of(const EdgeLanes& e) {
  return lane_abs(e.along.x) * e.box.half.x + lane_abs(e.along.y) * e.box.half.y +
         lane_abs(e.along.z) * e.box.half.z;
}
GRAZE_LANE D flattest_of(const EdgeLanes& e) {
  return lane_max(lane_max(lane_abs(e.along.x), lane_abs(e.along.y)), lane_abs(e.along.z)) / e.box.scale;
}
/// The local point `part` of the half edge away from its middle.
GRAZE_LANE LaneVec<D> point_on(const EdgeLanes& e, D part) {
  const D at = part * e.half;
  return {select(e.is[0], at, e.corner.x), select(e.is[1], at, e.corner.y), select(e.is[2], at, e.corner.z)};
}

/// As meet_at_edges(), for as many pairs as there are lanes; `a` and `b` in canonical order.
inline void meet_at_edges(EdgeLanes& a, EdgeLanes& b, const CaseRows& cases, std::size_t i, SetRows& rows) {
  const D zero(0.0), one(1.0), size = load(cases.size + i), rounding = D(16 * kDoubleEpsilon) * size;
  const LaneVec<D> origin = a.box.translation, offset = b.box.translation - origin;
  // As world_axis().
  LaneVec<D> n = cross(a.axis, b.axis);
  n = n - a.axis * (dot(n, a.axis) / dot(a.axis, a.axis));
  n = n * (with_sign_of(one, dot(n, offset)) / lane_sqrt(dot(n, n)));
  a.along = transpose_times(a.box.axes, n);
  b.along = transpose_times(b.box.axes, n);
  const D height = reach_of(a) + reach_of(b) - lane_abs(dot(n, offset));
  find_corner(a, 1, D(8.0) * rounding);
  find_corner(b, -1, D(8.0) * rounding);
  // p + s u - (q + t w) = height * n, solved in the plane of u and w.
  const LaneVec<D> p = a.box.axes * a.corner, q = b.box.axes * b.corner + offset;
  const LaneVec<D> u = a.axis * a.half, w = b.axis * b.half;
  const LaneVec<D> across = cross(u, w), r = q + n * height - p;
  const D squared = dot(across, across);
  const D s = dot(cross(r, w), across) / squared, t = dot(cross(r, u), across) / squared;
  const D most(1 + 1e-9);
  const LaneMask is_met = both(zero < squared, both(lane_abs(s) <= most, lane_abs(t) <= most));
  const D cosine = dot(a.axis, b.axis) * (one / a.box.scale / b.box.scale);
  const LaneMask is_flat =
      either(D(primitive::kFlatFace) < lane_min(flattest_of(a), flattest_of(b)),
             D(1 - primitive::kBoxLeastSine * primitive::kBoxLeastSine) < cosine * cosine);
  rows.done |= bits_of(except(both(is_met, both(a.is_certain, b.is_certain)), is_flat)) << i;
  store_bounds(-height - rounding, -height + rounding, i, rows);
  store_normal(n, cases, i, rows);
  store(a.name, rows.names[0] + i);
  store(b.name, rows.names[1] + i);
  const LaneVec<D> points[2] = {origin + (p + u * s), origin + (q + w * t)};
  const LaneVec<D> locals[2] = {point_on(a, s), point_on(b, t)};
  store_both(points, locals, holds_at(cases.is_a, i), D(0x1p-80) * size, rows.numbers[0], i);
  store_real(-height, rows.gap[0] + i);
}

/// Edges that cross: see LaneKernels.
inline void meet_edges_block(const BoxCase* cases, std::size_t count, double, bool* is_done,
                             LaneCounts& counts) {
  for (std::size_t from = 0; from < count; from += kCasesAtOnce) {
    const BoxCase* const some = cases + from;
    const std::size_t here = std::min(kCasesAtOnce, count - from);
    BoxRows of_a, of_b;
    CaseRows known;
    SetRows rows;
    load_boxes(
        here,
        [&](std::size_t i) {
          return BoxView{&some[i].sides[0], {0, 1, 2}};
        },
        of_a);
    load_boxes(
        here,
        [&](std::size_t i) {
          return BoxView{&some[i].sides[1], {0, 1, 2}};
        },
        of_b);
    set_rows(some, here, known);
    for (std::size_t i = 0; i < here; i += lane_count<double>()) {
      EdgeLanes a = edge_at(of_a, known.axis, i), b = edge_at(of_b, known.other, i);
      meet_at_edges(a, b, known, i, rows);
      counts.slots += lane_count<double>();
    }
    for (std::size_t i = 0; i < here; ++i) {
      rows.count[i] = 1;
      if ((rows.done >> i & 1) != 0) clear(*some[i].set);
    }
    write_sets(some, here, 1, rows, is_done + from,
               [&](const BoxCase& box_case, std::size_t i, ContactSet& set) {
                 const auto edge = [&](int side, const WideRow& axis) {
                   const auto name = static_cast<std::uint32_t>(rows.names[side][i]);
                   return Feature{FeatureKind::edge, name, name | 1u << static_cast<int>(axis[i])};
                 };
                 const Feature edges[2] = {edge(0, known.axis), edge(1, known.other)};
                 set.points[0].gap = rows.gap[0][i];
                 set.points[0].feature_a = edges[box_case.first];
                 set.points[0].feature_b = edges[1 - box_case.first];
               });
  }
  counts.active += count;
}

GRAZE_LANES_END

#endif
