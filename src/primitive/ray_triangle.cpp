// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "primitive/ray_triangle.h"

#include "graze/primitive/ray_triangle.h"
#include "math/predicates.h"
#include "primitive/planar.h"

// With A, B, C the vertices seen from the source, the edge functions
//   U = |d B C|, V = |d C A|, W = |d A B|
// have one sign where the line passes the triangle, and weigh the vertices at the point it passes; the
// parameter is |A B C| / (U + V + W). An edge function depends on its edge alone, and its sign is exact: that
// makes the test watertight. [Woop13, with exact signs in place of the fall-back]

namespace graze::inline GRAZE_ABI::primitive {
namespace {

struct Problem {
  const Beam& beam;
  const Vec3d vertex[3];

  template <class T>
  [[nodiscard]] BasicVec3<T> seen(int i) const {
    return difference<T>(vertex[i], beam.origin);
  }
  template <class T>
  [[nodiscard]] T edge(int i) const {  // across vertex i
    return dot(direction_of<T>(beam), cross(seen<T>((i + 1) % 3), seen<T>((i + 2) % 3)));
  }
  template <class T>
  [[nodiscard]] T volume() const {
    return dot(seen<T>(0), cross(seen<T>(1), seen<T>(2)));
  }
  template <class T>
  [[nodiscard]] BasicVec3<T> normal() const {
    return cross(difference<T>(vertex[1], vertex[0]), difference<T>(vertex[2], vertex[0]));
  }
};

// The edge functions and the volume in doubles with bounds, each asked for once: most rays need no more.
class Rough {
 public:
  explicit Rough(const Problem& p) : problem_(p), direction_(direction_of<Bounded>(p.beam)) {
    for (int i = 0; i < 3; ++i) seen_[i] = p.seen<Bounded>(i);
  }

  // The value of Problem::edge<Bounded>(i), and its exact sign.
  int find_edge(int i) {
    cross_[i] = cross(seen_[(i + 1) % 3], seen_[(i + 2) % 3]);
    edge[i] = dot(direction_, cross_[i]);
    const int s = exact_detail::certain_sign(edge[i].value, edge[i].error);
    return s != 2 ? s : sign_of([&](auto zero) { return problem_.edge<decltype(zero)>(i); });
  }
  // Precondition: the edges were found.
  int find_volume() {
    volume = dot(seen_[0], cross_[0]);
    const int s = exact_detail::certain_sign(volume.value, volume.error);
    return s != 2 ? s : sign_of([&](auto zero) { return problem_.volume<decltype(zero)>(); });
  }
  // Sign of the parameter less max_t, times the side.
  [[nodiscard]] int order_of_end() const {
    const Bounded beyond = volume - Bounded(problem_.beam.max_t) * (edge[0] + edge[1] + edge[2]);
    const int s = exact_detail::certain_sign(beyond.value, beyond.error);
    return s != 2 ? s : sign_of([&](auto zero) {
      using T = decltype(zero);
      return problem_.volume<T>() -
             T(problem_.beam.max_t) * (problem_.edge<T>(0) + problem_.edge<T>(1) + problem_.edge<T>(2));
    });
  }

  Bounded edge[3], volume;

 private:
  const Problem& problem_;
  BasicVec3<Bounded> direction_, seen_[3], cross_[3];
};

template <class T>
BeamHit evaluate(const Problem& p, int side, const T (&edge)[3], const T& volume) {
  const T &u = edge[0], &v = edge[1], &w = edge[2];
  const T sum = u + v + w;
  BeamHit hit;
  hit.outcome = RayOutcome::hit;
  hit.t = bounded(volume / sum);
  // Relative to the first vertex: the error scales with the triangle, not with its place.
  const BasicVec3<T> offset = difference<T>(p.vertex[1], p.vertex[0]) * (v / sum) +
                              difference<T>(p.vertex[2], p.vertex[0]) * (w / sum);
  set_point(lift<T>(p.vertex[0]) + offset, hit);
  set_normal(p.normal<T>() * T(-double(side)), hit);
  return hit;
}

/// A place where the line of the beam meets an edge (two vertices) or a vertex (twice the same), all in one
/// plane across axis k; along is an axis along which the beam moves.
struct Candidate {
  int from, to;
  int k, along;

