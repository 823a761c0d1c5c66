// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "broad/box_tree.h"
#include "tree/walk.h"

namespace graze::inline GRAZE_ABI {

using BoxStack = walk::Stack<std::uint32_t, BoxTree::kMostHeight + 2>;

/// enter(node) -> bool; leaf(node) -> bool, false ends the walk. Returns false when it ended early.
template <class Enter, class Leaf>
bool visit(const BoxTree& tree, Enter&& enter, Leaf&& leaf) {
  const BoxNode* nodes = tree.nodes();
  if (tree.size() == 0 || !enter(nodes[0])) return true;
  BoxStack stack;
  stack.push() = 0;
  while (!stack.is_empty()) {
    const BoxNode& node = nodes[stack.top()];
    stack.pop();
    if (node.is_leaf()) {
      if (!leaf(node)) return false;
      continue;
    }
    for (std::uint32_t child = node.first + 2; child-- > node.first;)
      if (enter(nodes[child])) stack.push() = child;
  }
  return true;
}

/// The nearer child first. bound(node) -> a number, or a negative one to leave the node out; is_near(bound)
/// tells whether it still counts; leaf(node, bound) -> bool, false ends the walk.
template <class Bound, class IsNear, class Leaf>
bool visit_nearest(const BoxTree& tree, Bound&& bound, IsNear&& is_near, Leaf&& leaf) {
  struct Entry {
    double bound;
    std::uint32_t node;
  };
  const BoxNode* nodes = tree.nodes();
  if (tree.size() == 0) return true;
  walk::Stack<Entry, BoxTree::kMostHeight + 2> stack;
  const auto push = [&](const Entry& entry) {
    if (entry.bound >= 0) stack.push() = entry;
  };
  push({bound(nodes[0]), 0});
  while (!stack.is_empty()) {
    const Entry entry = stack.top();
    stack.pop();
    if (!is_near(entry.bound)) continue;
    const BoxNode& node = nodes[entry.node];
    if (node.is_leaf()) {
      if (!leaf(node, entry.bound)) return false;
      continue;
    }
    const Entry a{bound(nodes[node.first]), node.first}, b{bound(nodes[node.first + 1]), node.first + 1};
    push(a.bound < b.bound ? b : a);
    push(a.bound < b.bound ? a : b);
  }
  return true;
}

}  // namespace graze::inline GRAZE_ABI
