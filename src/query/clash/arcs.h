// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/clash/worst_first.h"
#include "shape/core/reader.h"

namespace graze::inline GRAZE_ABI {

/// Part of a rim. All of it lies in the triangle of its ends and the point where the tangents there meet:
/// none of its points is less deep than all three.
struct Arc {
  Vec3d ends[2];  // (x, z, 0) on the unit circle
  double end_depths[2];
  int disc = 0;  // 0 bottom, 1 top
  double lower = 0;
};

/// The least depth of the hull of two discs: of one of the two rims, as depth is concave.
class ArcSearch {
 public:
  ArcSearch(const DiscsReader& inner, OuterCore& outer, Least& least)
      : inner_(inner), outer_(outer), least_(least), arcs_(least) {}

  /// Gives whether the bounds came as close as asked for.
  bool find(const SearchGoal& goal) {
    for (int disc = 0; disc < 2; ++disc) {
      const Vec3d quarters[] = {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
      for (int i = 0; i < 4; ++i) {
        const Vec3d &from = quarters[i], &to = quarters[(i + 1) % 4];
        add({{from, to}, {ask(disc, from), ask(disc, to)}, disc, 0});
      }
    }
    return arcs_.run(outer_, goal, [&](const Arc& arc) { return split(arc); });
  }

 private:
  [[nodiscard]] Vec3d place(int disc, const Vec3d& p) const {
    const double radius = disc == 0 ? inner_.bottom : inner_.top;
    const Vec3d middle = inner_.centre + inner_.half_axis * (disc == 0 ? -1.0 : 1.0);
    return middle + inner_.x * (radius * p.x) + inner_.z * (radius * p.y);
  }
  double ask(int disc, const Vec3d& on_circle) {
    const Vec3d p = place(disc, on_circle);
    const PointDepth depth = outer_.depth_of(p);
    least_.offer(depth, p);
    return depth.lower;
  }
  void add(Arc arc) {
    const Vec3d meeting = (arc.ends[0] + arc.ends[1]) / (1 + dot(arc.ends[0], arc.ends[1]));
    const double beyond = outer_.depth_of(place(arc.disc, meeting)).lower;
    arc.lower = std::min({arc.end_depths[0], arc.end_depths[1], beyond});
    arcs_.add(arc);
  }
  bool split(const Arc& arc) {
    constexpr double kNarrow = 1e-7;  // radians; the rest is rounding
    if (length(arc.ends[1] - arc.ends[0]) < kNarrow) return false;
    const Vec3d middle = normalized(arc.ends[0] + arc.ends[1]);
    const double depth = ask(arc.disc, middle);
    add({{arc.ends[0], middle}, {arc.end_depths[0], depth}, arc.disc, 0});
    add({{middle, arc.ends[1]}, {depth, arc.end_depths[1]}, arc.disc, 0});
    return true;
  }

  const DiscsReader& inner_;
  OuterCore& outer_;
  Least& least_;
  WorstFirst<Arc> arcs_;
};

}  // namespace graze::inline GRAZE_ABI
