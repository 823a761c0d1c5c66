// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "broad/box_tree.h"
#include "tree/split.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Levels that the heuristic may shape when a tree is built; below them every level halves the count, so that
// no tree is higher than 48 + 30.
constexpr int kShapedLevels = 48;

struct Work {
  Range range;
  std::uint32_t node = 0;
  int depth = 0;
};

[[nodiscard]] double unit_of(const Range& whole) {
  const Vec3 h = half_extents(whole.box.box());
  const double largest = double(std::max({h.x, h.y, h.z}));
  return largest > double(std::numeric_limits<Real>::min()) ? 1 / largest : 1;
}

}  // namespace

// Top-down, the first child next: nodes lie in the order of a walk.
void BoxTree::build(std::span<const BoxLeaf> leaves) {
  size_ = leaves.size();
  free_.clear();
  worn_ = 0;
  nodes_.assign(2 * std::max<std::size_t>(size_, 1), BoxNode{});
  if (size_ == 0) return;
  std::vector<Item> items(size_);
  Range whole;
  for (const BoxLeaf& leaf : leaves) {
    if (places_.size() <= leaf.number) places_.resize(std::size_t{leaf.number} + 1);
    items[whole.end] = Item(leaf.box, whole.end);
    whole.add(items[whole.end++]);
  }
  const SplitSettings settings{unit_of(whole), 1};
  std::vector<Work> stack{{whole, 0, 0}};
  nodes_[0].parent = kNoNode;
  for (std::uint32_t next = 2; !stack.empty();) {
    const Work work = stack.back();
    stack.pop_back();
    BoxNode& node = nodes_[work.node];
    if (work.range.count() == 1) {
      const BoxLeaf& leaf = leaves[items[work.range.begin].id()];
      node = {leaf.box, leaf.filter, leaf.number, node.parent, 0, leaf.is_marked};
      places_[leaf.number] = work.node;
      continue;
    }
    const Halves halves = work.depth < kShapedLevels ? split_by_area(items, work.range, settings)
                                                     : split_in_middle(items, work.range);
    node.first = next;
    node.height = 1;
    nodes_[next].parent = nodes_[next + 1].parent = work.node;
    stack.push_back({halves.right, next + 1, work.depth + 1});
    stack.push_back({halves.left, next, work.depth + 1});
    next += 2;
  }
  for (std::size_t i = nodes_.size(); i-- > 0;)  // children come after their parents
    if (!nodes_[i].is_leaf()) join(static_cast<std::uint32_t>(i));
  built_cost_ = cost();
}

}  // namespace graze::inline GRAZE_ABI
