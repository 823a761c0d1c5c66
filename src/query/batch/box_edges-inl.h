// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Contact sets of boxes whose edges cross, one pair per lane. Lanes whose corners are not certain, or whose
// faces or edges are so close to each other that more than the crossing may touch, are left to the single
// query.

#if defined(GRAZE_QUERY_BATCH_BOX_EDGES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_BATCH_BOX_EDGES_INL
#undef GRAZE_QUERY_BATCH_BOX_EDGES_INL
#else
#define GRAZE_QUERY_BATCH_BOX_EDGES_INL
#endif

#include "kernel/box/edges-inl.h"
#include "query/batch/box_contacts-inl.h"

GRAZE_LANES_BEGIN

GRAZE_LANE LaneVec<D> vector_of(const Row<D, 3>& v) { return {v.v[0], v.v[1], v.v[2]}; }

/// The contact sets of as many pairs of edges as there are lanes.
inline void meet_at_edges(EdgeContact<D>& c, const CaseRows& cases, std::size_t i, SetRows& rows) {
  const D size = load(cases.size + i), rounding = D(16 * kDoubleEpsilon) * size;
  cross_edges(rounding, c);
  rows.done |= bits_of(except(c.is_met, c.is_flat)) << i;
  store_bounds(-c.height - rounding, -c.height + rounding, i, rows);
  store_normal(c.normal, cases, i, rows);
  store(D(c.a.name), rows.names[0] + i);
  store(D(c.b.name), rows.names[1] + i);
  const Row<D, 3>& origin = c.a.box.at;
  const LaneVec<D> points[2] = {vector_of(origin + c.on_a), vector_of(origin + c.on_b)};
  const LaneVec<D> locals[2] = {vector_of(c.local_a), vector_of(c.local_b)};
  store_both(points, locals, holds_at(cases.is_a, i), D(0x1p-80) * size, rows.numbers[0], i);
  store_real(-c.height, rows.gap[0] + i);
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
      EdgeContact<D> c;
      c.a.box = of_a.at(i);
      c.b.box = of_b.at(i);
      pick_edge(load(known.axis + i), c.a);
      pick_edge(load(known.other + i), c.b);
      meet_at_edges(c, known, i, rows);
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
