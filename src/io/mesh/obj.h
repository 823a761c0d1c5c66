// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "graze/io/scene_data.h"
#include "io/report.h"

namespace graze::inline GRAZE_ABI::io::mesh {

enum class ObjKind : std::uint8_t { face, line, points };

/// An f, l or p statement.
struct ObjElement {
  ObjKind kind = ObjKind::face;
  std::uint32_t group = 0;    ///< of ObjText::groups
  std::uint32_t corners = 0;  ///< how many
  std::uint32_t line = 0;
};

/// Names from the o, g and usemtl statements above an element; indices of ObjText::names.
struct ObjGroup {
  std::uint32_t object = 0;
  std::uint32_t group = 0;
  std::uint32_t material = 0;

  friend bool operator==(const ObjGroup&, const ObjGroup&) = default;
};

/// The statements of an OBJ file that matter here.
struct ObjText {
  std::vector<Vec3> points;  ///< some not finite
  std::vector<ObjElement> elements;
  std::vector<std::uint32_t> corners;  ///< of all elements; beyond the points where the file names none
  std::vector<std::string> names;      ///< the first is empty
  std::vector<ObjGroup> groups;
  bool has_groups = false;  ///< o or g with a name
};

/// Whether text can be an OBJ file and nothing else: each statement at its begin is one of OBJ's.
[[nodiscard]] bool is_obj_text(std::string_view bytes);

[[nodiscard]] ObjText parse_obj(std::string_view text, std::string_view file, Report& report);

/// Nodes for the groups, each with points of its own.
void build_obj(const ObjText& obj, std::string_view file, std::size_t most_nodes, Report& report,
               SceneData& scene);

}  // namespace graze::inline GRAZE_ABI::io::mesh
