// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "motion/swept_bounds.h"

#include <algorithm>

#include "motion/axis.h"

// A box around a motion, side by side: along an axis that stays, no point of the shape is beyond the chord of
// its supports at two times by more than its acceleration allows, or its speed (axis.h). Of many turns, the
// circle is taken that the shape sweeps about its axis.

namespace graze::inline GRAZE_ABI {
namespace {

constexpr double kTurn = 0.5;  // of a slab of time, in radians: a thirty-second of the reach is added
constexpr int kSlabs = 16;

struct Stances {
  Stance at[kSlabs + 1];
  int count = 1;
  explicit Stances(const Moving& m) {
    const bool is_own = m.own.pose != nullptr;
    count = is_own ? kSlabs : static_cast<int>(std::clamp(std::ceil(m.rate / kTurn), 1.0, double(kSlabs)));
    for (int i = 0; i <= count; ++i) at[i] = m.stand(double(i) / count);
  }
};

// How far the core gets along a unit axis.
double farthest(const Moving& m, const Stances& stances, const Vec3d& n) {
  const Closing c = closing_along(n, m, Moving{});
  const double duration = 1.0 / stances.count;
  double height = -kInfinite;
  std::uint32_t index = 0;
  for (int i = 0; i <= stances.count; ++i)
    height = std::max(height, dot(n, m.support(stances.at[i], n, index)));
  height += std::min(c.curvature * duration * duration / 8, c.either * duration / 2);
  if (m.is_stretched || m.own.pose != nullptr || !(m.rate > kTurn)) return height;
  const Vec3d along = m.axis * dot(m.axis, n);
  const double lengthwise = max_abs(along) > 0 ? dot(along, m.local_support({}, along, index)) : 0;
  const double across = (length(cross(m.axis, n)) + 16 * kDoubleEpsilon) * m.reach * kMore;
  const double centre = std::max(dot(m.start, n), dot(m.start + m.velocity, n));
  return std::min(height, centre + lengthwise + across);
}

}  // namespace

SweptBounds sweep(const ShapeView& shape, const Path& path, Real margin) {
  const Vec3 far{kInfinity, kInfinity, kInfinity};
  SweptBounds out{{-far, far}, {}, kInfinite, kInfinite};
  const Vec3 origin = path.placement(0).translation();
  const Affine start = path.placement(0);
  Moving m;
  const bool is_known = is_finite(origin) && set_moving({&shape, &start, margin}, path, origin, 1, m);
  if (!is_known || m.is_half_space()) return out;
  out.way = m.velocity;
  out.around = (std::min(m.rate, 2.0) * m.reach + m.strain + m.speed) * kMore + 2 * m.error;
  // A point that is accelerated by no more than this leaves its chord by an eighth of it.
  const double turning = m.rate * m.rate * m.reach + 2 * m.rate * m.strain + m.acceleration;
  out.bulge = std::min(turning / 8, 2 * out.around) * kMore + 2 * m.error +
              2 * double(kEpsilon) * (sum_abs(Vec3d(origin)) + length(m.velocity) + m.extent);
  const Stances stances(m);
  const double radius = is_complex(shape.kind) ? double(margin) : m.core.radius;  // cores of wholes have none
  const double size = m.extent + radius + length(m.velocity) + sum_abs(m.start) + sum_abs(Vec3d(origin));
  const double more = radius + m.error + 32 * kDoubleEpsilon * size;
  for (int k = 0; k < 3; ++k) {
    Vec3d n;
    n[k] = 1;
    out.box.upper[k] = round_up(double(origin[k]) + (farthest(m, stances, n) + more));
    out.box.lower[k] = round_down(double(origin[k]) - (farthest(m, stances, -n) + more));
  }
  return out;
}

}  // namespace graze::inline GRAZE_ABI
