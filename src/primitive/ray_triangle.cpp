// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/ray_triangle.h"

#include "graze/primitive/segment_triangle.h"
#include "math/predicates.h"
#include "primitive/coplanar.h"

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

/// Beam and triangle in one plane, the source not in the triangle.
BeamHit hit_coplanar(const Problem& p) {
  PlanarView view{p.beam, 0,
                  largest_axis(p.beam.direction)};  // rounded to nearest: zero only where it is zero
  int side[3] = {};
  for (int axis = 0; axis < 3 && side[0] == 0 && side[1] == 0 && side[2] == 0; ++axis) {
    view.k = axis;
    for (int i = 0; i < 3; ++i) side[i] = view.side_of(p.vertex[i]);
  }
  BorderPoint best;
  const auto offer = [&](int from, int to) {
    const BorderPoint point{p.vertex[from], p.vertex[to], from == to, true};
    if (!best.is_set || point.comes_before(best, view)) best = point;
  };
  for (int i = 0; i < 3; ++i)
    if (side[i] == 0) offer(i, i);
  for (int i = 0; i < 3; ++i)
    if (side[i] * side[(i + 1) % 3] < 0) offer(i, (i + 1) % 3);
  return best.is_set && best.is_within(view) ? best.hit(view) : BeamHit{};
}

/// Whether a segment, known to meet the triangle, does so from one side to the other and off the edges.
bool is_piercing(const Vec3d& p, const Vec3d& q, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  return orient3d(a, b, c, p) * orient3d(a, b, c, q) < 0 && orient3d(p, q, a, b) != 0 &&
         orient3d(p, q, b, c) != 0 && orient3d(p, q, c, a) != 0;
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

SegmentHit segment_triangle(const Segment& segment, const Triangle& triangle) noexcept {
  const Vec3d p(segment.a), q(segment.b), a(triangle.a), b(triangle.b), c(triangle.c);
  if (!is_usable(p) || !is_usable(q) || !is_usable(a) || !is_usable(b) || !is_usable(c))
    return {Contact::touching, refused()};
  const BeamHit hit = hit_triangle(make_beam(p, q), a, b, c);
  if (hit.outcome == RayOutcome::miss) return {};
  return {is_piercing(p, q, a, b, c) ? Contact::overlapping : Contact::touching, rounded_hit(hit)};
}

}  // namespace graze::inline GRAZE_ABI::primitive
