// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "broad/tree/box_tree.h"
#include "tree/split.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Levels that the heuristic may shape when a tree is built; below them every level cuts the count by four, so
// that no tree is higher than 24 + 15.
constexpr int kShapedLevels = 24;

// Ranges up to this size are parts, built by one task each. Fixed, so that no executor changes the tree.
constexpr std::uint32_t kPartSize = 4096;

struct Work {
  Range range;
  std::uint32_t place = kNoNode;  // of the node to be made; none: the root
  int depth = 0;
};

}  // namespace

// Nodes of a tree, numbered from 0: in the order of a walk, the first child next. Leaves are numbers of
// items.
struct BoxTree::Part {
  std::vector<BoxNode> nodes;
  std::uint32_t place = kNoNode;  // of its first node in the tree

  // Ranges that are small enough go to `later`, if there is one.
  void grow(const Cutting& cutting, const Work& first, std::vector<Work>* later) {
    place = first.place;
    std::vector<Work> stack{{first.range, kNoNode, first.depth}};
    while (!stack.empty()) {
      const Work work = stack.back();
      stack.pop_back();
      if (later != nullptr && !nodes.empty() && work.range.count() <= kPartSize) {
        later->push_back(work);
        continue;
      }
      const auto n = static_cast<std::uint32_t>(nodes.size());
      BoxNode& node = nodes.emplace_back();
      node.parent = work.place;
      if (work.place != kNoNode) nodes[work.place / kBoxWidth].child[work.place % kBoxWidth] = n;
      const auto children = cutting.cut<kBoxWidth>(work.range, 1, work.depth < kShapedLevels);
      for (int i = children.count; i-- > 0;) {
        const Range& range = children.ranges[i];
        node.used = static_cast<std::uint8_t>(node.used | 1u << i);
        if (range.count() == 1) {
          node.leaves = static_cast<std::uint8_t>(node.leaves | 1u << i);
          node.child[i] = cutting.items[range.begin].id();
        } else {
          stack.push_back({range, place_of(n, i), work.depth + 1});
        }
      }
    }
  }
};

// Puts the nodes of a part into the tree, from node `first` on.
void BoxTree::take_part(const Part& part, std::uint32_t first, std::span<const BoxLeaf> leaves) {
  const auto count = static_cast<std::uint32_t>(part.nodes.size());
  for (std::uint32_t k = 0; k < count; ++k) {
    BoxNode& node = nodes_[first + k] = part.nodes[k];
    node.parent = k == 0 ? part.place : node.parent + place_of(first, 0);
    for (int i = 0; i < kBoxWidth; ++i) {
      if (!node.has(i)) continue;
      if (node.has_leaf(i))
        put_leaf(place_of(first + k, i), leaves[node.child[i]]);
      else
        node.child[i] += first;
    }
  }
}

// The top first, then parts below it.
void BoxTree::build(std::span<const BoxLeaf> leaves, const Executor& executor) {
  size_ = leaves.size();
  worn_ = 0;
  reset_nodes();
  if (size_ == 0) return;
  std::vector<Item> items(size_), spare(size_ > kPartSize ? size_ : 0);
  Range whole;
  std::uint32_t numbers = 0;
  for (const BoxLeaf& leaf : leaves) {
    numbers = std::max(numbers, leaf.number + 1);
    items[whole.end] = Item(leaf.box, whole.end);
    whole.add(items[whole.end++]);
  }
  if (places_.size() < numbers) places_.resize(numbers);
  const Cutting cutting{items, spare, {unit_of(whole), 1}, kPartSize, executor};
  std::vector<Work> below;
  Part top;
  top.grow(cutting, {whole, kNoNode, 0}, &below);
  std::vector<Part> parts(below.size());
  auto grow = [&](std::size_t i) { parts[i].grow(cutting, below[i], nullptr); };
  run_tasks(executor, parts.size(), grow);
  std::vector<std::uint32_t> firsts{static_cast<std::uint32_t>(top.nodes.size())};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    top.nodes[below[i].place / kBoxWidth].child[below[i].place % kBoxWidth] = firsts.back();
    firsts.push_back(firsts.back() + static_cast<std::uint32_t>(parts[i].nodes.size()));
  }
  nodes_.resize(firsts.back());
  filters_.assign(std::size_t{firsts.back()} * kBoxWidth, ProxyFilter{0, 0});
  take_part(top, 0, leaves);
  auto take = [&](std::size_t i) {
    take_part(parts[i], firsts[i], leaves);
    for (std::uint32_t n = firsts[i + 1]; n-- > firsts[i] + 1;) join(n);  // children come after their parents
  };
  run_tasks(executor, parts.size(), take);
  for (std::size_t i = 0; i < parts.size(); ++i) join(firsts[i]);
  for (std::uint32_t n = firsts[0]; n-- > 0;) join(n);
  built_cost_ = cost();
}

}  // namespace graze::inline GRAZE_ABI
