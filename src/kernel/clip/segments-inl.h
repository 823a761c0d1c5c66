// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Two segments seen along a contact normal: the point where they cross, or the stretch that nearly parallel
// ones have in common. [Erleben05] Coordinates are those of the contact frame, z along the normal. One text
// for one pair (F = double) and for a pair per lane (F = Pack<double>).

#if defined(GRAZE_KERNEL_CLIP_SEGMENTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_CLIP_SEGMENTS_INL
#undef GRAZE_KERNEL_CLIP_SEGMENTS_INL
#else
#define GRAZE_KERNEL_CLIP_SEGMENTS_INL
#endif

#include "kernel/clip/clip.h"
#include "simd/pack-inl.h"

GRAZE_LANES_BEGIN

template <class F>
using ClipMask = decltype(F() < F());

template <class F>
struct ClipSegment {
  LaneVec<F> from, to;
};

template <class F>
GRAZE_LANE F clamp_to_unit(F x) {
  return lane_min(lane_max(x, F(0.0)), F(1.0));
}

/// Heights bounded by the features they belong to: a crossing may lie beside a feature by the tolerance, and
/// the plane of a steep one goes on beyond its corners there by many times that. No point of a feature is
/// beyond its deepest corner, so no gap is below that of the pair.
template <class F>
struct HeightBounds {
  F top, bottom;  // greatest height of a, least height of b
  [[nodiscard]] GRAZE_LANE F on_a(F z) const { return lane_min(z, top); }
  [[nodiscard]] GRAZE_LANE F on_b(F z) const { return lane_max(z, bottom); }
};
template <class F>
GRAZE_LANE HeightBounds<F> height_bounds(const ClipSegment<F>& a, const ClipSegment<F>& b) {
  return {lane_max(a.to.z, a.from.z), lane_min(b.to.z, b.from.z)};
}

/// Directions u of a and w of b, their squared lengths, and twice the signed area between them, all across
/// the normal. Segments seen as points are neither crossing nor parallel.
template <class F>
struct SegmentPair {
  LaneVec<F> u, w, between;  // between: from the start of a to the start of b
  F uu, ww, sine;
  ClipMask<F> is_crossing, is_parallel;

  GRAZE_LANE SegmentPair(const ClipSegment<F>& a, const ClipSegment<F>& b)
      : u(a.to - a.from),
        w(b.to - b.from),
        between(b.from - a.from),
        uu(u.x * u.x + u.y * u.y),
        ww(w.x * w.x + w.y * w.y),
        sine(u.x * w.y - u.y * w.x) {
    constexpr double kSquared = primitive::kParallelSine * primitive::kParallelSine;
    const F zero(0.0);
    const ClipMask<F> are_lines = both(zero < uu, zero < ww), is_wide = F(kSquared) * uu * ww < sine * sine;
    is_crossing = both(are_lines, is_wide);
    is_parallel = except(are_lines, is_wide);
  }
};

/// Point of each segment over one place.
template <class F>
struct SegmentCrossing {
  ClipMask<F> is_there;
  F x, y, z_a, z_b;
};
/// The crossing of two segments; ends that are missed by less than `tolerance` count as reached.
template <class F>
GRAZE_LANE SegmentCrossing<F> cross_segments(const ClipSegment<F>& a, const ClipSegment<F>& b,
                                             const SegmentPair<F>& pair, F tolerance) {
  const F one(1.0);
  const LaneVec<F>&u = pair.u, &w = pair.w, &r = pair.between;
  const F s = (r.x * w.y - r.y * w.x) / pair.sine, t = (r.x * u.y - r.y * u.x) / pair.sine;
  const F slack_a = tolerance / lane_sqrt(pair.uu), slack_b = tolerance / lane_sqrt(pair.ww);
  const ClipMask<F> is_within =
      both(both(-slack_a <= s, s <= one + slack_a), both(-slack_b <= t, t <= one + slack_b));
  const F on_a = clamp_to_unit(s), on_b = clamp_to_unit(t);
  const HeightBounds<F> bounds = height_bounds(a, b);
  return {both(pair.is_crossing, is_within), a.from.x + u.x * on_a, a.from.y + u.y * on_a,
          bounds.on_a(a.from.z + u.z * on_a), bounds.on_b(b.from.z + w.z * on_b)};
}

/// Stretch of a that lies beside b, as parameters of a from `low` to `high`. Where both end in one place, up
/// to the tolerance of points, it is the end of a.
template <class F>
struct CommonStretch {
  ClipMask<F> is_there;
  F low, high;

  GRAZE_LANE CommonStretch(const SegmentPair<F>& pair, F tolerance) {
    const LaneVec<F>&u = pair.u, &w = pair.w, &r = pair.between;
    const F from = (r.x * u.x + r.y * u.y) / pair.uu, to = from + (w.x * u.x + w.y * u.y) / pair.uu;
    const F zero(0.0), one(1.0), near = F(4.0) * tolerance / lane_sqrt(pair.uu);
    low = lane_max(zero, lane_min(from, to));
    high = lane_min(one, lane_max(from, to));
    is_there = both(pair.is_parallel, low <= high);
    low = select(low <= near, zero, low);
    high = select(one - near <= high, one, high);
  }
};
/// End of a common stretch, and the point of b across from it.
template <class F>
struct StretchEnd {
  LaneVec<F> a, b;  // heights within bounds
  F on_b;           // parameter of b
  ClipMask<F> is_end_of_a;
};
template <class F>
GRAZE_LANE StretchEnd<F> end_of_stretch(const ClipSegment<F>& a, const ClipSegment<F>& b,
                                        const SegmentPair<F>& pair, F t) {
  const LaneVec<F>&u = pair.u, &w = pair.w;
  const HeightBounds<F> bounds = height_bounds(a, b);
  StretchEnd<F> end;
  end.a = a.from + u * t;
  end.on_b = clamp_to_unit(((end.a.x - b.from.x) * w.x + (end.a.y - b.from.y) * w.y) / pair.ww);
  end.b = b.from + w * end.on_b;
  end.a.z = bounds.on_a(end.a.z);
  end.b.z = bounds.on_b(end.b.z);
  end.is_end_of_a = either(t == F(0.0), t == F(1.0));
  return end;
}

GRAZE_LANES_END

#endif
