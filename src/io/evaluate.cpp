// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <utility>

#include "graze/io/scene_data.h"

namespace graze::inline GRAZE_ABI::io {
namespace {

// Value of a channel at a time: false while its clock has not started.
bool value_of(const SceneData& scene, const Channel& channel, Real time, std::vector<Real>& out) {
  std::optional<Real> key = clock_output(scene.clocks[channel.clock], time);
  if (!key || channel.tracks.empty()) return false;
  for (std::size_t i = 0; i + 1 < channel.tracks.size(); ++i) {
    Real next = 0;
    sample(scene.tracks[channel.tracks[i]], *key, &next);
    key = next;
  }
  const Track& last = scene.tracks[channel.tracks.back()];
  out.resize(last.components);
  sample(last, *key, out.data());
  return true;
}

void set(LocalTransform& local, Target target, const std::vector<Real>& v) {
  switch (target) {
    case Target::translation:
      local.translation = {v[0], v[1], v[2]};
      break;
    case Target::rotation:
      local.rotation = {v[0], v[1], v[2], v[3]};
      break;
    case Target::scale:
      local.scale = {v[0], v[1], v[2]};
      break;
    case Target::centre:
      local.centre = {v[0], v[1], v[2]};
      break;
    case Target::scale_orientation:
      local.scale_orientation = {v[0], v[1], v[2], v[3]};
      break;
    default:
      break;
  }
}

void set_points(std::vector<Vec3>& points, const std::vector<Real>& v) {
  for (std::size_t i = 0; i < points.size() && 3 * i + 2 < v.size(); ++i)
    points[i] = {v[3 * i], v[3 * i + 1], v[3 * i + 2]};
}

// Null where a geometry has none.
std::vector<Vec3>* points_of(Geometry& geometry) {
  if (auto* mesh = std::get_if<MeshData>(&geometry.data)) return &mesh->points;
  if (auto* lines = std::get_if<LineData>(&geometry.data)) return &lines->points;
  if (auto* points = std::get_if<PointData>(&geometry.data)) return &points->points;
  return nullptr;
}

void set(const SceneData& scene, Geometry& geometry, Target target, const std::vector<Real>& v) {
  auto* mesh = std::get_if<MeshData>(&geometry.data);
  if (target == Target::points) {
    if (auto* points = points_of(geometry)) set_points(*points, v);
  } else if (target == Target::spine && mesh != nullptr && mesh->extrusion != kNone) {
    Extrusion moved = scene.extrusions[mesh->extrusion];
    set_points(moved.spine, v);
    mesh->points = extrusion_points(moved);
  }
}

// A geometry as its channels drive it at a time, before nodes move it.
struct Driven {
  Geometry geometry;
  std::vector<Real> weights;
};

Driven drive(const SceneData& scene, std::uint32_t geometry, Real time) {
  Driven out{scene.geometries[geometry], {}};
  if (out.geometry.deformation != kNone) out.weights = scene.deformations[out.geometry.deformation].weights;
  std::vector<Real> value;
  for (const Channel& channel : scene.channels) {
    if (channel.target < Target::points) continue;
    if (std::find(channel.targets.begin(), channel.targets.end(), geometry) == channel.targets.end())
      continue;
    if (!value_of(scene, channel, time, value)) continue;
    if (channel.target == Target::weights)
      out.weights = value;
    else
      set(scene, out.geometry, channel.target, value);
  }
  return out;
}

}  // namespace

SceneState evaluate(const SceneData& scene, Real time) {
  std::vector<std::pair<std::uint32_t, LocalTransform>> moved;
  std::vector<std::uint32_t> slot(scene.nodes.size(), kNone);
  std::vector<Real> value;
  for (const Channel& channel : scene.channels) {
    if (channel.target >= Target::points || !value_of(scene, channel, time, value)) continue;
    for (const std::uint32_t node : channel.targets) {
      if (slot[node] == kNone) {
        slot[node] = static_cast<std::uint32_t>(moved.size());
        moved.emplace_back(node, scene.nodes[node].local);
      }
      set(moved[slot[node]].second, channel.target, value);
    }
  }
  SceneState state{time, {}};
  state.world_from_node.reserve(scene.nodes.size());
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& node = scene.nodes[i];
    const Placement local = to_placement(slot[i] == kNone ? node.local : moved[slot[i]].second);
    const bool is_root = node.parent == kNone || node.is_in_world;
    state.world_from_node.push_back(is_root ? local : state.world_from_node[node.parent] * local);
  }
  return state;
}

Geometry evaluate_geometry(const SceneData& scene, std::uint32_t geometry, const SceneState& state) {
  Driven driven = drive(scene, geometry, state.time);
  std::vector<Vec3>* points = points_of(driven.geometry);
  if (driven.geometry.deformation != kNone && points != nullptr)
    *points = deformed(scene.deformations[driven.geometry.deformation], *points, driven.weights,
                       state.world_from_node);
  return std::move(driven.geometry);
}

Geometry evaluate_geometry(const SceneData& scene, std::uint32_t geometry, Real time) {
  const std::uint32_t deformation = scene.geometries[geometry].deformation;
  const bool follows_nodes = deformation != kNone && !scene.deformations[deformation].joints.empty();
  return evaluate_geometry(scene, geometry, follows_nodes ? evaluate(scene, time) : SceneState{time, {}});
}

std::vector<bool> deformed_geometries(const SceneData& scene) {
  std::vector<bool> is_deformed;
  is_deformed.reserve(scene.geometries.size());
  for (const Geometry& geometry : scene.geometries) is_deformed.push_back(geometry.deformation != kNone);
  for (const Channel& channel : scene.channels)
    if (channel.target >= Target::points)
      for (const std::uint32_t geometry : channel.targets) is_deformed[geometry] = true;
  return is_deformed;
}

}  // namespace graze::inline GRAZE_ABI::io
