// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/clash/worst_first.h"

namespace graze::inline GRAZE_ABI {

/// Directions in the cone of three unit vectors, with the farthest points of a convex set, and how much
/// farther the outer set reaches. Where the planes across the three through these points meet lies a point
/// that is at least as far in every direction of the cone: what it has as depth, every point of the set has
/// that is farthest in one of them.
struct DirectionCone {
  Vec3d directions[3], points[3];
  double gaps[3];
  double lower = 0;

  [[nodiscard]] Vec3d apex() const {
    const Vec3d &n0 = directions[0], &n1 = directions[1], &n2 = directions[2];
    const double h1 = dot(n1, points[1] - points[0]), h2 = dot(n2, points[2] - points[0]);
    const double volume = dot(n0, cross(n1, n2));
    return points[0] + (cross(n2, n0) * h1 + cross(n0, n1) * h2) / volume;
  }
  [[nodiscard]] int longest_side() const {
    double nearest = 2;
    int side = 0;
    for (int i = 0; i < 3; ++i) {
      const double cosine = dot(directions[i], directions[(i + 1) % 3]);
      if (cosine < nearest) nearest = cosine, side = i;
    }
    return side;
  }
  [[nodiscard]] double width() const {
    double widest = 0;
    for (int i = 0; i < 3; ++i) widest = std::max(widest, length(directions[i] - directions[(i + 1) % 3]));
    return widest;
  }
};

/// The least depth of a convex set that is read through its supports.
template <class Reader>
class ConeSearch {
 public:
  ConeSearch(const Reader& inner, OuterCore& outer, double size, Least& least)
      : inner_(inner), outer_(outer), size_(size), least_(least), cones_(least) {}

  /// Gives whether the bounds came as close as asked for.
  bool find(const SearchGoal& goal) {
    for (int i = 0; i < 8; ++i) {
      DirectionCone octant;
      for (int k = 0; k < 3; ++k) octant.directions[k][k] = i >> k & 1 ? 1 : -1;
      for (int k = 0; k < 3; ++k) ask(octant, k);
      add(octant);
    }
    return cones_.run(outer_, goal, [&](const DirectionCone& cone) { return split(cone); });
  }

 private:
  static constexpr double kNarrow = 1e-6;  // radians; the apex of a narrower cone is mostly rounding

  void ask(DirectionCone& cone, int i) {
    std::uint32_t index = 0;
    const Vec3d& direction = cone.directions[i];
    const Vec3d p = cone.points[i] = inner_.support(direction, index);
    cone.gaps[i] = outer_.reach(direction) - dot(direction, p);
    least_.offer(outer_.depth_of(p), p);
  }
  // Gaps change by no more than the size of the pair times the turn.
  void add(DirectionCone cone) {
    const double width = cone.width(), error = 4 * outer_.pair().error;
    cone.lower = std::max({cone.gaps[0], cone.gaps[1], cone.gaps[2]}) - outer_.pair().size * width - error;
    if (cone.lower > least_.depth.upper) return;
    const double blur = 8 * kDoubleEpsilon * size_ / width;
    cone.lower = std::max(cone.lower, outer_.depth_of(cone.apex()).lower - blur);
    cones_.add(cone);
  }
  bool split(const DirectionCone& cone) {
    if (cone.width() < kNarrow) return false;
    const int i = cone.longest_side(), j = (i + 1) % 3;
    DirectionCone first = cone, second = cone;
    first.directions[i] = normalized(cone.directions[i] + cone.directions[j]);
    ask(first, i);
    second.directions[j] = first.directions[i];
    second.points[j] = first.points[i];
    second.gaps[j] = first.gaps[i];
    add(first);
    add(second);
    return true;
  }

  const Reader& inner_;
  OuterCore& outer_;
  double size_;
  Least& least_;
  WorstFirst<DirectionCone> cones_;
};

}  // namespace graze::inline GRAZE_ABI
