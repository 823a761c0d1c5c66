// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/contact/points.h"

#include <algorithm>

#include "kernel/clip/polygons-inl.h"
#include "math/linear_map.h"

namespace graze::inline GRAZE_ABI {
namespace {

using primitive::ClipPoint;
using primitive::ClipPoints;
using primitive::ClipSide;

// The corner, edge or face of a feature that a point of it lies on.
Feature name_at(const ClipSide& side, double x, double y, double tolerance) {
  if (side.kind == ClipSide::Kind::polygon)
    return side.part(static_cast<int>(one_lane::part_at<double>(side, x, y, tolerance)));
  for (int i = 0; i < side.count; ++i)
    if (one_lane::is_same_place(x, y, side.x[i], side.y[i], tolerance)) return side.corner(i);
  return side.face;
}

// Witness points of the separation, in the contact frame.
struct Witnesses {
  Vec3d a, b;
  double near;  // a point within this distance moves to the witnesses

  [[nodiscard]] double gap() const { return b.z - a.z; }
};

// Witnesses are the deepest points there are, and the whole set where features have no region in common. A
// point of the set that is near moves to them, so that sets of rounded shapes do not grow by a point that is
// nearly one of theirs; otherwise they become a point of their own.
void add_witnesses(const Witnesses& w, const ClipSide& a, const ClipSide& b, double tolerance, double limit,
                   ClipPoints& points) {
  double least = std::numeric_limits<double>::infinity(), nearest = w.near;
  int neighbour = -1;
  for (int i = 0; i < points.count; ++i) {
    const ClipPoint& point = points.points[i];
    least = std::min(least, point.gap());
    const double way = std::abs(point.x - w.a.x) + std::abs(point.y - w.a.y);
    if (way < nearest) {
      nearest = way;
      neighbour = i;
    }
  }
  if (least <= w.gap() + tolerance) return;
  if (w.gap() > limit) return;
  ClipPoint point{w.a.x, w.a.y, w.b.x - w.a.x, w.b.y - w.a.y, w.a.z, w.b.z, {}, {}};
  if (neighbour >= 0) {
    point.a = points.points[neighbour].a;
    point.b = points.points[neighbour].b;
    points.points[neighbour] = point;
  } else if (points.count < ClipPoints::kCapacity) {
    point.a = name_at(a, w.a.x, w.a.y, tolerance);
    point.b = name_at(b, w.b.x, w.b.y, tolerance);
    points.points[points.count++] = point;
  }
}

}  // namespace

void find_points(const ContactAxis& axis, const ContactSettings& settings, ContactPoints& out) {
  const Pair& pair = axis.pair;
  const Answer& answer = axis.answer;
  const double tolerance = contact_tolerance(pair.size, pair.error);
  const double limit = double(settings.prediction) * pair.unit + tolerance;
  out.tolerance = tolerance;
  out.frame.set_normal(answer.normal);
  ClipSide a, b;
  find_side(pair.a(), out.frame, 1, tolerance, a);
  find_side(pair.b(), out.frame, -1, tolerance, b);
  primitive::find_edges(a, pair.a().radius, b, pair.b().radius);
  primitive::clip(a, b, tolerance, out.points);
  primitive::keep_below(limit, out.points);
  const double asked =
      double(settings.relative_error) * std::max(std::abs(answer.lower), std::abs(answer.upper));
  add_witnesses({out.frame.to(answer.a), out.frame.to(answer.b), kNearWitness * pair.size}, a, b,
                tolerance + asked, limit, out.points);
}

ContactWriter::ContactWriter(const PairFrame& p, const ContactFrame& f)
    : pair(p), frame(f), per_unit(1 / p.unit), offset(p.offset) {
  for (int i = 0; i < 2; ++i) {
    const Affine& placement = *pair.operands[i ^ pair.first].placement;
    const Mat3d linear(placement.linear());
    local_from_world[i] = placement.is_rigid() ? transpose(linear) : balanced_inverse(linear);
  }
}

}  // namespace graze::inline GRAZE_ABI
