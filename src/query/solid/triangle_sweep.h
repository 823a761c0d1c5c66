// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "math/rounding.h"

namespace graze::inline GRAZE_ABI {

/// When two triangles overlap of which b moves along a direction: by the separating axes of both, each of
/// which tells them apart before one time and after another. Times are ways along the direction.
class TriangleSweep {
 public:
  using Corners = Vec3d[3];

  /// `room`, a length, is added to every overlap: below zero, two that touch or graze one another are apart;
  /// above zero they count as overlapping. `direction` is unit.
  TriangleSweep(const Corners& a, const Corners& b, const Vec3d& direction, double room)
      : a_(a), b_(b), direction_(direction), room_(room) {}

  /// Whether they overlap at some time, and for more than an instant.
  [[nodiscard]] bool find() {
    is_now_asked_ = false;
    least_end_ = -kInfinite;
    return cut_all() && begin_ < end_;
  }
  /// Whether they overlap at time zero, and until later than `least_end`; begin() is not found.
  [[nodiscard]] bool find_end(double least_end) {
    is_now_asked_ = true;
    least_end_ = least_end;
    return cut_all();
  }
  [[nodiscard]] double begin() const { return begin_; }
  [[nodiscard]] double end() const { return end_; }
  /// Across which they are apart after the end, unit, from a to b; zero: there was no end.
  [[nodiscard]] Vec3d normal() const { return length_squared(normal_) > 0 ? normalized(normal_) : normal_; }

 private:
  struct Span {
    double low, high;
  };
  static Span span(double x, double y) { return x < y ? Span{x, y} : Span{y, x}; }
  static Span span(double x, double y, double z) { return {std::min({x, y, z}), std::max({x, y, z})}; }

  bool cut_all() {
    const Vec3d &o = a_[0], edges_a[3] = {a_[1] - o, a_[2] - a_[1], o - a_[2]},
                edges_b[3] = {b_[1] - b_[0], b_[2] - b_[1], b_[0] - b_[2]};
    const Vec3d pa[3] = {{}, edges_a[0], -edges_a[2]}, pb[3] = {b_[0] - o, b_[1] - o, b_[2] - o};
    const Vec3d na = cross(edges_a[0], edges_a[1]), nb = cross(edges_b[0], edges_b[1]);
    if (!cut(na, {0, 0}, span(dot(na, pb[0]), dot(na, pb[1]), dot(na, pb[2])))) return false;
    const double level = dot(nb, pb[0]);
    if (!cut(nb, span(0, dot(nb, pa[1]), dot(nb, pa[2])), {level, level})) return false;
    const double squares_b[3] = {length_squared(edges_b[0]), length_squared(edges_b[1]),
                                 length_squared(edges_b[2])};
    for (int i = 0; i < 3; ++i) {
      constexpr double kParallel = 1e-20;
      const double square = kParallel * length_squared(edges_a[i]);
      for (int j = 0; j < 3; ++j) {
        const Vec3d n = cross(edges_a[i], edges_b[j]);
        if (!(length_squared(n) > square * squares_b[j])) continue;
        // Both ends of an edge are at one height.
        if (!cut(n, span(dot(n, pa[i]), dot(n, pa[(i + 2) % 3])),
                 span(dot(n, pb[j]), dot(n, pb[(j + 2) % 3]))))
          return false;
      }
    }
    return true;
  }

  // Leaves the times at which spans along an axis overlap; false: there are none that were asked for.
  bool cut(const Vec3d& n, const Span& a, const Span& b) {
    const double size = sum_abs(n), room = room_ * size, low = a.low - b.high - room,
                 high = a.high - b.low + room;
    if (!(size > 0)) return true;
    if (is_now_asked_ ? !(low < 0 && high > 0) : !(low < high)) return false;
    const double speed = dot(n, direction_);
    constexpr double kAcross = 1e-12;  // slower than this is rounding
    if (std::abs(speed) <= kAcross * size) return low < 0 && high > 0;
    if (!is_now_asked_) begin_ = std::max(begin_, (speed > 0 ? low : high) / speed);
    if (const double last = (speed > 0 ? high : low) / speed; last < end_) {
      end_ = last;
      normal_ = speed > 0 ? n : -n;
    }
    return end_ > least_end_;
  }

  const Corners &a_, &b_;
  Vec3d direction_, normal_;
  double room_, begin_ = -kInfinite, end_ = kInfinite, least_end_ = -kInfinite;
  bool is_now_asked_ = false;
};

}  // namespace graze::inline GRAZE_ABI
