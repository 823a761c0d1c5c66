// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Support values h(d) = max { d . p : p in the shape } and points that attain them, from the definitions of
// the shapes, in the numbers of number.h.

#include "check_shape.h"

namespace graze::test {

template <class T>
T disc_length(const V3<T>& d) {
  return root(d.x * d.x + d.z * d.z);
}

template <class T>
V3<T> scaled_by(const std::vector<double>& sizes, const V3<T>& d) {
  return {T(sizes[0]) * d.x, T(sizes[1]) * d.y, T(sizes[2]) * d.z};
}

/// Radii at the bottom and at the top, and half the height, of all that stands on the y axis.
struct Column {
  double bottom, top, half_height;
};
inline Column column_of(const CheckShape& s) {
  switch (s.kind) {
    case ShapeKind::cone:
      return {s.sizes[0], 0, s.sizes[1]};
    case ShapeKind::cylinder:
    case ShapeKind::capsule:
      return {s.sizes[0], s.sizes[0], s.sizes[1]};
    default:
      return {s.sizes[0], s.sizes[1], s.sizes[2]};
  }
}

template <class T>
T column_value(const CheckShape& s, const V3<T>& d, const T& radial) {
  const Column c = column_of(s);
  const T up = T(c.half_height) * d.y;
  return larger(T(c.bottom) * radial - up, T(c.top) * radial + up);
}

template <class T>
T vertex_value(const std::vector<V3d>& vertices, const V3<T>& d) {
  T best = dot(V3<T>(vertices[0]), d);
  for (std::size_t i = 1; i < vertices.size(); ++i) best = larger(best, dot(V3<T>(vertices[i]), d));
  return best;
}

/// A half-space has a value only along its normal: d must be a positive multiple of it.
template <class T>
T support_value(const CheckShape& s, const V3<T>& d) {
  switch (s.kind) {
    case ShapeKind::box:
      return T(s.sizes[0]) * magnitude_of(d.x) + T(s.sizes[1]) * magnitude_of(d.y) +
             T(s.sizes[2]) * magnitude_of(d.z);
    case ShapeKind::sphere:
      return T(s.sizes[0]) * length(d);
    case ShapeKind::ellipsoid:
      return length(scaled_by(s.sizes, d));
    case ShapeKind::capsule:
    case ShapeKind::tapered_capsule:
      return column_value(s, d, length(d));
    case ShapeKind::cylinder:
    case ShapeKind::cone:
    case ShapeKind::tapered_cylinder:
      return column_value(s, d, disc_length(d));
    case ShapeKind::half_space: {
      const V3<T> n(s.vertices[0]);
      return T(s.sizes[0]) * dot(d, n) / dot(n, n);
    }
    case ShapeKind::affine_image: {
      const Map<T> m(s.map);
      return support_value(s.children[0], m.transposed(d)) + dot(m.translation, d);
    }
    case ShapeKind::expanded:
      return support_value(s.children[0], d) + T(s.sizes[0]) * length(d);
    case ShapeKind::minkowski_sum:
    case ShapeKind::convex_hull: {
      T total = support_value(s.children[0], d);
      for (std::size_t i = 1; i < s.children.size(); ++i) {
        const T next = support_value(s.children[i], d);
        total = s.kind == ShapeKind::convex_hull ? larger(total, next) : total + next;
      }
      return total;
    }
    default:
      return vertex_value(s.vertices, d);
  }
}

/// The point at `radius` along d. Below kShortest squares lose bits to underflow; the centre is then as good
/// a point of the set.
template <class T>
V3<T> along(const V3<T>& d, const T& radius, const T& norm) {
  constexpr double kShortest = 0x1p-450;
  if (!is_positive(norm - T(kShortest))) return V3<T>(T(0), T(0), T(0));
  const T s = radius / norm;
  return d * s;
}

template <class T>
V3<T> column_point(const CheckShape& s, const V3<T>& d) {
  const bool is_round = s.kind == ShapeKind::capsule || s.kind == ShapeKind::tapered_capsule;
  const V3<T> radial = is_round ? d : V3<T>(d.x, T(0), d.z);
  const T norm = length(radial);
  const Column c = column_of(s);
  const T up = T(c.half_height) * d.y;
  const bool at_top = T(c.bottom) * norm - up < T(c.top) * norm + up;
  V3<T> p = along(radial, T(at_top ? c.top : c.bottom), norm);
  p.y = p.y + T(at_top ? c.half_height : -c.half_height);
  return p;
}

template <class T>
V3<T> vertex_point(const std::vector<V3d>& vertices, const V3<T>& d) {
  std::size_t best = 0;
  T value = dot(V3<T>(vertices[0]), d);
  for (std::size_t i = 1; i < vertices.size(); ++i) {
    const T next = dot(V3<T>(vertices[i]), d);
    if (value < next) value = next, best = i;
  }
  return V3<T>(vertices[best]);
}

/// A point of the shape that is farthest along d, up to rounding in the choice; a point of the shape for any
/// d.
template <class T>
V3<T> support_point(const CheckShape& s, const V3<T>& d) {
  switch (s.kind) {
    case ShapeKind::box: {
      const auto side = [](const T& x, double h) { return T(is_positive(x) ? h : -h); };
      return {side(d.x, s.sizes[0]), side(d.y, s.sizes[1]), side(d.z, s.sizes[2])};
    }
    case ShapeKind::sphere:
      return along(d, T(s.sizes[0]), length(d));
    case ShapeKind::ellipsoid: {
      const V3<T> scaled = scaled_by(s.sizes, d);
      return scaled_by(s.sizes, along(scaled, T(1), length(scaled)));
    }
    case ShapeKind::capsule:
    case ShapeKind::tapered_capsule:
    case ShapeKind::cylinder:
    case ShapeKind::cone:
    case ShapeKind::tapered_cylinder:
      return column_point(s, d);
    case ShapeKind::half_space: {
      const V3<T> n(s.vertices[0]);
      const T at = T(s.sizes[0]) / dot(n, n);
      return n * at;
    }
    case ShapeKind::affine_image: {
      const Map<T> m(s.map);
      return m.point(support_point(s.children[0], m.transposed(d)));
    }
    case ShapeKind::expanded:
      return support_point(s.children[0], d) + along(d, T(s.sizes[0]), length(d));
    case ShapeKind::minkowski_sum: {
      V3<T> total = support_point(s.children[0], d);
      for (std::size_t i = 1; i < s.children.size(); ++i) total = total + support_point(s.children[i], d);
      return total;
    }
    case ShapeKind::convex_hull: {
      V3<T> best = support_point(s.children[0], d);
      for (std::size_t i = 1; i < s.children.size(); ++i) {
        const V3<T> next = support_point(s.children[i], d);
        if (dot(best, d) < dot(next, d)) best = next;
      }
      return best;
    }
    default:
      return vertex_point(s.vertices, d);
  }
}

}  // namespace graze::test
