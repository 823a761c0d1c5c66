// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/pairs/search.h"
#include "broad/pairs/tree.h"
#include "broad/table/bucket_sort.h"
#include "broad/table/facade.h"
#include "broad/table/public_members.h"
#include "graze/broad/box_pruning.h"
#include "tree/traverse.h"

namespace graze::inline GRAZE_ABI {

/// Finds all pairs from scratch at every flush; events follow from the lists of two flushes. A tree that
/// flushes keep up to date answers queries.
struct PairLists : ProxyStructure {
  static constexpr bool kSortsEvents = true;
  std::vector<Aabb> boxes;              // as in the table, side by side for the search
  std::vector<pruning::BoxKind> kinds;  // by id
  PairBufferData search;
  pruning::RawArray<ProxyPair>
      flushed;  // pairs of boxes that overlapped at the last flush, whatever their filters
  std::size_t flushed_count = 0;
  bool has_other_filters = false;  // set since the last flush
  FlushedTree tree;

  using ProxyStructure::ProxyStructure;

  void insert(std::span<const ProxyId> ids) {
    for (const ProxyId id : ids) copy_from_table(id);
  }
  void follow(ProxyId id, const Aabb&) { boxes[id] = table.now(id).box; }
  void remove(ProxyId id, const Aabb&) { copy_from_table(id); }
  void refilter(ProxyId) { has_other_filters = true; }

  /// A box was created or destroyed.
  void copy_from_table(ProxyId id) {
    using pruning::BoxKind;
    boxes.resize(table.capacity());
    kinds.resize(table.capacity(), BoxKind::absent);
    boxes[id] = table.box(id);
    kinds[id] = !table.contains(id) ? BoxKind::absent : table.is_fixed(id) ? BoxKind::fixed : BoxKind::moving;
    tree.set_other_ids();
  }

  /// Which pairs began and ended follows from two sorted lists; filters are asked only about those.
  void compare_lists(std::span<const ProxyPair> before, std::span<const ProxyPair> after,
                     std::vector<PairEvent>& out) const {
    auto old = before.begin(), now = after.begin();
    const auto compare = [&](const ProxyPair& pair) { table.compare(pair.a, pair.b, out); };
    while (old != before.end() && now != after.end()) {
      if (*old == *now) {
        if (has_other_filters) compare(*old);
        ++old, ++now;
      } else {
        compare(*old < *now ? *old++ : *now++);
      }
    }
    while (old != before.end()) compare(*old++);
    while (now != after.end()) compare(*now++);
  }
  void find_events(std::vector<PairEvent>& events) {
    pruning::find_pairs({boxes, kinds}, search, {settings.executor, PairOrder::sorted});
    compare_with_flushed(events);
  }
  /// In parts by lower number, where threads share the work.
  void compare_with_flushed(std::vector<PairEvent>& events) const {
    const std::span<const ProxyPair> before{flushed.data(), flushed_count};
    const std::span<const ProxyPair> after{search.found.pairs.data(), search.found.count};
    if (!is_worth_buckets(before.size() + after.size(), settings.executor))
      return compare_lists(before, after, events);
    std::vector<std::vector<PairEvent>> parts(64);
    const auto cut = [&](std::span<const ProxyPair> list, std::size_t part) {
      const ProxyPair first{static_cast<ProxyId>(table.capacity() * part / parts.size()), 0};
      const auto at = part == parts.size() ? list.end() : std::lower_bound(list.begin(), list.end(), first);
      return static_cast<std::size_t>(at - list.begin());
    };
    const auto piece = [&](std::span<const ProxyPair> list, std::size_t part) {
      const std::size_t begin = cut(list, part);
      return list.subspan(begin, cut(list, part + 1) - begin);
    };
    auto run = [&](std::size_t part) { compare_lists(piece(before, part), piece(after, part), parts[part]); };
    run_tasks(settings.executor, parts.size(), run);
    for (const auto& part : parts) events.insert(events.end(), part.begin(), part.end());
  }

