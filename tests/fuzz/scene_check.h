// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "graze/io/read.h"

// For fuzz targets of readers of scenes.
namespace graze::io::test {

inline void expect(bool is_true, const char* what) {
  if (is_true) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

template <class T>
void check_runs(const std::vector<std::uint32_t>& counts, const T& data) {
  std::size_t sum = 0;
  for (const std::uint32_t n : counts) sum += n;
  expect(sum == data.corners.size(), "runs do not add up to the corners");
}

template <class T>
void check_corners(const T& data) {
  for (const std::uint32_t c : data.corners) expect(c < data.points.size(), "a corner is out of range");
  for (const Vec3& p : data.points) expect(is_finite(p), "a point is not finite");
}

inline void check_geometry(const SceneData& scene, const Geometry& g) {
  if (const auto* mesh = std::get_if<MeshData>(&g.data)) {
    check_corners(*mesh);
    check_runs(mesh->corners_of_loop, *mesh);
    expect(mesh->extrusion == kNone || mesh->extrusion < scene.extrusions.size(),
           "an extrusion is out of range");
  } else if (const auto* lines = std::get_if<LineData>(&g.data)) {
    check_corners(*lines);
    check_runs(lines->corners_of_line, *lines);
  } else if (const auto* points = std::get_if<PointData>(&g.data)) {
    check_corners(*points);
  } else if (const auto* grid = std::get_if<GridData>(&g.data)) {
    expect(grid->heights.size() == std::size_t{grid->x_count} * grid->z_count,
           "heights are not those of the grid");
  }
}

inline void check_animation(const SceneData& scene) {
  for (const Clock& c : scene.clocks) expect(c.cycle > 0 && is_finite(c.start), "a clock that cannot run");
  for (const Track& t : scene.tracks) {
    const std::size_t per_key = t.components * (t.interpolation == Interpolation::cubic ? 3u : 1u);
    expect(!t.keys.empty() && t.values.size() == t.keys.size() * per_key, "values do not fit the keys");
    for (std::size_t i = 1; i < t.keys.size(); ++i) expect(t.keys[i - 1] <= t.keys[i], "keys decrease");
  }
  for (const Channel& c : scene.channels) {
    expect(c.clock < scene.clocks.size() && !c.tracks.empty(), "a channel without a clock or track");
    for (std::size_t i = 0; i < c.tracks.size(); ++i)
      expect(c.tracks[i] < scene.tracks.size() &&
                 (i + 1 == c.tracks.size() || scene.tracks[c.tracks[i]].components == 1),
             "a track is out of range, or of more than one number on the way");
    const std::size_t count = c.target < Target::points ? scene.nodes.size() : scene.geometries.size();
    for (const std::uint32_t t : c.targets) expect(t < count, "a target is out of range");
  }
}

inline void check_deformation(const SceneData& scene, const Deformation& d, std::size_t points) {
  expect(d.weights.size() == d.displacements.size(), "weights are not those of the morph targets");
  for (const auto& target : d.displacements)
    expect(target.size() == points, "a morph target does not fit the points");
  expect(d.joint_from_mesh.size() == d.joints.size(), "a joint without a placement");
  for (const std::uint32_t joint : d.joints) expect(joint < scene.nodes.size(), "a joint is out of range");
  expect(d.influences.size() == points * d.influences_of_point, "influences do not fit the points");
  for (const auto& of : d.influences)
    expect(of.weight == 0 || of.joint < d.joints.size(), "an influence is out of range");
}

inline void check_deformations(const SceneData& scene) {
  for (const Geometry& g : scene.geometries) {
    if (g.deformation == kNone) continue;
    expect(g.deformation < scene.deformations.size(), "a deformation is out of range");
    const auto* mesh = std::get_if<MeshData>(&g.data);
    const auto* lines = std::get_if<LineData>(&g.data);
    const auto* points = std::get_if<PointData>(&g.data);
    expect(mesh != nullptr || lines != nullptr || points != nullptr,
           "a deformation of a shape without points");
    check_deformation(scene, scene.deformations[g.deformation],
                      (mesh != nullptr    ? mesh->points
                       : lines != nullptr ? lines->points
                                          : points->points)
                          .size());
  }
}

inline void check_bodies(const SceneData& scene) {
  for (const Node& n : scene.nodes)
    expect(n.filter == kNone || n.filter < scene.filters.size(), "a filter is out of range");
  for (const NodePair& pair : scene.allowed_pairs)
    for (const std::uint32_t node : {pair.a, pair.b})
      expect(node < scene.nodes.size() && scene.nodes[node].is_body, "a pair of what is no body");
  expect(bodies_of(scene).size() == scene.nodes.size(), "a node that is not asked for its body");
}

inline void check_scene(const SceneData& scene) {
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& n = scene.nodes[i];
    expect(n.parent == kNone || n.parent < i, "a parent does not stand before its child");
    expect(n.geometry == kNone || n.geometry < scene.geometries.size(), "a geometry is out of range");
    expect(n.place.file < scene.files.size(), "a file is out of range");
  }
  for (const Geometry& g : scene.geometries) check_geometry(scene, g);
  check_animation(scene);
  check_deformations(scene);
  check_bodies(scene);
  for (const double time : {-1.0, 0.0, 0.3, 1e9}) {
    const SceneState state = evaluate(scene, time);
    expect(state.world_from_node.size() == scene.nodes.size(), "a node without a placement");
    for (std::uint32_t i = 0; i < scene.geometries.size(); ++i) {
      const Geometry moved = evaluate_geometry(scene, i, time);
      expect(moved.data.index() == scene.geometries[i].data.index(), "a geometry has become another");
      (void)bounds(moved, Placement{});
    }
  }
}

/// A reader refuses in words, or gives a scene that is in range, evaluates at any time, and is the same when
/// it is read again.
template <class F>
void check_read(F read_it) {
  const SceneRead read = read_it();
  for (const ReadMessage& m : read.warnings)
    expect(!m.text.empty() && m.count > 0, "a warning without words");
  if (!read) {
    expect(!read.error.text.empty() && read.code > ReadCode::partial, "a refusal without words");
    return;
  }
  expect(read.code <= ReadCode::partial, "a scene and an error");
  check_scene(*read.scene);
  const SceneRead again = read_it();
  expect(again && again.scene->nodes.size() == read.scene->nodes.size() &&
             again.scene->channels.size() == read.scene->channels.size() &&
             again.warnings.size() == read.warnings.size(),
         "read again, it is another scene");
}

}  // namespace graze::io::test
