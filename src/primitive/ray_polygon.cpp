// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/ray_polygon.h"

#include "primitive/coplanar.h"
#include "primitive/polygon.h"

// The plane gives the parameter as a fraction N / D; the point there is located among the loops with D as
// common denominator, so that nothing is rounded before the answer is known.

namespace graze::inline GRAZE_ABI::primitive {
namespace {

struct Problem {
  const Beam& beam;
  const Polygon& polygon;
  Vec3d normal;

  template <class T>
  [[nodiscard]] T numerator() const {
    return T(double(polygon.plane.offset)) - dot(lift<T>(normal), lift<T>(beam.origin));
  }
  template <class T>
  [[nodiscard]] T denominator() const {
    return dot(lift<T>(normal), direction_of<T>(beam));
  }
};

template <class T>
BeamHit evaluate(const Problem& p, int side) {
  const T t = p.numerator<T>() / p.denominator<T>();
  BeamHit hit;
  hit.outcome = RayOutcome::hit;
  hit.t = bounded(t);
  set_point(lift<T>(p.beam.origin) + direction_of<T>(p.beam) * t, hit);
  hit.normal = normalized(p.normal * -double(side));
  return hit;
}

/// The beam in the plane of the polygon, from outside.
BeamHit hit_coplanar(const Problem& p) {
  const int k = p.polygon.axis, i = (k + 1) % 3, j = (k + 2) % 3;
  const Vec3d& d = p.beam.direction;
  if (d[i] == 0 && d[j] == 0) return {};  // a beam of no length
  const PlanarView view{p.beam, k, std::abs(d[i]) >= std::abs(d[j]) ? i : j};
  BorderPoint best;
  const auto offer = [&](const BorderPoint& point) {
    if (point.is_within(view) && (!best.is_set || point.comes_before(best, view))) best = point;
  };
  any_edge(p.polygon, [&](const Vec3d& a, const Vec3d& b) {
    const int sa = view.side_of(a), sb = view.side_of(b);
    if (sa == 0) offer({a, a, true, true});
    if (sa * sb < 0) offer({a, b, false, true});
    return false;
  });
  return best.is_set ? best.hit(view) : BeamHit{};
}

/// Where the beam passes the plane.
Contact locate_passage(const Problem& p, int sign) {
  const int i = (p.polygon.axis + 1) % 3, j = (p.polygon.axis + 2) % 3;
  const auto at = [&](auto zero) {
    using T = decltype(zero);
    const T n = p.numerator<T>(), w = p.denominator<T>();
    const BasicVec3<T> d = direction_of<T>(p.beam);
    return std::array<T, 3>{T(p.beam.origin[i]) * w + d[i] * n, T(p.beam.origin[j]) * w + d[j] * n, w};
  };
  return locate(p.polygon, at, sign);
}

}  // namespace

PolygonHit hit_polygon(const Beam& beam, const Polygon& polygon) {
  const Problem p{beam, polygon, Vec3d(polygon.plane.normal)};
  const int num = sign_of([&p](auto zero) { return p.numerator<decltype(zero)>(); });
  const int den = sign_of([&p](auto zero) { return p.denominator<decltype(zero)>(); });
  if (num == 0) {  // the source is in the plane
    if (locate(polygon, beam.origin) != Contact::apart) return {hit_inside(beam), Contact::touching};
    if (den != 0) return {};
    const BeamHit hit = hit_coplanar(p);
    return {hit, hit.outcome == RayOutcome::miss ? Contact::apart : Contact::touching};
  }
  if (num * den <= 0) return {};
  bool ends_there = false;
  if (std::isfinite(beam.max_t)) {
    const int beyond = den * sign_of([&](auto zero) {
                         using T = decltype(zero);
                         return p.numerator<T>() - T(beam.max_t) * p.denominator<T>();
                       });
    if (beyond > 0) return {};
    ends_there = beyond == 0;
  }
  const Contact where = locate_passage(p, den);
  if (where == Contact::apart) return {};
  BeamHit hit = evaluate<Bounded>(p, den);
  if (!is_sharp(hit.t.error, hit.t.value) || !is_sharp(hit.point_error, max_abs(hit.point)))
    hit = evaluate<Enclosed>(p, den);
  return {hit, ends_there ? Contact::touching : where};
}

RayHit ray_polygon(const Ray& ray, const Polygon& polygon) noexcept {
  const Beam beam = make_beam(ray);
  if (!is_valid(beam)) return refused();
  return rounded_hit(hit_polygon(beam, polygon).hit);
}

}  // namespace graze::inline GRAZE_ABI::primitive
