// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/hulls.h"

namespace graze::inline GRAZE_ABI::io::gltf {
namespace {

void append(const MeshData& from, const Placement& placement, MeshData& to) {
  const auto first = static_cast<std::uint32_t>(to.points.size());
  for (const Vec3& p : from.points) to.points.push_back(placement * p);
  for (const std::uint32_t corner : from.corners) to.corners.push_back(first + corner);
  to.corners_of_loop.insert(to.corners_of_loop.end(), from.corners_of_loop.begin(),
                            from.corners_of_loop.end());
}

}  // namespace

void join_hulls(Context& context, std::uint32_t at) {
  auto& nodes = context.scene.nodes;
  std::size_t count = 0;
  for (std::size_t i = at; i < nodes.size(); ++i) count += nodes[i].geometry != kNone;
  if (count < 2) return;
  MeshData joined;
  joined.is_hull = true;
  std::vector<Placement> at_from_node{Placement{}};
  for (std::size_t i = at; i < nodes.size(); ++i) {
    Node& node = nodes[i];
    if (i > at) at_from_node.push_back(at_from_node[node.parent - at] * to_placement(node.local));
    if (node.geometry == kNone) continue;
    const Geometry& geometry = context.scene.geometries[node.geometry];
    const auto* mesh = std::get_if<MeshData>(&geometry.data);
    if (geometry.deformation != kNone)
      context.messages.loss("a hull of several meshes that are deformed is that of their points at rest");
    if (mesh != nullptr) {
      context.budget.take(mesh->points.size());
      append(*mesh, at_from_node.back(), joined);
    }
    node.geometry = kNone;
    node.is_in_world = false;
  }
  Geometry hull;
  hull.data = std::move(joined);
  nodes[at].geometry = static_cast<std::uint32_t>(context.scene.geometries.size());
  context.scene.geometries.push_back(std::move(hull));
}

}  // namespace graze::inline GRAZE_ABI::io::gltf
