// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "graze/check/objects.h"

namespace graze::inline GRAZE_ABI::check {

/// World from a scene's own frame: units and up axis, then what the caller wants.
io::Placement world_from_scene(const Objects& objects, std::uint32_t scene);

/// World from every node of a scene at a time.
std::vector<io::Placement> world_from_nodes(const Objects& objects, std::uint32_t scene, Real time);

[[nodiscard]] inline bool is_finite_placement(const io::Placement& m) {
  return is_finite(m.translation) && is_finite(m.linear.columns[0]) && is_finite(m.linear.columns[1]) &&
         is_finite(m.linear.columns[2]);
}

/// No vector becomes longer by more than this factor; exact for similarities.
Real stretch_of(const Mat3& linear);

}  // namespace graze::inline GRAZE_ABI::check
