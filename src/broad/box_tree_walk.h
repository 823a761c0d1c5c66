// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "broad/box_tree.h"
#include "tree/walk.h"

namespace graze::inline GRAZE_ABI {

/// As many as wait at a time in a walk: three more for every level.
inline constexpr int kBoxStack = 3 * (BoxTree::kMostHeight + 2) + 1;

/// meet(node) -> set of children to visit; leaf(number) -> bool, false ends the walk. Children that the
/// filter does not let through are left out. Returns false when it ended early.
template <class Meet, class Leaf>
bool visit(const BoxTree& tree, const ProxyFilter& filter, Meet&& meet, Leaf&& leaf) {
  if (tree.size() == 0) return true;
  walk::Stack<std::uint32_t, kBoxStack> stack;
  stack.push() = 0;
  while (!stack.is_empty()) {
    const std::uint32_t n = stack.top();
    const BoxNode& node = tree.node(n);
    stack.pop();
    for (walk::Some met{meet(node)}; !met.is_empty();) {
      const int i = met.take();
      if (node.has_leaf(i)) {
        if (!leaf(node.child[i])) return false;
      } else if (passes(tree.filter(place_of(n, i)), filter)) {
        stack.push() = node.child[i];
      }
    }
  }
  return true;
}

/// The nearest first. meet(node, bounds) -> set of children to visit, and a bound for each; reaches(bound)
/// tells whether it still counts; leaf(number) -> bool, false ends the walk.
template <class Meet, class Reaches, class Leaf>
bool visit_nearest(const BoxTree& tree, const ProxyFilter& filter, Meet&& meet, Reaches&& reaches,
                   Leaf&& leaf) {
  struct Entry {
    Real bound;
    std::uint32_t place;
  };
  if (tree.size() == 0) return true;
  Entry stack[kBoxStack];
  int count = 0;
  const auto open = [&](std::uint32_t n) {
    Real bounds[kBoxWidth];
    const BoxNode& node = tree.node(n);
    const int before = count;
    for (walk::Some met{meet(node, bounds)}; !met.is_empty();) {
      const int i = met.take();
      if (!node.has_leaf(i) && !passes(tree.filter(place_of(n, i)), filter)) continue;
      int at = count++;
      for (; at > before && stack[at - 1].bound < bounds[i]; --at) stack[at] = stack[at - 1];
      stack[at] = {bounds[i], place_of(n, i)};
    }
  };
  open(0);
  while (count > 0) {
    const Entry entry = stack[--count];
    if (!reaches(entry.bound)) continue;
    const BoxNode& node = tree.node(entry.place / kBoxWidth);
    const int i = static_cast<int>(entry.place % kBoxWidth);
    if (!node.has_leaf(i))
      open(node.child[i]);
    else if (!leaf(node.child[i]))
      return false;
  }
  return true;
}

}  // namespace graze::inline GRAZE_ABI
