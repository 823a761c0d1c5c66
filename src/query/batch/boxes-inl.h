// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Blocks of pairs of boxes: see kernel/box/axes-inl.h.

#if defined(GRAZE_QUERY_BATCH_BOXES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_BATCH_BOXES_INL
#undef GRAZE_QUERY_BATCH_BOXES_INL
#else
#define GRAZE_QUERY_BATCH_BOXES_INL
#endif

#include "kernel/box/axes-inl.h"
#include "query/batch/load-inl.h"

GRAZE_LANES_BEGIN

/// Indices of packs are numbers already; where a pack is one lane they are integers.
GRAZE_LANE D axis_number(Index<D> axis) { return D(axis); }

void overlap_block(const LanePair* pairs, std::size_t count, LaneOverlaps& out, LaneCounts& counts) {
  SideBlock side_a, side_b;
  load_side<Sizes::boxes>(pairs, count, 0, side_a);
  load_side<Sizes::boxes>(pairs, count, 1, side_b);
  for (std::size_t i = 0; i < count; i += lane_count<double>()) {
    const BoxFrame<D> f = wide_box_frame(box_at<D>(side_a, i), box_at<D>(side_b, i));
    const Least<D> least = least_overlap(f);
    store(f.error, out.error + i);
    store(f.rounding, out.rounding + i);
    store(axis_number(least.index), out.axis + i);
    store(least.value, out.height + i);
    store(least.next, out.others + i);
    store(select(both(f.size > D(0x1p-100), f.size < D(0x1p100)), D(1.0), D(0.0)), out.usual + i);
    counts.slots += lane_count<double>();
  }
  counts.active += count;
}

/// Along the normal of a face: the axis of the other box whose faces look back most, the first of several.
GRAZE_LANE D steepest_axis(const BoxFrame<D>& f, D axis) {
  D m[3];
  for (int k = 0; k < 3; ++k) {
    m[k] = f.r[0].v[k];
    for (int i = 1; i < 3; ++i) m[k] = select(axis == D(double(i)), f.r[i].v[k], m[k]);
    for (int i = 0; i < 3; ++i) m[k] = select(axis == D(double(3 + i)), f.r[k].v[i], m[k]);
    m[k] = lane_abs(m[k]);
  }
  const D first = select(m[0] < m[1], D(1.0), D(0.0));
  return select(lane_max(m[0], m[1]) < m[2], D(2.0), first);
}

void contact_axis_block(const LanePair* pairs, std::size_t count, double prediction, LaneBoxAxes& out,
                        LaneCounts& counts) {
  SideBlock side_a, side_b;
  load_side<Sizes::boxes>(pairs, count, 0, side_a);
  load_side<Sizes::boxes>(pairs, count, 1, side_b);
  for (std::size_t i = 0; i < count; i += lane_count<double>()) {
    const PlacedBox<D> a = box_at<D>(side_a, i), b = box_at<D>(side_b, i);
    const BoxFrame<D> f = wide_box_frame(a, b);
    const auto is_usual =
        both(both(f.size > D(0x1p-100), f.size < D(0x1p100)), D(0.0) < least_of(lane_min(a.half, b.half)));
    const ContactAxis<D> best = contact_axis(f, a, b, prediction);
    // Edges that are hardly apart, or not for certain: the distance takes a search.
    const auto is_searched = both(best.is_edges, best.height <= D(2.0) * f.error);
    const D state = select(best.is_apart, D(double(kAxisApart)),
                           select(is_searched, D(double(kAxisUnclear)), D(double(kAxisFound))));
    const D axis = axis_number(best.axis);
    store(select(is_usual, state, D(double(kAxisUnclear))), out.state + i);
    store(axis, out.axis + i);
    store(best.height, out.height + i);
    store(f.error, out.error + i);
    store(f.size, out.size + i);
    store(steepest_axis(f, axis), out.other + i);
    counts.slots += lane_count<double>();
  }
  counts.active += count;
}

GRAZE_LANES_END

#endif
