// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/io/scene_data.h"
#include "io/faces.h"
#include "io/report.h"
#include "io/text.h"

namespace graze::inline GRAZE_ABI::io::mesh {

/// Appends a face without its repeated corners, or notes that it has fewer than three points. Throws
/// ReadFailure where 32 bits cannot count the corners.
void add_face(std::vector<std::uint32_t>& run, MeshData& out, const Place& place, Report& report);

[[noreturn]] void refuse_count(const char* what, const Place& place);

/// Throws ReadFailure where `count` more do not fit into 32 bits.
inline void check_count(std::size_t present, std::size_t count, const char* what, const Place& place) {
  if (count >= kNone || present >= kNone - count) refuse_count(what, place);
}

[[nodiscard]] inline bool is_usable_point(const Vec3& p) noexcept {
  return is_usable(p.x) && is_usable(p.y) && is_usable(p.z);
}

/// A node at the end of the scene; a line of 0 where the file is binary.
std::uint32_t add_node(SceneData& scene, std::string_view name, const char* type, std::uint32_t parent,
                       const Place& place);

/// Gives a node its shape; of data without corners it has none.
template <class Data>
void set_shape(SceneData& scene, std::uint32_t node, Data data) {
  if (data.corners.empty()) return;
  Node& n = scene.nodes[node];
  n.geometry = static_cast<std::uint32_t>(scene.geometries.size());
  scene.geometries.push_back({n.name, std::move(data), n.place});
}

}  // namespace graze::inline GRAZE_ABI::io::mesh
