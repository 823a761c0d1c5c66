// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "broad/box_tree.h"
#include "tree/walk.h"

namespace graze::inline GRAZE_ABI {

/// enter(i) -> bool for node i; leaf(number) -> bool, false ends the walk. Returns false when it ended early.
template <class Enter, class Leaf>
bool visit(const BoxTree& tree, Enter&& enter, Leaf&& leaf) {
  if (tree.size() == 0 || !enter(0)) return true;
  walk::Stack<std::uint32_t, BoxTree::kMostHeight + 4> stack;
  stack.push() = 0;
  while (!stack.is_empty()) {
    const BoxNode& node = tree.node(stack.top());
    stack.pop();
    if (node.is_leaf()) {
      if (!leaf(node.first)) return false;
      continue;
    }
    for (std::uint32_t child = node.first + 2; child-- > node.first;)
      if (enter(child)) stack.push() = child;
  }
  return true;
}

/// The nearer child first. bound(box) -> a number, or a negative one to leave the node out; enters(i, bound)
/// tells whether node i still counts when its turn comes; leaf(number) -> bool, false ends the walk.
template <class Bound, class Enters, class Leaf>
bool visit_nearest(const BoxTree& tree, Bound&& bound, Enters&& enters, Leaf&& leaf) {
  struct Entry {
    Real bound;
    std::uint32_t node;
  };
  if (tree.size() == 0) return true;
  Entry stack[BoxTree::kMostHeight + 4];
  stack[0] = {bound(tree.node(0).box), 0};
  for (int count = stack[0].bound >= 0 ? 1 : 0; count > 0;) {
    const Entry entry = stack[--count];
    if (!enters(entry.node, entry.bound)) continue;
    const BoxNode& node = tree.node(entry.node);
    if (node.is_leaf()) {
      if (!leaf(node.first)) return false;
      continue;
    }
    const Entry a{bound(tree.node(node.first).box), node.first};
    const Entry b{bound(tree.node(node.first + 1).box), node.first + 1};
    // Which of them count, and in which order, no branch predictor foresees: written in any case.
    const bool is_a_first = a.bound < b.bound;
    stack[count] = is_a_first ? b : a;
    count += stack[count].bound >= 0 ? 1 : 0;
    stack[count] = is_a_first ? a : b;
    count += stack[count].bound >= 0 ? 1 : 0;
  }
  return true;
}

}  // namespace graze::inline GRAZE_ABI
