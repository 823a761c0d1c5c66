// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/contact.h"
#include "graze/math/ray.h"
#include "graze/primitive/ray_hit.h"
#include "math/exact.h"

namespace graze::inline GRAZE_ABI::primitive {

/// A ray, or a segment with its exact direction end - origin (t from 0 to 1).
struct Beam {
  Vec3d origin;
  Vec3d direction;  // of a ray; of a segment, rounded
  Vec3d end;        // of a segment
  double max_t = std::numeric_limits<double>::infinity();
  bool is_segment = false;
};

[[nodiscard]] inline Beam make_beam(const Ray& ray) {
  // The largest double is how some write an infinite ray; a parameter that large would overflow in products.
  const double max_t = double(ray.max_t);
  return {Vec3d(ray.origin),
          Vec3d(ray.direction),
          {},
          max_t > kLargestCoordinate ? std::numeric_limits<double>::infinity() : max_t,
          false};
}
[[nodiscard]] inline Beam make_beam(const Vec3d& a, const Vec3d& b) { return {a, b - a, b, 1, true}; }
[[nodiscard]] inline bool is_valid(const Beam& beam) {
  return is_usable(beam.origin) && is_usable(beam.direction) && beam.max_t >= 0;
}
template <class T>
[[nodiscard]] BasicVec3<T> direction_of(const Beam& beam) {
  return beam.is_segment ? difference<T>(beam.end, beam.origin) : lift<T>(beam.direction);
}

/// RayHit in double, before it is rounded.
struct BeamHit {
  RayOutcome outcome = RayOutcome::miss;
  Bounded t{std::numeric_limits<double>::infinity()};
  Vec3d point;
  double point_error = 0;
  Vec3d normal;
  double normal_error = 0;  // relative to its length before it was normalised
};

[[nodiscard]] inline BeamHit hit_inside(const Beam& beam) {
  return {RayOutcome::inside, Bounded(0), beam.origin, 0, {}, 0};
}

/// The first point of the beam in a closed box [lower, upper], a ball and a triangle; decided exactly.
/// Preconditions: finite numbers, lower <= upper, radius >= 0.
[[nodiscard]] BeamHit hit_box(const Beam& beam, const Vec3d& lower, const Vec3d& upper);
[[nodiscard]] BeamHit hit_sphere(const Beam& beam, const Vec3d& centre, double radius);
[[nodiscard]] BeamHit hit_triangle(const Beam& beam, const Vec3d& a, const Vec3d& b, const Vec3d& c);

/// Segment pq against a box and a triangle. Exact. Preconditions as for beams.
[[nodiscard]] Contact contact_of_segment_box(const Vec3d& p, const Vec3d& q, const Vec3d& lower,
                                             const Vec3d& upper);
[[nodiscard]] Contact contact_of_segment_triangle(const Vec3d& p, const Vec3d& q, const Vec3d& a,
                                                  const Vec3d& b, const Vec3d& c);

/// Whether plain double is good enough, or double-double should repeat the evaluation: what Real can hold,
/// and some.
[[nodiscard]] inline bool is_sharp(double error, double size) {
  constexpr double kAccept = sizeof(Real) == 4 ? 0x1p-30 : 16 * kDoubleEpsilon;
  return error <= kAccept * size;
}

/// Values and the length of the error of a vector of bounded numbers.
template <class T>
void set_point(const BasicVec3<T>& p, BeamHit& hit) {
  const Bounded x = bounded(p.x), y = bounded(p.y), z = bounded(p.z);
  hit.point = {x.value, y.value, z.value};
  hit.point_error = (x.error + y.error + z.error) * Bounded::kSlack;
}

/// Normal along v, unit, with the relative error of v.
template <class T>
void set_normal(const BasicVec3<T>& v, BeamHit& hit) {
  const Bounded x = bounded(v.x), y = bounded(v.y), z = bounded(v.z);
  const Vec3d n{x.value, y.value, z.value};
  const double size = max_abs(n);
  hit.normal = normalized(n);
  hit.normal_error =
      size > 0 ? (x.error + y.error + z.error) / size : std::numeric_limits<double>::infinity();
}

[[nodiscard]] inline RayHit rounded_hit(const BeamHit& hit) {
  RayHit r;
  r.outcome = hit.outcome;
  if (hit.outcome == RayOutcome::miss) return r;
  const double t = rounded(Vec3d{hit.t.value, 0, 0}).x;
  const Vec3d point = rounded(hit.point);
  r.t = static_cast<Real>(t);
  r.t_error = round_up((std::abs(t - hit.t.value) + hit.t.error) * Bounded::kSlack);
  r.point = Vec3(point);
  r.point_error = round_up((sum_abs(point - hit.point) + hit.point_error) * Bounded::kSlack);
  r.normal = Vec3(hit.normal);
  return r;
}

[[nodiscard]] inline RayHit refused() {
  RayHit r;
  r.outcome = RayOutcome::unknown;
  r.status = Status::invalid_argument;
  r.t = 0;
  r.t_error = r.point_error = kInfinity;
  return r;
}

}  // namespace graze::inline GRAZE_ABI::primitive
