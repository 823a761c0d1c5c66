// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/meshes.h"

#include <algorithm>

#include "io/text.h"

namespace graze::inline GRAZE_ABI::io::gltf {
namespace {

// Appends vertices; points that lack influences of the part's number get some of weight zero.
void append(Vertices&& from, Vertices& to) {
  const std::uint32_t n = std::max(from.influences_of_point, to.influences_of_point);
  const auto widen = [n](Vertices& v) {
    if (v.influences_of_point == n) return;
    std::vector<Deformation::Influence> wide(v.points.size() * n);
    for (std::size_t p = 0; p < v.points.size(); ++p)
      std::copy_n(v.influences.data() + p * v.influences_of_point, v.influences_of_point,
                  wide.data() + p * n);
    v.influences = std::move(wide);
    v.influences_of_point = n;
  };
  widen(from);
  widen(to);
  to.points.insert(to.points.end(), from.points.begin(), from.points.end());
  to.influences.insert(to.influences.end(), from.influences.begin(), from.influences.end());
  to.displacements.resize(std::max(to.displacements.size(), from.displacements.size()));
  for (std::size_t t = 0; t < from.displacements.size(); ++t)
    to.displacements[t].insert(to.displacements[t].end(), from.displacements[t].begin(),
                               from.displacements[t].end());
}

Placement to_placement(const double* m) {
  return {Mat3{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}}, {m[12], m[13], m[14]}};
}

}  // namespace

std::size_t Meshes::targets_of(std::uint32_t mesh) {
  const auto known = targets_.find(mesh);
  if (known != targets_.end()) return known->second;
  const Object json = context_.root.at("meshes", mesh);
  std::size_t most = 0;
  for (std::size_t i = 0; i < json.size("primitives"); ++i)
    most = std::max(most, json.at("primitives", i).size("targets"));
  targets_.emplace(mesh, most);
  return most;
}

bool Meshes::is_skinned(std::uint32_t geometry) const {
  const std::uint32_t d = context_.scene.geometries[geometry].deformation;
  return d != kNone && !context_.scene.deformations[d].joints.empty();
}

const Meshes::Skin& Meshes::skin(std::uint32_t index) {
  const auto known = skins_.find(index);
  if (known != skins_.end()) return known->second;
  Skin skin;
  const Object json = context_.root.at("skins", index);
  skin.joints = json.indices("joints", context_.root.size("nodes"));
  skin.joint_from_mesh.resize(skin.joints.size());
  const std::uint32_t accessor = json.index("inverseBindMatrices", context_.accessors.size());
  const auto m = accessor == kNone ? std::nullopt : context_.accessors.numbers(accessor, 16);
  const bool is_usable = m && m->size() >= skin.joints.size() * 16 &&
                         std::all_of(m->begin(), m->end(), [](double x) { return io::is_usable(x); });
  if (m && !is_usable) context_.messages.loss(json.path() + " has damaged inverseBindMatrices");
  for (std::size_t j = 0; is_usable && j < skin.joints.size(); ++j)
    skin.joint_from_mesh[j] = to_placement(m->data() + 16 * j);
  return skins_.emplace(index, std::move(skin)).first->second;
}

void Meshes::add(Primitive& primitive, const Object& json, std::size_t targets, std::size_t joints,
                 Part& part) {
  const std::string key = primitive.key();
  auto known = part.known.find(key);
  if (known == part.known.end()) {
    auto vertices = primitive.vertices(targets, joints);
    if (!vertices) return context_.messages.loss(json.path() + " is left out");
    const std::size_t first = part.vertices.points.size(), count = vertices->points.size();
    if (count >= kNone - first) context_.messages.fail(ReadCode::limit, "a mesh with too many points");
    part.is_skinned = part.is_skinned && (vertices->influences_of_point > 0 || count == 0);
    append(std::move(*vertices), part.vertices);
    known = part.known
                .emplace(key, std::pair(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count)))
                .first;
  }
  const auto [first, count] = known->second;
  const auto corners = primitive.corners(count);
  if (!corners) return context_.messages.loss(json.path() + " is left out");
  const std::size_t lost = add_runs({primitive.mode(), *corners, count, first}, part.runs);
  if (lost > 0)
    context_.messages.loss(json.path() + ": " + std::to_string(lost) +
                           " faces, lines or points without all of their corners are left out");
}

// The triangles of all primitives, with the corners of seams made one; nothing where the extension has
// others.
Object Meshes::manifold_of(const Object& mesh) {
  Object manifold = mesh.extension("EXT_mesh_manifold").child("manifoldPrimitive");
  if (!manifold) return manifold;
  const auto index = [&](const Object& json, const char* key) {
    return json.index(key, context_.accessors.size());
  };
  const std::uint32_t position = index(manifold.child("attributes"), "POSITION");
  const std::uint32_t indices = index(manifold, "indices");
  std::size_t corners = 0;
  bool is_same = position != kNone && indices != kNone;
  for (std::size_t i = 0; is_same && i < mesh.size("primitives"); ++i) {
    const Object json = mesh.at("primitives", i);
    const std::uint32_t own = index(json, "indices");
    is_same = own != kNone && json.whole("mode").value_or(4) == 4 &&
              index(json.child("attributes"), "POSITION") == position;
    if (is_same) corners += context_.accessors.count(own);
  }
  if (is_same && corners == context_.accessors.count(indices)) return manifold;
  context_.messages.note(manifold.path() + " has other triangles than the mesh, and is not used");
  return {nullptr, {}, context_.messages};
}

