// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "graze/primitive/verdict.h"
#include "math/exact.h"
#include "primitive/beam.h"
#include "primitive/planar.h"

namespace graze::inline GRAZE_ABI::primitive {

// Point against point, segment and triangle: whether the distance is less than, equal to or greater than r,
// exactly, and its value with a bound. What lies within r of a point is what its ball meets.

/// Nearest point and squared distance in numbers of type T.
template <class T>
struct Foot {
  T squared;
  BasicVec3<T> point;
};

/// Sign of |p - q| - r.
[[nodiscard]] inline int compare_point(const Vec3d& p, const Vec3d& q, double r) {
  return sign_of([&](auto zero) {
    using T = decltype(zero);
    const BasicVec3<T> v = difference<T>(p, q);
    return dot(v, v) - T(r) * T(r);
  });
}

/// Which end of the segment ab is nearest to p: 0 or 1; -1 when it is an inner point.
[[nodiscard]] inline int nearest_end(const Vec3d& p, const Vec3d& a, const Vec3d& b) {
  const auto along = [&](const Vec3d& from) {
    return sign_of([&](auto zero) {
      using T = decltype(zero);
      return dot(difference<T>(p, from), difference<T>(b, a));
    });
  };
  if (along(a) <= 0) return 0;
  return along(b) >= 0 ? 1 : -1;
}

/// Sign of the distance of p from the segment ab, less r.
[[nodiscard]] inline int compare_segment(const Vec3d& p, const Vec3d& a, const Vec3d& b, double r) {
  const int end = nearest_end(p, a, b);
  if (end >= 0) return compare_point(p, end == 0 ? a : b, r);
  return sign_of([&](auto zero) {
    using T = decltype(zero);
    const BasicVec3<T> d = difference<T>(b, a), n = cross(difference<T>(p, a), d);
    return dot(n, n) - T(r) * T(r) * dot(d, d);
  });
}

template <class T>
[[nodiscard]] Foot<T> foot_on_segment(const Vec3d& p, const Vec3d& a, const Vec3d& b) {
  const int end = nearest_end(p, a, b);
  if (end >= 0) {
    const Vec3d& q = end == 0 ? a : b;
    const BasicVec3<T> v = difference<T>(p, q);
    return {dot(v, v), lift<T>(q)};
  }
  const BasicVec3<T> d = difference<T>(b, a), w = difference<T>(p, a), n = cross(w, d);
  const T dd = dot(d, d);
  return {dot(n, n) / dd, lift<T>(a) + d * (dot(w, d) / dd)};
}

/// Whether p, moved across the plane of abc, comes down in the triangle. False for triangles without area.
[[nodiscard]] inline bool is_above(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  if (axis_across(a, b, c) < 0) return false;
  const auto inside = [&](const Vec3d& from, const Vec3d& to) {
    return sign_of([&](auto zero) {
             using T = decltype(zero);
             const BasicVec3<T> n = cross(difference<T>(b, a), difference<T>(c, a));
             return dot(n, cross(difference<T>(to, from), difference<T>(p, from)));
           }) >= 0;
  };
  return inside(a, b) && inside(b, c) && inside(c, a);
}

/// Sign of the distance of p from the triangle abc, less r; `above` is what is_above() says.
[[nodiscard]] inline int compare_triangle(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c,
                                          double r, bool above) {
  if (above) {
    return sign_of([&](auto zero) {
      using T = decltype(zero);
      const BasicVec3<T> n = cross(difference<T>(b, a), difference<T>(c, a));
      const T height = dot(n, difference<T>(p, a));
      return height * height - T(r) * T(r) * dot(n, n);
    });
  }
  return std::min({compare_segment(p, a, b, r), compare_segment(p, b, c, r), compare_segment(p, c, a, r)});
}

template <class T>
[[nodiscard]] Foot<T> foot_on_triangle(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c,
                                       bool above) {
  if (above) {
    const BasicVec3<T> n = cross(difference<T>(b, a), difference<T>(c, a));
    const T height = dot(n, difference<T>(p, a)), nn = dot(n, n);
    return {height * height / nn, lift<T>(p) - n * (height / nn)};
  }
  Foot<T> best = foot_on_segment<T>(p, a, b);
  for (const Foot<T>& foot : {foot_on_segment<T>(p, b, c), foot_on_segment<T>(p, c, a)})
    if (bounded(foot.squared).value < bounded(best.squared).value) best = foot;
  return best;
}

/// From the sign of distance less radius, and the distance with its bound.
[[nodiscard]] inline Proximity make_proximity(int sign, const Bounded& distance, double radius,
                                              const Vec3d& nearest) {
  Proximity r;
  r.contact = sign > 0 ? Contact::apart : sign == 0 ? Contact::touching : Contact::overlapping;
  r.nearest = Vec3(rounded(nearest));
  if (sign <= 0) return r;
  const Bounded gap = radius > 0 ? distance - Bounded(radius) : distance;
  const double low = gap.value - gap.error;
  r.lower = round_down(low > 0 ? low * (1 - kDoubleEpsilon) : 0);
  r.upper = round_up((gap.value + gap.error) * (1 + kDoubleEpsilon));
  return r;
}

/// Evaluates foot(T{}) as sharply as Real can show. The sign was decided before.
template <class F>
[[nodiscard]] Proximity measure(int sign, double radius, const F& foot) {
  const Foot<Bounded> rough = foot(Bounded{});
  const Bounded distance = sqrt(rough.squared);
  const Vec3d at{rough.point.x.value, rough.point.y.value, rough.point.z.value};
  const double point_error = rough.point.x.error + rough.point.y.error + rough.point.z.error;
  // The gap is what is left of distance and radius: it is to be sharp, not the distance.
  if (is_sharp(distance.error, std::abs(distance.value - radius)) && is_sharp(point_error, max_abs(at)))
    return make_proximity(sign, distance, radius, at);
  const Foot<Enclosed> fine = foot(Enclosed{});
  const Enclosed gap = sqrt(fine.squared) - Enclosed(radius);
  return make_proximity(sign, bounded(gap), 0,
                        {fine.point.x.value.high, fine.point.y.value.high, fine.point.z.value.high});
}

[[nodiscard]] inline Proximity refused_proximity() {
  Proximity r;
  r.contact = Contact::touching;
  r.status = Status::invalid_argument;
  r.upper = kInfinity;
  return r;
}

}  // namespace graze::inline GRAZE_ABI::primitive
