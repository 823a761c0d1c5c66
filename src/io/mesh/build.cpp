// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/mesh/build.h"

namespace graze::inline GRAZE_ABI::io::mesh {

void refuse_count(const char* what, const Place& place) {
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
