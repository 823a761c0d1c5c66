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

  /// False: at no time within (after, before), or only at an instant.
  [[nodiscard]] bool find(double after, double before) {
    begin_ = after;
    end_ = before;
    const Vec3d &o = a_[0], edges_a[3] = {a_[1] - o, a_[2] - a_[1], o - a_[2]},
                edges_b[3] = {b_[1] - b_[0], b_[2] - b_[1], b_[0] - b_[2]};
    const Vec3d pa[3] = {{}, edges_a[0], -edges_a[2]}, pb[3] = {b_[0] - o, b_[1] - o, b_[2] - o};
    const Vec3d na = cross(edges_a[0], edges_a[1]), nb = cross(edges_b[0], edges_b[1]);
    if (!cut(na, {0, 0}, span(dot(na, pb[0]), dot(na, pb[1]), dot(na, pb[2])))) return false;
    const double level = dot(nb, pb[0]);
    if (!cut(nb, span(0, dot(nb, pa[1]), dot(nb, pa[2])), {level, level})) return false;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const Vec3d n = cross(edges_a[i], edges_b[j]);
        constexpr double kParallel = 1e-20;
        if (!(length_squared(n) > kParallel * length_squared(edges_a[i]) * length_squared(edges_b[j])))
          continue;
        // Both ends of an edge are at one height.
        const int k = (i + 2) % 3, l = (j + 2) % 3;
        if (!cut(n, span(dot(n, pa[i]), dot(n, pa[k])), span(dot(n, pb[j]), dot(n, pb[l])))) return false;
      }
    return begin_ < end_;
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

  // Leaves the times at which spans along an axis overlap; false: there are none.
  bool cut(const Vec3d& n, const Span& a, const Span& b) {
    const double size = length(n), room = room_ * size, low = a.low - b.high - room,
                 high = a.high - b.low + room, speed = dot(n, direction_);
    if (!(size > 0)) return true;
    if (!(low < high)) return false;
    constexpr double kAcross = 1e-12;  // slower than this is rounding
    if (std::abs(speed) <= kAcross * size) return low < 0 && high > 0;
    const double first = (speed > 0 ? low : high) / speed, last = (speed > 0 ? high : low) / speed;
    if (first > begin_) begin_ = first;
    if (last < end_) {
      end_ = last;
      normal_ = speed > 0 ? n : -n;
    }
    return begin_ < end_;
  }

  const Corners &a_, &b_;
  Vec3d direction_, normal_;
  double room_, begin_ = 0, end_ = 0;
};

}  // namespace graze::inline GRAZE_ABI
