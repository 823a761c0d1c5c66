// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "graze/tree/obb_tree.h"
#include "tree/relative.h"
#include "tree/walk.h"

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

/// Fifteen axes tell all disjoint boxes apart; the six of the faces alone (SAT-lite) are cheaper and miss a
/// few. [Bergen03 §5.3]
enum class ObbAxes : std::uint8_t { fifteen, six };

/// A relative placement made ready for pairs of oriented boxes. Meant for rotations: as far as the linear
/// part is not one, fewer boxes are told apart, but none wrongly.
class ObbRelative {
 public:
  explicit ObbRelative(const RelativePlacement& a_from_b);
  /// Whether an axis separates the boxes by more than the slack.
  [[nodiscard]] bool are_apart(const Obb& a, const Obb& b, ObbAxes axes) const;

 private:
  RelativePlacement a_from_b_;
  double error_ = 0;  // of a projection, in parts of the sizes that go into it
};

/// Visits the pairs of pieces of two trees under a relative placement that no box above them tells apart.
/// leaf(id_a, id_b) -> bool, false ends the traversal; box_tests, if not null, counts the pairs of boxes
/// tested. Returns false when it ended early. Does not allocate.
template <class Leaf>
bool visit_obb_pairs(const ObbTree& a, const ObbTree& b, const RelativePlacement& a_from_b, ObbAxes axes,
                     Leaf&& leaf, std::size_t* box_tests = nullptr) {
  const ObbTreeData *data_a = ObbTreeAccess::data(a), *data_b = ObbTreeAccess::data(b);
  if (data_a == nullptr || data_b == nullptr) return true;
  struct Pair {
    std::uint32_t a, b;
  };
  const ObbRelative relative(a_from_b);
  walk::Stack<Pair, 2 * kMaxObbDepth + 2> stack;
  stack.push() = {0, 0};
  while (!stack.is_empty()) {
    const Pair pair = stack.top();
    stack.pop();
    const ObbNode &node_a = data_a->nodes[pair.a], &node_b = data_b->nodes[pair.b];
    if (box_tests != nullptr) ++*box_tests;
    if (relative.are_apart(node_a.box, node_b.box, axes)) continue;
    if (node_a.is_leaf() && node_b.is_leaf()) {
      if (!leaf(node_a.id, node_b.id)) return false;
      continue;
    }
    const Vec3 &size_a = node_a.box.half_extents, &size_b = node_b.box.half_extents;
    const bool is_a_larger = size_a.x + size_a.y + size_a.z >= size_b.x + size_b.y + size_b.z;
    const bool is_a_opened = node_b.is_leaf() || (!node_a.is_leaf() && is_a_larger);
    for (const std::uint32_t i : {1u, 0u})
      stack.push() = is_a_opened ? Pair{node_a.child + i, pair.b} : Pair{pair.a, node_b.child + i};
  }
  return true;
}

}  // namespace graze::inline GRAZE_ABI
