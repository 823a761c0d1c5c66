// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/bake.h"

#include <algorithm>

#include "io/gltf/runs.h"

namespace graze::inline GRAZE_ABI::io::gltf {
namespace {

std::vector<bool> moving_nodes(const SceneData& scene) {
  std::vector<bool> is_moving(scene.nodes.size());
  for (const Channel& channel : scene.channels)
    if (channel.target < Target::points)
      for (const std::uint32_t node : channel.targets) is_moving[node] = true;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& node = scene.nodes[i];
    if (node.parent != kNone && !node.is_in_world && is_moving[node.parent]) is_moving[i] = true;
  }
  return is_moving;
}

std::vector<bool> driven_geometries(const SceneData& scene) {
  std::vector<bool> is_driven(scene.geometries.size());
  for (const Channel& channel : scene.channels)
    if (channel.target >= Target::points)
      for (const std::uint32_t geometry : channel.targets) is_driven[geometry] = true;
  return is_driven;
}

std::vector<Vec3>& points_of(Geometry& geometry) {
  if (auto* mesh = std::get_if<MeshData>(&geometry.data)) return mesh->points;
  if (auto* lines = std::get_if<LineData>(&geometry.data)) return lines->points;
  return std::get<PointData>(geometry.data).points;  // meshes are made into these three
}

// Leaves out what is not finite; the number of faces, lines or points.
std::size_t clean(Geometry& geometry) {
  Runs runs;
  const auto drop = [&](auto& data, std::vector<std::uint32_t>& lengths) {
    runs = {std::move(data.corners), std::move(lengths)};
    const std::size_t lost = drop_unusable(data.points, runs);
    data.corners = std::move(runs.corners);
    lengths = std::move(runs.lengths);
    return lost;
  };
  if (auto* mesh = std::get_if<MeshData>(&geometry.data)) return drop(*mesh, mesh->corners_of_loop);
  if (auto* lines = std::get_if<LineData>(&geometry.data)) return drop(*lines, lines->corners_of_line);
  auto* points = std::get_if<PointData>(&geometry.data);
  if (points == nullptr) return 0;
  std::vector<std::uint32_t> ones(points->corners.size(), 1);
  return drop(*points, ones);
}

}  // namespace

void bake(Context& context) {
  SceneData& scene = context.scene;
  if (scene.deformations.empty()) return;
  const std::vector<bool> is_moving = moving_nodes(scene), is_driven = driven_geometries(scene);
  const SceneState rest = evaluate(scene, 0);
  std::vector<Deformation> kept;
  for (std::uint32_t g = 0; g < scene.geometries.size(); ++g) {
    const std::uint32_t index = scene.geometries[g].deformation;
    if (index == kNone) continue;
    Deformation& d = scene.deformations[index];
    const bool follows =
        std::any_of(d.joints.begin(), d.joints.end(), [&](std::uint32_t j) { return is_moving[j]; });
    if (is_driven[g] || follows) {
      scene.geometries[g].deformation = static_cast<std::uint32_t>(kept.size());
      kept.push_back(std::move(d));
      continue;
    }
    // No channel drives it, so none is looked at: evaluate_geometry() would, for each geometry.
    Geometry& baked = scene.geometries[g];
    points_of(baked) = deformed(d, points_of(baked), d.weights, rest.world_from_node);
    baked.deformation = kNone;
    const std::size_t lost = clean(baked);
    if (lost > 0)
      context.messages.loss(
          std::to_string(lost) +
          " faces, lines or points that joints put at places that are not finite are left out");
  }
  scene.deformations = std::move(kept);
}

}  // namespace graze::inline GRAZE_ABI::io::gltf