void Meshes::add_primitives(const Object& mesh, std::size_t targets, std::size_t joints, Parts& parts) {
  // Morph targets and influences are only at the primitives.
  if (targets == 0 && joints == 0) {
    const Object manifold = manifold_of(mesh);
    Primitive primitive(context_, manifold);
    if (primitive.is_readable()) return add(primitive, manifold, 0, 0, parts.faces);
  }
  for (std::size_t i = 0; i < mesh.size("primitives"); ++i) {
    const Object json = mesh.at("primitives", i);
    Primitive primitive(context_, json);
    Part& part = primitive.mode() == Mode::points     ? parts.points
                 : primitive.mode() < Mode::triangles ? parts.lines
                                                      : parts.faces;
    if (primitive.is_readable())
      add(primitive, json, targets, joints, part);
    else if (json.find("attributes") == nullptr || json.child("attributes").find("POSITION") != nullptr)
      context_.messages.loss(json.path() + " is left out");
  }
}

std::uint32_t Meshes::add_geometry(const Object& mesh, Part& part, Geometry geometry, const MeshUse& use,
                                   std::size_t targets) {
  geometry.name = printable(mesh.text("name"), 200);
  const bool is_skinned = use.skin != kNone && part.is_skinned;
  if (targets > 0 || is_skinned) {
    Deformation d;
    d.weights = use.weights.empty() ? mesh.numbers("weights") : use.weights;
    d.weights.resize(targets);
    d.displacements = std::move(part.vertices.displacements);
    if (is_skinned) {
      d.joints = skin(use.skin).joints;
      d.joint_from_mesh = skin(use.skin).joint_from_mesh;
      context_.budget.take(4 * d.joints.size());  // each has the size of four points
      d.influences_of_point = part.vertices.influences_of_point;
      d.influences = std::move(part.vertices.influences);
    }
    geometry.deformation = static_cast<std::uint32_t>(context_.scene.deformations.size());
    context_.scene.deformations.push_back(std::move(d));
  }
  context_.scene.geometries.push_back(std::move(geometry));
  return static_cast<std::uint32_t>(context_.scene.geometries.size() - 1);
}

std::vector<std::uint32_t> Meshes::build(const MeshUse& use) {
  const Object mesh = context_.root.at("meshes", use.mesh);
  const std::size_t targets = targets_of(use.mesh);
  const std::size_t joints = use.skin == kNone ? 0 : skin(use.skin).joints.size();
  context_.budget.take(mesh.size("primitives") + 1);
  Parts parts;
  add_primitives(mesh, targets, joints, parts);
  std::vector<std::uint32_t> out;
  for (Part* part : {&parts.faces, &parts.lines, &parts.points}) {
    const std::size_t lost = drop_unusable(part->vertices.points, part->runs);
    if (lost > 0)
      context_.messages.loss(mesh.path() + ": " + std::to_string(lost) +
                             " faces, lines or points at places that are not finite are left out");
    if (part->runs.corners.empty()) continue;
    Geometry g;
    auto& points = part->vertices.points;
    if (part == &parts.faces) {
      g.data =
          MeshData{std::move(points), std::move(part->runs.corners), std::move(part->runs.lengths), {}, kNone,
                   use.is_hull};
    } else if (part == &parts.lines) {
      g.data = LineData{std::move(points), std::move(part->runs.corners), std::move(part->runs.lengths)};
    } else {
      g.data = PointData{std::move(points), std::move(part->runs.corners)};
    }
    out.push_back(add_geometry(mesh, *part, std::move(g), use, targets));
  }
  return out;
}

std::vector<std::uint32_t> Meshes::geometries(const MeshUse& use) {
  if (use.skin != kNone || targets_of(use.mesh) > 0) return build(use);
  const std::pair key(use.mesh, use.is_hull);
  const auto known = shared_.find(key);
  if (known != shared_.end()) return known->second;
  return shared_.emplace(key, build(use)).first->second;
}

void Meshes::put_joints_in_scene(const std::vector<std::uint32_t>& scene_node) {
  for (Deformation& d : context_.scene.deformations) {
    for (std::uint32_t& joint : d.joints) joint = scene_node[joint];
    if (std::find(d.joints.begin(), d.joints.end(), kNone) == d.joints.end()) continue;
    context_.messages.loss("a skin with joints that are left out is not applied");
    d.joints.clear();
    d.joint_from_mesh.clear();
    d.influences.clear();
    d.influences_of_point = 0;
  }
  for (Node& node : context_.scene.nodes)
    node.is_in_world = node.is_in_world && node.geometry != kNone && is_skinned(node.geometry);
}

}  // namespace graze::inline GRAZE_ABI::io::gltf
