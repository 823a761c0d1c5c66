// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Nearest points of two segments [Ericson05 §5.1.9], with the lower bound that makes near-parallel ones safe:
// a caller that finds the bounds too far apart iterates instead.

#if defined(GRAZE_KERNEL_ROUND_LINES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_ROUND_LINES_INL
#undef GRAZE_KERNEL_ROUND_LINES_INL
#else
#define GRAZE_KERNEL_ROUND_LINES_INL
#endif

#include "simd/pack-inl.h"

GRAZE_LANES_BEGIN

template <class F>
struct ClosestLanes {
  LaneVec<F> a, b;
  F lower, upper;  // of their distance, but for rounding; lower by the plane across a - b
};

template <class F>
GRAZE_LANE F clamped01(F x) {
  return select(x < F(0), F(0), select(x > F(1), F(1), x));
}

/// Segments from p to `end_a` and from q to `end_b`, or points.
template <class F>
GRAZE_LANE ClosestLanes<F> closest_lines(const LaneVec<F>& p, const LaneVec<F>& end_a, const LaneVec<F>& q,
                                         const LaneVec<F>& end_b) {
  const F zero(0), one(1);
  const LaneVec<F> d1 = end_a - p, d2 = end_b - q, r = p - q;
  const F aa = dot(d1, d1), ee = dot(d2, d2);
  const auto is_line_a = aa > zero, is_line_b = ee > zero;
  ClosestLanes<F> closest{p, q, zero, zero};
  if (is_any(either(is_line_a, is_line_b))) {
    const F f = dot(d2, r), c = dot(d1, r);
    const F alone_a = clamped01(-c / aa), alone_b = clamped01(f / ee);
    F s = select(is_line_a, alone_a, zero), t = select(is_line_b, alone_b, zero);
    const auto are_lines = both(is_line_a, is_line_b);
    if (is_any(are_lines)) {
      const F along = dot(d1, d2);
      const LaneVec<F> n = cross(d1, d2);
      const F denominator = dot(n, n);  // aa * ee - along², without its cancellation
      const F free = select(denominator > zero, clamped01((along * f - c * ee) / denominator), zero);
      const F other = (along * free + f) / ee;
      const auto is_below = other<zero, is_above = other> one;
      const F end = select(is_below, alone_a, clamped01((along - c) / aa));
      s = select(are_lines, select(either(is_below, is_above), end, free), s);
      t = select(are_lines, select(is_below, zero, select(is_above, one, other)), t);
    }
    closest.a = p + d1 * s;
    closest.b = q + d2 * t;
  }
  const LaneVec<F> v = closest.a - closest.b;
  closest.upper = lane_sqrt(dot(v, v));
  const F nearest_a = lane_min(dot(v, p), dot(v, end_a));
  const F nearest_b = lane_max(dot(v, q), dot(v, end_b));
  // Two points: nothing but their distance.
  closest.lower =
      select(either(is_line_a, is_line_b), (nearest_a - nearest_b) / closest.upper, closest.upper);
  return closest;
}

/// Segments through the origin and through `centre_b`, from minus to plus `half_a` and `half_b`; zero for
/// points.
template <class F>
GRAZE_LANE ClosestLanes<F> closest_centre_lines(const LaneVec<F>& half_a, const LaneVec<F>& centre_b,
                                                const LaneVec<F>& half_b) {
  return closest_lines<F>(-half_a, half_a, centre_b - half_b, centre_b + half_b);
}

GRAZE_LANES_END

#endif
