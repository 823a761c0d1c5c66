// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "broad/box_tree.h"
#include "tree/split.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Levels that the heuristic may shape when a tree is built; below them every level cuts the count by four, so
// that no tree is higher than 24 + 15.
constexpr int kShapedLevels = 24;

struct Work {
  Range range;
  std::uint32_t place = kNoNode;  // of the node to be made; none: the root
  int depth = 0;
};

struct Children {
  Range ranges[kBoxWidth];
  int count = 1;
};

[[nodiscard]] double unit_of(const Range& whole) {
  const Vec3 h = half_extents(whole.box.box());
  const double largest = double(std::max({h.x, h.y, h.z}));
  return largest > double(std::numeric_limits<Real>::min()) ? 1 / largest : 1;
}

// Cuts the child of the largest area until there are four; where the tree gets high, the one with the most
// items, in the middle.
[[nodiscard]] Children cut(std::span<Item> items, const Work& work, const SplitSettings& settings) {
  Children out;
  out.ranges[0] = work.range;
  const bool is_shaped = work.depth < kShapedLevels;
  while (out.count < kBoxWidth) {
    int widest = -1;
    double most = 0;
    for (int i = 0; i < out.count; ++i) {
      const Range& range = out.ranges[i];
      if (range.count() < 2) continue;
      const double size = is_shaped ? half_area(range.box, settings.unit) : double(range.count());
      if (widest >= 0 && !(size > most)) continue;
      widest = i;
      most = size;
    }
    if (widest < 0) break;
    const Range range = out.ranges[widest];
    const Halves halves = is_shaped ? split_by_area(items, range, settings) : split_in_middle(items, range);
    out.ranges[widest] = halves.left;
    out.ranges[out.count++] = halves.right;
  }
  return out;
}

}  // namespace

// Top-down, the first child next: nodes lie in the order of a walk.
void BoxTree::build(std::span<const BoxLeaf> leaves) {
  size_ = leaves.size();
  worn_ = 0;
  clear();
  if (size_ == 0) return;
  std::vector<Item> items(size_);
  Range whole;
  for (const BoxLeaf& leaf : leaves) {
    if (places_.size() <= leaf.number) places_.resize(std::size_t{leaf.number} + 1);
    items[whole.end] = Item(leaf.box, whole.end);
    whole.add(items[whole.end++]);
  }
  const SplitSettings settings{unit_of(whole), 1};
  std::vector<Work> stack{{whole, kNoNode, 0}};
  while (!stack.empty()) {
    const Work work = stack.back();
    stack.pop_back();
    std::uint32_t n = 0;
    if (work.place != kNoNode) {
      n = take_node();
      nodes_[n].parent = work.place;
      nodes_[work.place / kBoxWidth].child[work.place % kBoxWidth] = n;
    }
    const Children children = cut(items, work, settings);
    for (int i = children.count; i-- > 0;) {
      const Range& range = children.ranges[i];
      nodes_[n].used = static_cast<std::uint8_t>(nodes_[n].used | 1u << i);
      if (range.count() == 1)
        put_leaf(place_of(n, i), leaves[items[range.begin].id()]);
      else
        stack.push_back({range, place_of(n, i), work.depth + 1});
    }
  }
  for (auto n = static_cast<std::uint32_t>(nodes_.size()); n-- > 0;)
    join(n);  // children come after their parents
  built_cost_ = cost();
}

}  // namespace graze::inline GRAZE_ABI