  void settle() {
    std::swap(flushed, search.found.pairs);
    flushed_count = search.found.count;
    has_other_filters = false;
  }
  void improve() { tree.update(table, settings.executor); }
  void flush_unchanged() {
    if (!tree.is_current()) improve();
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    return heap_bytes(boxes) + heap_bytes(kinds) + pruning::memory_bytes(search) + flushed.memory_bytes() +
           tree.memory_bytes();
  }
  /// visit(id) -> bool for boxes that are not in the tree as they are now; false when a visit said so.
  template <class Visit>
  bool visit_others(Visit&& visit) const {
    if (tree.is_current()) {
      for (const ProxyId id : table.changed())
        if (table.contains(id) && !visit(id)) return false;
      return true;
    }
    for (ProxyId id = 0; id < table.capacity(); ++id)
      if (table.contains(id) && !visit(id)) return false;
    return true;
  }
  /// visit(id) for a leaf of the tree, unless the box has changed since.
  template <class Visit>
  bool visit_leaf(std::uint32_t leaf, Visit&& visit) const {
    const ProxyId id = tree.id(leaf);
    return table.is_changed(id) || visit(id);
  }

  void visit_overlaps(const Aabb& box, const ProxyFilter& filter, ProxyVisitor visitor) const;
  void visit_cast(Sweep& sweep, const Ray* ray, const ProxyFilter& filter, ProxyRayVisitor hit) const;
  void list_nearest(const Vec3& point, const ProxyFilter& filter, NearestList& list) const;
};

void PairLists::visit_overlaps(const Aabb& box, const ProxyFilter& filter, ProxyVisitor visitor) const {
  tree.ask();
  const auto offer = [&](ProxyId id) { return !is_overlap(table.now(id), box, filter) || visitor(id); };
  if (!visit_others(offer) || !tree.is_current()) return;
  visit_box(tree.tree(), box, [&](std::uint32_t leaf) { return visit_leaf(leaf, offer); });
}

// Rays have a walk of their own through the tree; casts of boxes go by the times at which nodes are entered.
void PairLists::visit_cast(Sweep& sweep, const Ray* ray, const ProxyFilter& filter,
                           ProxyRayVisitor hit) const {
  tree.ask();
  bool goes_on = true;
  const auto offer = [&](ProxyId id) {
    const double t = entry_of(id, sweep, filter);
    return t < 0 || (goes_on = call_hit(sweep, id, t, hit));
  };
  if (!visit_others(offer) || !tree.is_current()) return;
  const auto end_now = [&] {
    return goes_on ? std::min(kOutward * double(sweep.max_t), std::numeric_limits<double>::max()) : -1;
  };
  double end = end_now();  // of the walk: falls on the way
  const auto leaf = [&](std::uint32_t number) {
    if (goes_on) (void)visit_leaf(number, offer);
    end = end_now();
  };
  if (ray != nullptr)
    return visit_ray(tree.tree(), BasicVec3<double>(ray->origin), BasicVec3<double>(ray->direction), end,
                     leaf);
  const auto bound = [&](const Aabb& node) {
    const double t = enter(sweep, node);
    return t < 0 ? std::numeric_limits<double>::infinity() : t;
  };
  visit_nearest(tree.tree(), bound, end, leaf);
}

void PairLists::list_nearest(const Vec3& point, const ProxyFilter& filter, NearestList& list) const {
  tree.ask();
  const auto offer = [&](ProxyId id) { return offer_to_list(id, point, filter, list); };
  visit_others(offer);
  if (!tree.is_current()) return;
  double end = list.end_of_search();
  const auto bound = [&](const Aabb& node) { return double(squared_distance(point, node)); };
  visit_nearest(tree.tree(), bound, end, [&](std::uint32_t leaf) {
    (void)visit_leaf(leaf, offer);
    end = list.end_of_search();
  });
}

template <>
struct BroadPhaseState<BoxPruning> : TableBroadPhase<PairLists> {
  using TableBroadPhase::TableBroadPhase;
};
template class BasicBroadPhase<BoxPruning>;

}  // namespace graze::inline GRAZE_ABI
