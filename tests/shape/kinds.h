// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// One or more shapes of every kind, with sizes that floats hold exactly.

#include <ostream>
#include <string>
#include <vector>

#include "support/check_shape.h"

namespace graze::test {

struct NamedShape {
  std::string name;
  CheckShape shape;
};
inline void PrintTo(const NamedShape& s, std::ostream* out) { *out << s.name; }
inline std::string name_of(const NamedShape& s) { return s.name; }

/// All bounded kinds but custom, each with volume where it can have one.
inline std::vector<NamedShape> bounded_kinds() {
  using enum ShapeKind;
  const CheckShape box_ = check_sized(box, {1, 0.5, 0.75}), cone_ = check_sized(cone, {0.75, 1});
  const Mapd shear({1, 0.25, 0}, {-0.5, 1.5, 0}, {0, 0.25, 0.75}, {0.25, -0.5, 0.125});
  return {
      {"point", check_point({0.25, -0.5, 0.75})},
      {"segment", check_hull_of_points(segment, {{-1, 0, 0.25}, {0.5, 1, 0}})},
      {"triangle", check_hull_of_points(triangle, {{-1, 0, 0}, {1, 0.25, 0}, {0, 1, 0.5}})},
      {"tetrahedron", check_hull_of_points(tetrahedron, {{-1, 0, 0}, {1, 0, -0.5}, {0, 1, 0}, {0, 0.25, 1}})},
      {"convex_polygon",
       check_hull_of_points(convex_polygon,
                            {{-1, 0, -1}, {1, 0, -0.5}, {0.5, 0, 1}, {-1, 0, 0.5}, {0, 0, 1}})},
      {"polytope", check_hull_of_points(polytope, {{1, 0, 0},
                                                   {-1, 0, 0.125},
                                                   {0, 1, 0},
                                                   {0.125, -1, 0},
                                                   {0, 0, 1},
                                                   {0, 0.125, -1},
                                                   {0.75, 0.75, 0},
                                                   {-0.5, -0.5, 0.5},
                                                   {0, 0, 0}})},
      {"box", box_},
      {"sphere", check_sized(sphere, {0.75})},
      {"capsule", check_sized(capsule, {0.5, 0.75})},
      {"ellipsoid", check_sized(ellipsoid, {1, 0.5, 0.75})},
      {"tapered_capsule", check_sized(tapered_capsule, {0.75, 0.25, 1})},
      {"cylinder", check_sized(cylinder, {0.75, 1})},
      {"cone", cone_},
      {"tapered_cylinder", check_sized(tapered_cylinder, {0.75, 0.25, 1})},
      {"affine_image", check_affine_image(cone_, shear)},
      {"minkowski_sum", check_sum(box_, cone_)},
      {"convex_hull", check_hull(check_affine_image(box_, shear), check_sized(cylinder, {0.5, 1.5}))},
      {"expanded", check_expanded(box_, 0.25)},
  };
}

/// Degenerate and nested ones.
inline std::vector<NamedShape> awkward_shapes() {
  using enum ShapeKind;
  const Mapd turn({0, 2, 0}, {-1, 0, 0.5}, {0, 0, 1}, {1, 2, -3});
  const CheckShape hull = check_hull(check_sized(sphere, {0.5}), check_point({2, 1, 0}));
  const CheckShape sum = check_sum(check_sized(cone, {1, 1}), check_affine_image(hull, turn));
  return {
      {"flat_box", check_sized(box, {1, 0, 1})},
      {"point_box", check_sized(box, {0, 0, 0})},
      {"point_sphere", check_sized(sphere, {0})},
      {"flat_ellipsoid", check_sized(ellipsoid, {1, 0, 0.5})},
      {"line_ellipsoid", check_sized(ellipsoid, {0, 2, 0})},
      {"line_capsule", check_sized(capsule, {0, 1})},
      {"disc", check_sized(cylinder, {1, 0})},
      {"line_cylinder", check_sized(cylinder, {0, 1})},
      {"flat_cone", check_sized(cone, {1, 0})},
      {"one_ball_in_another", check_sized(tapered_capsule, {2, 0.25, 1})},
      {"upside_down_cone", check_sized(tapered_cylinder, {0, 1, 1})},
      {"double_triangle", check_hull_of_points(triangle, {{1, 1, 1}, {1, 1, 1}, {0, 0, 0}})},
      {"twenty_points", check_hull_of_points(polytope, std::vector<V3d>(20, V3d(1, 2, 3)))},
      {"needle", check_sized(box, {1024, 0x1p-10, 0x1p-10})},
      {"coin", check_sized(ellipsoid, {1, 0x1p-12, 1})},
      {"three_deep", check_expanded(check_affine_image(sum, turn), 0.25)},
      {"hull_of_sums", check_hull(sum, check_sum(check_sized(ellipsoid, {2, 1, 0.5}), hull))},
  };
}

}  // namespace graze::test
