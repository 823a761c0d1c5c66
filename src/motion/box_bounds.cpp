// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "motion/box_bounds.h"

#include <algorithm>

namespace graze::inline GRAZE_ABI {

BoxBounds::BoxBounds(const MovingOperand& a, const MovingOperand& b, const MotionSettings& settings,
                     double end)
    : is_bounded_(make_moving_pair(a, b, pair_)),
      room_((double(settings.target) + double(a.margin) + double(b.margin)) * pair_.unit + 4 * pair_.error) {
  for (int i = 0; i < 2; ++i) {
    const Moving& m = pair_.sides[i];
    sides_[i].linear =
        m.is_stretched ? Mat3d{} : Mat3d(PathAccess::from(i == 0 ? a.path : b.path).linear()) * m.unit;
    sides_[i].arm = m.is_stretched ? Vec3d{} : m.arm;
    sides_[i].is_plane = m.is_half_space();
    is_bounded_ = is_bounded_ && !(m.is_half_space() && m.rate > 0);
  }
  if (!is_bounded_) return;
  set_end(end);
  for (int i = 0; i < 2; ++i) {
    const Moving& m = pair_.sides[i];
    const Stance& at = sides_[i].at[0];
    if (sides_[i].is_plane) {
      axes_[0] = make_axis(at.linear * m.plane_normal);
      count_ = 1;
      return;
    }
    const Mat3d world = at.linear * sides_[i].linear;
    for (const Vec3d& column : world.columns) axes_[count_++] = make_axis(normalized(column));
  }
}

void BoxBounds::set_end(double end) {
  end_ = end;
  if (!is_bounded_) return;
  for (int i = 0; i < 2; ++i) {
    sides_[i].at[0] = pair_.sides[i].stand(0);
    sides_[i].at[1] = pair_.sides[i].stand(end);
  }
  for (int i = 0; i < count_; ++i) axes_[i] = make_axis(axes_[i].n);
}

void BoxBounds::set_normal(const Vec3& normal) {
  if (!is_bounded_ || sides_[0].is_plane || sides_[1].is_plane || normal == Vec3{}) return;
  axes_[kMost - 1] = make_axis(normalized(Vec3d(normal)));
  count_ = kMost;
}

BoxBounds::Axis BoxBounds::make_axis(const Vec3d& n) const {
  Axis axis{};
  axis.n = n;
  constexpr double kBlur = 16 * kDoubleEpsilon;
  const Moving &a = pair_.sides[0], &b = pair_.sides[1];
  axis.straight = dot(n, a.velocity - b.velocity);
  axis.others =
      kBlur * (sum_abs(a.velocity) + sum_abs(b.velocity)) + (a.strain + a.speed + b.strain + b.speed) * kMore;
  axis.strain = (2 * (a.rate * a.strain + b.rate * b.strain) + a.acceleration + b.acceleration) * kMore;
  for (int when = 0; when < 2; ++when) {
    for (int i = 0; i < 2; ++i) axis.seen[i][when] = transpose_times(sides_[i].at[when].linear, n);
    axis.offset[when] = dot(n, sides_[1].at[when].translation - sides_[0].at[when].translation);
  }
  for (int i = 0; i < 2; ++i) {
    const Moving& m = pair_.sides[i];
    axis.across[i] = m.rate > 0 ? length(cross(m.axis, n)) + kBlur : 0;
  }
  return axis;
}

BoxBounds::Placed BoxBounds::place(int i, const Aabb& box) const {
  const Side& side = sides_[i];
  const Moving& m = pair_.sides[i];
  if (side.is_plane) return {m.plane_foot, {}, m.reach};
  const Vec3d low(box.lower), high(box.upper), centre = (low + high) * 0.5, half = high - centre;
  Placed p;
  p.centre = side.linear * centre + side.arm;
  double farthest = 0;
  for (int k = 0; k < 3; ++k) {
    p.axes[k] = side.linear.columns[k] * half[k];
    farthest += length_squared(p.axes[k]);
  }
  // The three axes may be oblique: no corner is farther from the centre than the root of 3 times this.
  const double own = length(cross(m.axis, p.centre)) + 0x1.bb67ae8584cabp+0 * std::sqrt(farthest);
  p.reach = m.is_stretched ? m.extent : std::min(m.reach, own * kMore);
  return p;
}

double BoxBounds::along(const Axis& axis, const Placed& a, const Placed& b) const {
  const auto spread = [](const Vec3d& d, const Placed& p) {
    return std::abs(dot(d, p.axes[0])) + std::abs(dot(d, p.axes[1])) + std::abs(dot(d, p.axes[2]));
  };
  const auto between = [&](int when) {
    return axis.offset[when] + dot(axis.seen[1][when], b.centre) - dot(axis.seen[0][when], a.centre);
  };
  const auto taken = [&](int when) {
    return spread(axis.seen[0][when], a) + spread(axis.seen[1][when], b) + room_;
  };
  const double start = between(0), sign = start < 0 ? -1 : 1, open = start * sign - taken(0);
  // Normals of planes point one way only.
  if (!(open > 0) || (sides_[1].is_plane && sign > 0) || (sides_[0].is_plane && sign < 0)) return 0;
  Closing c;
  c.straight = sign * axis.straight + axis.others;
  c.curvature = axis.strain;
  const Placed* const placed[] = {&a, &b};
  for (int i = 0; i < 2; ++i) {
    const double rate = pair_.sides[i].rate, turned = axis.across[i] * placed[i]->reach * kMore;
    c.turning += rate * turned;
    c.turned += 2 * turned;
    c.curvature += rate * rate * turned;
  }
  const double lasting = c.lasts(open);
  if (lasting >= end_) return kInfinite;
  const double last = between(1) * sign - taken(1), until = stays_open(open, last, end_, c.curvature);
  return last > 0 && until >= end_ ? kInfinite : std::max(until, lasting);
}

double BoxBounds::find(const Aabb& a, const Aabb& b) const {
  if (!is_bounded_ || !(end_ > 0)) return 0;
  const Placed pa = place(0, a), pb = place(1, b);
  double until = 0;
  for (int i = count_; i-- > 0 && until < end_;) until = std::max(until, along(axes_[i], pa, pb));
  if (!(until < end_)) return kInfinite;
  if (sides_[0].is_plane || sides_[1].is_plane) return until;
  const Stance &sa = sides_[0].at[0], &sb = sides_[1].at[0];
  const Vec3d way = sb.linear * pb.centre + sb.translation - sa.linear * pa.centre - sa.translation;
  if (max_abs(way) > 0) until = std::max(until, along(make_axis(normalized(way)), pa, pb));
  return until < end_ ? until : kInfinite;
}

}  // namespace graze::inline GRAZE_ABI
