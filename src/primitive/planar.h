// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "math/exact.h"
#include "math/predicates.h"

namespace graze::inline GRAZE_ABI::primitive {

// Exact signs in a coordinate plane: axis k is dropped, the two that follow it cyclically stay.

/// The axis along which a vector is longest; of equals the first.
template <class T>
[[nodiscard]] int largest_axis(const BasicVec3<T>& v) {
  const T x = std::abs(v.x), y = std::abs(v.y), z = std::abs(v.z);
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

/// Component k of the cross product.
template <class T>
[[nodiscard]] T cross_component(const BasicVec3<T>& u, const BasicVec3<T>& v, int k) {
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  return u[i] * v[j] - u[j] * v[i];
}

/// Sign of component k of (b - a) x (c - a): how a, b, c turn when seen against axis k.
[[nodiscard]] inline int turn(const Vec3d& a, const Vec3d& b, const Vec3d& c, int k) {
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  return orient2d({a[i], a[j]}, {b[i], b[j]}, {c[i], c[j]});
}

/// The axis along which the triangle is best seen: its normal has a component other than zero there, in exact
/// arithmetic; -1 when the points lie on a line.
[[nodiscard]] inline int axis_across(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const int first = largest_axis(cross(b - a, c - a));
  for (int i = 0; i < 3; ++i)
    if (turn(a, b, c, (first + i) % 3) != 0) return (first + i) % 3;
  return -1;
}

[[nodiscard]] inline bool is_between(double x, double a, double b) {
  return (a <= x && x <= b) || (b <= x && x <= a);
}

/// Whether p lies on the closed segment from a to b.
[[nodiscard]] inline bool is_on_segment(const Vec3d& p, const Vec3d& a, const Vec3d& b) {
  for (int i = 0; i < 3; ++i)
    if (!is_between(p[i], a[i], b[i])) return false;
  return turn(a, b, p, 0) == 0 && turn(a, b, p, 1) == 0 && turn(a, b, p, 2) == 0;
}

/// Whether p, a point of the plane of abc, lies in the closed triangle; the triangle may be a segment or a
/// point.
[[nodiscard]] inline bool is_in_flat_triangle(const Vec3d& p, const Vec3d& a, const Vec3d& b,
                                              const Vec3d& c) {
  const int k = axis_across(a, b, c);
  if (k < 0) return is_on_segment(p, a, b) || is_on_segment(p, b, c) || is_on_segment(p, c, a);
  const int s = turn(a, b, p, k), t = turn(b, c, p, k), u = turn(c, a, p, k);
  return (s >= 0 && t >= 0 && u >= 0) || (s <= 0 && t <= 0 && u <= 0);
}

}  // namespace graze::inline GRAZE_ABI::primitive
