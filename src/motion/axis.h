// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "motion/moving.h"

// When the gap along an axis can close. Let g(t) = n(t) . (x_b(t) - x_a(t)) for one point of each core: the
// gap along the axis n(t) is f = min g over all such pairs. If no g is accelerated by more than K, g - K t² /
// 2 is concave, so that g, and with it f, is not below
//   chord of f from t0 to t1  -  K (t - t0) (t1 - t) / 2,
// and f is known at both ends by one support of each core. The first root of that parabola is a time before
// which nothing touches; where f is smooth it misses the root of f by the square of the interval. This is
// bilateral advancement [Catto13] without its sampling, on the motion bounds of conservative advancement
// [Mirtich96, Tang09]: g cannot close faster than
//   n . (v_a - v_b)  +  sum of |w x n| reach,                              (n fixed)
// and what turning alone can do ends at 2 |u x n| reach after half a turn. With r = x - centre, |r across w|
// <= reach, and the derivatives of n bounded by h = |n'| (its turn rate), the acceleration is at most
//   sum of |w| |w x n| reach  +  2 h (|v_b - v_a| + sum of |w| reach)  +  h² |x_b - x_a|.

namespace graze::inline GRAZE_ABI {

/// A unit vector that turns along a great circle, or stays.
struct TurningAxis {
  Vec3d n, side;    // at time t0, and where it turns to; both unit and at right angles
  double rate = 0;  // radians per unit of time
  double t0 = 0;

  [[nodiscard]] Vec3d at(double t) const {
    if (rate == 0) return n;
    const SinCos angle = sin_cos(rate * (t - t0));
    return n * angle.cos + side * angle.sin;
  }
};

/// How fast a gap along an axis may close, until some time after the start of an interval.
struct Closing {
  double straight = kInfinite;  // all but what turning does; may be negative
  double either = kInfinite;    // the fastest change, opening or closing, all included
  double turning = 0;           // the fastest that turning closes it
  double turned = 0;            // and no more than this in all
  double curvature = 0;         // K

  /// How long a gap lasts by speeds alone.
  [[nodiscard]] double lasts(double gap) const {
    const double fastest = straight + turning;
    if (!(fastest > 0)) return kInfinite;
    const double first = gap / fastest;
    if (!(gap > turned)) return first;
    return straight > 0 ? std::max(first, (gap - turned) / straight) : kInfinite;
  }
};

inline constexpr double kMore = 1 + 32 * kDoubleEpsilon;

/// Along an axis that does not turn.
[[nodiscard]] inline Closing closing_along(const Vec3d& n, const Moving& a, const Moving& b) {
  constexpr double kBlur = 16 * kDoubleEpsilon;
  Closing c;
  const double straight = dot(n, a.velocity - b.velocity);
  double others = kBlur * (sum_abs(a.velocity) + sum_abs(b.velocity));
  for (const Moving* m : {&a, &b}) {
    others += (m->strain + m->speed) * kMore;
    c.curvature += (2 * m->rate * m->strain + m->acceleration) * kMore;
    if (!(m->rate > 0)) continue;
    const double across = (length(cross(m->axis, n)) + kBlur) * m->reach * kMore;
    c.turning += m->rate * across;
    c.turned += 2 * across;
    c.curvature += m->rate * m->rate * across;
  }
  c.straight = straight + others;
  c.either = std::abs(straight) + others + c.turning;
  return c;
}

/// Along an axis that turns by `rate`, for `duration` from when the centres are `apart`.
[[nodiscard]] inline Closing closing_while_turning(double rate, double apart, double duration,
                                                   const Moving& a, const Moving& b) {
  const double way = length(a.velocity - b.velocity) + a.speed + b.speed;
  double speeds = way, sum = 0;
  for (const Moving* m : {&a, &b}) {
    speeds += m->rate * m->reach + m->strain;
    sum += m->rate * (m->rate * m->reach + 2 * m->strain) + m->acceleration;
  }
  const double distance = apart + way * duration + a.extent + b.extent;
  Closing c;
  c.straight = c.either = (speeds + rate * distance) * kMore;
  c.curvature = (sum + rate * (2 * speeds + rate * distance)) * kMore;
  return c;
}

/// For how long from t0 a gap stays open that is f0 > 0 there and f1 a `duration` later, all of it or less,
/// by curvature alone.
[[nodiscard]] inline double stays_open(double f0, double f1, double duration, double curvature) {
  constexpr double kBlur = 8 * kDoubleEpsilon;
  if (!(curvature <= 0x1p500)) return 0;
  const double chord = (f1 - f0) / duration, sag = 0.5 * curvature * duration;
  const double slope = (chord - sag) - kBlur * (std::abs(chord) + sag);  // of the parabola at t0
  if (slope >= 0) return duration;
  const double twice = 2 * curvature * f0;
  const double square = slope * slope * (1 + kBlur) - twice * (1 - kBlur);
  if (square < 0) return f1 > 0 ? duration : 0;
  return std::min(duration, 2 * f0 / (std::sqrt(square) - slope) * (1 - kBlur));
}

}  // namespace graze::inline GRAZE_ABI
