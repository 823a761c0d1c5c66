// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>

#include "graze/math/affine.h"
#include "graze/shape/shape.h"

namespace graze::inline GRAZE_ABI {

/// A convex set read through its support mapping: one member function.
template <class S>
concept SupportMapping = requires(const S& s, const Vec3& direction) {
  { s.support(direction) } -> std::same_as<Vec3>;  // any direction, zero included; a point of the boundary
};

/// Support mapping: the farthest point of a shape in a direction, both in local coordinates; the direction
/// need not be unit. A point of the boundary for every direction, zero and denormals included. Invalid and
/// complex shapes and non-finite directions give the origin. A half-space gives a point of its plane.
[[nodiscard]] GRAZE_API Vec3 support(const Shape& shape, const Vec3& direction) noexcept;

// Adaptors: mappings compose at compile time, without a Shape.

/// All sums of a point of `a` and a point of `b`.
template <SupportMapping A, SupportMapping B>
struct MinkowskiSumOf {
  A a;
  B b;
  /// Farthest point in direction d.
  [[nodiscard]] Vec3 support(const Vec3& d) const { return a.support(d) + b.support(d); }
};

/// Convex hull of two mappings.
template <SupportMapping A, SupportMapping B>
struct ConvexHullOf {
  A a;
  B b;
  /// Farthest point in direction d.
  [[nodiscard]] Vec3 support(const Vec3& d) const {
    const Vec3 p = a.support(d), q = b.support(d);
    return dot(p, d) >= dot(q, d) ? p : q;
  }
};

/// A mapping under an affine placement; d and the result are in the outer frame.
template <SupportMapping S>
struct AffineImageOf {
  S shape;
  Affine placement;
  /// Farthest point in direction d.
  [[nodiscard]] Vec3 support(const Vec3& d) const {
    return placement * shape.support(transpose_times(placement.linear(), d));
  }
};

/// `shape` grown by a ball.
template <SupportMapping S>
struct ExpandedOf {
  S shape;
  Real radius = 0;
  /// Farthest point in direction d.
  [[nodiscard]] Vec3 support(const Vec3& d) const { return shape.support(d) + normalized(d) * radius; }
};

/// A Graze shape as a mapping, to be composed with others.
struct ShapeSupport {
  const Shape* shape = nullptr;
  /// Farthest point in direction d.
  [[nodiscard]] Vec3 support(const Vec3& d) const { return graze::support(*shape, d); }
};

/// Makes a custom Shape that reads `mapping` by reference: the mapping must outlive the shape and all that is
/// made of it.
template <SupportMapping S>
[[nodiscard]] Result<Shape> make_shape_of(const S& mapping) {
  CustomSupport custom;
  custom.context = &mapping;
  custom.support = [](const void* context, const Vec3& d) {
    return static_cast<const S*>(context)->support(d);
  };
  custom.inner_point = mapping.support({1, 0, 0}) * Real(0.5) + mapping.support({-1, 0, 0}) * Real(0.5);
  return make_shape(custom);
}
/// A temporary would be gone before the first query.
template <SupportMapping S>
Result<Shape> make_shape_of(const S&& mapping) = delete;

}  // namespace graze::inline GRAZE_ABI
