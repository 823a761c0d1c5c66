// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/ray/quadric.h"

#include <algorithm>

namespace graze::inline GRAZE_ABI::primitive {
namespace {

LineSpan intersection(const LineSpan& a, const LineSpan& b) {
  return {std::max(a.enter, b.enter), std::min(a.leave, b.leave), a.enter >= b.enter ? a.normal : b.normal};
}

// The union of spans that overlap.
LineSpan joined(const LineSpan& a, const LineSpan& b) {
  if (a.is_empty()) return b;
  if (b.is_empty()) return a;
  return {std::min(a.enter, b.enter), std::max(a.leave, b.leave), a.enter <= b.enter ? a.normal : b.normal};
}

Vec3d at(const LocalLine& line, double t) { return line.o + line.d * t; }

// Where the discs' tangent cone touches two balls: the hull of the balls is both and the frustum between
// these circles.
struct Frustum {
  double low, low_radius, high, high_radius;
  bool exists;  // otherwise one ball holds the other
};
Frustum frustum_of(double bottom, double top, double half) {
  const double sine = half > 0 ? (bottom - top) / (2 * half) : 2;
  if (!(std::abs(sine) < 1)) return {0, 0, 0, 0, false};
  const double cosine = std::sqrt((1 - sine) * (1 + sine));
  const double low = -half + bottom * sine, high = half + top * sine;
  return {low, bottom * cosine, high, top * cosine, low < high};
}

}  // namespace

LineSpan span_of_slab(const LocalLine& line, int axis, double half) {
  const double o = line.o[axis], d = line.d[axis];
  if (d == 0) return std::abs(o) <= half ? LineSpan{} : kNoSpan;
  LineSpan span;
  span.enter = ((d > 0 ? -half : half) - o) / d;
  span.leave = ((d > 0 ? half : -half) - o) / d;
  span.normal[axis] = d > 0 ? -1 : 1;
  return span;
}

LineSpan span_of_box(const LocalLine& line, const Vec3d& half) {
  return intersection(intersection(span_of_slab(line, 0, half.x), span_of_slab(line, 1, half.y)),
                      span_of_slab(line, 2, half.z));
}

// From the point of the line nearest to the centre: a ball far away is hit as exactly as a near one.
LineSpan span_of_ball(const LocalLine& line, const Vec3d& centre, double radius) {
  const Vec3d o = line.o - centre;
  const double dd = dot(line.d, line.d), middle = -dot(o, line.d) / dd;
  const Vec3d m = o + line.d * middle;
  const double squared = (radius - length(m)) * (radius + length(m));
  if (!(squared >= 0)) return kNoSpan;
  const double half = std::sqrt(squared / dd);
  return {middle - half, middle + half, m - line.d * half};
}

LineSpan span_of_ellipsoid(const LocalLine& line, const Vec3d& r) {
  const auto divide = [&r](const Vec3d& v) { return Vec3d{v.x / r.x, v.y / r.y, v.z / r.z}; };
  LineSpan span = span_of_ball({divide(line.o), divide(line.d)}, {}, 1);
  span.normal = divide(span.normal);
  return span;
}

// x² + z² <= (radius at y)², between the discs. The quadric is a double cone, of which the discs see one
// half; a line along the surface or steeper is inside of it outside of the roots.
LineSpan span_of_discs(const LocalLine& line, double low, double low_radius, double high,
                       double high_radius) {
  const double centre = 0.5 * (low + high), half = 0.5 * (high - low);
  const Vec3d o{line.o.x, line.o.y - centre, line.o.z}, d = line.d;
  const LineSpan caps = span_of_slab({o, d}, 1, half);
  if (caps.is_empty()) return kNoSpan;
  const double k = (high_radius - low_radius) / (2 * half), middle = 0.5 * (low_radius + high_radius);
  // About the point of the line nearest to the axis, seen along it.
  const double across = d.x * d.x + d.z * d.z;
  const double t0 = across > 0 ? -(o.x * d.x + o.z * d.z) / across : 0;
  const Vec3d m = o + d * t0;
  const double radius = middle + k * m.y, slope = k * d.y;
  const double a = across - slope * slope, b = m.x * d.x + m.z * d.z - slope * radius,
               c = m.x * m.x + m.z * m.z - radius * radius;
  LineSpan round, steep;
  double roots[2];
  const double discriminant = b * b - a * c;
  if (a == 0 || !(discriminant >= 0)) {
    if (a == 0 && b != 0) {
      (b > 0 ? round.leave : round.enter) = t0 - c / (2 * b);
    } else if (a > 0 || (a == 0 && c > 0)) {
      return kNoSpan;
    }
    steep = kNoSpan;
  } else {
    const double q = -(b + std::copysign(std::sqrt(discriminant), b));
    roots[0] = q / a;
    roots[1] = q != 0 ? c / q : 0;
    if (roots[1] < roots[0]) std::swap(roots[0], roots[1]);
    round.enter = t0 + (a > 0 ? roots[0] : roots[1]);
    round.leave = a > 0 ? t0 + roots[1] : kInfinite;
    steep = a > 0 ? kNoSpan : LineSpan{-kInfinite, t0 + roots[0], {}};
  }
  if (round.enter > -kInfinite) {
    const Vec3d p = at({o, d}, round.enter);
    round.normal = {p.x, -k * (middle + k * p.y), p.z};
  }
  const LineSpan first = intersection(caps, steep), second = intersection(caps, round);
  return joined(first, second);
}

LineSpan span_of_balls(const LocalLine& line, double bottom, double top, double half) {
  const LineSpan ends =
      joined(span_of_ball(line, {0, -half, 0}, bottom), span_of_ball(line, {0, half, 0}, top));
  const Frustum f = frustum_of(bottom, top, half);
  if (!f.exists)
    return bottom >= top ? span_of_ball(line, {0, -half, 0}, bottom) : span_of_ball(line, {0, half, 0}, top);
  return joined(ends, span_of_discs(line, f.low, f.low_radius, f.high, f.high_radius));
}

double depth_in_box(const Vec3d& p, const Vec3d& half) {
  return std::min({half.x - std::abs(p.x), half.y - std::abs(p.y), half.z - std::abs(p.z)});
}

double depth_in_ellipsoid(const Vec3d& p, const Vec3d& r) {
  return (1 - length(Vec3d{p.x / r.x, p.y / r.y, p.z / r.z})) * std::min({r.x, r.y, r.z});
}

double depth_in_discs(const Vec3d& p, double low, double low_radius, double high, double high_radius) {
  const double k = (high_radius - low_radius) / (high - low), radius = low_radius + k * (p.y - low);
  const double across = std::sqrt(p.x * p.x + p.z * p.z);
  return std::min({p.y - low, high - p.y, (radius - across) / std::sqrt(1 + k * k)});
}

double depth_in_balls(const Vec3d& p, double bottom, double top, double half) {
  const double depth = std::max(bottom - length(p - Vec3d{0, -half, 0}), top - length(p - Vec3d{0, half, 0}));
  const Frustum f = frustum_of(bottom, top, half);
  if (!f.exists) return depth;
  return std::max(depth, depth_in_discs(p, f.low, f.low_radius, f.high, f.high_radius));
}

double enter_capsule(const LocalLine& line, const Vec3d& a, const Vec3d& b, double radius) {
  LineSpan span = joined(span_of_ball(line, a, radius), span_of_ball(line, b, radius));
  const Vec3d e = b - a;
  const double ee = dot(e, e);
  if (ee > 0) {
    // The line across the axis, about the point where it is nearest to it.
    const auto across = [&](const Vec3d& v) { return v - e * (dot(v, e) / ee); };
    const Vec3d o = line.o - a, d = across(line.d), m = across(o);
    const double dd = dot(d, d);
    if (dd > 0) {
      const double t0 = -dot(m, d) / dd;
      const Vec3d nearest = across(o + line.d * t0);
      const double squared = (radius - length(nearest)) * (radius + length(nearest));
      if (squared >= 0) {
        const double half = std::sqrt(squared / dd), t = t0 - half;
        const double along = dot(o + line.d * t, e);
        if (along >= 0 && along <= ee) span = joined(span, {t, t0 + half, {}});
      }
    }
  }
  return span.is_empty() ? std::numeric_limits<double>::quiet_NaN() : span.enter;
}

}  // namespace graze::inline GRAZE_ABI::primitive
