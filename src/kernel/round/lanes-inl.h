// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Spheres and capsules in lanes: their centre lines are apart by a closed form.

#if defined(GRAZE_KERNEL_ROUND_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_ROUND_LANES_INL
#undef GRAZE_KERNEL_ROUND_LANES_INL
#else
#define GRAZE_KERNEL_ROUND_LANES_INL
#endif

#include "kernel/gjk/polish-inl.h"
#include "kernel/round/lines-inl.h"

GRAZE_LANES_BEGIN

/// closest_centre_lines() of a point and a line, to the bit: `half_a` is zero. NaN if the line is a point.
template <class F>
GRAZE_LANE ClosestLanes<F> closest_to_line(const LaneVec<F>& half_a, const LaneVec<F>& centre_b,
                                           const LaneVec<F>& half_b) {
  const F zero(0);
  const LaneVec<F> q = centre_b - half_b, end = centre_b + half_b, d2 = end - q;
  const F t = clamped01(dot(d2, -half_a - q) / dot(d2, d2));
  const LaneVec<F> nearest = q + d2 * t;
  const F upper = lane_sqrt(dot(nearest, nearest));
  return {{zero, zero, zero}, nearest, lane_min(dot(nearest, q), dot(nearest, end)) / upper, upper};
}

/// From the nearest points of the centre lines.
template <class F>
GRAZE_LANE auto answer_from_lines(const CoresLanes<F>& c, const ClosestLanes<F>& closest) {
  const F zero(0), half(0.5);
  const F radius = c.ball_a + c.ball_b;
  const F size = (c.extent_a + c.extent_b) + sum_abs(c.offset) + radius;
  const F rounding = F(12 * kDoubleEpsilon) * size, error = rounding + c.ball_error;
  CoreAnswerLanes<F, decltype(size < size)> out;
  out.lower = closest.lower - error - radius;
  out.upper = closest.upper + error - radius;
  const auto is_moderate = both(size > F(0x1p-100), size < F(0x1p100));
  const auto are_met = both(closest.lower > F(4) * error, closest.upper - closest.lower <= rounding);
  // So close that rounding the axis to Real could undo it: the general way confirms the axis.
  const auto is_delicate = both(out.lower > zero, out.lower <= F(4) * F(double(kEpsilon)) * size);
  out.is_certain = except(both(is_moderate, are_met), is_delicate);
  const LaneVec<F> way = closest.b - closest.a;
  out.normal = way * (F(1) / closest.upper);
  out.a = closest.a + out.normal * c.ball_a;
  out.b = closest.b - out.normal * c.ball_b;
  out.common = closest.a + way * select(radius > zero, c.ball_a / radius, half);
  return out;
}

template <class F>
GRAZE_LANE auto answer_round(const CoresLanes<F>& c) {
  return answer_from_lines(c, closest_centre_lines(c.linear_a.columns[1] * y_of(c.half_a), c.offset,
                                                   c.linear_b.columns[1] * y_of(c.half_b)));
}

/// Bounds and normal of two spheres: the lanes of answer_round() followed by separation().
template <class F, class M>
struct SphereAnswerLanes {
  M is_certain;
  F lower, upper;
  LaneVec<F> normal;
};

template <class F>
GRAZE_LANE auto answer_spheres(const LaneVec<F>& a, F radius_a, const LaneVec<F>& b, F radius_b) {
  const F zero(0);
  const LaneVec<F> way = b - a;
  const F radius = radius_a + radius_b, size = sum_abs(way) + radius;
  const F error =
      F(12 * kDoubleEpsilon) * size + (radius_a * F(2 * kDoubleEpsilon) + radius_b * F(2 * kDoubleEpsilon));
  const F length = lane_sqrt(dot(way, way));
  SphereAnswerLanes<F, decltype(size < size)> out;
  out.lower = length - error - radius;
  out.upper = length + error - radius;
  const auto is_delicate = both(out.lower > zero, out.lower <= F(4) * F(double(kEpsilon)) * size);
  const auto is_usual = both(both(size > F(0x1p-100), size < F(0x1p100)), length > F(4) * error);
  out.is_certain = except(both(is_usual, zero <= lane_min(radius_a, radius_b)), is_delicate);
  out.normal = way * (F(1) / length);
  // Room for the rounding of the normal; see depth_above().
  out.lower = select(out.lower < zero, out.lower * F(1 + 2 * double(kEpsilon)), out.lower);
  return out;
}

GRAZE_LANES_END

#endif
