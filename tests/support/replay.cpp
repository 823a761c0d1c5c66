// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <cstring>

#include "check_shape.h"

namespace graze::test {

namespace {

/// Shortest text that reads back as the same Real.
std::string text(double x) {
  char buffer[64];
  const int most = sizeof(Real) == 4 ? 9 : 17;
  for (int digits = 1; digits <= most; ++digits) {
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, x);
    double back = 0;
    std::sscanf(buffer, "%lf", &back);
    if (static_cast<double>(static_cast<Real>(back)) == x) break;
  }
  std::string s = buffer;
  if (s.find_first_of(".en") == std::string::npos) s += ".0";
  return sizeof(Real) == 4 ? s + "f" : s;
}

std::string text(const V3d& v) { return "{" + text(v.x) + ", " + text(v.y) + ", " + text(v.z) + "}"; }

std::string text(const Mapd& m) {
  return "Affine(Mat3{" + text(m.x) + ", " + text(m.y) + ", " + text(m.z) + "}, " + text(m.translation) + ")";
}

std::string list(const CheckShape& s) {
  std::string all;
  for (const V3d& v : s.vertices) all += (all.empty() ? "" : ", ") + text(v);
  return all;
}

std::string numbers(const CheckShape& s) {
  std::string all;
  for (const double x : s.sizes) all += (all.empty() ? "" : ", ") + text(x);
  return all;
}

/// "tapered_capsule" -> "TaperedCapsule".
const char* type_name(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::point:
      return "Point";
    case ShapeKind::segment:
      return "Segment";
    case ShapeKind::triangle:
      return "Triangle";
    case ShapeKind::tetrahedron:
      return "Tetrahedron";
    case ShapeKind::convex_polygon:
      return "ConvexPolygon";
    case ShapeKind::box:
      return "Box";
    case ShapeKind::sphere:
      return "Sphere";
    case ShapeKind::ellipsoid:
      return "Ellipsoid";
    case ShapeKind::capsule:
      return "Capsule";
    case ShapeKind::tapered_capsule:
      return "TaperedCapsule";
    case ShapeKind::cylinder:
      return "Cylinder";
    case ShapeKind::cone:
      return "Cone";
    case ShapeKind::tapered_cylinder:
      return "TaperedCylinder";
    case ShapeKind::half_space:
      return "HalfSpace";
    default:
      return "Polytope";
  }
}

/// Appends the statements that `shape` needs to `lines`; returns the expression that makes it.
std::string expression(const CheckShape& s, std::string& lines, int& count) {
  const std::string type = type_name(s.kind);
  std::string children;
  for (const CheckShape& c : s.children) {
    const std::string child = expression(c, lines, count);
    if (s.kind == ShapeKind::minkowski_sum && !children.empty())
      children = "*make_minkowski_sum(" + children + ", " + child + ")";
    else
      children += (children.empty() ? "" : ", ") + child;
  }
  switch (s.kind) {
    case ShapeKind::affine_image:
      return "*make_affine_image(" + children + ", " + text(s.map) + ")";
    case ShapeKind::expanded:
      return "*make_expanded(" + children + ", " + numbers(s) + ")";
    case ShapeKind::convex_hull:
      return "*make_convex_hull(std::vector<Shape>{" + children + "})";
    case ShapeKind::minkowski_sum:
      return children;
    case ShapeKind::half_space:
      return "Shape(HalfSpace{" + list(s) + ", " + numbers(s) + "})";
    case ShapeKind::box:
    case ShapeKind::ellipsoid:
      return "Shape(" + type + "{{" + numbers(s) + "}})";
    case ShapeKind::polytope:
    case ShapeKind::convex_polygon: {
      const std::string name = "v" + std::to_string(count++);
      lines += "const std::vector<Vec3> " + name + "{" + list(s) + "};\n";
      return "Shape(" + type + "{" + name + "})";
    }
    default:
      return "Shape(" + type + "{" + (s.vertices.empty() ? numbers(s) : list(s)) + "})";
  }
}

}  // namespace

std::string replay(const CheckPair& pair) {
  std::string lines;
  int count = 0;
  for (const auto& [name, instance] : {std::pair{"a", &pair.a}, std::pair{"b", &pair.b}}) {
    const std::string shape = expression(instance->shape, lines, count);
    lines += std::string("const Instance ") + name + "{" + shape + ",\n    " + text(instance->placement) +
             ", " + text(instance->margin) + "};\n";
  }
  return lines;
}

}  // namespace graze::test
