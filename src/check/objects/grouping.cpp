// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/objects/grouping.h"

#include <algorithm>
#include <unordered_map>

namespace graze::inline GRAZE_ABI::check {
namespace {

using Indices = std::vector<std::uint32_t>;

// Nodes with geometry, and how many the file takes out of collisions.
Indices find_parts(const io::SceneData& scene, bool include_excluded, std::size_t& excluded) {
  std::vector<bool> is_out(scene.nodes.size());
  Indices parts;
  for (std::uint32_t i = 0; i < scene.nodes.size(); ++i) {
    const io::Node& node = scene.nodes[i];
    is_out[i] = node.is_excluded || (node.parent != kNone && is_out[node.parent]);
    if (node.geometry == kNone) continue;
    if (is_out[i] && !include_excluded)
      ++excluded;
    else
      parts.push_back(i);
  }
  return parts;
}

bool has_one_face(const io::Geometry& geometry) {
  const auto* mesh = std::get_if<io::MeshData>(&geometry.data);
  if (mesh == nullptr) return false;
  return (mesh->loops_of_face.empty() ? mesh->corners_of_loop.size() : mesh->loops_of_face.size()) == 1;
}

// Whether a node with geometry is an object of its own wherever it stands.
std::vector<bool> lone_parts(const io::SceneData& scene) {
  const std::vector<bool> deforms = io::deformed_geometries(scene);
  std::vector<bool> is_lone(scene.nodes.size());
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const std::uint32_t g = scene.nodes[i].geometry;
    is_lone[i] =
        g != kNone && (deforms[g] || std::holds_alternative<io::HalfSpaceData>(scene.geometries[g].data));
  }
  return is_lone;
}

// The nearest node, from each part upwards, that is named or animated; the part itself where there is none.
// Parts of a rigid body are one object with it.
Indices nearest_anchors(const io::SceneData& scene, const Indices& parts,
                        const std::vector<bool>& is_animated) {
  const std::vector<bool> is_lone = lone_parts(scene);
  const Indices body = io::bodies_of(scene);
  Indices anchor_of_node(scene.nodes.size(), kNone), anchors;
  for (std::uint32_t i = 0; i < scene.nodes.size(); ++i) {
    const io::Node& node = scene.nodes[i];
    const bool is_named = !node.name.empty() && body[i] == kNone;
    const bool is_anchor = is_named || node.is_body || is_animated[i] || node.is_in_world || is_lone[i];
    if (is_anchor)
      anchor_of_node[i] = i;
    else if (node.parent != kNone)
      anchor_of_node[i] = anchor_of_node[node.parent];
  }
  for (const std::uint32_t part : parts)
    anchors.push_back(anchor_of_node[part] == kNone ? part : anchor_of_node[part]);
  return anchors;
}

// Shapes of one face that are objects by themselves go together with others under the same node.
void join_single_faces(const io::SceneData& scene, const Indices& parts, const std::vector<bool>& is_animated,
                       Indices& anchors) {
  const std::vector<bool> is_lone = lone_parts(scene);
  const auto is_face = [&](std::size_t i) {
    const io::Node& node = scene.nodes[parts[i]];
    return anchors[i] == parts[i] && node.name.empty() && !is_animated[parts[i]] && !node.is_in_world &&
           !is_lone[parts[i]] && node.parent != kNone && has_one_face(scene.geometries[node.geometry]);
  };
  std::unordered_map<std::uint32_t, std::size_t> faces_under;
  std::vector<bool> is_joined(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    is_joined[i] = is_face(i);
    if (is_joined[i]) ++faces_under[scene.nodes[parts[i]].parent];
  }
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (is_joined[i] && faces_under[scene.nodes[parts[i]].parent] > 1)
      anchors[i] = scene.nodes[parts[i]].parent;
}

std::vector<Group> collect(const Indices& parts, const Indices& anchors) {
  std::vector<Group> groups;
  std::unordered_map<std::uint32_t, std::size_t> group_of;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto [at, is_new] = group_of.try_emplace(anchors[i], groups.size());
    if (is_new) groups.push_back({anchors[i], {}, {}});
    groups[at->second].parts.push_back(parts[i]);
  }
  return groups;
}

}  // namespace

std::vector<bool> animated_nodes(const io::SceneData& scene) {
  std::vector<bool> is_animated(scene.nodes.size());
  for (const io::Channel& channel : scene.channels)
    if (channel.target < io::Target::points)
      for (const std::uint32_t node : channel.targets) is_animated[node] = true;
  return is_animated;
}

Grouped group_nodes(const SceneUse& use, const ObjectOptions& options, bool is_alone, UniqueNames& names) {
  const io::SceneData& scene = *use.scene;
  Grouped out;
  const Indices parts = find_parts(scene, options.include_excluded, out.excluded);
  const std::vector<bool> is_animated = animated_nodes(scene);
  Indices anchors = parts;
  if (options.grouping != Grouping::shapes) {
    anchors = nearest_anchors(scene, parts, is_animated);
    const bool is_one = std::all_of(anchors.begin(), anchors.end(),
                                    [&](std::uint32_t anchor) { return anchor == anchors[0]; });
    if (is_one && is_alone && options.grouping == Grouping::automatic) anchors = parts;
    join_single_faces(scene, parts, is_animated, anchors);
  }
  out.groups = collect(parts, anchors);
  name_groups(scene, use.prefix, out.groups, names);
  return out;
}

}  // namespace graze::inline GRAZE_ABI::check
