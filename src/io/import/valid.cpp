// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/import/valid.h"

#include <algorithm>

#include "io/text.h"

namespace graze::inline GRAZE_ABI::io::import {
namespace {

bool is_usable_point(const Vec3& p) { return is_usable(p.x) && is_usable(p.y) && is_usable(p.z); }

template <class Data>
bool are_corners(const Data& d) {
  return std::all_of(d.corners.begin(), d.corners.end(),
                     [&](std::uint32_t c) { return c < d.points.size(); }) &&
         std::all_of(d.points.begin(), d.points.end(), is_usable_point);
}

template <class Data>
bool are_runs(const Data& d, const std::vector<std::uint32_t>& counts, std::uint32_t least) {
  std::uint64_t sum = 0;
  for (const std::uint32_t n : counts) {
    if (n < least) return false;
    sum += n;
  }
  return sum == d.corners.size();
}

bool is_valid_geometry(const Geometry& g) {
  if (const auto* m = std::get_if<MeshData>(&g.data))
    return are_corners(*m) && are_runs(*m, m->corners_of_loop, 3);
  if (const auto* l = std::get_if<LineData>(&g.data))
    return are_corners(*l) && are_runs(*l, l->corners_of_line, 2);
  const auto* p = std::get_if<PointData>(&g.data);
  return p != nullptr && are_corners(*p);
}

bool is_valid_local(const LocalTransform& t) {
  const auto is_quat = [](const Quat& q) {
    return is_usable(q.x) && is_usable(q.y) && is_usable(q.z) && is_usable(q.w);
  };
  const bool is_matrix =
      !t.matrix ||
      (is_usable_point(t.matrix->linear.columns[0]) && is_usable_point(t.matrix->linear.columns[1]) &&
       is_usable_point(t.matrix->linear.columns[2]) && is_usable_point(t.matrix->translation));
  return is_matrix && is_usable_point(t.translation) && is_usable_point(t.scale) &&
         is_usable_point(t.centre) && is_quat(t.rotation) && is_quat(t.scale_orientation);
}

bool are_valid_nodes(const SceneData& scene) {
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& n = scene.nodes[i];
    if (n.parent != kNone && n.parent >= i) return false;
    if (n.geometry != kNone && n.geometry >= scene.geometries.size()) return false;
    if (!is_valid_local(n.local)) return false;
  }
  return true;
}

bool is_valid_track(const Track& t) {
  return t.interpolation <= Interpolation::slerp && t.components >= 1 && t.components <= 4 &&
         !t.keys.empty() && (t.interpolation != Interpolation::slerp || t.components == 4) &&
         t.values.size() == t.keys.size() * t.components && std::is_sorted(t.keys.begin(), t.keys.end()) &&
         std::all_of(t.keys.begin(), t.keys.end(), is_usable) &&
         std::all_of(t.values.begin(), t.values.end(), is_usable);
}

// One track of the size of what it drives, which is a part of a node's transform.
bool is_valid_channel(const SceneData& scene, const Channel& c) {
  if (c.clock >= scene.clocks.size() || c.tracks.size() != 1 || c.tracks[0] >= scene.tracks.size())
    return false;
  const bool is_turn = c.target == Target::rotation;
  const bool is_known = is_turn || c.target == Target::translation || c.target == Target::scale;
  return is_known && scene.tracks[c.tracks[0]].components == (is_turn ? 4u : 3u) &&
         std::all_of(c.targets.begin(), c.targets.end(),
                     [&](std::uint32_t t) { return t < scene.nodes.size(); });
}

}  // namespace

bool is_valid(const SceneData& scene) noexcept {
  const auto is_clock = [](const Clock& c) {
    return c.cycle > 0 && is_usable(c.cycle) && is_usable(c.start);
  };
  return scene.metres_per_unit >= 0 && is_usable(scene.metres_per_unit) && scene.up <= UpAxis::z &&
         are_valid_nodes(scene) &&
         std::all_of(scene.geometries.begin(), scene.geometries.end(), is_valid_geometry) &&
         std::all_of(scene.clocks.begin(), scene.clocks.end(), is_clock) &&
         std::all_of(scene.tracks.begin(), scene.tracks.end(), is_valid_track) &&
         std::all_of(scene.channels.begin(), scene.channels.end(),
                     [&](const Channel& c) { return is_valid_channel(scene, c); });
}

}  // namespace graze::inline GRAZE_ABI::io::import
