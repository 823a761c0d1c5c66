// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "shape/core/reader.h"

// Separating axes of two boxes. A box under an affine map is a parallelepiped, the sum of three segments; the
// facets of the difference of two of them have the 15 cross products of their edges as normals.
// [Gottschalk96, Bergen03 §5.1.2] Each axis is evaluated as it was rounded, so its height is right whatever
// rounding did to the axis.

namespace graze::inline GRAZE_ABI::primitive {

struct BoxAxis {
  Vec3d normal;   // not unit, from a to b
  double nn = 0;  // |normal|²
  double height =
      0;  // by how much the boxes overlap along the normal, times |normal|; negative: they are apart
  int edge_a = -1;  // of a face normal: the edge across the face; of an edge pair: the edge
  int edge_b = -1;  // the same for b; -1 where the box has no part in the axis
};

namespace boxes_detail {

[[nodiscard]] inline double reach(const BoxReader& box, const Vec3d& n) {
  return std::abs(dot(box.edges[0], n)) + std::abs(dot(box.edges[1], n)) + std::abs(dot(box.edges[2], n));
}

// Overlap along n, with n turned from a to b.
[[nodiscard]] inline BoxAxis along(const BoxReader& a, const BoxReader& b, const Vec3d& n,
                                   const Vec3d& centres) {
  const double between = dot(n, centres);
  BoxAxis axis;
  axis.normal = n * std::copysign(1.0, between);
  axis.nn = dot(n, n);
  axis.height = reach(a, n) + reach(b, n) - std::abs(between);
  return axis;
}

}  // namespace boxes_detail

/// Face normals first, then the nine edge pairs. Returns the first axis along which the boxes are apart by
/// more than `error`, otherwise the one of least overlap. `directions_a` are a's edges at full length (never
/// zero).
[[nodiscard]] inline BoxAxis best_axis(const BoxReader& a, const Mat3d& directions_a, const BoxReader& b,
                                       const Mat3d& directions_b, double error) {
  const Vec3d centres = b.centre - a.centre;
  BoxAxis best;
  // height / |normal|, compared without roots where neither is negative.
  const auto is_better = [&best](const BoxAxis& x) {
    if (best.nn == 0) return true;
    if (x.height <= 0 || best.height <= 0)
      return x.height * std::sqrt(best.nn) < best.height * std::sqrt(x.nn);
    return x.height * x.height * best.nn < best.height * best.height * x.nn;
  };
  const auto separates = [&](const Vec3d& n, int edge_a, int edge_b) {
    BoxAxis axis = boxes_detail::along(a, b, n, centres);
    axis.edge_a = edge_a;
    axis.edge_b = edge_b;
    const bool is_apart = axis.height < 0 && axis.height * axis.height > error * error * axis.nn;
    if (is_apart || is_better(axis)) best = axis;
    return is_apart;
  };
  for (int side = 0; side < 2; ++side) {
    const auto& d = side == 0 ? directions_a.columns : directions_b.columns;
    for (int i = 0; i < 3; ++i)
      if (separates(cross(d[(i + 1) % 3], d[(i + 2) % 3]), side == 0 ? i : -1, side == 0 ? -1 : i))
        return best;
  }
  for (int i = 0; i < 3; ++i) {
    const Vec3d& u = directions_a.columns[i];
    const double uu = dot(u, u);
    for (int j = 0; j < 3; ++j) {
      const Vec3d& w = directions_b.columns[j];
      Vec3d n = cross(u, w);
      const double nn = dot(n, n), ww = dot(w, w);
      // Parallel edges span no facet; nearly parallel ones need a normal that is really perpendicular to
      // them.
      if (!(nn > 1e-24 * uu * ww)) continue;
      if (nn < 1e-4 * uu * ww) n -= u * (dot(n, u) / uu);
      if (separates(n, i, j)) return best;
    }
  }
  return best;
}

/// Points of a and b whose difference is depth * normal (unit), for the axis of least overlap. False when the
/// deepest feature of the other box is an edge or a face across the normal, so that one of many points had to
/// be chosen.
[[nodiscard]] inline bool find_witnesses(const BoxReader& a, const BoxReader& b, const BoxAxis& axis,
                                         const Vec3d& normal, double depth, double error, Vec3d& on_a,
                                         Vec3d& on_b) {
  const auto corner = [error](const BoxReader& box, const Vec3d& n, int skip, Vec3d& p) {
    p = box.centre;
    for (int k = 0; k < 3; ++k) {
      if (k == skip) continue;
      const double along = dot(box.edges[k], n);
      if (!(std::abs(along) > 8 * error)) return false;
      p += box.edges[k] * std::copysign(1.0, along);
    }
    return true;
  };
  if (axis.edge_a >= 0 && axis.edge_b >= 0) {
    Vec3d p, q;
    if (!corner(a, normal, axis.edge_a, p) || !corner(b, -normal, axis.edge_b, q)) return false;
    const Vec3d &u = a.edges[axis.edge_a], &w = b.edges[axis.edge_b];
    // p + s u - (q + t w) = depth * normal, solved in the plane of u and w.
    const Vec3d n = cross(u, w), r = q + normal * depth - p;
    const double nn = dot(n, n);
    if (!(nn > 0)) return false;
    const double s = dot(cross(r, w), n) / nn, t = dot(cross(r, u), n) / nn;
    if (!(std::abs(s) <= 1 + 1e-9 && std::abs(t) <= 1 + 1e-9)) return false;
    on_a = p + u * s;
    on_b = q + w * t;
    return true;
  }
  const bool face_of_a = axis.edge_a >= 0;
  Vec3d p;
  if (!corner(face_of_a ? b : a, face_of_a ? -normal : normal, -1, p)) return false;
  on_a = face_of_a ? p + normal * depth : p;
  on_b = face_of_a ? p : p - normal * depth;
  return true;
}

}  // namespace graze::inline GRAZE_ABI::primitive
