// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "check/objects/names.h"
#include "graze/check/objects.h"

namespace graze::inline GRAZE_ABI::check {

struct Grouped {
  std::vector<Group> groups;  ///< by their first part
  std::size_t excluded = 0;
};

/// Nodes that a channel moves, turns or scales.
std::vector<bool> animated_nodes(const io::SceneData& scene);

/// Divides the shapes of a scene into objects, and names these. What moves by itself, and what deforms, is an
/// object of its own: between the node of a group and its parts nothing is animated. `is_alone`: there is no
/// other scene, so that a single object would leave nothing to check.
Grouped group_nodes(const SceneUse& use, const ObjectOptions& options, bool is_alone, UniqueNames& names);

}  // namespace graze::inline GRAZE_ABI::check
