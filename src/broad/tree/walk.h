// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "broad/tree/box_lanes.h"
#include "tree/walk.h"

namespace graze::inline GRAZE_ABI {

/// As many as wait at a time in a walk: three more for every level.
inline constexpr int kBoxStack = 3 * (BoxTree::kMostHeight + 2) + 1;

/// Visits the leaves of a tree. meet(node) -> set of children to visit; leaf(number) -> bool, false ends the
/// walk. Nodes whose leaves the filter does not let through are left out. Returns false when it ended early.
template <class Meet, class Leaf>
bool visit_leaves(const BoxTree& tree, const ProxyFilter& filter, Meet&& meet, Leaf&& leaf) {
  if (tree.size() == 0) return true;
  walk::Stack<std::uint32_t, kBoxStack> stack;
  stack.push() = 0;
  while (!stack.is_empty()) {
    const std::uint32_t n = stack.top();
    const BoxNode& node = tree.node(n);
    stack.pop();
    if (!passes(node.joined, filter)) continue;
    for (walk::Some met{meet(node)}; !met.is_empty();) {
      const int i = met.take();
      if (node.has_leaf(i)) {
        if (!leaf(node.child[i])) return false;
      } else {
        tree.prefetch(node.child[i]);
        stack.push() = node.child[i];
      }
    }
  }
  return true;
}

/// Visits the leaves of a tree, the nearest first. meet(node, bounds) -> set of children to visit, and a
/// bound for each; reaches(bound) tells whether it still counts; leaf(number) -> bool, false ends the walk;
/// ahead(number) is told of leaves that may come soon.
template <class Meet, class Reaches, class Leaf, class Ahead>
bool visit_nearest_leaves(const BoxTree& tree, const ProxyFilter& filter, Meet&& meet, Reaches&& reaches,
                          Leaf&& leaf, Ahead&& ahead) {
  constexpr std::uint32_t kLeafBit = 0x80000000;  // node numbers and leaf numbers are smaller
  struct Entry {
    Real bound;
    std::uint32_t child;
  };
  if (tree.size() == 0) return true;
  Entry stack[kBoxStack];
  int count = 0;
  std::uint32_t next = 0;  // a node, or a leaf
  for (;;) {
    if ((next & kLeafBit) != 0) {
      if (!leaf(next & ~kLeafBit)) return false;
    } else if (const BoxNode& node = tree.node(next); passes(node.joined, filter)) {
      Real bounds[kBoxWidth];
      const int before = count;
      for (walk::Some met{meet(node, bounds)}; !met.is_empty();) {
        const int i = met.take();
        const std::uint32_t child = node.child[i];
        if (node.has_leaf(i))
          ahead(child);
        else
          tree.prefetch(child);
        int at = count++;
        for (; at > before && stack[at - 1].bound < bounds[i]; --at) stack[at] = stack[at - 1];
        stack[at] = {bounds[i], node.has_leaf(i) ? child | kLeafBit : child};
      }
      if (count > before) {  // nothing has changed since: the nearest need not be asked again
        next = stack[--count].child;
        continue;
      }
    }
    do {
      if (count == 0) return true;
      --count;
    } while (!reaches(stack[count].bound));
    next = stack[count].child;
  }
}

inline constexpr auto kNoPrefetch = [](std::uint32_t) {};

/// visit_leaves() for the leaves that overlap a box.
template <class Leaf>
bool visit_overlapping_leaves(const BoxTree& tree, const ProxyFilter& filter, const Aabb& box, Leaf&& leaf) {
  const auto meet = [&](const BoxNode& node) { return overlapping(node, box); };
  return visit_leaves(tree, filter, meet, leaf);
}

/// visit_nearest_leaves() for the leaves that a sweep meets.
template <class Leaf, class Ahead = decltype(kNoPrefetch)>
bool visit_swept_leaves(const BoxTree& tree, const ProxyFilter& filter, const NodeSweep& nodes, Leaf&& leaf,
                        Ahead ahead = kNoPrefetch) {
  const auto meet = [&](const BoxNode& node, Real(&near)[kBoxWidth]) { return nodes.enter(node, near); };
  const auto is_near = [&](Real t) { return nodes.reaches(t); };
  return visit_nearest_leaves(tree, filter, meet, is_near, leaf, ahead);
}

/// visit_nearest_leaves() for the leaves that may still get into the list of those nearest to a point.
template <class Leaf, class Ahead = decltype(kNoPrefetch)>
void visit_leaves_near(const BoxTree& tree, const ProxyFilter& filter, const Vec3& point,
                       const NearestList& list, Leaf&& leaf, Ahead ahead = kNoPrefetch) {
  const auto meet = [&](const BoxNode& node, Real(&bounds)[kBoxWidth]) {
    return nearer_children(node, point, list, bounds);
  };
  const auto is_near = [&](Real squared) { return list.reaches(squared); };
  (void)visit_nearest_leaves(tree, filter, meet, is_near, leaf, ahead);
}

}  // namespace graze::inline GRAZE_ABI
