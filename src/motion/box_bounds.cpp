// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "motion/box_bounds.h"

#include <algorithm>

namespace graze::inline GRAZE_ABI {
namespace {

constexpr double kTurn = 0.25;  // of a slab, in radians
// Without a bound on its acceleration a pair of pieces is followed by speed alone, step by step: shorter
// slabs, where fewer pairs are near, cost less. Of 4, 8 and 16 times as many, 8 is best for all kinds of
// wholes together.
constexpr double kMoreSlabs = 8;

}  // namespace

BoxBounds::BoxBounds(const MovingOperand& a, const MovingOperand& b, const MotionSettings& settings,
                     double end)
    : is_bounded_(make_moving_pair(a, b, pair_)),
      room_((double(settings.target) + double(a.margin) + double(b.margin)) * pair_.unit + 4 * pair_.error),
      end_(end) {
  if (!is_bounded_) return;
  for (int i = 0; i < 2; ++i) {
    const Moving& m = pair_.sides[i];
    sides_[i].linear =
        m.is_stretched ? Mat3d{} : Mat3d(PathAccess::from(i == 0 ? a.path : b.path).linear()) * m.unit;
    sides_[i].arm = m.is_stretched ? Vec3d{} : m.arm;
    sides_[i].is_plane = m.is_half_space();
    is_bounded_ = is_bounded_ && !(m.is_half_space() && m.rate > 0);
  }
  double shortest = 0x1p-10;
  for (const Moving& m : pair_.sides) {
    turn_ += m.rate;
    // The caller's own: as if the fastest point turned about the middle.
    if (!(m.speed > 0 && m.extent > 0)) continue;
    const bool is_smooth = m.acceleration <= 0x1p500;
    turn_ += (is_smooth ? 1 : kMoreSlabs) * m.speed / m.extent;
    if (!is_smooth) shortest = 0x1p-10 / kMoreSlabs;
  }
  window_ = is_bounded_ && turn_ > kSlabs * kTurn ? std::max(kSlabs * kTurn / turn_, shortest) : 1;
  set_range(0, end);
}

void BoxBounds::set_range(double begin, double end) {
  begin_ = begin;
  end_ = end;
  made_ = 0;
  const double length = end - begin;
  slab_count_ = static_cast<int>(std::clamp(std::ceil(turn_ * length / kTurn), 1.0, double(kSlabs)));
  width_ = length / slab_count_ * (1 + 4 * kDoubleEpsilon);  // the last one ends no earlier
}

void BoxBounds::make_slab(int index) {
  Slab& slab = slabs_[index];
  slab.begin = begin_ + width_ * index;
  slab.duration = width_ + 0x1p-51;  // times are rounded
  slab.count = 0;
  made_ = index + 1;
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 2; ++k) slab.at[i][k] = pair_.sides[i].stand(slab.begin + k * slab.duration);
  for (int i = 0; i < 2; ++i) {
    if (sides_[i].is_plane) {
      slab.axes[0] = make_axis(slab, slab.at[i][0].linear * pair_.sides[i].plane_normal);
      slab.count = 1;
      return;
    }
    const Mat3d world = slab.at[i][0].linear * sides_[i].linear;
    for (const Vec3d& column : world.columns) slab.axes[slab.count++] = make_axis(slab, normalized(column));
  }
  if (max_abs(normal_) > 0) slab.axes[slab.count++] = make_axis(slab, normal_);
}

void BoxBounds::set_normal(const Vec3& normal) {
  if (!is_bounded_ || sides_[0].is_plane || sides_[1].is_plane || normal == Vec3{}) return;
  normal_ = normalized(Vec3d(normal));
  for (int i = 0; i < made_; ++i) {
    slabs_[i].axes[kMost - 1] = make_axis(slabs_[i], normal_);
    slabs_[i].count = kMost;
  }
}

BoxBounds::Axis BoxBounds::make_axis(const Slab& slab, const Vec3d& n) const {
  Axis axis{};
  constexpr double kBlur = 16 * kDoubleEpsilon;
  const Moving &a = pair_.sides[0], &b = pair_.sides[1];
  axis.straight = dot(n, a.velocity - b.velocity);
  axis.others =
      kBlur * (sum_abs(a.velocity) + sum_abs(b.velocity)) + (a.strain + a.speed + b.strain + b.speed) * kMore;
  axis.strain = (2 * (a.rate * a.strain + b.rate * b.strain) + a.acceleration + b.acceleration) * kMore;
  for (int when = 0; when < 2; ++when) {
    for (int i = 0; i < 2; ++i) axis.seen[i][when] = transpose_times(slab.at[i][when].linear, n);
    axis.offset[when] = dot(n, slab.at[1][when].translation - slab.at[0][when].translation);
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

double BoxBounds::along(const Slab& slab, const Axis& axis, const Placed& a, const Placed& b) const {
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
  if (lasting >= slab.duration) return kInfinite;
  const double last = between(1) * sign - taken(1),
               until = stays_open(open, last, slab.duration, c.curvature);
  return last > 0 && until >= slab.duration ? kInfinite : std::max(until, lasting);
}

double BoxBounds::stays_apart(const Slab& slab, const Placed& a, const Placed& b) const {
  double open = 0;
  for (int i = slab.count; i-- > 0 && open < slab.duration;)
    open = std::max(open, along(slab, slab.axes[i], a, b));
  if (open >= slab.duration || sides_[0].is_plane || sides_[1].is_plane) return open;
  const Stance &at_a = slab.at[0][0], &at_b = slab.at[1][0];
  const Vec3d way = at_b.linear * b.centre + at_b.translation - at_a.linear * a.centre - at_a.translation;
  return max_abs(way) > 0 ? std::max(open, along(slab, make_axis(slab, normalized(way)), a, b)) : open;
}

double BoxBounds::find(const Aabb& a, const Aabb& b) {
  if (!is_bounded_ || !(end_ > begin_)) return begin_;
  const Placed placed_a = place(0, a), placed_b = place(1, b);
  for (int i = 0; i < slab_count_; ++i) {
    if (begin_ + width_ * i > end_) break;
    if (i >= made_) make_slab(i);
    const double open = stays_apart(slabs_[i], placed_a, placed_b);
    if (open >= slabs_[i].duration) continue;
    const double until = std::max(slabs_[i].begin + open - 0x1p-53, begin_);
    return until > end_ ? kInfinite : until;
  }
  return kInfinite;
}

}  // namespace graze::inline GRAZE_ABI
