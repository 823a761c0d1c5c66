// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "graze/io/geometry.h"

// Which pairs a file says should not be checked: parts of one body, jointed bodies, allowed pairs, filters.
namespace graze::inline GRAZE_ABI::io {

struct SceneData;

/// Two bodies (nodes with Node::is_body) that may touch each other: jointed, or allowed by the file.
struct NodePair {
  std::uint32_t a = kNone;
  std::uint32_t b = kNone;
  std::string reason;  ///< as the file gives it, such as "joint" or "Adjacent"
};

/// Belongs to systems, and says with which systems it collides.
struct CollisionFilter {
  enum class Mode : std::uint8_t {
    all,     ///< with everything
    only,    ///< with those that belong to one of `others`
    except,  ///< with all but those
  };
  std::vector<std::string> systems;
  Mode mode = Mode::all;
  std::vector<std::string> others;
};

/// Whether both filters let their owners collide.
[[nodiscard]] GRAZE_API bool may_collide(const CollisionFilter& a, const CollisionFilter& b) noexcept;

/// Nearest node at or above each that begins a body, kNone where there is none. The geometry of one body is
/// not checked against itself, nor against that of a body it makes a NodePair with. Linear.
[[nodiscard]] GRAZE_API std::vector<std::uint32_t> bodies_of(const SceneData& scene);

}  // namespace graze::inline GRAZE_ABI::io
