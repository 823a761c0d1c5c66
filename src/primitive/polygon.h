// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "graze/primitive/polygon.h"
#include "primitive/beam.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Calls visit(a, b) for each edge of each loop, until it returns true; whether one did.
template <class Visit>
bool any_edge(const Polygon& polygon, const Visit& visit) {
  std::size_t begin = 0;
  const auto loop = [&](std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t next = i + 1 < end ? i + 1 : begin;
      if (visit(Vec3d(polygon.vertices[i]), Vec3d(polygon.vertices[next]))) return true;
    }
    begin = end;
    return false;
  };
  if (polygon.loop_ends.empty()) return loop(polygon.vertices.size());
  for (const std::uint32_t end : polygon.loop_ends)
    if (loop(end)) return true;
  return false;
}

/// Where a point with rational coordinates is: at(T{}) returns {u w, v w, w}, with u and v its coordinates
/// along the two axes that follow polygon.axis; `sign` is that of w and not zero. Crossing number, exact.
template <class At>
[[nodiscard]] Contact locate(const Polygon& polygon, const At& at, int sign) {
  const int ui = (polygon.axis + 1) % 3, vi = (polygon.axis + 2) % 3;
  const auto side = [&](const Vec3d& a, int axis, std::size_t coordinate) {  // of a from the point
    return sign * sign_of([&](auto zero) {
             using T = decltype(zero);
             const std::array<T, 3> p = at(zero);
             return T(a[axis]) * p[2] - p[coordinate];
           });
  };
  bool inside = false;
  const bool on_border = any_edge(polygon, [&](const Vec3d& a, const Vec3d& b) {
    const int sa = side(a, vi, 1), sb = side(b, vi, 1);
    if (sa == 0 && sb == 0) return side(a, ui, 0) * side(b, ui, 0) <= 0;
    if (sa == 0 && sb < 0) return side(a, ui, 0) == 0;
    if (sb == 0 && sa < 0) return side(b, ui, 0) == 0;
    if ((sa > 0) == (sb > 0)) return false;
    const int turn = sign * sign_of([&](auto zero) {
                       using T = decltype(zero);
                       const std::array<T, 3> p = at(zero);
                       return (T(b[ui]) - T(a[ui])) * (p[1] - T(a[vi]) * p[2]) -
                              (T(b[vi]) - T(a[vi])) * (p[0] - T(a[ui]) * p[2]);
                     });
    if (turn == 0) return true;
    if ((turn > 0) == (sb > 0)) inside = !inside;  // the edge passes on the side of larger u
    return false;
  });
  return on_border ? Contact::touching : inside ? Contact::overlapping : Contact::apart;
}

/// Where a point is in the polygon's view along its axis, from the coordinates as given.
[[nodiscard]] inline Contact locate(const Polygon& polygon, const Vec3d& p) {
  const int ui = (polygon.axis + 1) % 3, vi = (polygon.axis + 2) % 3;
  return locate(
      polygon,
      [&](auto zero) {
        using T = decltype(zero);
        return std::array<T, 3>{T(p[ui]), T(p[vi]), T(1)};
      },
      1);
}

struct PolygonHit {
  BeamHit hit;
  Contact contact = Contact::apart;  // overlapping: through the inside, from one side to the other
};

/// First point of the beam in the polygon; decided exactly. Precondition: finite numbers.
[[nodiscard]] PolygonHit hit_polygon(const Beam& beam, const Polygon& polygon);

}  // namespace graze::inline GRAZE_ABI::primitive
