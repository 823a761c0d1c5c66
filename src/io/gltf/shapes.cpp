// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/shapes.h"

#include <algorithm>

namespace graze::inline GRAZE_ABI::io::gltf {
namespace {

using ShapeData = decltype(Geometry::data);

struct Defaults {
  double sphere_radius, capsule_height, capsule_radius, cylinder_height, cylinder_radius;
};
constexpr Defaults kKhr{0.5, 0.5, 0.25, 0.5, 0.25};
constexpr Defaults kOmi{0.5, 1, 0.5, 2, 0.5};

/// Height and the two radii of a capsule or cylinder.
struct Round {
  double height, bottom, top;

  Round(const Object& json, double default_height, double default_radius)
      : height(json.number("height", default_height)),
        // Older files of OMI have one radius.
        bottom(json.number("radiusBottom", json.number("radius", default_radius))),
        top(json.number("radiusTop", json.number("radius", default_radius))) {}

  [[nodiscard]] bool is_valid() const { return height > 0 && bottom >= 0 && top >= 0 && bottom + top > 0; }
};

std::optional<ShapeData> box(const Object& json) {
  const auto s = json.numbers<3>("size", {1, 1, 1});
  if (!(s[0] > 0 && s[1] > 0 && s[2] > 0)) return std::nullopt;
  return BoxData{{s[0] / 2, s[1] / 2, s[2] / 2}};
}

std::optional<ShapeData> sphere(const Object& json, const Defaults& d) {
  const double radius = json.number("radius", d.sphere_radius);
  if (!(radius > 0)) return std::nullopt;
  return SphereData{radius};
}

std::optional<ShapeData> capsule(const Object& json, const Defaults& d) {
  const Round r(json, d.capsule_height, d.capsule_radius);
  if (!r.is_valid()) return std::nullopt;
  if (r.bottom == r.top) return CapsuleData{r.top, r.height / 2};
  return TaperedCapsuleData{r.bottom, r.top, r.height / 2};
}

std::optional<ShapeData> cylinder(const Object& json, const Defaults& d) {
  const Round r(json, d.cylinder_height, d.cylinder_radius);
  if (!r.is_valid()) return std::nullopt;
  if (r.bottom == r.top) return CylinderData{r.top, r.height / 2, true, true, true};
  if (r.top == 0) return ConeData{r.bottom, r.height / 2, true, true};
  return TaperedCylinderData{r.bottom, r.top, r.height / 2};
}

// Without sizes all that is below it: a body behind an infinite wall is in it. With sizes a rectangle.
std::optional<ShapeData> plane(const Object& json) {
  const bool has_x = json.find("sizeX") != nullptr, has_z = json.find("sizeZ") != nullptr;
  if (!has_x && !has_z && !json.boolean("doubleSided", false)) return HalfSpaceData{};
  const double x = json.number("sizeX", 0) / 2, z = json.number("sizeZ", 0) / 2;
  if (!(x > 0 && z > 0)) return std::nullopt;
  return MeshData{{{-x, 0, -z}, {-x, 0, z}, {x, 0, z}, {x, 0, -z}}, {0, 1, 2, 3}, {4}, {}, kNone, false};
}

}  // namespace

std::optional<Geometry> read_shape(const Object& shape, ShapeFamily family, const Messages& messages) {
  const std::string type = shape.text("type");
  const Defaults& d = family == ShapeFamily::khr ? kKhr : kOmi;
  const Object json = shape.child(type.c_str());
  std::optional<ShapeData> data;
  if (type == "box") data = box(json);
  if (type == "sphere") data = sphere(json, d);
  if (type == "capsule") data = capsule(json, d);
  if (type == "cylinder") data = cylinder(json, d);
  if (type == "plane" && family == ShapeFamily::khr) data = plane(json);
  if (!data) {
    messages.loss(shape.path() + ": a shape of type \"" + printable(type, 40) +
                  "\" with these sizes is not read");
    return std::nullopt;
  }
  Geometry out;
  out.name = printable(shape.text("name"), 200);
  out.data = std::move(*data);
  return out;
}

ShapeMesh mesh_of(const Object& shape, std::size_t meshes) {
  const std::string type = shape.text("type");
  if (type != "convex" && type != "trimesh") return {};
  return {shape.child(type.c_str()).index("mesh", meshes), type == "convex"};
}

}  // namespace graze::inline GRAZE_ABI::io::gltf
