// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/physics.h"

#include <algorithm>

namespace graze::inline GRAZE_ABI::io::gltf {
namespace {

constexpr const char* kBody[] = {"KHR_physics_rigid_bodies", "OMI_physics_body"};
constexpr const char* kShape[] = {"KHR_implicit_shapes", "OMI_physics_shape"};
constexpr ShapeFamily kFamilies[] = {ShapeFamily::khr, ShapeFamily::omi};

std::size_t at(ShapeFamily family) { return static_cast<std::size_t>(family); }

Object body(const Object& node, ShapeFamily family) { return node.extension(kBody[at(family)]); }

CollisionFilter read_filter(const Object& json) {
  CollisionFilter filter;
  filter.systems = json.texts("collisionSystems");
  const bool has_only = json.find("collideWithSystems") != nullptr;
  const bool has_except = json.find("notCollideWithSystems") != nullptr;
  if (has_only && has_except) json.wrong("collideWithSystems", "stands beside notCollideWithSystems");
  if (has_only) {
    filter.mode = CollisionFilter::Mode::only;
    filter.others = json.texts("collideWithSystems");
  } else if (has_except) {
    filter.mode = CollisionFilter::Mode::except;
    filter.others = json.texts("notCollideWithSystems");
  }
  return filter;
}

}  // namespace

Physics::Physics(Context& context)
    : context_(context), shapes_{context.root.extension(kShape[0]), context.root.extension(kShape[1])} {
  for (const ShapeFamily family : kFamilies) {
    geometries_[at(family)].resize(shapes_[at(family)].size("shapes"));
    read_filters(context.root.extension(kBody[at(family)]), filters_[at(family)]);
  }
}

void Physics::read_filters(const Object& owner, std::vector<std::uint32_t>& filters) {
  for (std::size_t i = 0; i < owner.size("collisionFilters"); ++i) {
    filters.push_back(static_cast<std::uint32_t>(context_.scene.filters.size()));
    context_.scene.filters.push_back(read_filter(owner.at("collisionFilters", i)));
  }
}

bool Physics::is_body(const Object& node) const {
  return std::any_of(std::begin(kFamilies), std::end(kFamilies),
                     [&](ShapeFamily family) { return bool(body(node, family).child("motion")); });
}

bool Physics::has_collider(const Object& node) const {
  return std::any_of(std::begin(kFamilies), std::end(kFamilies),
                     [&](ShapeFamily family) { return bool(body(node, family).child("collider")); });
}

// Each shape is one geometry, which all of its colliders share.
bool Physics::set_shape(std::uint32_t shape, ShapeFamily family, Collider& collider) {
  const Object json = shapes_[at(family)].at("shapes", shape);
  const ShapeMesh mesh =
      family == ShapeFamily::omi ? mesh_of(json, context_.root.size("meshes")) : ShapeMesh{};
  if (mesh.mesh != kNone) {
    collider.mesh = mesh.mesh;
    collider.is_hull = mesh.is_hull;
    return true;
  }
  auto& known = geometries_[at(family)][shape];
  if (!known) {
    known.emplace();
    if (auto geometry = read_shape(json, family, context_.messages)) {
      *known = static_cast<std::uint32_t>(context_.scene.geometries.size());
      context_.scene.geometries.push_back(std::move(*geometry));
    }
  }
  collider.geometry = known->value_or(kNone);
  return known->has_value();
}

std::optional<Collider> Physics::read_collider(const Object& json, ShapeFamily family) {
  // KHR's first drafts, and OMI, name the shape without a geometry around it.
  const Object geometry = json.find("geometry") != nullptr ? json.child("geometry") : json;
  Collider out;
  out.is_hull = geometry.boolean("convexHull", false);
  const std::uint32_t filter = json.index("collisionFilter", filters_[at(family)].size());
  if (filter != kNone) out.filter = filters_[at(family)][filter];
  const Json* shape = geometry.find("shape");
  // OMI writes -1 for none.
  if (shape != nullptr && !(shape->is_number() && shape->get<double>() < 0)) {
    const std::uint32_t index = geometry.index("shape", shapes_[at(family)].size("shapes"));
    if (index == kNone || !set_shape(index, family, out)) return std::nullopt;
    return out;
  }
  if (geometry.find("mesh") != nullptr) out.mesh = geometry.index("mesh", context_.root.size("meshes"));
  if (geometry.find("node") != nullptr) out.node = geometry.index("node", context_.root.size("nodes"));
  if (out.mesh == kNone && out.node == kNone) {
    if (family == ShapeFamily::khr && json.find("nodes") == nullptr)
      context_.messages.loss(json.path() + " has no geometry");
    return std::nullopt;
  }
  return out;
}

std::vector<Collider> Physics::colliders(const Object& node) {
  std::vector<Collider> out;
  for (const ShapeFamily family : kFamilies) {
    const Object owner = body(node, family);
    for (const char* kind : {"collider", "trigger"}) {
      const Object json = owner.child(kind);
      auto collider = json ? read_collider(json, family) : std::nullopt;
      if (!collider) continue;
      collider->is_trigger = kind[0] == 't';
      out.push_back(*collider);
    }
    if (owner) break;
  }
  return out;
}

std::uint32_t Physics::body_of(std::uint32_t node, const Hierarchy& h,
                               const std::vector<std::uint32_t>& scene_node) {
  std::uint32_t collider = kNone;
  for (; node != kNone && scene_node[node] != kNone; node = h.parents[node]) {
    const Object json = context_.root.at("nodes", node);
    context_.budget.take(1);
    if (is_body(json)) return scene_node[node];
    if (collider == kNone && has_collider(json)) collider = scene_node[node];
  }
  if (collider != kNone) context_.scene.nodes[collider].is_body = true;
  return collider;
}

void Physics::add_joints(const Hierarchy& h, const std::vector<std::uint32_t>& scene_node) {
  for (std::uint32_t node = 0; node < scene_node.size(); ++node) {
    if (scene_node[node] == kNone) continue;
    const Object json = context_.root.at("nodes", node);
    for (const Object& joint :
         {body(json, ShapeFamily::khr).child("joint"), json.extension("OMI_physics_joint")}) {
      if (!joint || joint.boolean("enableCollision", false)) continue;
      const std::uint32_t other = joint.index("connectedNode", scene_node.size());
      const std::uint32_t a = body_of(node, h, scene_node);
      const std::uint32_t b = other == kNone ? kNone : body_of(other, h, scene_node);
      if (a != kNone && b != kNone && a != b) context_.scene.allowed_pairs.push_back({a, b, "joint"});
    }
  }
}

}  // namespace graze::inline GRAZE_ABI::io::gltf
