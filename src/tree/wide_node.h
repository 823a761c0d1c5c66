// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "graze/tree/aabb_tree.h"

namespace graze::inline GRAZE_ABI {

inline constexpr int kWidth = 8;        // children per node
inline constexpr Real kLastByte = 255;  // steps between the sides of a node

/// Wide levels that the surface area heuristic may shape; below them every level cuts the count by eight.
inline constexpr int kFreeDepth = 20;
/// No tree is deeper: 2^31 boxes fall to one in another 11 levels, and the root is a level.
inline constexpr int kMaxDepth = 32;

/// Up to eight children; inner nodes first, then leaves. Child boxes are bytes q that stand for
/// lower + q * scale, computed in Real (one product, one sum, both rounded), and not beyond `upper`.
struct WideNode {
  Vec3 lower;                    // exact box of everything below: partial refits read it
  Vec3 scale;                    // at least the smallest normal number: denormals would be slow
  Vec3 upper;                    // last: kernels read four numbers from the other two
  std::uint32_t first_node = 0;  // inner child i is node first_node + i
  std::uint32_t first_id = 0;    // ids of the leaf children start here in `order`
  std::uint8_t child_lower[3][kWidth] = {};
  std::uint8_t child_upper[3][kWidth] = {};
  std::uint8_t ids_end[kWidth] = {};  // where the ids of child i end, counted from first_id; 0 for inner ones
  std::uint8_t inner_count = 0;
  std::uint8_t child_count = 0;

  [[nodiscard]] bool is_inner(int child) const { return child < inner_count; }
  [[nodiscard]] std::uint32_t ids_begin(int child) const {
    return first_id + (child > 0 ? ids_end[child - 1] : 0u);
  }
  [[nodiscard]] std::uint32_t ids_stop(int child) const { return first_id + ids_end[child]; }
  [[nodiscard]] Aabb box() const { return {lower, upper}; }
};

/// Nodes and leaf order of an AabbTree. Children come after their parents in `nodes`; the root is the first.
struct TreeData {
  std::vector<WideNode> nodes;
  std::vector<std::uint32_t> order;
  Real built_cost = 0;
  int depth = 0;
  // For partial refits, made by the first one.
  std::vector<std::uint32_t> node_of_id;
  std::vector<std::uint32_t> parent_of_node;
};

struct TreeAccess {
  /// Null for a tree over no boxes.
  [[nodiscard]] static const TreeData* data(const AabbTree& tree) { return tree.data_.get(); }
  [[nodiscard]] static TreeData* data(AabbTree& tree) { return tree.data_.get(); }
  static void set(AabbTree& tree, std::unique_ptr<TreeData> data) { tree.data_ = std::move(data); }
};

/// The side of a child that byte q stands for. Every traversal, SIMD or not, decodes with these operations.
[[nodiscard]] inline Real decode_lower(const WideNode& node, int axis, std::uint8_t q) {
  return node.lower[axis] + static_cast<Real>(q) * node.scale[axis];
}
[[nodiscard]] inline Real decode_upper(const WideNode& node, int axis, std::uint8_t q) {
  return std::min(node.lower[axis] + static_cast<Real>(q) * node.scale[axis], node.upper[axis]);
}

/// Contains the true box of the child and lies within the box of the node.
[[nodiscard]] inline Aabb child_box(const WideNode& node, int child) {
  Aabb box;
  for (int k = 0; k < 3; ++k) {
    box.lower[k] = decode_lower(node, k, node.child_lower[k][child]);
    box.upper[k] = decode_upper(node, k, node.child_upper[k][child]);
  }
  return box;
}

/// The sides of eight children, axis by axis; those that are not there have the lower side of the node.
struct ChildSides {
  Real lower[3][kWidth], upper[3][kWidth];
};
/// Stores the sides as bytes, none of them inside the true one. Precondition: the box and the scale of the
/// node are set.
using Quantise = void (*)(WideNode& node, const ChildSides& sides);

/// Stores the boxes of the children, whose number is node.child_count, and what follows from them. `quantise`
/// is NodeKernels::quantise.
void set_child_boxes(WideNode& node, const Aabb (&boxes)[kWidth], Quantise quantise);

/// Expected cost, see AabbTree::cost().
[[nodiscard]] Real cost_of(const TreeData& tree);

/// Error of the first bad box among first .. first + count - 1: not finite, or empty.
[[nodiscard]] std::optional<Error> check_boxes(std::span<const Aabb> boxes, std::size_t first,
                                               std::size_t count);

}  // namespace graze::inline GRAZE_ABI
