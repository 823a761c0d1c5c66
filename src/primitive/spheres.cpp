// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Balls against balls, boxes, segments and triangles: the exact sign of a squared distance less a squared
// radius decides contact, the nearest point gives the distance.

#include <algorithm>

#include "graze/primitive/segment_sphere.h"
#include "graze/primitive/sphere_box.h"
#include "graze/primitive/sphere_sphere.h"
#include "graze/primitive/triangle_sphere.h"
#include "primitive/foot.h"

namespace graze::inline GRAZE_ABI::primitive {

Proximity sphere_sphere(const Ball& a, const Ball& b) noexcept {
  const Vec3d p(a.centre), q(b.centre);
  const double ra = static_cast<double>(a.radius), rb = static_cast<double>(b.radius);
  if (!is_usable(p) || !is_usable(q) || !(ra >= 0) || !(rb >= 0) || !is_usable(ra) || !is_usable(rb))
    return refused_proximity();
  const int sign = sign_of([&](auto zero) {
    using T = decltype(zero);
    const BasicVec3<T> v = difference<T>(p, q);
    const T r = T(ra) + T(rb);
    return dot(v, v) - r * r;
  });
  if (sign <= 0) return make_proximity(sign, Bounded(0), 0, q);
  const BasicVec3<Enclosed> v = difference<Enclosed>(p, q);
  const Enclosed gap = sqrt(dot(v, v)) - (Enclosed(ra) + Enclosed(rb));
  return make_proximity(sign, bounded(gap), 0, q);
}

Proximity sphere_box(const Ball& ball, const Aabb& box) noexcept {
  const Vec3d p(ball.centre);
  const double r = static_cast<double>(ball.radius);
  if (!is_usable(p) || !is_usable(r) || !(r >= 0)) return refused_proximity();
  if (box == Aabb{} || (is_usable(box.lower) && is_usable(box.upper) && box.is_empty())) {
    Proximity far;
    far.lower = far.upper = kInfinity;
    return far;
  }
  const Vec3d lower(box.lower), upper(box.upper);
  if (!is_usable(lower) || !is_usable(upper)) return refused_proximity();
  Vec3d q;
  bool strictly_inside = true;
  for (int i = 0; i < 3; ++i) {
    q[i] = std::clamp(p[i], lower[i], upper[i]);
    strictly_inside = strictly_inside && lower[i] < p[i] && p[i] < upper[i];
  }
  const int sign = q == p && (r > 0 || strictly_inside) ? -1 : compare_point(p, q, r);
  return measure(sign, r, [&](auto zero) {
    using T = decltype(zero);
    const BasicVec3<T> v = difference<T>(p, q);
    return Foot<T>{dot(v, v), lift<T>(q)};
  });
}

SegmentHit segment_sphere(const Segment& segment, const Ball& ball) noexcept {
  const Vec3d a(segment.a), b(segment.b), c(ball.centre);
  const double r = static_cast<double>(ball.radius);
  if (!is_usable(a) || !is_usable(b) || !is_usable(c) || !is_usable(r) || !(r >= 0))
    return {Contact::apart, refused()};
  const int sign = compare_segment(c, a, b, r);
  if (sign > 0) return {};
  return {sign == 0 ? Contact::touching : Contact::overlapping,
          rounded_hit(hit_sphere(make_beam(a, b), c, r))};
}

Proximity triangle_sphere(const Triangle& triangle, const Ball& ball) noexcept {
  const Vec3d a(triangle.a), b(triangle.b), c(triangle.c), p(ball.centre);
  const double r = static_cast<double>(ball.radius);
  if (!is_usable(a) || !is_usable(b) || !is_usable(c) || !is_usable(p) || !is_usable(r) || !(r >= 0))
    return refused_proximity();
  const bool above = is_above(p, a, b, c);
  return measure(compare_triangle(p, a, b, c, r, above), r,
                 [&](auto zero) { return foot_on_triangle<decltype(zero)>(p, a, b, c, above); });
}

}  // namespace graze::inline GRAZE_ABI::primitive
