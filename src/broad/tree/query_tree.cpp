// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/tree/query_tree.h"

#include <algorithm>

#include "broad/tree/walk.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Queries that look at all boxes before one builds a tree: about as long as that takes.
constexpr std::uint32_t kScans = 8;
// Fewer boxes are looked at as fast as a tree of them.
constexpr std::size_t kManyBoxes = 64;
// Changes are brought into the tree one by one if they are fewer than this part of all boxes.
constexpr std::size_t kFewChanges = 16;

}  // namespace

void QueryTree::settle() {
  const bool is_asked = asked_.load(std::memory_order_relaxed) > 0;
  const bool stays = is_asked && !has_other_ids_ && has_tree_.load(std::memory_order_relaxed);
  if (stays) follow_changes();
  has_tree_.store(stays, std::memory_order_relaxed);
}

void QueryTree::follow_changes() {
  const std::span<const ProxyId> changed = table.changed();
  const bool are_few = changed.size() < table.size() / kFewChanges;
  for (const ProxyId id : changed) {
    const ProxyState& now = table.now(id);
    if (are_few)
      tree_.update(id, now.box, now.filter);
    else
      tree_.set_leaf(id, now.box, now.filter);
  }
  if (!are_few) tree_.refit();
}

void QueryTree::improve(std::span<const PairEvent>) {
  const bool is_asked = asked_.exchange(0, std::memory_order_relaxed) > 0;
  const bool has_tree = has_tree_.load(std::memory_order_relaxed);
  has_other_ids_ = false;
  make_room();
  if (has_tree ? tree_.is_worn() : is_asked && room_ > 0) build();
}

void QueryTree::flush_unchanged() {
  if (!has_tree_.load(std::memory_order_relaxed)) improve({});
}

void QueryTree::make_room() {
  if (table.size() < kManyBoxes) return;
  if (room_ < table.size()) {
    room_ = table.size() + table.size() / 2;
    places_.reserve(room_);
  }
  tree_.reserve(room_, table.capacity());
}

// Boxes that moved since the last flush are in it as well: follow_changes() will look for them.
void QueryTree::build() const {
  places_.places.clear();
  for (ProxyId id = 0; id < table.capacity(); ++id)
    if (table.contains(id) && !table.flushed(id).box.is_empty()) places_.places.push_back({0, id});
  const auto leaf_of = [&](std::uint32_t id) {
    return BoxLeaf{table.now(id).box, table.now(id).filter, id, false};
  };
  tree_.build_along_curve(places_, leaf_of);
  has_tree_.store(true, std::memory_order_release);
}

bool QueryTree::has_tree_now() const {
  const std::uint32_t before = asked_.load(std::memory_order_relaxed);
  if (before < kScans) asked_.store(before + 1, std::memory_order_relaxed);
  if (has_tree_.load(std::memory_order_acquire)) return true;
  // A tree is no help where most boxes have changed since the last flush.
  if (before < kScans || room_ == 0 || 2 * table.changed().size() > table.size()) return false;
  const std::lock_guard<std::mutex> lock(building_);
  if (!has_tree_.load(std::memory_order_relaxed)) build();
  return true;
}

std::size_t QueryTree::memory_bytes() const {
  return sizeof(*this) + tree_.memory_bytes() + heap_bytes(places_.places, places_.spare);
}

/// Calls offer(id) -> bool for boxes that are not in the tree as they are now. False when an offer said so,
/// or these were all.
template <class Offer>
bool QueryTree::visit_others(Offer&& offer) const {
  const auto goes_on = [&](ProxyId id) { return !table.contains(id) || offer(id); };
  const std::span<const ProxyId> changed = table.changed();
  if (has_tree_now()) return std::all_of(changed.begin(), changed.end(), goes_on);
  for (ProxyId id = 0; id < table.capacity() && goes_on(id);) ++id;
  return false;
}

/// For leaves of the tree: offer(id), unless the box has changed since.
template <class Offer>
auto QueryTree::unchanged(Offer& offer) const {
  return [&](ProxyId id) { return table.is_changed(id) || offer(id); };
}

void QueryTree::visit_overlaps(const Aabb& box, const ProxyFilter& filter, ProxyVisitor visitor) const {
  const auto offer = [&](ProxyId id) { return !is_overlap(table.now(id), box, filter) || visitor(id); };
  if (visit_others(offer)) (void)visit_overlapping_leaves(tree_, filter, box, unchanged(offer));
}

void QueryTree::visit_cast(Sweep& sweep, const Ray*, const ProxyFilter& filter, ProxyRayVisitor hit) const {
  NodeSweep nodes(sweep);
  const auto offer = [&](ProxyId id) {
    const double t = entry_of(id, sweep, filter);
    return t < 0 || call_hit(sweep, nodes, id, t, hit);
  };
  const auto ahead = [&](ProxyId id) { table.prefetch(id); };
  if (visit_others(offer)) (void)visit_swept_leaves(tree_, filter, nodes, unchanged(offer), ahead);
}

void QueryTree::list_nearest(const Vec3& point, const ProxyFilter& filter, NearestList& list) const {
  const auto offer = [&](ProxyId id) { return offer_to_list(id, point, filter, list); };
  const auto ahead = [&](ProxyId id) { table.prefetch(id); };
  if (visit_others(offer)) visit_leaves_near(tree_, filter, point, list, unchanged(offer), ahead);
}

constinit MakeStructure& make_query_tree = make_structure<QueryTree>;

}  // namespace graze::inline GRAZE_ABI
