// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "graze/mesh/check_mesh.h"
#include "graze/mesh/compound.h"
#include "graze/mesh/triangle_mesh.h"
#include "hard_case.h"

namespace hardcases {
namespace {

using graze::Real;
using graze::Shape;
using graze::Vec3;
using nlohmann::json;
using Vec3d = graze::BasicVec3<double>;
using Mat3d = graze::BasicMat3<double>;

const json& field(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end()) throw FormatError(std::string("field '") + name + "' is missing");
  return *found;
}

double number(const json& value, const char* name) {
  if (!value.is_number()) throw FormatError(std::string("'") + name + "' is not a number");
  return value.get<double>();
}

double number_field(const json& object, const char* name) { return number(field(object, name), name); }

template <std::size_t N>
std::array<double, N> numbers(const json& value, const char* name) {
  if (!value.is_array() || value.size() != N) {
    throw FormatError(std::string("'") + name + "' is not a list of " + std::to_string(N) + " numbers");
  }
  std::array<double, N> result = {};
  for (std::size_t i = 0; i < N; ++i) result[i] = number(value[i], name);
  return result;
}

Vec3d vector(const json& value, const char* name) {
  const auto n = numbers<3>(value, name);
  return {n[0], n[1], n[2]};
}

/// The corners of a shape that is given by points, whichever name the list has.
std::vector<Vec3d> corner_list(const json& shape) {
  const char* name = shape.contains("points") ? "points" : "vertices";
  const json& list = field(shape, name);
  if (!list.is_array() || list.empty())
    throw FormatError(std::string("'") + name + "' is not a list of points");
  std::vector<Vec3d> corners;
  for (const json& p : list) corners.push_back(vector(p, name));
  return corners;
}

struct Part;

/// A local set as points grown along the axes: enough to say how far it reaches. A disc or an ellipsoid
/// reaches sqrt(sum (d_i r_i)^2) in direction d.
struct Outline {
  Shape shape;
  std::vector<Vec3d> points = {{}};
  Vec3d box;        // half extents
  Vec3d radii;      // of an ellipsoid, a disc or a ball
  char axis = 'y';  // of cylinders, cones and capsules, as the file has it
  bool bounded = true;
  std::vector<Part> parts;  // of a compound, which has nothing else
};

/// A child of a compound: where it stands there.
struct Part {
  Outline outline;
  Mat3d linear;
  Vec3d translation;
};

Shape checked(const graze::Result<Shape>& shape) {
  if (!shape) throw Refusal(shape.error().message);
  return *shape;
}

char axis_of(const json& shape) {
  if (!shape.contains("axis")) return 'y';
  const json& axis = shape["axis"];
  if (axis != "x" && axis != "y" && axis != "z") throw FormatError("'axis' is none of x, y and z");
  return axis.get<std::string>()[0];
}

Outline round_outline(const json& shape, const std::string& type) {
  const double r = number_field(shape, "radius");
  const double half = number_field(shape, type == "capsule" ? "core_length" : "height") / 2;
  Outline outline;
  outline.axis = axis_of(shape);
  outline.points = {{0, half, 0}, {0, -half, 0}};
  outline.radii = {r, type == "capsule" ? r : 0, r};
  if (type == "capsule") outline.shape = checked(make_shape(graze::Capsule{Real(r), Real(half)}));
  if (type == "cylinder") outline.shape = checked(make_shape(graze::Cylinder{Real(r), Real(half)}));
  if (type == "cone") outline.shape = checked(make_shape(graze::Cone{Real(r), Real(half)}));
  return outline;
}

Outline corner_outline(const json& shape, const std::string& type) {
  Outline outline;
  if (type == "point" && !shape.contains("vertices") && !shape.contains("points")) {
    outline.points = {shape.contains("position") ? vector(shape["position"], "position") : Vec3d{}};
  } else {
    outline.points = corner_list(shape);
  }
  std::vector<Vec3> corners;
  for (const Vec3d& p : outline.points) corners.push_back({Real(p.x), Real(p.y), Real(p.z)});
  const std::size_t needed = type == "point" ? 1 : type == "segment" ? 2 : type == "triangle" ? 3 : 0;
  if (needed != 0 && corners.size() != needed)
    throw FormatError("a " + type + " with a wrong number of corners");
  if (type == "point") {
    outline.shape = checked(make_shape(graze::Point{corners[0]}));
  } else if (type == "segment") {
    outline.shape = checked(make_shape(graze::Segment{corners[0], corners[1]}));
  } else if (type == "triangle") {
    outline.shape = checked(make_shape(graze::Triangle{corners[0], corners[1], corners[2]}));
  } else {
    outline.shape = checked(make_shape(graze::Polytope{corners}));
  }
  return outline;
}

Vec3 rounded(const Vec3d& v) { return {Real(v.x), Real(v.y), Real(v.z)}; }

/// A solid, unless the file asks for the surface or the mesh is not closed.
Outline mesh_outline(const json& shape) {
  Outline outline;
  outline.points = corner_list(shape);
  std::vector<Vec3> corners;
  for (const Vec3d& p : outline.points) corners.push_back(rounded(p));
  std::vector<std::uint32_t> indices;
  for (const json& t : field(shape, "triangles"))
    for (const std::uint32_t i : t.get<std::array<std::uint32_t, 3>>()) indices.push_back(i);
  const auto vertices = graze::make_vertex_array(std::span<const Vec3>(corners));
  const auto triangles = graze::make_index_array(std::span<const std::uint32_t>(indices));
  const bool is_surface = shape.value("surface", false);
  const bool is_solid = !is_surface && graze::check_mesh(vertices, triangles).may_be_solid();
  const auto mesh = graze::make_triangle_mesh(vertices, triangles, {.is_solid = is_solid});
  if (!mesh) throw Refusal(mesh.error().message);
  outline.shape = mesh->shape();
  return outline;
}

Outline compound_outline(const json& shape);

Outline outline_of(const json& shape) {
  const std::string type = field(shape, "type").get<std::string>();
  Outline outline;
  if (type == "box") {
    outline.box = vector(field(shape, "size"), "size") / 2;
    outline.shape = checked(make_shape(graze::Box{rounded(outline.box)}));
  } else if (type == "sphere") {
    const double r = number_field(shape, "radius");
    outline.radii = {r, r, r};
    outline.shape = checked(make_shape(graze::Sphere{Real(r)}));
  } else if (type == "ellipsoid") {
    outline.radii = vector(field(shape, "radii"), "radii");
    outline.shape = checked(make_shape(graze::Ellipsoid{rounded(outline.radii)}));
  } else if (type == "capsule" || type == "cylinder" || type == "cone") {
    return round_outline(shape, type);
  } else if (type == "point" || type == "segment" || type == "triangle" || type == "hull" ||
             type == "points") {
    return corner_outline(shape, type);
  } else if (type == "mesh") {
    return mesh_outline(shape);
  } else if (type == "compound") {
    return compound_outline(shape);
  } else if (type == "halfspace" || type == "half_space" || type == "plane") {
    const Vec3d normal = vector(field(shape, "normal"), "normal");
    const double offset = shape.contains("offset") ? number(shape["offset"], "offset") : 0;
    outline.bounded = false;
    outline.points = {normal * (offset / dot(normal, normal))};
    outline.shape = checked(make_shape(graze::HalfSpace{rounded(normal), Real(offset)}));
  } else {
    throw FormatError("unknown shape type '" + type + "'");
  }
  return outline;
}

/// Of the normalised quaternion w x y z; in long double, so that what follows is rounded once.
Mat3d rotation_of(const std::array<double, 4>& q) {
  const long double w = q[0], x = q[1], y = q[2], z = q[3];
  const long double squared = x * x + y * y + z * z + w * w, s = 2 / squared;
  if (!(squared > 0)) throw FormatError("'quat_wxyz' is zero");
  return Mat3d(
      graze::BasicMat3<long double>{{1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)},
                                    {s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)},
                                    {s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)}});
}

