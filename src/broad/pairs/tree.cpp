// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/pairs/tree.h"

namespace graze::inline GRAZE_ABI {

void FlushedTree::update(const ProxyTable& table, const Executor& executor) {
  is_current_ = is_asked_.exchange(false, std::memory_order_relaxed) && table.size() > 0;
  if (!is_current_) return;
  const bool has_same_ids = !has_other_ids_;
  if (!has_same_ids) {
    ids_.clear();
    for (ProxyId id = 0; id < table.capacity(); ++id)
      if (table.contains(id)) ids_.push_back(id);
    has_other_ids_ = false;
  }
  boxes_.resize(ids_.size());
  for (std::size_t i = 0; i < ids_.size(); ++i) boxes_[i] = table.now(ids_[i]).box;
  if (has_same_ids && !refit(tree_, boxes_) && tree_.cost() < 2 * tree_.built_cost()) return;
  Result<AabbTree> built = build_tree(boxes_, {.executor = executor, .leaf_size = 1});
  GRAZE_ASSERT(built.has_value());
  tree_ = std::move(built).value();
}

std::size_t FlushedTree::memory_bytes() const {
  return tree_.memory_bytes() + heap_bytes(ids_) + heap_bytes(boxes_);
}

}  // namespace graze::inline GRAZE_ABI