  template <class T>
  [[nodiscard]] T numerator(const Problem& p) const {
    if (from == to) return p.seen<T>(from)[along];
    return cross_component(p.seen<T>(from), p.seen<T>(to), k);
  }
  template <class T>
  [[nodiscard]] T denominator(const Problem& p) const {
    const BasicVec3<T> d = direction_of<T>(p.beam);
    if (from == to) return d[along];
    return cross_component(d, difference<T>(p.vertex[to], p.vertex[from]), k);
  }
};

/// Sign of num_a / den_a - num_b / den_b.
int order(const Problem& p, const Candidate& a, const Candidate& b) {
  const int s = sign_of([&](auto zero) {
    using T = decltype(zero);
    return a.numerator<T>(p) * b.denominator<T>(p) - b.numerator<T>(p) * a.denominator<T>(p);
  });
  const int da = sign_of([&](auto zero) { return a.denominator<decltype(zero)>(p); });
  const int db = sign_of([&](auto zero) { return b.denominator<decltype(zero)>(p); });
  return s * da * db;
}

bool is_within(const Problem& p, const Candidate& c) {
  const int den = sign_of([&](auto zero) { return c.denominator<decltype(zero)>(p); });
  if (sign_of([&](auto zero) { return c.numerator<decltype(zero)>(p); }) * den < 0) return false;
  if (!std::isfinite(p.beam.max_t)) return true;
  return den * sign_of([&](auto zero) {
           using T = decltype(zero);
           return c.numerator<T>(p) - T(p.beam.max_t) * c.denominator<T>(p);
         }) <=
         0;
}

BeamHit evaluate(const Problem& p, const Candidate& c) {
  const Enclosed t = c.numerator<Enclosed>(p) / c.denominator<Enclosed>(p);
  BeamHit hit;
  hit.outcome = RayOutcome::hit;
  hit.t = bounded(t);
  const BasicVec3<Enclosed> d = direction_of<Enclosed>(p.beam);
  set_point(lift<Enclosed>(p.beam.origin) + d * t, hit);
  if (c.from != c.to) {  // across the edge, in the plane of beam and triangle
    const BasicVec3<Enclosed> e = difference<Enclosed>(p.vertex[c.to], p.vertex[c.from]);
    set_normal(cross(e, cross(e, d)), hit);
  } else {
    hit.normal = normalized(-p.beam.direction);
  }
  return hit;
}

/// Beam and triangle in one plane, the source not in the triangle.
BeamHit hit_coplanar(const Problem& p) {
  const Vec3d& d = p.beam.direction;  // rounded to nearest: zero only where it is zero
  const Vec3d size{std::abs(d.x), std::abs(d.y), std::abs(d.z)};
  const int along = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  int side[3] = {}, k = 0;
  const auto side_of = [&p](int i, int axis) {
    return sign_of([&](auto zero) {
      using T = decltype(zero);
      return cross_component(direction_of<T>(p.beam), p.seen<T>(i), axis);
    });
  };
  for (int axis = 0; axis < 3 && side[0] == 0 && side[1] == 0 && side[2] == 0; ++axis) {
    k = axis;
    for (int i = 0; i < 3; ++i) side[i] = side_of(i, axis);
  }
  Candidate best{-1, -1, k, along};
  const auto offer = [&](const Candidate& c) {
    if (best.from < 0 || order(p, c, best) < 0) best = c;
  };
  for (int i = 0; i < 3; ++i)
    if (side[i] == 0) offer({i, i, k, along});
  for (int i = 0; i < 3; ++i)
    if (side[i] * side[(i + 1) % 3] < 0) offer({i, (i + 1) % 3, k, along});
  if (best.from < 0 || !is_within(p, best)) return {};
  return evaluate(p, best);
}

}  // namespace

BeamHit hit_triangle(const Beam& beam, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const Problem p{beam, {a, b, c}};
  Rough rough(p);
  int side = 0;
  for (int i = 0; i < 3; ++i) {
    const int s = rough.find_edge(i);
    if (s * side < 0) return {};
    if (side == 0) side = s;
  }
  const int volume = rough.find_volume();
  if (side == 0) {  // the line is in the plane of the triangle, or both are degenerate
    if (volume == 0 && is_in_flat_triangle(beam.origin, a, b, c)) return hit_inside(beam);
    return beam.direction == Vec3d{} ? BeamHit{} : hit_coplanar(p);
  }
  if (volume == 0) return hit_inside(beam);
  if (volume != side) return {};
  if (std::isfinite(beam.max_t) && rough.order_of_end() * side > 0) return {};
  const BeamHit hit = evaluate(p, side, rough.edge, rough.volume);
  const double size = max_abs(b - a) + max_abs(c - a);
  const bool sharp = is_sharp(hit.t.error, hit.t.value) && is_sharp(hit.point_error, size + max_abs(a)) &&
                     is_sharp(hit.normal_error, 4);
  if (sharp) return hit;
  const Enclosed edge[3] = {p.edge<Enclosed>(0), p.edge<Enclosed>(1), p.edge<Enclosed>(2)};
  return evaluate(p, side, edge, p.volume<Enclosed>());
}

RayHit ray_triangle(const Ray& ray, const Triangle& triangle) noexcept {
  const Beam beam = make_beam(ray);
  if (!is_valid(beam) || !is_usable(triangle.a) || !is_usable(triangle.b) || !is_usable(triangle.c))
    return refused();
  return rounded_hit(hit_triangle(beam, Vec3d(triangle.a), Vec3d(triangle.b), Vec3d(triangle.c)));
}

}  // namespace graze::inline GRAZE_ABI::primitive