Mat3d linear_of(const json& pose) {
  if (pose.contains("rotation")) {
    const auto m = numbers<9>(pose["rotation"], "rotation");  // by rows, taken as it is
    return {{m[0], m[3], m[6]}, {m[1], m[4], m[7]}, {m[2], m[5], m[8]}};
  }
  if (pose.contains("quat_wxyz")) return rotation_of(numbers<4>(pose["quat_wxyz"], "quat_wxyz"));
  return {};
}

/// Our round shapes stand on y: the columns are renamed so that local y becomes the file's axis, exactly.
Mat3d standing_on(char axis, const Mat3d& m) {
  const Vec3d &x = m.columns[0], &y = m.columns[1], &z = m.columns[2];
  return axis == 'x' ? Mat3d{z, x, y} : axis == 'z' ? Mat3d{y, z, x} : m;
}

Part part_of(const json& shape, const json& pose) {
  Part part{outline_of(shape), {}, {}};
  if (pose.is_null()) return part;
  if (!pose.is_object()) throw FormatError("a pose is neither an object nor null");
  part.linear = linear_of(pose);
  if (pose.contains("translation")) part.translation = vector(pose["translation"], "translation");
  return part;
}

graze::Affine placement_of(const Part& part) {
  const Mat3d linear = standing_on(part.outline.axis, part.linear);
  const graze::Mat3 m(rounded(linear.columns[0]), rounded(linear.columns[1]), rounded(linear.columns[2]));
  const auto placement = graze::make_affine(m, rounded(part.translation));
  if (!placement) throw Refusal(placement.error().message);
  return *placement;
}

