// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/tree.h"

#include <algorithm>

#include "io/gltf/hulls.h"
#include "io/text.h"

namespace graze::inline GRAZE_ABI::io::gltf {
namespace {

LocalTransform read_local(const Object& node, const Messages& messages) {
  LocalTransform local;
  const auto t = node.numbers<3>("translation", {0, 0, 0});
  const auto r = node.numbers<4>("rotation", {0, 0, 0, 1});
  const auto s = node.numbers<3>("scale", {1, 1, 1});
  local.translation = {t[0], t[1], t[2]};
  local.rotation = {r[0], r[1], r[2], r[3]};
  local.scale = {s[0], s[1], s[2]};
  if (node.find("matrix") == nullptr) return local;
  const auto m = node.numbers<16>("matrix", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
  if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1)
    messages.loss(node.path() + ".matrix is not affine: its last row is left out");
  local.matrix =
      Placement{Mat3{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}}, {m[12], m[13], m[14]}};
  return local;
}

bool is_usable(const LocalTransform& local) {
  const Vec3 &t = local.translation, &s = local.scale;
  const Quat& q = local.rotation;
  const std::initializer_list<double> all{t.x, t.y, t.z, s.x, s.y, s.z, q.x, q.y, q.z, q.w};
  return std::all_of(all.begin(), all.end(), [](double x) { return io::is_usable(x); });
}

std::vector<LocalTransform> read_instances(const Object& instancing, Context& context) {
  const Object attributes = instancing.child("attributes");
  const auto read = [&](const char* name, std::uint32_t components) {
    const std::uint32_t index = attributes.index(name, context.accessors.size());
    return index == kNone ? std::nullopt : context.accessors.numbers(index, components);
  };
  const auto t = read("TRANSLATION", 3), r = read("ROTATION", 4), s = read("SCALE", 3);
  const std::size_t n = std::max({t ? t->size() / 3 : 0, r ? r->size() / 4 : 0, s ? s->size() / 3 : 0});
  std::vector<LocalTransform> out;
  for (std::size_t i = 0; i < n; ++i) {
    LocalTransform local;
    const auto vector = [i](const std::vector<double>& v) {
      return Vec3(v[3 * i], v[3 * i + 1], v[3 * i + 2]);
    };
    if (t && i < t->size() / 3) local.translation = vector(*t);
    if (r && i < r->size() / 4)
      local.rotation = {(*r)[4 * i], (*r)[4 * i + 1], (*r)[4 * i + 2], (*r)[4 * i + 3]};
    if (s && i < s->size() / 3) local.scale = vector(*s);
    if (is_usable(local))
      out.push_back(local);
    else
      context.messages.loss(instancing.path() + ": instances at places that are not finite are left out");
  }
  return out;
}

// Of a shape below a node with a negative scale: shapes are made for its absolute value.
Vec3 signs_of(const LocalTransform& local) {
  const Vec3& s = local.scale;
  return local.matrix ? Vec3(1, 1, 1) : Vec3(s.x < 0 ? -1 : 1, s.y < 0 ? -1 : 1, s.z < 0 ? -1 : 1);
}

class Tree {
 public:
  Tree(Context& context, const Hierarchy& hierarchy, Meshes& meshes, Physics& physics)
      : context_(context), hierarchy_(hierarchy), meshes_(meshes), physics_(physics), scene_(context.scene) {
    const std::size_t n = hierarchy.parents.size();
    places_.node.assign(n, kNone);
    places_.copies.resize(n);
    places_.geometries.resize(n);
  }

  Places run() {
    const std::vector<Step> steps = below(hierarchy_.roots);
    find_colliders(steps);
    for (const Step& step : steps) add_node(step.node, step.parent);
    add_joints();
    return std::move(places_);
  }

 private:
  struct Step {
    std::uint32_t node;
    std::uint32_t parent;  ///< of the file
    std::size_t depth;
  };

