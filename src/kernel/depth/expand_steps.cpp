// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/depth/expand_steps.h"

#include <algorithm>

#include "kernel/gjk/iterate.h"
#include "math/predicates.h"

namespace graze::inline GRAZE_ABI::depth {
namespace {

Vec3d any_perpendicular(const Vec3d& v) {
  const Vec3d axis = std::abs(v.x) <= std::abs(v.y) && std::abs(v.x) <= std::abs(v.z) ? Vec3d{1, 0, 0}
                     : std::abs(v.y) <= std::abs(v.z)                                 ? Vec3d{0, 1, 0}
                                                                                      : Vec3d{0, 0, 1};
  return normalized(cross(v, axis));
}

// Swaps the candidate of greatest measure among those from `from` on into position `from`; returns its
// measure.
template <class Measure>
double swap_in_best(Seed& seed, int from, Measure measure) {
  int best = from;
  double value = -1;
  for (int i = from; i < seed.count; ++i) {
    const double m = measure(seed.candidates[i].w);
    if (m > value) {
      value = m;
      best = i;
    }
  }
  std::swap(seed.candidates[from], seed.candidates[best]);
  return value;
}

class SeedSearch {
 public:
  SeedSearch(DifferenceSupport support, double error, Seed& seed)
      : support_(support), flat_(4 * error), seed_(seed) {}

  bool run(const gjk::Simplex& start) {
    for (int i = 0; i < start.count; ++i) {
      const int s = start.slots[i];
      seed_.add({start.w[s], start.a[s], start.b[s]});
    }
    for (int axis = 0; axis < 3; ++axis)
      for (const double side : {1.0, -1.0}) {
        Vec3d d;
        d[axis] = side;
        add_along(d);
      }
    return find_edge() && find_triangle() && find_tetrahedron();
  }

 private:
  void add_along(const Vec3d& d) {
    DifferenceVertex v;
    support_(d, v);
    seed_.add(v);
  }
  void add_both_ways(const Vec3d& d) {
    add_along(d);
    add_along(-d);
  }
  [[nodiscard]] const Vec3d& corner(int i) const { return seed_.candidates[i].w; }

  bool find_edge() {
    const Vec3d p = corner(0);
    const double longest =
        std::sqrt(swap_in_best(seed_, 1, [&](const Vec3d& w) { return length_squared(w - p); }));
    if (!(longest > flat_)) return false;
    edge_ = (corner(1) - p) / longest;
    return true;
  }
  // Across the edge along two directions at right angles: one of them leaves the line, unless A - B is one.
  bool find_triangle() {
    const Vec3d p = corner(0);
    const auto off_line = [&](const Vec3d& w) { return length_squared(cross(edge_, w - p)); };
    const Vec3d side = any_perpendicular(edge_);
    add_both_ways(side);
    if (std::sqrt(swap_in_best(seed_, 2, off_line)) > flat_) return true;
    seed_.flat_normal = side;
    add_both_ways(cross(edge_, side));
    return std::sqrt(swap_in_best(seed_, 2, off_line)) > flat_;
  }
  bool find_tetrahedron() {
    const Vec3d p = corner(0);
    Vec3d normal = normalized(cross(edge_, corner(2) - p));
    normal = normalized(normal - edge_ * dot(normal, edge_));
    seed_.flat_normal = normal;
    add_both_ways(normal);
    const double highest =
        swap_in_best(seed_, 3, [&](const Vec3d& w) { return std::abs(dot(normal, w - p)); });
    return highest > flat_ && orient3d(corner(1), corner(2), corner(3), p) != 0;
  }

  DifferenceSupport support_;
  double flat_;  // an extent up to which A - B counts as flat
  Seed& seed_;
  Vec3d edge_;  // unit, from the first corner to the second
};

constexpr int kRefineSteps = 32;

}  // namespace

bool find_seed(DifferenceSupport support, const gjk::Simplex& start, double error, Seed& seed) {
  return SeedSearch(support, error, seed).run(start);
}

Depth refine(DifferenceSupport support, const Plane& start, const DepthStop& stop) {
  Depth best;
  best.is_refined = false;
  best.has_points = false;
  best.upper = start.height;
  best.normal = start.normal;
  best.a = start.vertex.a;
  best.b = start.vertex.b;
  Vec3d normal = start.normal;
  for (int step = 0; step < kRefineSteps; ++step) {
    // From close by: where minima lie nearly on a ring, each step leaves about away / (away + radius - depth)
    // of the error.
    const double away = std::max(std::abs(best.upper) * 1e-5, 64 * stop.error);
    const FromPoint outside{support, normal * (best.upper + away)};
    gjk::Search search;
    search.v = -normal;
    gjk::Stop gjk_stop;
    gjk_stop.relative = stop.relative * 0.25;
    gjk_stop.error = stop.error;
    gjk_stop.max_iterations = 64;
    gjk::iterate(outside, gjk_stop, search);
    if (search.outcome == gjk::Outcome::inside || search.simplex.count == 0) break;
    const Plane plane = plane_along(support, -search.axis);
    const double gain = best.upper - plane.height;
    if (step == 0 || gain >= 0) {
      best.upper = plane.height;
      best.normal = normal = plane.normal;
      best.a = gjk::combine(search.simplex, search.simplex.a);
      best.b = gjk::combine(search.simplex, search.simplex.b) - outside.t;
      best.has_points = true;
    }
    best.is_refined = !(gain > stop.relative * 0.01 * std::abs(best.upper) + stop.error);
    if (best.is_refined) break;
  }
  return best;
}

Plane lowered_plane(DifferenceSupport support, const Plane& start) {
  constexpr double kTurn = 1e-5;  // cube root of the rounding of a support, about
  constexpr int kHalvings = 8;
  const Vec3d& n = start.normal;
  const Vec3d u = any_perpendicular(n), v = cross(n, u);
  const auto turned = [&](const Vec3d& by) { return plane_along(support, normalized(n + by)); };
  const Vec3d w = start.vertex.w, along_u = (turned(u * kTurn).vertex.w - w) / kTurn,
              along_v = (turned(v * kTurn).vertex.w - w) / kTurn;
  // The height of n + x u + y v over its length: slope (gu, gv) and second derivatives (uu, uv, vv).
  const double gu = dot(w, u), gv = dot(w, v), uu = dot(along_u, u) - start.height,
               vv = dot(along_v, v) - start.height, uv = 0.5 * (dot(along_u, v) + dot(along_v, u));
  Plane best = start;
  const auto try_step = [&](double x, double y, double divisor) {
    for (int i = 0; divisor > 0 && i < kHalvings; ++i, divisor *= 2) {  // a crease may be on the way
      const Plane plane = turned(u * (x / divisor) + v * (y / divisor));
      if (plane.height < best.height) best = plane;
    }
  };
  // Down the slope, far where it bends down ever more; and to the minimum of both, which is nowhere near on
  // a ring.
  constexpr double kFar = 0.25;
  const double gg = gu * gu + gv * gv, bend = gu * gu * uu + 2 * gu * gv * uv + gv * gv * vv;
  try_step(-gu * gg, -gv * gg, std::max(bend, gg * std::sqrt(gg) / kFar));
  if (uu > 0) try_step(uv * gv - vv * gu, uv * gu - uu * gv, uu * vv - uv * uv);
  return best;
}

}  // namespace graze::inline GRAZE_ABI::depth
