// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/depth/touching.h"

#include <cmath>

#include "kernel/gjk/iterate.h"

namespace graze::inline GRAZE_ABI::depth {
namespace {

// Looking back from a distance t at a surface of radius r divides the angle to the normal of the contact by
// r / t: two looks reach the square root of rounding, where the height is as good as zero.
constexpr double kOutside = 0x1p-16;  // t over the size of A - B
constexpr int kLooks = 3;
constexpr int kLookSteps = 64;

bool is_low(DifferenceSupport support, const Vec3d& normal, double error, Plane& plane) {
  plane = plane_along(support, normal);
  return plane.height <= error;
}

}  // namespace

bool find_touching_plane(DifferenceSupport support, const gjk::Simplex& simplex, const Vec3d& likely_normal,
                         double error, double size, Plane& plane) {
  if (is_low(support, likely_normal, error, plane)) return true;
  Vec3d normal = likely_normal;
  if (simplex.count == 3) {
    const Vec3d &p = simplex.w[simplex.slots[0]], &q = simplex.w[simplex.slots[1]],
                &r = simplex.w[simplex.slots[2]];
    const Vec3d across = normalized(cross(q - p, r - p));
    normal = dot(across, likely_normal) < 0 ? -across : across;
    if (is_low(support, normal, error, plane) || is_low(support, -normal, error, plane)) return true;
  }
  gjk::Stop stop;
  stop.relative = 0;
  stop.error = error;
  stop.max_iterations = kLookSteps;
  for (int i = 0; i < kLooks; ++i) {
    const FromPoint outside{support, normal * (size * kOutside)};
    gjk::Search search;
    search.v = -normal;
    gjk::iterate(outside, stop, search);
    if (search.outcome == gjk::Outcome::inside) return false;
    normal = -search.axis;
    if (is_low(support, normal, error, plane)) return true;
  }
  return false;
}

}  // namespace graze::inline GRAZE_ABI::depth
