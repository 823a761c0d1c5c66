// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/point_distance.h"

#include "graze/primitive/polygon_sphere.h"
#include "graze/primitive/sphere_box.h"
#include "graze/primitive/triangle_sphere.h"
#include "primitive/foot.h"
#include "primitive/tapered_capsule.h"

namespace graze::inline GRAZE_ABI::primitive {
namespace {

/// Contact and status of a verdict; the point itself is nearest unless it is apart.
Proximity from_verdict(const Verdict& verdict, const Vec3& p) {
  if (verdict.status != Status::converged) return refused_proximity();
  Proximity r;
  r.contact = verdict.contact;
  r.status = verdict.status;
  if (verdict.contact != Contact::apart) r.nearest = p;
  return r;
}

/// The point is outside: distance with its error, and the nearest point.
Proximity outside(const Enclosed& distance, const Vec3d& nearest) {
  return make_proximity(1, bounded(distance), 0, nearest);
}

/// A point at (rho, y) of the half-plane through p and the axis; on the axis, that of +x.
Vec3d turned(const Vec3d& p, const Enclosed& rho, const Enclosed& y) {
  const Enclosed r = sqrt(Enclosed(p.x) * Enclosed(p.x) + Enclosed(p.z) * Enclosed(p.z));
  if (!(r.value.high > 0)) return {rho.value.high, y.value.high, 0};
  const Enclosed scale = rho / r;
  return {(Enclosed(p.x) * scale).value.high, y.value.high, (Enclosed(p.z) * scale).value.high};
}

/// Outside the hull of two discs: the nearest of three segments of its profile. A clamped parameter that is
/// off by its rounding gives a distance that is too long by its square, which the last term of the error
/// covers.
Proximity from_discs(const Vec3& point, const Verdict& verdict, Real bottom, Real top, Real half_height) {
  if (verdict.status != Status::converged || verdict.contact != Contact::apart)
    return from_verdict(verdict, point);
  const Vec3d p(point);
  const double h = double(half_height), rb = double(bottom), rt = double(top);
  const Enclosed rho = sqrt(Enclosed(p.x) * Enclosed(p.x) + Enclosed(p.z) * Enclosed(p.z)), y(p.y);
  struct End {
    double rho, y;
  };
  const End profile[4] = {{0, -h}, {rb, -h}, {rt, h}, {0, h}};
  Enclosed best(std::numeric_limits<double>::max()), best_rho, best_y;
  for (int i = 0; i < 3; ++i) {
    const End &a = profile[i], &b = profile[i + 1];
    const Enclosed dr = Enclosed(b.rho) - Enclosed(a.rho), dy = Enclosed(b.y) - Enclosed(a.y);
    const Enclosed wr = rho - Enclosed(a.rho), wy = y - Enclosed(a.y), dd = dr * dr + dy * dy;
    Enclosed t(0);
    if (dd.value.high > 0) t = (wr * dr + wy * dy) / dd;
    if (t.value.high < 0) t = Enclosed(0);
    if (t.value.high > 1) t = Enclosed(1);
    const Enclosed er = wr - dr * t, ey = wy - dy * t;
    const Enclosed squared = er * er + ey * ey;
    if (squared.value < best.value) {
      best = squared;
      best_rho = Enclosed(a.rho) + dr * t;
      best_y = Enclosed(a.y) + dy * t;
    }
  }
  Enclosed distance = sqrt(best);
  distance.error += 0x1p-90 * (rho.value.high + std::abs(p.y) + h + rb + rt);
  return outside(distance, turned(p, best_rho, best_y));
}

}  // namespace

Proximity point_distance(const Vec3& p, const Point& point) noexcept {
  return point_distance(p, Ball{point.position, 0});
}

Proximity point_distance(const Vec3& p, const Segment& segment) noexcept {
  const Verdict verdict = point_contact(p, segment);
  if (verdict.status != Status::converged || verdict) return from_verdict(verdict, p);
  return measure(1, 0, [&](auto zero) {
    return foot_on_segment<decltype(zero)>(Vec3d(p), Vec3d(segment.a), Vec3d(segment.b));
  });
}

Proximity point_distance(const Vec3& p, const Triangle& triangle) noexcept {
  return triangle_sphere(triangle, {p, 0});
}

Proximity point_distance(const Vec3& p, const Tetrahedron& t) noexcept {
  const Verdict verdict = point_contact(p, t);
  if (verdict.status != Status::converged || verdict) return from_verdict(verdict, p);
  return measure(1, 0, [&](auto zero) {
    using T = decltype(zero);
    const Vec3d v[4] = {Vec3d(t.a), Vec3d(t.b), Vec3d(t.c), Vec3d(t.d)};
    Foot<T> best{T(std::numeric_limits<double>::max()), {}};
    for (int i = 0; i < 4; ++i) {
      const Vec3d q(p), &a = v[i], &b = v[(i + 1) % 4], &c = v[(i + 2) % 4];
      const Foot<T> foot = foot_on_triangle<T>(q, a, b, c, is_above(q, a, b, c));
      if (bounded(foot.squared).value < bounded(best.squared).value) best = foot;
    }
    return best;
  });
}

Proximity point_distance(const Vec3& p, const Box& box) noexcept {
  const Verdict verdict = point_contact(p, box);
  if (verdict.status != Status::converged) return from_verdict(verdict, p);
  return sphere_box({p, 0}, {-box.half_extents, box.half_extents});
}

Proximity point_distance(const Vec3& p, const Sphere& sphere) noexcept {
  return point_distance(p, Ball{{}, sphere.radius});
}

Proximity point_distance(const Vec3& p, const Ball& ball) noexcept {
  const Verdict verdict = point_contact(p, ball);
  if (verdict.status != Status::converged || verdict) return from_verdict(verdict, p);
  const BasicVec3<Enclosed> v = difference<Enclosed>(Vec3d(p), Vec3d(ball.centre));
  const Enclosed r(double(ball.radius)), way = sqrt(dot(v, v)), scale = r / way;
  const BasicVec3<Enclosed> q = lift<Enclosed>(Vec3d(ball.centre)) + v * scale;
  return outside(way - r, {q.x.value.high, q.y.value.high, q.z.value.high});
}

Proximity point_distance(const Vec3& p, const Capsule& capsule) noexcept {
  const Verdict verdict = point_contact(p, capsule);
  if (verdict.status != Status::converged || verdict) return from_verdict(verdict, p);
  // The nearest point of the axis is exact: it has p's own y, or that of an end.
  const Real h = capsule.half_height, y = p.y > h ? h : p.y < -h ? -h : p.y;
  return point_distance(p, Ball{{0, y, 0}, capsule.radius});
}

Proximity point_distance(const Vec3& p, const TaperedCapsule& c) noexcept {
  const Verdict verdict = point_contact(p, c);
  if (verdict.status != Status::converged || verdict) return from_verdict(verdict, p);
  const TaperedProfile profile =
      tapered_profile(Vec3d(p), double(c.bottom_radius), double(c.top_radius), double(c.half_height));
  return outside(profile.distance, turned(Vec3d(p), profile.rho, profile.y));
}

Proximity point_distance(const Vec3& p, const Cylinder& c) noexcept {
  return from_discs(p, point_contact(p, c), c.radius, c.radius, c.half_height);
}
Proximity point_distance(const Vec3& p, const Cone& c) noexcept {
  return from_discs(p, point_contact(p, c), c.radius, 0, c.half_height);
}
Proximity point_distance(const Vec3& p, const TaperedCylinder& c) noexcept {
  return from_discs(p, point_contact(p, c), c.bottom_radius, c.top_radius, c.half_height);
}

Proximity point_distance(const Vec3& p, const HalfSpace& half_space) noexcept {
  const Verdict verdict = point_contact(p, half_space);
  if (verdict.status != Status::converged || verdict) return from_verdict(verdict, p);
  const BasicVec3<Enclosed> n = lift<Enclosed>(Vec3d(half_space.normal)), q = lift<Enclosed>(Vec3d(p));
  const Enclosed h = dot(n, q) - Enclosed(double(half_space.offset)), nn = dot(n, n);
  const BasicVec3<Enclosed> nearest = q - n * (h / nn);
  return outside(h / sqrt(nn), {nearest.x.value.high, nearest.y.value.high, nearest.z.value.high});
}

Proximity point_distance(const Vec3& p, const Polygon& polygon) noexcept {
  return polygon_sphere(polygon, {p, 0});
}

}  // namespace graze::inline GRAZE_ABI::primitive
