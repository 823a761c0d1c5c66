// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "graze/tree/obb_tree.h"

namespace graze::inline GRAZE_ABI {

/// Levels that are cut at the mean; below them in the middle, so that 2^30 pieces end in another 31.
inline constexpr int kFreeObbDepth = 40;
inline constexpr int kMaxObbDepth = 72;

struct ObbNode {
  Obb box;
  std::uint32_t child = 0;  // children are nodes child and child + 1; 0: a leaf
  std::uint32_t id = 0;     // of the piece, in a leaf

  [[nodiscard]] bool is_leaf() const { return child == 0; }
};

/// Nodes of an ObbTree; the root is the first.
struct ObbTreeData {
  std::vector<ObbNode> nodes;
  std::size_t pieces = 0;
  int depth = 0;
};

struct ObbTreeAccess {
  /// Null for a tree over no pieces.
  [[nodiscard]] static const ObbTreeData* data(const ObbTree& tree) { return tree.data_.get(); }
  static void set(ObbTree& tree, std::unique_ptr<ObbTreeData> data) { tree.data_ = std::move(data); }
};

}  // namespace graze::inline GRAZE_ABI
