// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "kernel/ray/quadric.h"
#include "query/cast/cast.h"

// A closed form runs in the frame of the shape, behind an inverse matrix, and may lose any number of digits
// on the way. So it only proposes: where the line enters, and the normal there. The plane with that normal,
// read by one support in the working frame, is a lower bound whatever the inverse did. For the upper bound a
// point a little further on is taken back to the working frame by the placement itself: it is a point of the
// shape, its distance from the line is measured, and its depth must exceed that.

namespace graze::inline GRAZE_ABI {
namespace {

using gjk::Cast;
using gjk::CastOutcome;
using gjk::CastTask;
using primitive::LineSpan;
using primitive::LocalLine;

// A core with a closed form, and the point that is cast at it.
struct Target {
  const Core* core;
  Vec3d point;      // working frame
  Vec3d direction;  // of the point against the shape, unit
  double sign;      // of the shape's outward normal in A - B
};

bool is_point(const Core& core) {
  const ShapeKind kind = core.shape->kind;
  return core.reader == Core::Reader::points && (kind == ShapeKind::point || kind == ShapeKind::sphere) &&
         core.radius == 0;
}

bool find_target(const Pair& pair, const Vec3d& direction, Target& target) {
  if (pair.radius > 0) return false;
  for (const int i : {0, 1}) {
    if (!is_point(pair.cores[i]) || is_point(pair.cores[1 - i])) continue;
    target.core = &pair.cores[1 - i];
    target.point = points_reader(pair.cores[i]).points[0];
    target.direction = i == 0 ? direction : -direction;
    target.sign = i == pair.first ? -1 : 1;  // A - B has the shape mirrored when the point is A
    return true;
  }
  return false;
}

struct Sizes {
  double bottom, top, half;
};
Sizes sizes_of(const ShapeView& shape) {
  const Real* v = shape.values;
  switch (shape.kind) {
    case ShapeKind::cone:
      return {double(v[0]), 0, double(v[1])};
    case ShapeKind::tapered_cylinder:
    case ShapeKind::tapered_capsule:
      return {double(v[0]), double(v[1]), double(v[2])};
    default:
      return {double(v[0]), double(v[0]), double(v[1])};
  }
}

// Shapes without thickness somewhere have no depth to prove a hit with.
bool find_span(const ShapeView& shape, const LocalLine& line, LineSpan& span) {
  const Real* v = shape.values;
  const Vec3d radii{double(v[0]), double(v[1]), double(v[2])};
  const Sizes s = sizes_of(shape);
  switch (shape.kind) {
    case ShapeKind::box:
      span = span_of_box(line, radii);
      return true;
    case ShapeKind::ellipsoid:
      if (!(std::min({radii.x, radii.y, radii.z}) > 0)) return false;
      span = span_of_ellipsoid(line, radii);
      return true;
    case ShapeKind::sphere:
      span = primitive::span_of_ball(line, {}, radii.x);
      return true;
    case ShapeKind::cylinder:
    case ShapeKind::cone:
    case ShapeKind::tapered_cylinder:
      if (!(s.half > 0) || !(s.bottom + s.top > 0)) return false;
      span = primitive::span_of_discs(line, -s.half, s.bottom, s.half, s.top);
      return true;
    case ShapeKind::capsule:
    case ShapeKind::tapered_capsule:
      span = primitive::span_of_balls(line, s.bottom, s.top, s.half);
      return true;
    default:
      return false;
  }
}

double depth_in(const ShapeView& shape, const Vec3d& p) {
  const Real* v = shape.values;
  const Vec3d radii{double(v[0]), double(v[1]), double(v[2])};
  const Sizes s = sizes_of(shape);
  switch (shape.kind) {
    case ShapeKind::box:
      return primitive::depth_in_box(p, radii);
    case ShapeKind::ellipsoid:
      return primitive::depth_in_ellipsoid(p, radii);
    case ShapeKind::sphere:
      return radii.x - length(p);
    case ShapeKind::capsule:
    case ShapeKind::tapered_capsule:
      return primitive::depth_in_balls(p, s.bottom, s.top, s.half);
    default:
      return primitive::depth_in_discs(p, -s.half, s.bottom, s.half, s.top);
  }
}

// No vector shrinks by more: the determinant is the product of the three stretches, of which the two larger
// have a product of at most half the sum of all squares.
double least_stretch(const Mat3d& m) {
  const auto& c = m.columns;
  const double squares = length_squared(c[0]) + length_squared(c[1]) + length_squared(c[2]);
  const double volume = std::abs(dot(c[0], cross(c[1], c[2])));
  const double rounding = 16 * kDoubleEpsilon * squares * std::sqrt(squares);
  return std::max(2 * (volume - rounding) / squares, 0.0) * (1 - 8 * kDoubleEpsilon);
}

// Whether the ray at s is inside for certain.
bool is_inside(const Target& target, const Mat3d& inverted, double stretch, double error, double s) {
  const Core& core = *target.core;
  const Vec3d x = target.point + target.direction * s;
  const Vec3d p = inverted * (x - core.translation);
  const double rounding = 16 * kDoubleEpsilon * extent_of(*core.shape);
  const double off = length(core.linear * p + core.translation - x) + error;
  return (depth_in(*core.shape, p) - rounding) * stretch > off;
}

bool set_plane(const Target& target, const CastTask& task, const Vec3d& normal, Cast& out) {
  const double cosine = dot(normal, target.direction);
  if (!(cosine < 0)) return false;
  std::uint32_t index = 0;
  const Vec3d farthest =
      with_reader(*target.core, [&](const auto& reader) { return reader.support(normal, index); });
  ++out.count;
  const double height = dot(normal, farthest - target.point);
  out.lower = (height + task.error) / cosine;
  out.estimate = height / cosine;
  out.normal = normal * target.sign;
  return true;
}

void set_points(const Target& target, Cast& out) {
  const Vec3d on_shape = target.point + target.direction * out.estimate;
  out.a = target.sign < 0 ? target.point : on_shape;
  out.b = target.sign < 0 ? on_shape : target.point;
}

// Twice as far beyond the lower bound as rounding reaches, and on by factors of eight.
bool set_upper(const Target& target, const CastTask& task, const Mat3d& inverted, Cast& out) {
  const double cosine = std::abs(dot(out.normal, target.direction));
  const double stretch = least_stretch(target.core->linear);
  for (double beyond = 4 * task.error; beyond <= task.accepted; beyond *= 8) {
    const double upper = out.lower + beyond / cosine;
    if (!is_inside(target, inverted, stretch, task.error, upper)) continue;
    out.upper = upper;
    out.outcome = task.outcome_at(upper);
    out.has_met_tolerance = true;
    return true;
  }
  return false;
}

bool cast_at_quadric(const Target& target, const CastTask& task, Cast& out) {
  const Core& core = *target.core;
  const Mat3d inverted = inverse(core.linear);
  const LocalLine line{inverted * (target.point - core.translation), inverted * target.direction};
  LineSpan span;
  if (!find_span(*core.shape, line, span) || span.is_empty() || span.normal == Vec3d{}) return false;
  if (!set_plane(target, task, normalized(transpose_times(inverted, span.normal)), out)) return false;
  if (out.lower > task.limit) {
    out.outcome = CastOutcome::miss;
    return true;
  }
  if (!set_upper(target, task, inverted, out)) return false;
  set_points(target, out);
  return true;
}

// The triangle is its own portal. [Ericson05 §5.3.6]
bool cast_at_triangle(const Target& target, const CastTask& task, Cast& out) {
  const PointsReader corners = points_reader(*target.core);
  if (corners.count != 3) return false;
  const Vec3d& d = target.direction;
  gjk::Portal portal;
  for (int i = 0; i < 3; ++i) {
    gjk::ColumnPoint& p = portal.p[i];
    p.w = corners.points[i] - target.point;
    p.q = p.w - d * dot(p.w, d);
  }
  gjk::ColumnPoint* const p = portal.p;
  const Vec3d n = cross(p[1].w - p[0].w, p[2].w - p[0].w);
  if (dot(n, d) < 0) std::swap(p[1], p[2]);
  const gjk::Anchor anchor = gjk::anchor_at_crossing(d, portal);
  if (!(anchor.depth > 4 * task.error)) return false;
  if (!set_plane(target, task, normalized(dot(n, d) < 0 ? n : -n), out)) return false;
  if (!(out.lower > 0)) return false;  // whether the triangle is before or behind is not for it to say
  if (out.lower > task.limit) {
    out.outcome = CastOutcome::miss;
    return true;
  }
  CastTask seen = task;  // by the point, not by A - B, which may be the mirror image
  seen.direction = d;
  const gjk::Crossing crossing = gjk::find_crossing(seen, portal, out);
  out.outcome = CastOutcome::grazing;
  out.normal *= target.sign;
  if (!gjk::bound_cast(seen, crossing, anchor, out)) return false;
  out.normal *= target.sign;
  set_points(target, out);
  return true;
}

}  // namespace

bool cast_point(const Pair& pair, const Vec3d& direction, const CastTask& task, Cast& out) {
  Target target{};
  if (!find_target(pair, direction, target)) return false;
  const bool is_answered = target.core->reader == Core::Reader::points ? cast_at_triangle(target, task, out)
                                                                       : cast_at_quadric(target, task, out);
  if (!is_answered) {
    const int count = out.count;
    out = {};
    out.count = count;
  }
  return is_answered;
}

double guess_contact(const Pair& pair, const CastTask& task) {
  if (pair.a().reader != Core::Reader::points || pair.b().reader != Core::Reader::points) return 0;
  const PointsReader a = points_reader(pair.a()), b = points_reader(pair.b());
  if (a.count > 2 || b.count > 2 || a.count + b.count > 3) return 0;
  const double s = primitive::enter_capsule({{}, task.direction}, a.points[0] - b.points[0],
                                            a.points[a.count - 1] - b.points[b.count - 1], task.radius);
  return s > 0 && s < kInfinite ? s : 0;
}

}  // namespace graze::inline GRAZE_ABI
