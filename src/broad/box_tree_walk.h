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

/// The nearer child first. bound(i) -> a number, or a negative one to leave node i out; is_near(bound) tells
/// whether it still counts; leaf(number) -> bool, false ends the walk.
template <class Bound, class IsNear, class Leaf>
bool visit_nearest(const BoxTree& tree, Bound&& bound, IsNear&& is_near, Leaf&& leaf) {
  using Number = decltype(bound(0));
  struct Entry {
    Number bound;
    std::uint32_t node;
  };
  if (tree.size() == 0) return true;
  walk::Stack<Entry, BoxTree::kMostHeight + 4> stack;
  const auto push = [&](const Entry& entry) {
    if (entry.bound >= 0) stack.push() = entry;
  };
  push({bound(0), 0});
  while (!stack.is_empty()) {
    const Entry entry = stack.top();
    stack.pop();
    if (!is_near(entry.bound)) continue;
    const BoxNode& node = tree.node(entry.node);
    if (node.is_leaf()) {
      if (!leaf(node.first)) return false;
      continue;
    }
    const Entry a{bound(node.first), node.first}, b{bound(node.first + 1), node.first + 1};
    push(a.bound < b.bound ? b : a);
    push(a.bound < b.bound ? a : b);
  }
  return true;
}

}  // namespace graze::inline GRAZE_ABI
