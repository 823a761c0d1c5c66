// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <mutex>

#include "broad/table/structure.h"
#include "broad/tree/box_tree.h"

namespace graze::inline GRAZE_ABI {

/// Queries beside a structure that finds pairs only: a tree of the boxes at the last flush, and changes since
/// then one by one. There is one only where queries are. A flush brings it up to date if it was asked since
/// the flush before, else gives it up; without one, a few queries look at all boxes, and the next builds it
/// in room that the flush left for it: those who never ask pay for no tree, and no query allocates.
struct QueryTree : ProxyStructure {
  using ProxyStructure::ProxyStructure;

  void insert(std::span<const ProxyId>) override { has_other_ids_ = true; }
  void follow(ProxyId, const Aabb&) override {}
  void remove(ProxyId, const Aabb&) override { has_other_ids_ = true; }
  void find_events(std::vector<PairEvent>&) override {}
  void settle() override;
  void improve(std::span<const PairEvent> events) override;
  void flush_unchanged() override;
  [[nodiscard]] std::size_t memory_bytes() const override;

  void visit_overlaps(const Aabb& box, const ProxyFilter& filter, ProxyVisitor visitor) const override;
  void visit_cast(Sweep& sweep, const Ray* ray, const ProxyFilter& filter,
                  ProxyRayVisitor hit) const override;
  void list_nearest(const Vec3& point, const ProxyFilter& filter, NearestList& list) const override;

 private:
  mutable BoxTree tree_;  // by id
  mutable CurveRoom places_;
  mutable std::atomic<bool> has_tree_{false};  // boxes that did not change since the last flush are all in it
  mutable std::atomic<std::uint32_t> asked_{0};  // since the last flush, by any thread; few, or any more
  mutable std::mutex building_;
  std::size_t room_ = 0;        // leaves for which a tree has room
  bool has_other_ids_ = false;  // than at the last flush: boxes have come or gone

  void follow_changes();
  void make_room();
  void build() const;
  [[nodiscard]] bool has_tree_now() const;
  template <class Offer>
  bool visit_others(Offer&& offer) const;
  template <class Offer>
  [[nodiscard]] auto unchanged(Offer& offer) const;
};

}  // namespace graze::inline GRAZE_ABI
