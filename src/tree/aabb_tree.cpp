// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/tree/aabb_tree.h"

#include "tree/wide_node.h"

namespace graze::inline GRAZE_ABI {

AabbTree::AabbTree() noexcept = default;
AabbTree::~AabbTree() = default;
AabbTree::AabbTree(AabbTree&& other) noexcept = default;
AabbTree& AabbTree::operator=(AabbTree&& other) noexcept = default;

std::size_t AabbTree::size() const noexcept { return data_ ? data_->order.size() : 0; }
Aabb AabbTree::bounds() const noexcept { return data_ ? data_->nodes.front().box() : Aabb{}; }

std::size_t AabbTree::memory_bytes() const noexcept {
  if (!data_) return 0;
  const std::size_t ids =
      data_->order.capacity() + data_->node_of_id.capacity() + data_->parent_of_node.capacity();
  return sizeof(TreeData) + data_->nodes.capacity() * sizeof(WideNode) + ids * sizeof(std::uint32_t);
}

Real AabbTree::cost() const noexcept { return data_ ? cost_of(*data_) : 0; }
Real AabbTree::built_cost() const noexcept { return data_ ? data_->built_cost : 0; }
int AabbTree::depth() const noexcept { return data_ ? data_->depth : 0; }
std::span<const std::uint32_t> AabbTree::order() const noexcept {
  return data_ ? std::span<const std::uint32_t>(data_->order) : std::span<const std::uint32_t>();
}

}  // namespace graze::inline GRAZE_ABI
