// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Blocks of pairs of boxes: see box_axes_lanes-inl.h.

#if defined(GRAZE_QUERY_BATCH_BOXES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_BATCH_BOXES_INL
#undef GRAZE_QUERY_BATCH_BOXES_INL
#else
#define GRAZE_QUERY_BATCH_BOXES_INL
#endif

#include "query/batch_load-inl.h"
#include "query/box_axes_lanes-inl.h"

GRAZE_LANES_BEGIN

enum class BoxAxes : std::uint8_t { faces, all };

template <BoxAxes kAxes>
void overlap_block(const LanePair* pairs, std::size_t count, LaneOverlaps& out, LaneCounts& counts) {
  SideBlock side_a, side_b;
  load_side<Sizes::boxes>(pairs, count, 0, side_a);
  load_side<Sizes::boxes>(pairs, count, 1, side_b);
  const D zero(0.0), one(1.0);
  for (std::size_t i = 0; i < count; i += lane_count<double>()) {
    const CoreLanes<D> a = core_at(side_a, i), b = core_at(side_b, i);
    D rounding;
    const BoxFrameLanes<D> f = wide_box_frame(a, b, rounding);
    const auto is_moderate = both(f.size > D(0x1p-100), f.size < D(0x1p100));
    store(f.error, out.error + i);
    store(rounding, out.rounding + i);
    if constexpr (kAxes == BoxAxes::all) {
      const AxisHeightLanes<D> least = least_overlap(f);
      store(least.axis, out.axis + i);
      store(least.height, out.height + i);
      store(least.others, out.others + i);
      store(select(is_moderate, one, zero), out.usual + i);
    } else {
      const D thinnest = lane_min(lane_min(lane_min(a.half.x, a.half.y), lane_min(a.half.z, b.half.x)),
                                  lane_min(b.half.y, b.half.z));
      store(least_face_overlap(f), out.height + i);
      store(select(both(is_moderate, thinnest > zero), one, zero), out.usual + i);
    }
    counts.slots += lane_count<double>();
  }
  counts.active += count;
}

GRAZE_LANES_END

#endif
