// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/depth/refine.h"

#include <algorithm>

#include "kernel/gjk/iterate.h"

namespace graze::inline GRAZE_ABI::depth {
namespace {

constexpr int kRefineSteps = 32;

// A - B as seen from a point t outside of it.
struct FromPoint {
  DifferenceSupport support;
  Vec3d t;
  void support_against(const Vec3d& v, gjk::Simplex& s, int slot) const {
    DifferenceVertex vertex;
    support(-v, vertex);
    s.a[slot] = vertex.a;
    s.b[slot] = vertex.b + t;
    s.index_a[slot] = s.index_b[slot] = 0;
  }
};

}  // namespace

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

}  // namespace graze::inline GRAZE_ABI::depth
