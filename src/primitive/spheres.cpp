// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Balls against balls, boxes, segments and triangles: the exact sign of a squared distance less a squared
// radius decides contact, the nearest point gives the distance. Against rays: with m = origin - centre, the
// ray is in the ball where f(t) = |m + t d|² - r² <= 0: a parabola, whose sign at the ends and whose lowest
// place decide without a root. [Ericson05 §5.3.2]

#include <algorithm>

#include "graze/primitive/ray_sphere.h"
#include "graze/primitive/segment_sphere.h"
#include "graze/primitive/sphere_box.h"
#include "graze/primitive/sphere_sphere.h"
#include "graze/primitive/triangle_sphere.h"
#include "primitive/foot.h"

namespace graze::inline GRAZE_ABI::primitive {
namespace {

struct RayAtBall {
  const Beam& beam;
  Vec3d centre;
  double radius;

  template <class T>
  [[nodiscard]] BasicVec3<T> m() const {
    return difference<T>(beam.origin, centre);
  }
  /// f at the source.
  template <class T>
  [[nodiscard]] T start() const {
    return dot(m<T>(), m<T>()) - T(radius) * T(radius);
  }
  /// Square of the half chord times |d|².
  template <class T>
  [[nodiscard]] T discriminant() const {
    const BasicVec3<T> d = direction_of<T>(beam), across = cross(m<T>(), d);
    return dot(d, d) * (T(radius) * T(radius)) - dot(across, across);
  }
};

bool meets(const RayAtBall& p) {
  const Beam& beam = p.beam;
  const auto slope = [&p](auto zero) {
    using T = decltype(zero);
    return dot(p.m<T>(), direction_of<T>(p.beam));
  };
  if (sign_of(slope) >= 0) return false;  // outside and not coming closer
  if (sign_of([&p](auto zero) { return p.discriminant<decltype(zero)>(); }) < 0) return false;
  if (!std::isfinite(beam.max_t)) return true;
  const auto past_lowest = [&](auto zero) {
    using T = decltype(zero);
    const BasicVec3<T> d = direction_of<T>(beam);
    return T(beam.max_t) * dot(d, d) + dot(p.m<T>(), d);
  };
  if (sign_of(past_lowest) >= 0) return true;
  const auto at_end = [&](auto zero) {
    using T = decltype(zero);
    const BasicVec3<T> e = p.m<T>() + direction_of<T>(beam) * T(beam.max_t);
    return dot(e, e) - T(p.radius) * T(p.radius);
  };
  return sign_of(at_end) <= 0;
}

template <class T>
BeamHit evaluate(const RayAtBall& p) {
  const BasicVec3<T> m = p.m<T>(), d = direction_of<T>(p.beam);
  // c / (-b + root): no cancellation, unlike (-b - root) / a.
  const T t = p.start<T>() / (sqrt(p.discriminant<T>()) - dot(m, d));
  BeamHit hit;
  hit.outcome = RayOutcome::hit;
  hit.t = bounded(t);
  set_point(lift<T>(p.beam.origin) + d * t, hit);
  if (p.radius > 0)
    set_normal(m + d * t, hit);
  else  // a point has no normal of its own; the one against the ray is as good as any
    hit.normal = normalized(-p.beam.direction);
  return hit;
}

}  // namespace

BeamHit hit_sphere(const Beam& beam, const Vec3d& centre, double radius) {
  const RayAtBall p{beam, centre, radius};
  if (sign_of([&p](auto zero) { return p.start<decltype(zero)>(); }) <= 0) return hit_inside(beam);
  if (!meets(p)) return {};
  const BeamHit hit = evaluate<Bounded>(p);
  if (is_sharp(hit.t.error, hit.t.value) && is_sharp(hit.point_error, max_abs(hit.point) + radius) &&
      is_sharp(hit.normal_error, 16))
    return hit;
  return evaluate<Enclosed>(p);
}

RayHit ray_sphere(const Ray& ray, const Ball& ball) noexcept {
  const Beam beam = make_beam(ray);
  if (!is_valid(beam) || !is_usable(ball.centre) || !is_usable(ball.radius) || !(ball.radius >= 0))
    return refused();
  return rounded_hit(hit_sphere(beam, Vec3d(ball.centre), double(ball.radius)));
}

Proximity sphere_sphere(const Ball& a, const Ball& b) noexcept {
  const Vec3d p(a.centre), q(b.centre);
  const double ra = double(a.radius), rb = double(b.radius);
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
  const double r = double(ball.radius);
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
  const double r = double(ball.radius);
  if (!is_usable(a) || !is_usable(b) || !is_usable(c) || !is_usable(r) || !(r >= 0))
    return {Contact::touching, refused()};
  const int sign = compare_segment(c, a, b, r);
  if (sign > 0) return {};
  return {sign == 0 ? Contact::touching : Contact::overlapping,
          rounded_hit(hit_sphere(make_beam(a, b), c, r))};
}

Proximity triangle_sphere(const Triangle& triangle, const Ball& ball) noexcept {
  const Vec3d a(triangle.a), b(triangle.b), c(triangle.c), p(ball.centre);
  const double r = double(ball.radius);
  if (!is_usable(a) || !is_usable(b) || !is_usable(c) || !is_usable(p) || !is_usable(r) || !(r >= 0))
    return refused_proximity();
  const bool above = is_above(p, a, b, c);
  return measure(compare_triangle(p, a, b, c, r, above), r,
                 [&](auto zero) { return foot_on_triangle<decltype(zero)>(p, a, b, c, above); });
}

}  // namespace graze::inline GRAZE_ABI::primitive
