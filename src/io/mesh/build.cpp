// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/mesh/build.h"

#include "io/text.h"

namespace graze::inline GRAZE_ABI::io::mesh {

void check_count(std::size_t present, std::size_t count, const char* what, const Place& place) {
  if (count >= kNone || present >= kNone - count)
    throw ReadFailure(ReadCode::limit, "more than 4294967294 " + std::string(what), place);
}

void add_face(std::vector<std::uint32_t>& run, MeshData& out, const Place& place, Report& report) {
  drop_repeats(run, true);
  if (!has_three_distinct(run)) {
    report.note("face of fewer than three points left out", place);
    return;
  }
  check_count(out.corners.size(), run.size(), "corners", place);
  out.corners.insert(out.corners.end(), run.begin(), run.end());
  out.corners_of_loop.push_back(static_cast<std::uint32_t>(run.size()));
}

bool is_usable_point(const Vec3& p) noexcept { return is_usable(p.x) && is_usable(p.y) && is_usable(p.z); }

std::uint32_t add_node(SceneData& scene, std::string_view name, const char* type, std::uint32_t parent,
                       const Place& place) {
  Node node;
  node.name = printable(name, 200);
  node.type = type;
  node.parent = parent;
  node.place = {0, place.line, place.column};
  scene.nodes.push_back(std::move(node));
  return static_cast<std::uint32_t>(scene.nodes.size() - 1);
}

}  // namespace graze::inline GRAZE_ABI::io::mesh
