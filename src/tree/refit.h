// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "tree/kernels.h"
#include "tree/split.h"

// A node is made from the boxes under its leaf children and from the exact boxes of its inner children. So
// what a partial refit makes of a node is what a whole one would make of it.

namespace graze::inline GRAZE_ABI {

/// box_of(place of an id in the order of the tree) -> LaneBox.
template <class BoxOf>
void refit_node(TreeData& tree, std::uint32_t index, BoxOf&& box_of, Quantise quantise) {
  WideNode& node = tree.nodes[index];
  Aabb children[kWidth];
  for (int i = 0; i < node.inner_count; ++i)
    children[i] = tree.nodes[node.first_node + static_cast<std::uint32_t>(i)].box();
  std::uint32_t k = node.first_id;
  for (int i = node.inner_count; i < node.child_count; ++i) {
    LaneBox box = box_of(k);
    for (++k; k < node.ids_stop(i); ++k) box.merge(box_of(k));
    children[i] = box.box();
  }
  set_child_boxes(node, children, quantise);
}

/// All nodes, children before parents. Precondition: finite boxes, none of them empty.
template <class BoxOf>
void refit_all(TreeData& tree, BoxOf&& box_of) {
  const Quantise quantise = node_kernels().quantise;
  for (auto n = static_cast<std::uint32_t>(tree.nodes.size()); n > 0; --n)
    refit_node(tree, n - 1, box_of, quantise);
}

}  // namespace graze::inline GRAZE_ABI
