// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check_shape.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "graze/shape/hull_builder.h"

namespace graze::test {

CheckShape check_point(const V3d& p) { return check_hull_of_points(ShapeKind::point, {p}); }

CheckShape check_hull_of_points(ShapeKind kind, std::vector<V3d> vertices) {
  CheckShape s;
  s.kind = kind;
  s.vertices = std::move(vertices);
  return s;
}

CheckShape check_sized(ShapeKind kind, std::vector<double> sizes) {
  CheckShape s;
  s.kind = kind;
  s.sizes = std::move(sizes);
  return s;
}

CheckShape check_half_space(const V3d& normal, double offset) {
  CheckShape s = check_sized(ShapeKind::half_space, {offset});
  s.vertices = {normal};
  return s;
}

CheckShape check_affine_image(CheckShape shape, const Mapd& map) {
  CheckShape s;
  s.kind = ShapeKind::affine_image;
  s.children.push_back(std::move(shape));
  s.map = map;
  return s;
}

CheckShape check_sum(CheckShape a, CheckShape b) {
  CheckShape s;
  s.kind = ShapeKind::minkowski_sum;
  s.children.push_back(std::move(a));
  s.children.push_back(std::move(b));
  return s;
}

CheckShape check_hull(CheckShape a, CheckShape b) {
  CheckShape s = check_sum(std::move(a), std::move(b));
  s.kind = ShapeKind::convex_hull;
  return s;
}

CheckShape check_expanded(CheckShape shape, double radius) {
  CheckShape s = check_sized(ShapeKind::expanded, {radius});
  s.children.push_back(std::move(shape));
  return s;
}

namespace {

Real real(double x) { return static_cast<Real>(x); }

std::vector<Vec3> vertices_of(const CheckShape& s) {
  std::vector<Vec3> v;
  v.reserve(s.vertices.size());
  for (const V3d& p : s.vertices) v.push_back(graze_vec(p));
  return v;
}

Shape composite(const CheckShape& s) {
  std::vector<Shape> children;
  for (const CheckShape& c : s.children) children.push_back(graze_shape(c));
  switch (s.kind) {
    case ShapeKind::affine_image:
      return make_affine_image(children[0], graze_affine(s.map)).value_or(Shape());
    case ShapeKind::expanded:
      return make_expanded(children[0], real(s.sizes[0])).value_or(Shape());
    case ShapeKind::convex_hull:
      return make_convex_hull(children).value_or(Shape());
    default:
      break;
  }
  Shape sum = children[0];
  for (std::size_t i = 1; i < children.size(); ++i)
    sum = make_minkowski_sum(sum, children[i]).value_or(Shape());
  return sum;
}

// GRAZE_HULLS=1: polytopes that know their faces, for which there are other methods. Building one takes
// longer than most queries, so that it is left to `make soak`.
Shape hull_of(const std::vector<Vec3>& v) {
  static const bool is_wanted = std::getenv("GRAZE_HULLS") != nullptr;
  if (!is_wanted) return Polytope{v};
  const auto hull = make_hull(v);
  return hull ? *hull : Shape();
}

Shape polyhedral(const CheckShape& s) {
  const std::vector<Vec3> v = vertices_of(s);
  switch (s.kind) {
    case ShapeKind::point:
      return Point{v[0]};
    case ShapeKind::segment:
      return Segment{v[0], v[1]};
    case ShapeKind::triangle:
      return Triangle{v[0], v[1], v[2]};
    case ShapeKind::tetrahedron:
      return Tetrahedron{v[0], v[1], v[2], v[3]};
    case ShapeKind::convex_polygon:
      return ConvexPolygon{v};
    default:
      return hull_of(v);
  }
}

}  // namespace

Shape graze_shape(const CheckShape& s) {
  const auto size = [&](std::size_t i) { return real(s.sizes[i]); };
  switch (s.kind) {
    case ShapeKind::box:
      return Box{{size(0), size(1), size(2)}};
    case ShapeKind::sphere:
      return Sphere{size(0)};
    case ShapeKind::ellipsoid:
      return Ellipsoid{{size(0), size(1), size(2)}};
    case ShapeKind::capsule:
      return Capsule{size(0), size(1)};
    case ShapeKind::tapered_capsule:
      return TaperedCapsule{size(0), size(1), size(2)};
    case ShapeKind::cylinder:
      return Cylinder{size(0), size(1)};
    case ShapeKind::cone:
      return Cone{size(0), size(1)};
    case ShapeKind::tapered_cylinder:
      return TaperedCylinder{size(0), size(1), size(2)};
    case ShapeKind::half_space:
      return HalfSpace{graze_vec(s.vertices[0]), size(0)};
    case ShapeKind::affine_image:
    case ShapeKind::minkowski_sum:
    case ShapeKind::convex_hull:
    case ShapeKind::expanded:
      return composite(s);
    default:
      return polyhedral(s);
  }
}

Affine graze_affine(const Mapd& m) {
  return {Mat3{graze_vec(m.x), graze_vec(m.y), graze_vec(m.z)}, graze_vec(m.translation)};
}

Instance graze_instance(const CheckInstance& instance) {
  return {graze_shape(instance.shape), graze_affine(instance.placement), real(instance.margin)};
}

double magnitude(const CheckShape& s) {
  constexpr double kUp = 1 + 0x1p-40;
  double m = 0;
  switch (s.kind) {
    case ShapeKind::half_space:
      return std::abs(s.sizes[0]) / length(s.vertices[0]) * kUp;
    case ShapeKind::affine_image:
      return (norm_of(s.map) * magnitude(s.children[0]) + length(s.map.translation)) * kUp;
    case ShapeKind::convex_hull:
      for (const CheckShape& c : s.children) m = std::max(m, magnitude(c));
      return m;
    default:
      break;  // the rest: sizes, vertices and children all add up
  }
  for (const V3d& v : s.vertices) m = std::max(m, length(v));
  for (const double x : s.sizes) m += x;
  for (const CheckShape& c : s.children) m += magnitude(c);
  return m * kUp;
}

int node_count(const CheckShape& s) {
  int n = 1;
  for (const CheckShape& c : s.children) n += node_count(c);
  return n;
}

bool is_polyhedral(const CheckShape& s) {
  switch (s.kind) {
    case ShapeKind::box:
    case ShapeKind::affine_image:
    case ShapeKind::minkowski_sum:
    case ShapeKind::convex_hull:
      break;
    default:
      if (s.vertices.empty() || s.kind == ShapeKind::half_space) return false;
  }
  return std::all_of(s.children.begin(), s.children.end(), is_polyhedral);
}

const CheckShape* find_half_space(const CheckShape& s) {
  if (s.kind == ShapeKind::half_space) return &s;
  for (const CheckShape& c : s.children)
    if (const CheckShape* found = find_half_space(c)) return found;
  return nullptr;
}

}  // namespace graze::test