  // Trees in the order of their first visit, parents before children.
  std::vector<Step> below(const std::vector<std::uint32_t>& roots) {
    std::vector<Step> waiting, out;
    for (std::size_t i = roots.size(); i-- > 0;) waiting.push_back({roots[i], kNone, 1});
    while (!waiting.empty()) {
      const Step step = waiting.back();
      waiting.pop_back();
      out.push_back(step);
      const auto& children = hierarchy_.children[step.node];
      if (step.depth >= context_.options.limits.depth && !children.empty()) {
        lose_depth();
        continue;
      }
      for (std::size_t i = children.size(); i-- > 0;)
        waiting.push_back({children[i], step.node, step.depth + 1});
    }
    return out;
  }

  void lose_depth() const {
    context_.messages.loss("nodes nested more than " + std::to_string(context_.options.limits.depth) +
                           " deep left out");
  }

  void find_colliders(const std::vector<Step>& steps) {
    if (!context_.options.use_colliders) return;
    for (const Step& step : steps)
      has_colliders_ = has_colliders_ || physics_.has_collider(json_of(step.node));
  }

  [[nodiscard]] Object json_of(std::uint32_t node) const { return context_.root.at("nodes", node); }

  // Appends a node of the scene.
  std::uint32_t append(std::string name, std::string type, std::uint32_t parent,
                       const LocalTransform& local) {
    context_.budget.take_node();
    Node node;
    node.name = std::move(name);
    node.type = std::move(type);
    node.parent = parent;
    node.local = local;
    scene_.nodes.push_back(std::move(node));
    return static_cast<std::uint32_t>(scene_.nodes.size() - 1);
  }

  [[nodiscard]] std::string name_of(const Object& json) const {
    const std::string name = json.text("name");
    const std::uint32_t mesh = name.empty() ? json.index("mesh", context_.root.size("meshes")) : kNone;
    return printable(mesh == kNone ? name : context_.root.at("meshes", mesh).text("name"), 200);
  }

  // A scene may have a skin whose joints it does not have: they stand where they would with their trees.
  void add_joints() {
    places_.joint = places_.node;
    const std::size_t before = scene_.nodes.size();
    for (const Deformation& deformation : scene_.deformations)
      for (const std::uint32_t joint : deformation.joints) add_joint(joint);
    if (scene_.nodes.size() > before)
      context_.messages.note("a skin has joints outside of the scene: they are placed by their nodes");
  }

  void add_joint(std::uint32_t joint) {
    std::vector<std::uint32_t> missing;  // and those above it
    for (std::uint32_t at = joint; at != kNone && places_.joint[at] == kNone; at = hierarchy_.parents[at])
      missing.push_back(at);
    if (missing.empty()) return;
    if (missing.size() > context_.options.limits.depth) return lose_depth();
    for (; !missing.empty(); missing.pop_back()) {
      const std::uint32_t node = missing.back(), above = hierarchy_.parents[node];
      const Object json = json_of(node);
      places_.joint[node] = append(name_of(json), "node", above == kNone ? kNone : places_.joint[above],
                                   read_local(json, context_.messages));
      places_.copies[node].push_back(places_.joint[node]);
    }
  }

  void add_node(std::uint32_t node, std::uint32_t parent) {
    const Object json = json_of(node);
    const std::string name = name_of(json);
    const LocalTransform local = read_local(json, context_.messages);
    const std::uint32_t at = append(name, "node", parent == kNone ? kNone : places_.node[parent], local);
    places_.node[node] = at;
    if (json.extension("KHR_node_visibility").find("visible") != nullptr)
      context_.messages.note("KHR_node_visibility: invisible nodes are read like others");
    if (json.extension("OMI_collider"))
      context_.messages.loss("OMI_collider is archived and not read: OMI_physics_body took its place");
    scene_.nodes[at].is_body = physics_.is_body(json);
    if (context_.options.use_colliders)
      for (const Collider& collider : physics_.colliders(json)) add_collider(collider, at);
    if (json.find("mesh") != nullptr) add_mesh(node, at);
  }

  [[nodiscard]] MeshUse use_of(const Object& json) const {
    return {json.index("mesh", context_.root.size("meshes")), json.index("skin", context_.root.size("skins")),
            json.numbers("weights"), false};
  }

