// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/ray_sphere.h"

#include "primitive/beam.h"

// With m = origin - centre, the ray is in the ball where f(t) = |m + t d|² - r² <= 0: a parabola, whose sign
// at the ends and whose lowest place decide without a root. [Ericson05 §5.3.2]

namespace graze::inline GRAZE_ABI::primitive {
namespace {

struct Problem {
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

bool meets(const Problem& p) {
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
BeamHit evaluate(const Problem& p) {
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
  const Problem p{beam, centre, radius};
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
  return rounded_hit(hit_sphere(beam, Vec3d(ball.centre), static_cast<double>(ball.radius)));
}

}  // namespace graze::inline GRAZE_ABI::primitive
