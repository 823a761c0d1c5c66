// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <utility>

#include "broad/pairs/search.h"
#include "broad/table/bucket_sort.h"
#include "broad/tree/query_tree.h"
#include "graze/broad/box_pruning.h"

namespace graze::inline GRAZE_ABI {
namespace {

/// Finds all pairs from scratch at every flush; events follow from the lists of two flushes.
struct PairLists : QueryTree {
  std::vector<Aabb> boxes;              // as in the table, side by side for the search
  std::vector<pruning::BoxKind> kinds;  // by id
  PairBufferData search;
  pruning::RawArray<ProxyPair>
      flushed;  // pairs of boxes that overlapped at the last flush, whatever their filters
  std::size_t flushed_count = 0;
  bool has_other_filters = false;  // set since the last flush
  bool has_filters = false;        // one of them is not the default

  using QueryTree::QueryTree;

  void insert(std::span<const ProxyId> ids) override {
    QueryTree::insert(ids);
    for (const ProxyId id : ids) {
      copy_from_table(id);
      has_filters |= table.now(id).filter != ProxyFilter{};
    }
  }
  void follow(ProxyId id, const Aabb&) override { boxes[id] = table.now(id).box; }
  void remove(ProxyId id, const Aabb& before) override {
    QueryTree::remove(id, before);
    copy_from_table(id);
  }
  void refilter(ProxyId) override { has_other_filters = has_filters = true; }

  /// A box was created or destroyed.
  void copy_from_table(ProxyId id) {
    boxes.resize(table.capacity());
    kinds.resize(table.capacity(), pruning::BoxKind::absent);
    boxes[id] = table.box(id);
    kinds[id] = kind_of(id);
  }
  [[nodiscard]] pruning::BoxKind kind_of(ProxyId id) const {
    using pruning::BoxKind;
    return !table.contains(id) ? BoxKind::absent : table.is_fixed(id) ? BoxKind::fixed : BoxKind::moving;
  }
  /// Boxes that meet nobody, whatever the others are, need not be searched: many may lie at one place.
  void leave_out_filtered() {
    ProxyFilter all{0, 0};
    for (ProxyId id = 0; id < table.capacity(); ++id) all = merge(all, table.now(id).filter);
    for (ProxyId id = 0; id < table.capacity(); ++id)
      kinds[id] = passes(table.now(id).filter, all) ? kind_of(id) : pruning::BoxKind::absent;
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
    if (has_filters) leave_out_filtered();
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
    QueryTree::settle();
  }
  [[nodiscard]] std::size_t memory_bytes() const override {
    return QueryTree::memory_bytes() - sizeof(QueryTree) + sizeof(*this) + heap_bytes(boxes, kinds) +
           pruning::memory_bytes(search) + flushed.memory_bytes();
  }
};

}  // namespace

constinit MakeStructure& make_pair_lists = make_structure<PairLists>;
BoxPruning::BoxPruning(const BroadPhaseSettings& settings)
    : BasicBroadPhase(std::make_unique<BroadPhaseState>(settings, make_pair_lists)) {}

}  // namespace graze::inline GRAZE_ABI
