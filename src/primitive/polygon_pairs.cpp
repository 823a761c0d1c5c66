// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Polygons against boxes, balls and each other.

#include <algorithm>

#include "graze/primitive/polygon_box.h"
#include "graze/primitive/polygon_polygon.h"
#include "graze/primitive/polygon_sphere.h"
#include "primitive/foot.h"
#include "primitive/polygon.h"

namespace graze::inline GRAZE_ABI::primitive {
namespace {

/// Of an edge of one polygon with the region of the other.
Contact contact_of_edges(const Polygon& edges, const Polygon& region) {
  Contact contact = Contact::apart;
  any_edge(edges, [&](const Vec3d& a, const Vec3d& b) {
    contact = std::max(contact, hit_polygon(make_beam(a, b), region).contact);
    return contact == Contact::overlapping;
  });
  return contact;
}

struct PointOverPolygon {
  const Polygon& polygon;
  Vec3d normal, p;

  /// Height of p above the plane, times the length of the normal.
  template <class T>
  [[nodiscard]] T height() const {
    return dot(lift<T>(normal), lift<T>(p)) - T(double(polygon.plane.offset));
  }
  /// Whether p comes down in the region.
  [[nodiscard]] bool is_above() const {
    const int i = (polygon.axis + 1) % 3, j = (polygon.axis + 2) % 3;
    const auto at = [&](auto zero) {
      using T = decltype(zero);
      const BasicVec3<T> n = lift<T>(normal);
      const T w = dot(n, n), h = height<T>();
      return std::array<T, 3>{T(p[i]) * w - n[i] * h, T(p[j]) * w - n[j] * h, w};
    };
    return locate(polygon, at, 1) != Contact::apart;
  }
  template <class T>
  [[nodiscard]] Foot<T> foot(bool above) const {
    Foot<T> best{T(std::numeric_limits<double>::max()), {}};
    const auto offer = [&best](const Foot<T>& f) {
      if (bounded(f.squared).value < bounded(best.squared).value) best = f;
    };
    if (above) {
      const BasicVec3<T> n = lift<T>(normal);
      const T h = height<T>(), nn = dot(n, n);
      offer({h * h / nn, lift<T>(p) - n * (h / nn)});
    }
    any_edge(polygon, [&](const Vec3d& a, const Vec3d& b) {
      offer(foot_on_segment<T>(p, a, b));
      return false;
    });
    return best;
  }
};

}  // namespace

// If no edge meets the box, the region contains all of the box's section with the plane or nothing of it. The
// diagonal that runs along the normal passes the plane within the section, and tells. [Voorhies92]
Verdict polygon_box(const Polygon& polygon, const Aabb& box) noexcept {
  if (box == Aabb{}) return {};
  if (!is_usable(box.lower) || !is_usable(box.upper)) return {Contact::touching, Status::invalid_argument};
  if (box.is_empty()) return {};
  const Vec3d lower(box.lower), upper(box.upper);
  Contact contact = Contact::apart;
  any_edge(polygon, [&](const Vec3d& a, const Vec3d& b) {
    contact = std::max(contact, contact_of_segment_box(a, b, lower, upper));
    return contact == Contact::overlapping;
  });
  if (contact == Contact::overlapping) return {contact, Status::converged};
  Vec3d from, to;
  for (int i = 0; i < 3; ++i) {
    const bool up = polygon.plane.normal[i] >= 0;
    from[i] = up ? lower[i] : upper[i];
    to[i] = up ? upper[i] : lower[i];
  }
  return {std::max(contact, hit_polygon(make_beam(from, to), polygon).contact), Status::converged};
}

Verdict polygon_polygon(const Polygon& a, const Polygon& b) noexcept {
  const Contact contact = contact_of_edges(a, b);
  if (contact == Contact::overlapping) return {contact, Status::converged};
  return {std::max(contact, contact_of_edges(b, a)), Status::converged};
}

Proximity polygon_sphere(const Polygon& polygon, const Ball& ball) noexcept {
  const double r = double(ball.radius);
  if (!is_usable(ball.centre) || !is_usable(r) || !(r >= 0)) return refused_proximity();
  const PointOverPolygon problem{polygon, Vec3d(polygon.plane.normal), Vec3d(ball.centre)};
  int sign = 1;
  const bool above = problem.is_above();
  if (above) {
    sign = sign_of([&](auto zero) {
      using T = decltype(zero);
      const BasicVec3<T> n = lift<T>(problem.normal);
      const T h = problem.height<T>();
      return h * h - T(r) * T(r) * dot(n, n);
    });
  }
  any_edge(polygon, [&](const Vec3d& a, const Vec3d& b) {
    sign = std::min(sign, compare_segment(problem.p, a, b, r));
    return sign < 0;
  });
  return measure(sign, r, [&](auto zero) { return problem.foot<decltype(zero)>(above); });
}

}  // namespace graze::inline GRAZE_ABI::primitive
