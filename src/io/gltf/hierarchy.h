// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/gltf/context.h"

namespace graze::inline GRAZE_ABI::io::gltf {

/// The nodes of a file as a forest.
struct Hierarchy {
  std::vector<std::uint32_t> parents;                ///< kNone: a root
  std::vector<std::vector<std::uint32_t>> children;  ///< of each node
  std::vector<std::uint32_t> roots;                  ///< of the scene that is read
};

/// Refuses nodes with several parents and cycles. Throws ReadFailure.
[[nodiscard]] Hierarchy read_hierarchy(const Context& context);

}  // namespace graze::inline GRAZE_ABI::io::gltf