  // Geometries of a node's mesh, noted as those that its weights deform.
  std::vector<std::uint32_t> geometries_of(std::uint32_t node, bool is_hull) {
    MeshUse use = use_of(json_of(node));
    use.is_hull = is_hull;
    if (use.mesh == kNone) return {};
    auto geometries = meshes_.geometries(use);
    auto& all = places_.geometries[node];
    if (meshes_.targets_of(use.mesh) > 0) all.insert(all.end(), geometries.begin(), geometries.end());
    return geometries;
  }

  void add_mesh(std::uint32_t node, std::uint32_t at) {
    const auto geometries = geometries_of(node, false);
    const Object instancing = json_of(node).extension("EXT_mesh_gpu_instancing");
    const bool is_skinned = !geometries.empty() && meshes_.is_skinned(geometries[0]);
    if (instancing && !is_skinned) {
      for (const LocalTransform& local : read_instances(instancing, context_))
        for (const std::uint32_t g : geometries) add_child("instance", at, g, local);
    } else if (geometries.size() == 1 && !has_colliders_ && !is_skinned) {
      scene_.nodes[at].geometry = geometries[0];
    } else {
      for (const std::uint32_t g : geometries) add_child("mesh", at, g, {});
    }
  }

  // A mesh below its node. Where there are colliders, meshes are only for the eye.
  void add_child(const char* type, std::uint32_t at, std::uint32_t geometry, const LocalTransform& local) {
    const std::uint32_t child = append({}, type, at, local);
    scene_.nodes[child].is_excluded = has_colliders_;
    place(child, geometry);
  }

  void place(std::uint32_t at, std::uint32_t geometry) {
    scene_.nodes[at].geometry = geometry;
    scene_.nodes[at].is_in_world = meshes_.is_skinned(geometry);
  }

  void add_collider(const Collider& collider, std::uint32_t at) {
    LocalTransform local;
    if (collider.geometry != kNone) local.scale = signs_of(scene_.nodes[at].local);
    const std::uint32_t child = append({}, collider.is_trigger ? "trigger" : "collider", at, local);
    const std::size_t first = scene_.nodes.size() - 1;
    if (collider.geometry != kNone)
      scene_.nodes[child].geometry = collider.geometry;
    else if (collider.mesh != kNone)
      add_geometries(meshes_.geometries({collider.mesh, kNone, {}, collider.is_hull}), child);
    else
      add_meshes_of(collider, child);
    for (std::size_t i = first; i < scene_.nodes.size(); ++i) {
      scene_.nodes[i].filter = collider.filter;
      scene_.nodes[i].is_trigger = scene_.nodes[i].is_excluded = collider.is_trigger;
    }
  }

  void add_geometries(const std::vector<std::uint32_t>& geometries, std::uint32_t at) {
    if (geometries.size() == 1) return place(at, geometries[0]);
    for (const std::uint32_t g : geometries) place(append({}, "mesh", at, {}), g);
  }

  // The meshes of a node and of all below it, without the placement of the node itself.
  void add_meshes_of(const Collider& collider, std::uint32_t at) {
    const std::vector<Step> steps = below({collider.node});
    std::map<std::uint32_t, std::uint32_t> known{{collider.node, at}};
    for (const Step& step : steps) {
      std::uint32_t own = at;
      if (step.node != collider.node) {
        own = append(name_of(json_of(step.node)), "node", known[step.parent],
                     read_local(json_of(step.node), context_.messages));
        known[step.node] = own;
        places_.copies[step.node].push_back(own);
      }
      add_geometries(geometries_of(step.node, collider.is_hull), own);
    }
    if (collider.is_hull) join_hulls(context_, at);
  }

  Context& context_;
  const Hierarchy& hierarchy_;
  Meshes& meshes_;
  Physics& physics_;
  SceneData& scene_;
  Places places_;
  bool has_colliders_ = false;
};

}  // namespace

Places build_tree(Context& context, const Hierarchy& hierarchy, Meshes& meshes, Physics& physics) {
  return Tree(context, hierarchy, meshes, physics).run();
}

}  // namespace graze::inline GRAZE_ABI::io::gltf
