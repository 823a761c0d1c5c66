// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/refit.h"

#include <algorithm>

namespace graze::inline GRAZE_ABI {
namespace {

constexpr std::uint32_t kNone = 0xffffffff;

auto boxes_of(const TreeData& tree, std::span<const Aabb> boxes) {
  return [&tree, boxes](std::uint32_t place) { return LaneBox::of(boxes[tree.order[place]]); };
}

void make_tables(TreeData& tree) {
  if (!tree.node_of_id.empty()) return;
  std::vector<std::uint32_t> node_of_id(tree.order.size()), parent_of_node(tree.nodes.size(), kNone);
  for (std::uint32_t n = 0; n < tree.nodes.size(); ++n) {
    const WideNode& node = tree.nodes[n];
    for (std::uint32_t i = 0; i < node.inner_count; ++i) parent_of_node[node.first_node + i] = n;
    const std::uint32_t end = node.ids_stop(node.child_count - 1);
    for (std::uint32_t k = node.first_id; k < end; ++k) node_of_id[tree.order[k]] = n;
  }
  tree.node_of_id = std::move(node_of_id);
  tree.parent_of_node = std::move(parent_of_node);
}

// Refits the nodes above the changed ids, each once, children before parents: the highest index first.
void refit_above(TreeData& tree, std::span<const Aabb> boxes, std::size_t first, std::size_t count) {
  const auto from = tree.node_of_id.begin() + static_cast<std::ptrdiff_t>(first);
  std::vector<std::uint32_t> heap(from, from + static_cast<std::ptrdiff_t>(count));
  std::make_heap(heap.begin(), heap.end());
  std::uint32_t last = kNone;
  const Quantise quantise = node_kernels().quantise;
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end());
    const std::uint32_t n = heap.back();
    heap.pop_back();
    if (n == last) continue;
    last = n;
    refit_node(tree, n, boxes_of(tree, boxes), quantise);
    if (tree.parent_of_node[n] == kNone) continue;
    heap.push_back(tree.parent_of_node[n]);
    std::push_heap(heap.begin(), heap.end());
  }
}

constexpr Error kWrongCount{ErrorCode::index_out_of_range, "tree: not as many boxes as it was built over"};

}  // namespace

std::optional<Error> refit(AabbTree& tree, std::span<const Aabb> boxes) {
  if (boxes.size() != tree.size()) return kWrongCount;
  if (const auto error = check_boxes(boxes, 0, boxes.size())) return error;
  if (boxes.empty()) return {};
  TreeData& data = *TreeAccess::data(tree);
  refit_all(data, boxes_of(data, boxes));
  return {};
}

std::optional<Error> refit(AabbTree& tree, std::span<const Aabb> boxes, std::size_t first,
                           std::size_t count) {
  if (boxes.size() != tree.size()) return kWrongCount;
  if (first > boxes.size() || count > boxes.size() - first)
    return Error{ErrorCode::index_out_of_range, "tree: range of boxes beyond the last one", first};
  if (const auto error = check_boxes(boxes, first, count)) return error;
  if (count == 0) return {};
  TreeData& data = *TreeAccess::data(tree);
  // From here on most nodes are above a changed id, and the heap costs more than it saves.
  if (count > boxes.size() / 16) {
    refit_all(data, boxes_of(data, boxes));
    return {};
  }
  make_tables(data);
  refit_above(data, boxes, first, count);
  return {};
}

}  // namespace graze::inline GRAZE_ABI
