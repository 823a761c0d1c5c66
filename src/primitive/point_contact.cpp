// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/point_contact.h"

#include <algorithm>

#include "math/predicates.h"
#include "primitive/foot.h"
#include "primitive/polygon.h"
#include "primitive/tapered_capsule.h"

namespace graze::inline GRAZE_ABI::primitive {
namespace {

constexpr Verdict kRefused{Contact::touching, Status::invalid_argument};

bool is_size(Real x) { return is_usable(x) && x >= 0; }
/// Outside where positive.
Verdict from_sign(int sign) {
  return {sign > 0    ? Contact::apart
          : sign == 0 ? Contact::touching
                      : Contact::overlapping,
          Status::converged};
}
Verdict flat(bool is_in) { return {is_in ? Contact::touching : Contact::apart, Status::converged}; }
int sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

/// Hull of two discs: between its ends, and within the radius that grows linearly from one to the other.
Verdict in_discs(const Vec3& point, Real bottom, Real top, Real half_height) {
  if (!is_usable(point) || !is_size(bottom) || !is_size(top) || !is_size(half_height)) return kRefused;
  const Vec3d p(point);
  const double rb = double(bottom), rt = double(top), h = double(half_height);
  const int beyond = sign(std::abs(p.y) - h);
  if (beyond > 0) return {};
  const int around = sign_of([&](auto zero) {
    using T = decltype(zero);
    const T across = T(p.x) * T(p.x) + T(p.z) * T(p.z);
    if (h == 0) return across - T(std::max(rb, rt)) * T(std::max(rb, rt));
    const T radius = T(rb) * (T(h) - T(p.y)) + T(rt) * (T(h) + T(p.y));  // times 2 h
    return T(4) * T(h) * T(h) * across - radius * radius;
  });
  return from_sign(std::max(beyond, around));
}

}  // namespace

Verdict point_contact(const Vec3& p, const Point& point) noexcept {
  if (!is_usable(p) || !is_usable(point.position)) return kRefused;
  return flat(p == point.position);
}

Verdict point_contact(const Vec3& p, const Segment& segment) noexcept {
  if (!is_usable(p) || !is_usable(segment.a) || !is_usable(segment.b)) return kRefused;
  return flat(is_on_segment(Vec3d(p), Vec3d(segment.a), Vec3d(segment.b)));
}

Verdict point_contact(const Vec3& p, const Triangle& triangle) noexcept {
  const Vec3d q(p), a(triangle.a), b(triangle.b), c(triangle.c);
  if (!is_usable(q) || !is_usable(a) || !is_usable(b) || !is_usable(c)) return kRefused;
  return flat(orient3d(a, b, c, q) == 0 && is_in_flat_triangle(q, a, b, c));
}

Verdict point_contact(const Vec3& p, const Tetrahedron& t) noexcept {
  const Vec3d q(p), v[4] = {Vec3d(t.a), Vec3d(t.b), Vec3d(t.c), Vec3d(t.d)};
  if (!is_usable(q) || !is_usable(v[0]) || !is_usable(v[1]) || !is_usable(v[2]) || !is_usable(v[3]))
    return kRefused;
  const int turn = orient3d(v[0], v[1], v[2], v[3]);
  if (turn == 0) {  // flat: the union of its faces
    for (int i = 0; i < 4; ++i) {
      const Vec3d &a = v[i], &b = v[(i + 1) % 4], &c = v[(i + 2) % 4];
      if (orient3d(a, b, c, q) == 0 && is_in_flat_triangle(q, a, b, c)) return flat(true);
    }
    return flat(false);
  }
  int least = 1;  // with one vertex replaced by q, the turn stays where q is inside
  for (int i = 0; i < 4; ++i) {
    Vec3d w[4] = {v[0], v[1], v[2], v[3]};
    w[i] = q;
    least = std::min(least, turn * orient3d(w[0], w[1], w[2], w[3]));
  }
  return from_sign(-least);
}

Verdict point_contact(const Vec3& p, const Box& box) noexcept {
  const Vec3& h = box.half_extents;
  if (!is_usable(p) || !is_size(h.x) || !is_size(h.y) || !is_size(h.z)) return kRefused;
  int worst = -1;
  for (int i = 0; i < 3; ++i) {
    const Real x = std::abs(p[i]);
    worst = std::max(worst, x > h[i] ? 1 : x == h[i] ? 0 : -1);
  }
  return from_sign(worst);
}

Verdict point_contact(const Vec3& p, const Sphere& sphere) noexcept {
  return point_contact(p, Ball{{}, sphere.radius});
}

Verdict point_contact(const Vec3& p, const Ball& ball) noexcept {
  if (!is_usable(p) || !is_usable(ball.centre) || !is_size(ball.radius)) return kRefused;
  return from_sign(compare_point(Vec3d(p), Vec3d(ball.centre), double(ball.radius)));
}

Verdict point_contact(const Vec3& p, const Ellipsoid& ellipsoid) noexcept {
  const Vec3& r = ellipsoid.radii;
  if (!is_usable(p) || !is_size(r.x) || !is_size(r.y) || !is_size(r.z)) return kRefused;
  bool is_flat = false;
  for (int i = 0; i < 3; ++i) {
    is_flat = is_flat || r[i] == 0;
    if (r[i] == 0 && p[i] != 0) return {};
  }
  // sum (p_i / r_i)² - 1 times the squares of all radii that are not zero.
  const int s = sign_of([&](auto zero) {
    using T = decltype(zero);
    T sum(0), all(1);
    for (int i = 0; i < 3; ++i) {
      if (r[i] == 0) continue;
      const T x = double(p[i]), radius = double(r[i]);
      sum = sum * (radius * radius) + x * x * all;
      all = all * (radius * radius);
    }
    return sum - all;
  });
  return is_flat ? flat(s <= 0) : from_sign(s);
}

Verdict point_contact(const Vec3& p, const Capsule& capsule) noexcept {
  if (!is_usable(p) || !is_size(capsule.radius) || !is_size(capsule.half_height)) return kRefused;
  const double h = double(capsule.half_height);
  return from_sign(compare_segment(Vec3d(p), {0, -h, 0}, {0, h, 0}, double(capsule.radius)));
}

Verdict point_contact(const Vec3& p, const TaperedCapsule& c) noexcept {
  if (!is_usable(p) || !is_size(c.bottom_radius) || !is_size(c.top_radius) || !is_size(c.half_height))
    return kRefused;
  const Enclosed d =
      tapered_profile(Vec3d(p), double(c.bottom_radius), double(c.top_radius), double(c.half_height))
          .distance;
  const double error = d.error * (1 + 16 * kDoubleEpsilon);
  return from_sign(d.value.high > error ? 1 : d.value.high < -error ? -1 : 0);
}

Verdict point_contact(const Vec3& p, const Cylinder& cylinder) noexcept {
  return in_discs(p, cylinder.radius, cylinder.radius, cylinder.half_height);
}
Verdict point_contact(const Vec3& p, const Cone& cone) noexcept {
  return in_discs(p, cone.radius, 0, cone.half_height);
}
Verdict point_contact(const Vec3& p, const TaperedCylinder& c) noexcept {
  return in_discs(p, c.bottom_radius, c.top_radius, c.half_height);
}

Verdict point_contact(const Vec3& p, const HalfSpace& half_space) noexcept {
  const Vec3d n(half_space.normal);
  if (!is_usable(p) || !is_usable(n) || n == Vec3d{} || !is_usable(half_space.offset)) return kRefused;
  return from_sign(sign_of([&](auto zero) {
    using T = decltype(zero);
    return dot(lift<T>(n), lift<T>(Vec3d(p))) - T(double(half_space.offset));
  }));
}

Verdict point_contact(const Vec3& p, const Polygon& polygon) noexcept {
  if (!is_usable(p)) return kRefused;
  const int off = sign_of([&](auto zero) {
    using T = decltype(zero);
    return dot(lift<T>(Vec3d(polygon.plane.normal)), lift<T>(Vec3d(p))) - T(double(polygon.plane.offset));
  });
  return flat(off == 0 && locate(polygon, Vec3d(p)) != Contact::apart);
}

}  // namespace graze::inline GRAZE_ABI::primitive