Outline compound_outline(const json& shape) {
  const json& children = field(shape, "children");
  if (!children.is_array()) throw FormatError("'children' is not a list");
  Outline outline;
  outline.points.clear();
  std::vector<graze::CompoundPiece> pieces;
  for (const json& child : children) {
    if (!child.is_array() || child.size() != 2) throw FormatError("a child is not a shape and its pose");
    outline.parts.push_back(part_of(child[0], child[1]));
    pieces.push_back({outline.parts.back().outline.shape, placement_of(outline.parts.back())});
  }
  outline.shape = checked(graze::make_compound(pieces));
  return outline;
}

double reach_of(const Outline& outline, const Mat3d& linear, const Vec3d& translation) {
  double reach = 0;
  for (const Part& part : outline.parts)
    reach = std::max(reach, reach_of(part.outline, linear * standing_on(part.outline.axis, part.linear),
                                     linear * part.translation + translation));
  for (int i = 0; i < 3; ++i) {
    const Vec3d d = linear.row(i);  // the world's axis, seen from the shape
    const double spread = std::hypot(d.x * outline.radii.x, d.y * outline.radii.y, d.z * outline.radii.z) +
                          std::abs(d.x) * outline.box.x + std::abs(d.y) * outline.box.y +
                          std::abs(d.z) * outline.box.z;
    for (const Vec3d& p : outline.points) {
      reach = std::max(reach, std::abs(dot(d, p) + translation[i]) + (outline.bounded ? spread : 0));
    }
  }
  return reach;
}

}  // namespace

const char* waits_for_shape(const json& shape) {
  const std::string type = field(shape, "type").get<std::string>();
  if (type == "voxels") return "voxels";
  if (type == "height_field" || type == "heightfield") return "height fields";
  if (type == "compound")
    for (const json& child : field(shape, "children"))
      if (const char* missing = waits_for_shape(child.at(0))) return missing;
  return nullptr;
}

Placed place(const json& shape, const json& pose) {
  const Part part = part_of(shape, pose);
  const auto instance = graze::make_instance(part.outline.shape, placement_of(part));
  if (!instance) throw Refusal(instance.error().message);
  return {*instance, reach_of(part.outline, standing_on(part.outline.axis, part.linear), part.translation)};
}

graze::Ray place_ray(const json& shape, const json& pose) {
  if (field(shape, "type") != "ray") throw FormatError("shapeB of a ray_cast is not a ray");
  const Vec3d origin = vector(field(shape, "origin"), "origin"),
              direction = vector(field(shape, "direction"), "direction");
  const Part place = part_of({{"type", "point"}}, pose);
  return {rounded(place.linear * origin + place.translation), rounded(place.linear * direction)};
}

}  // namespace hardcases
