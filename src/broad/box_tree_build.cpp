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
  resize(std::max<std::size_t>(size_, 1));
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
  parents_[0] = kNoNode;
  for (std::uint32_t next = 2; !stack.empty();) {
    const Work work = stack.back();
    stack.pop_back();
    if (work.range.count() == 1) {
      set(work.node, leaves[items[work.range.begin].id()]);
      continue;
    }
    const Halves halves = work.depth < kShapedLevels ? split_by_area(items, work.range, settings)
                                                     : split_in_middle(items, work.range);
    at(work.node) = {{}, next, 1, false};
    parents_[next / 2] = work.node;
    stack.push_back({halves.right, next + 1, work.depth + 1});
    stack.push_back({halves.left, next, work.depth + 1});
    next += 2;
  }
  for (auto i = static_cast<std::uint32_t>(2 * size_); i-- > 0;)  // children come after their parents
    if (i != 1 && !node(i).is_leaf()) join(i);
  built_cost_ = cost();
}

}  // namespace graze::inline GRAZE_ABI
