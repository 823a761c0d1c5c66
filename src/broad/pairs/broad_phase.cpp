// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <atomic>
#include <utility>

#include "broad/pairs/search.h"
#include "broad/table/bucket_sort.h"
#include "broad/table/structure.h"
#include "broad/tree/walk.h"
#include "graze/broad/box_pruning.h"

namespace graze::inline GRAZE_ABI {
namespace {

/// Finds all pairs from scratch at every flush; events follow from the lists of two flushes. Queries have a
/// tree over the boxes at the last flush. It is made only where queries are: the flush after a query makes it
/// or brings it up to date, and the flush after none gives it up.
struct PairLists : ProxyStructure {
  std::vector<Aabb> boxes;              // as in the table, side by side for the search
  std::vector<pruning::BoxKind> kinds;  // by id
  PairBufferData search;
  pruning::RawArray<ProxyPair>
      flushed;  // pairs of boxes that overlapped at the last flush, whatever their filters
  std::size_t flushed_count = 0;
  bool has_other_filters = false;  // set since the last flush
  BoxTree tree;                    // by id
  bool has_tree = false;           // boxes that did not change since the last flush are all in the tree
  bool has_other_ids = false;      // than the tree: boxes have come or gone
  mutable std::atomic<bool> is_asked{false};  // since the last flush, by any thread

  using ProxyStructure::ProxyStructure;

  void insert(std::span<const ProxyId> ids) override {
    for (const ProxyId id : ids) copy_from_table(id);
  }
  void follow(ProxyId id, const Aabb&) override { boxes[id] = table.now(id).box; }
  void remove(ProxyId id, const Aabb&) override { copy_from_table(id); }
  void refilter(ProxyId) override { has_other_filters = true; }

  /// A box was created or destroyed.
  void copy_from_table(ProxyId id) {
    using pruning::BoxKind;
    boxes.resize(table.capacity());
    kinds.resize(table.capacity(), BoxKind::absent);
    boxes[id] = table.box(id);
    kinds[id] = !table.contains(id) ? BoxKind::absent : table.is_fixed(id) ? BoxKind::fixed : BoxKind::moving;
    has_other_ids = true;
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
  void find_events(std::vector<PairEvent>& events) override {
    pruning::find_pairs({boxes, kinds}, search, {settings.executor, PairOrder::sorted});
    compare_with_flushed(events);
  }
  /// In parts by lower number, where threads share the work.
  void compare_with_flushed(std::vector<PairEvent>& events) const {
    const std::span<const ProxyPair> before{flushed.data(), flushed_count};
    const std::span<const ProxyPair> after{search.found.pairs.data(), search.found.count};
    if (!is_worth_buckets(before.size() + after.size(), settings.executor))
      return compare_lists(before, after, events);
    constexpr std::size_t kParts = 64;
    const auto cut = [&](std::span<const ProxyPair> list, std::size_t part) {
      const ProxyPair first{static_cast<ProxyId>(table.capacity() * part / kParts), 0};
      const auto at = part == kParts ? list.end() : std::lower_bound(list.begin(), list.end(), first);
      return static_cast<std::size_t>(at - list.begin());
    };
    const auto piece = [&](std::span<const ProxyPair> list, std::size_t part) {
      const std::size_t begin = cut(list, part);
      return list.subspan(begin, cut(list, part + 1) - begin);
    };
    find_in_parts(settings.executor, kParts, events, [&](std::size_t part, std::vector<PairEvent>& out) {
      compare_lists(piece(before, part), piece(after, part), out);
    });
  }

  void settle() override {
    std::swap(flushed, search.found.pairs);
    flushed_count = search.found.count;
    has_other_filters = false;
  }
  void improve(std::span<const PairEvent>) override {
    has_tree = is_asked.exchange(false, std::memory_order_relaxed) && table.size() > 0;
    if (has_tree) update_tree();
  }
  void update_tree() {
    std::vector<BoxLeaf> leaves;
    for (ProxyId id = 0; id < table.capacity(); ++id)
      if (table.contains(id)) leaves.push_back({table.now(id).box, table.now(id).filter, id, false});
    if (std::exchange(has_other_ids, false)) {
      tree = {};
      return tree.insert(leaves, settings.executor);
    }
    for (const BoxLeaf& leaf : leaves) tree.set_leaf(leaf.number, leaf.box, leaf.filter);
    tree.refit();
    tree.improve(settings.executor);
  }
  void flush_unchanged() override {
    if (!has_tree) improve({});
  }

  [[nodiscard]] std::size_t memory_bytes() const override {
    return sizeof(*this) + heap_bytes(boxes, kinds) + pruning::memory_bytes(search) + flushed.memory_bytes() +
           tree.memory_bytes();
  }
  /// Calls offer(id) -> bool for boxes that are not in the tree as they are now. False when an offer said so,
  /// or these were all.
  template <class Offer>
  bool visit_others(Offer&& offer) const {
    is_asked.store(true, std::memory_order_relaxed);
    const auto goes_on = [&](ProxyId id) { return !table.contains(id) || offer(id); };
    const std::span<const ProxyId> changed = table.changed();
    if (has_tree) return std::all_of(changed.begin(), changed.end(), goes_on);
    for (ProxyId id = 0; id < table.capacity() && goes_on(id);) ++id;
    return false;
  }
  /// For leaves of the tree: offer(id), unless the box has changed since.
  template <class Offer>
  [[nodiscard]] auto unchanged(Offer& offer) const {
    return [&](ProxyId id) { return table.is_changed(id) || offer(id); };
  }

  void visit_overlaps(const Aabb& box, const ProxyFilter& filter, ProxyVisitor visitor) const override {
    const auto offer = [&](ProxyId id) { return !is_overlap(table.now(id), box, filter) || visitor(id); };
    if (visit_others(offer)) (void)visit_overlapping_leaves(tree, filter, box, unchanged(offer));
  }
  void visit_cast(Sweep& sweep, const Ray*, const ProxyFilter& filter, ProxyRayVisitor hit) const override {
    NodeSweep nodes(sweep);
    const auto offer = [&](ProxyId id) {
      const double t = entry_of(id, sweep, filter);
      return t < 0 || call_hit(sweep, nodes, id, t, hit);
    };
    if (visit_others(offer)) (void)visit_swept_leaves(tree, filter, nodes, unchanged(offer));
  }
  void list_nearest(const Vec3& point, const ProxyFilter& filter, NearestList& list) const override {
    const auto offer = [&](ProxyId id) { return offer_to_list(id, point, filter, list); };
    if (visit_others(offer)) visit_leaves_near(tree, filter, point, list, unchanged(offer));
  }
};

}  // namespace

constinit MakeStructure& make_pair_lists = make_structure<PairLists>;
BoxPruning::BoxPruning(const BroadPhaseSettings& settings)
    : BasicBroadPhase(std::make_unique<BroadPhaseState>(settings, make_pair_lists)) {}

}  // namespace graze::inline GRAZE_ABI
