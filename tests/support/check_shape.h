// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "graze/shape/instance.h"
#include "number.h"

namespace graze::test {

/// The checker's own model of a shape. A test describes a shape once, as this, and makes the graze::Shape
/// from it; the checker never looks into the latter. All numbers are exact: a Real fits a double.
struct CheckShape {
  ShapeKind kind = ShapeKind::point;
  std::vector<double> sizes;  ///< in the order of the primitive's members; expanded: the radius
  std::vector<V3d>
      vertices;  ///< point, segment, triangle, tetrahedron, polygon, polytope; half-space: normal
  std::vector<CheckShape> children;  ///< affine image, expanded: one; sum, hull: two or more
  Mapd map;                          ///< affine image

  bool operator==(const CheckShape&) const = default;
};

/// Operand of a query, as the checker sees it.
struct CheckInstance {
  CheckShape shape;
  Mapd placement;
  double margin = 0;

  bool operator==(const CheckInstance&) const = default;
};

struct CheckPair {
  CheckInstance a, b;
};

// Makers, in the order of the primitives' members. Every number must be a Real.
CheckShape check_point(const V3d& p);
CheckShape check_hull_of_points(ShapeKind kind, std::vector<V3d> vertices);
CheckShape check_sized(ShapeKind kind, std::vector<double> sizes);
CheckShape check_half_space(const V3d& normal, double offset);
CheckShape check_affine_image(CheckShape shape, const Mapd& map);
CheckShape check_sum(CheckShape a, CheckShape b);
CheckShape check_hull(CheckShape a, CheckShape b);
CheckShape check_expanded(CheckShape shape, double radius);

/// The shape and the instance that the library gets for it. Invalid if the library refuses it.
[[nodiscard]] Shape graze_shape(const CheckShape& shape);
[[nodiscard]] Instance graze_instance(const CheckInstance& instance);
[[nodiscard]] Affine graze_affine(const Mapd& map);
[[nodiscard]] inline Vec3 graze_vec(const V3d& v) { return {Real(v.x), Real(v.y), Real(v.z)}; }
[[nodiscard]] inline V3d exact(const Vec3& v) { return {double(v.x), double(v.y), double(v.z)}; }

/// No point of the shape is farther from its origin (half-space: no point of its plane that supports return).
[[nodiscard]] double magnitude(const CheckShape& shape);
/// Nodes of the tree: what roundings in one support evaluation are counted by.
[[nodiscard]] int node_count(const CheckShape& shape);
/// Built of points only: every support value in a rational direction is rational.
[[nodiscard]] bool is_polyhedral(const CheckShape& shape);
/// The half-space in it, if there is one.
[[nodiscard]] const CheckShape* find_half_space(const CheckShape& shape);

/// C++ statements that make `a` and `b` again, ready to paste into tests/regression.
[[nodiscard]] std::string replay(const CheckPair& pair);

}  // namespace graze::test
