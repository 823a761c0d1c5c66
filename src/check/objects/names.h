// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graze/check/objects.h"

namespace graze::inline GRAZE_ABI::check {

/// Nodes with geometry that are one object, and the node in whose frame they stand still.
struct Group {
  std::uint32_t node = kNone;
  std::vector<std::uint32_t> parts;
  std::string name;
};

/// Valid UTF-8 without control characters: whatever is neither becomes '?'.
std::string readable(std::string_view text);

/// Gives out every name once: "x", then "x[2]", "x[3]".
class UniqueNames {
 public:
  std::string take(const std::string& name);

 private:
  std::unordered_map<std::string, std::uint32_t> used_;  // how often each was asked for
};

/// Names groups by the named nodes above them, "arm/gripper[2]"; what has no name of its own is called by its
/// geometry or its type, unless it is all that its named group holds. `names` has those of other scenes.
void name_groups(const io::SceneData& scene, const std::string& prefix, std::span<Group> groups,
                 UniqueNames& names);

}  // namespace graze::inline GRAZE_ABI::check
