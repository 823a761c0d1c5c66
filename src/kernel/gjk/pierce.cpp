// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/gjk/pierce.h"

namespace graze::inline GRAZE_ABI::gjk {

Vec3d normal_of_needle(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const Vec3d edges[3] = {b - a, c - b, a - c};
  const double squares[3] = {dot(edges[0], edges[0]), dot(edges[1], edges[1]), dot(edges[2], edges[2])};
  int longest = squares[0] >= squares[1] ? 0 : 1;
  if (squares[2] > squares[longest]) longest = 2;
  const int next = longest == 2 ? 0 : longest + 1, last = 3 - longest - next;
  Vec3d n = cross(edges[next], edges[last]);
  if (squares[longest] > 0) n -= edges[longest] * (dot(n, edges[longest]) / squares[longest]);
  return n;
}

Vec3d any_across(const Vec3d& direction) {
  const double x = std::abs(direction.x), y = std::abs(direction.y), z = std::abs(direction.z);
  const Vec3d axis = x <= y && x <= z ? Vec3d{1, 0, 0} : y <= z ? Vec3d{0, 1, 0} : Vec3d{0, 0, 1};
  return normalized(cross(direction, axis));
}

// c = sum of weights times vertices is a point of C whatever rounding did to the weights, as long as none is
// negative. How far it is off the line is measured, not estimated, and taken back by refinement: the weights
// of a sliver are worth little at first.
Crossing find_crossing(const CastTask& task, const Portal& portal, Cast& out) {
  const Vec3d& d = task.direction;
  const ColumnPoint* const p = portal.p;
  double weights[3] = {area(d, p[1].q, p[2].q), area(d, p[2].q, p[0].q), area(d, p[0].q, p[1].q)};
  const Vec3d e1 = p[1].q - p[0].q, e2 = p[2].q - p[0].q;
  const double whole = area(d, e1, e2);
  Crossing crossing;
  for (int round = 0; round < 3; ++round) {
    for (double& weight : weights) weight = weight > 0 ? weight : 0;  // NaN goes the same way
    double sum = weights[0] + weights[1] + weights[2];
    if (!(sum > 0)) sum = weights[0] = 1;
    for (double& weight : weights) weight /= sum;
    const Vec3d c = p[0].w * weights[0] + p[1].w * weights[1] + p[2].w * weights[2];
    const double along = dot(c, d);
    const Vec3d rest = c - d * along;
    const double off = length(rest) + task.error;
    if (round == 0 || off < crossing.off) {
      crossing = {along, off};
      out.a = p[0].a * weights[0] + p[1].a * weights[1] + p[2].a * weights[2];
      out.b = p[0].b * weights[0] + p[1].b * weights[1] + p[2].b * weights[2];
    }
    if (off <= 1.25 * task.error) break;
    const double w1 = area(d, rest, e2) / whole, w2 = area(d, e1, rest) / whole;
    weights[0] += w1 + w2;
    weights[1] -= w1;
    weights[2] -= w2;
  }
  return crossing;
}

bool close_quickly(const CastTask& task, const Portal& portal, const Plane& plane, Cast& out) {
  const Vec3d& d = task.direction;
  const ColumnPoint* const p = portal.p;
  const double w[3] = {area(d, p[1].q, p[2].q), area(d, p[2].q, p[0].q), area(d, p[0].q, p[1].q)};
  const Vec3d edges[3] = {p[2].q - p[1].q, p[0].q - p[2].q, p[1].q - p[0].q};
  const double inverse = 1 / (w[0] + w[1] + w[2]);
  const double x = w[0] * inverse, y = w[1] * inverse, z = w[2] * inverse;
  const double off = sum_abs(p[0].q * x + p[1].q * y + p[2].q * z) + task.error;
  const double shift = off + task.error, room = 4 * shift * shift;
  for (int i = 0; i < 3; ++i)
    if (!(w[i] > 0 && w[i] * w[i] > room * dot(edges[i], edges[i]))) return false;
  const double along = dot(d, p[0].w) * x + dot(d, p[1].w) * y + dot(d, p[2].w) * z;
  const double slope = plane.norm / -plane.cosine, upper = along + task.error + shift * slope;
  if (!((upper - out.lower) <= task.accepted * slope)) return false;
  out.a = p[0].a * x + p[1].a * y + p[2].a * z;
  out.b = p[0].b * x + p[1].b * y + p[2].b * z;
  out.upper = upper;
  out.outcome = upper < 0             ? CastOutcome::behind
                : upper <= task.limit ? CastOutcome::hit
                                      : CastOutcome::unclear;
  out.has_met_tolerance = true;
  return true;
}

// With a disc of radius `depth` around the line in the shadow of C, a little of the disc's point on the other
// side brings the crossing onto the line.
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
