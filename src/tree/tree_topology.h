// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/result.h"
#include "graze/tree/aabb_tree.h"

// A tree without its boxes, as files keep it. The boxes of a tree follow from those it is over, byte for
// byte, so that a file cannot hold wrong ones.

namespace graze::inline GRAZE_ABI {

/// See WideNode.
struct TopologyNode {
  std::uint32_t first_node = 0, first_id = 0;
  std::uint8_t ids_end[8] = {};
  std::uint8_t inner_count = 0, child_count = 0;
  std::uint8_t unused[2] = {};
};
static_assert(sizeof(TopologyNode) == 20);

struct TreeTopology {
  std::span<const std::byte> nodes;  // of TopologyNode; nothing need be aligned
  std::span<const std::byte> order;  // of std::uint32_t
  Real built_cost = 0;
};

[[nodiscard]] std::vector<TopologyNode> topology_of(const AabbTree& tree);

/// The tree that the topology was taken from, when it was over these boxes. Refuses whatever is no tree:
/// children that come before their parents or beyond the end, two parents of a node or none, depth beyond
/// kMaxDepth, empty or too large leaves, ids that are not there, come twice or are missing. The position is
/// that of the node, or of the id in `order`. Refuses bad boxes with the errors of build_tree().
[[nodiscard]] Result<AabbTree> make_tree(const TreeTopology& topology, std::span<const Aabb> boxes);

}  // namespace graze::inline GRAZE_ABI
