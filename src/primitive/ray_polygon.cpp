// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "primitive/ray_polygon.h"

#include "graze/primitive/ray_polygon.h"
#include "primitive/planar.h"

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
    return T(static_cast<double>(polygon.plane.offset)) - dot(lift<T>(normal), lift<T>(beam.origin));
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

/// Where the beam's line, in the plane of the polygon, meets the edge from a to b, or the vertex a when they
/// are the same.
struct Candidate {
  Vec3d a, b;
  bool is_vertex = false, is_set = false;

  template <class T>
  [[nodiscard]] T numerator(const Problem& p, int along) const {
    const BasicVec3<T> u = difference<T>(a, p.beam.origin);
    if (is_vertex) return u[along];
    return cross_component(u, difference<T>(b, p.beam.origin), p.polygon.axis);
  }
  template <class T>
  [[nodiscard]] T denominator(const Problem& p, int along) const {
    const BasicVec3<T> d = direction_of<T>(p.beam);
    return is_vertex ? d[along] : cross_component(d, difference<T>(b, a), p.polygon.axis);
  }
  [[nodiscard]] int denominator_sign(const Problem& p, int along) const {
    return sign_of([&](auto zero) { return denominator<decltype(zero)>(p, along); });
  }
};

/// Candidates before the source or beyond the end do not count.
bool is_within(const Problem& p, const Candidate& c, int along) {
  const int den = c.denominator_sign(p, along);
  if (sign_of([&](auto zero) { return c.numerator<decltype(zero)>(p, along); }) * den < 0) return false;
  if (!std::isfinite(p.beam.max_t)) return true;
  const int beyond = sign_of([&](auto zero) {
    using T = decltype(zero);
    return c.numerator<T>(p, along) - T(p.beam.max_t) * c.denominator<T>(p, along);
  });
  return beyond * den <= 0;
}

bool comes_before(const Problem& p, const Candidate& a, const Candidate& b, int along) {
  const int s = sign_of([&](auto zero) {
    using T = decltype(zero);
    return a.numerator<T>(p, along) * b.denominator<T>(p, along) -
           b.numerator<T>(p, along) * a.denominator<T>(p, along);
  });
  return s * a.denominator_sign(p, along) * b.denominator_sign(p, along) < 0;
}

Candidate first_on_border(const Problem& p, int along) {
  const int k = p.polygon.axis;
  const auto side_of = [&](const Vec3d& v) {
    return sign_of([&](auto zero) {
      using T = decltype(zero);
      return cross_component(direction_of<T>(p.beam), difference<T>(v, p.beam.origin), k);
    });
  };
  Candidate best;
  const auto offer = [&](const Candidate& c) {
    if (is_within(p, c, along) && (!best.is_set || comes_before(p, c, best, along))) best = c;
  };
  any_edge(p.polygon, [&](const Vec3d& a, const Vec3d& b) {
    const int sa = side_of(a), sb = side_of(b);
    if (sa == 0) offer({a, a, true, true});
    if (sa * sb < 0) offer({a, b, false, true});
    return false;
  });
  return best;
}

BeamHit hit_coplanar(const Problem& p) {
  const int k = p.polygon.axis, i = (k + 1) % 3, j = (k + 2) % 3;
  const Vec3d& d = p.beam.direction;
  if (d[i] == 0 && d[j] == 0) return {};  // a beam of no length
  const int along = std::abs(d[i]) >= std::abs(d[j]) ? i : j;
  const Candidate c = first_on_border(p, along);
  if (!c.is_set) return {};
  const Enclosed t = c.numerator<Enclosed>(p, along) / c.denominator<Enclosed>(p, along);
  BeamHit hit;
  hit.outcome = RayOutcome::hit;
  hit.t = bounded(t);
  const BasicVec3<Enclosed> direction = direction_of<Enclosed>(p.beam);
  set_point(lift<Enclosed>(p.beam.origin) + direction * t, hit);
  hit.normal = normalized(-d);
  if (!c.is_vertex) {
    const BasicVec3<Enclosed> e = difference<Enclosed>(c.b, c.a);
    set_normal(cross(e, cross(e, direction)), hit);
  }
  return hit;
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
