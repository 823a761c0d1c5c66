// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "gjk/ray_cast.h"

namespace graze::inline GRAZE_ABI::gjk {

Vec3d any_across(const Vec3d& direction) {
  const double x = std::abs(direction.x), y = std::abs(direction.y), z = std::abs(direction.z);
  const Vec3d axis = x <= y && x <= z ? Vec3d{1, 0, 0} : y <= z ? Vec3d{0, 1, 0} : Vec3d{0, 0, 1};
  return normalized(cross(direction, axis));
}

// c = sum of weights times vertices is a point of C whatever rounding did to the weights, as long as none is
// negative. How far it is off the line is measured, not estimated. With a disc of radius `depth` around the
// line in the shadow of C, a little of the disc's point on the other side brings c onto the line.
Crossing find_crossing(const CastTask& task, const Portal& portal, Cast& out) {
  const Vec3d& d = task.direction;
  const ColumnPoint* const p = portal.p;
  double weights[3] = {std::max(area(d, p[1].q, p[2].q), 0.0), std::max(area(d, p[2].q, p[0].q), 0.0),
                       std::max(area(d, p[0].q, p[1].q), 0.0)};
  double sum = weights[0] + weights[1] + weights[2];
  if (!(sum > 0)) {
    weights[0] = weights[1] = weights[2] = 1;
    sum = 3;
  }
  Vec3d c;
  for (int i = 0; i < 3; ++i) {
    const double weight = weights[i] / sum;
    c += p[i].w * weight;
    out.a += p[i].a * weight;
    out.b += p[i].b * weight;
  }
  const double along = dot(c, d);
  return {along, length(c - d * along) + task.error};
}

bool bound_cast(const CastTask& task, const Crossing& crossing, const Anchor& anchor, Cast& out) {
  if (!(anchor.depth > 2 * task.error)) return false;
  const double share = crossing.off / (crossing.off + anchor.depth - task.error);
  double beyond = share * std::max(anchor.farthest - crossing.along, 0.0);
  // The line crosses the portal even if both are off by what they may be: no farther away than its slope
  // says.
  const double shift = crossing.off + task.error;
  if (anchor.depth > 2 * shift && shift * anchor.slope < beyond) beyond = shift * anchor.slope;
  const double upper = crossing.along + task.error + beyond;
  if (out.outcome != CastOutcome::grazing && !(upper < out.upper)) return out.has_met_tolerance;
  out.upper = upper;
  out.outcome = upper < 0             ? CastOutcome::behind
                : upper <= task.limit ? CastOutcome::hit
                                      : CastOutcome::unclear;
  // Measured across the surface, like the tolerance itself.
  const double cosine = -dot(out.normal, task.direction);
  out.has_met_tolerance = (upper - out.lower) * cosine <= task.accepted;
  return out.has_met_tolerance;
}

}  // namespace graze::inline GRAZE_ABI::gjk
