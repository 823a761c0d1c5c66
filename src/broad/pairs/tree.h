// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

#include "broad/table/proxies.h"
#include "graze/tree/aabb_tree.h"

namespace graze::inline GRAZE_ABI {

/// Over the boxes at the last flush, for the queries of BoxPruning. Made only where queries are: they say so
/// by ask(), and the next flush answers.
class FlushedTree {
 public:
  /// From any thread.
  void ask() const { is_asked_.store(true, std::memory_order_relaxed); }
  /// Brings it up to date, or gives it up when nobody has asked since the last time.
  void update(const ProxyTable& table, const Executor& executor);
  /// Boxes have come or gone.
  void set_other_ids() { has_other_ids_ = true; }

  /// Whether boxes that did not change since the last flush are all in the tree.
  [[nodiscard]] bool is_current() const { return is_current_; }
  [[nodiscard]] const AabbTree& tree() const { return tree_; }
  [[nodiscard]] ProxyId id(std::uint32_t leaf) const { return ids_[leaf]; }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  mutable std::atomic<bool> is_asked_{false};
  bool is_current_ = false;
  AabbTree tree_;
  bool has_other_ids_ = true;  // than those of the tree
  std::vector<ProxyId> ids_;   // of the boxes of the tree
  std::vector<Aabb> boxes_;
};

}  // namespace graze::inline GRAZE_ABI
