// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <atomic>

#include "broad/pairs/search.h"
#include "broad/table/bucket_sort.h"
#include "broad/table/structure.h"
#include "graze/broad/box_pruning.h"
#include "graze/tree/aabb_tree.h"
#include "tree/traverse.h"

namespace graze::inline GRAZE_ABI {
namespace {

/// Tree over the boxes at the last flush, for queries. Made only where queries are: they say so by ask(), and
/// the next flush answers.
class FlushedTree {
 public:
  /// From any thread.
  void ask() const { is_asked_.store(true, std::memory_order_relaxed); }
  /// Boxes have come or gone.
  void set_other_ids() { has_other_ids_ = true; }
  /// Brings the tree up to date, or gives it up when nobody has asked since the last time.
  void update(const ProxyTable& table, const Executor& executor) {
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

  /// Whether boxes that did not change since the last flush are all in the tree.
  [[nodiscard]] bool is_current() const { return is_current_; }
  [[nodiscard]] const AabbTree& tree() const { return tree_; }
  [[nodiscard]] ProxyId id(std::uint32_t leaf) const { return ids_[leaf]; }
  [[nodiscard]] std::size_t memory_bytes() const { return tree_.memory_bytes() + heap_bytes(ids_, boxes_); }

 private:
  mutable std::atomic<bool> is_asked_{false};
  bool is_current_ = false;
  AabbTree tree_;
  bool has_other_ids_ = true;  // than those of the tree
  std::vector<ProxyId> ids_;   // of the boxes of the tree
  std::vector<Aabb> boxes_;
};

/// Finds all pairs from scratch at every flush; events follow from the lists of two flushes. A tree that
/// flushes keep up to date answers queries.
struct PairLists : ProxyStructure {
  std::vector<Aabb> boxes;              // as in the table, side by side for the search
  std::vector<pruning::BoxKind> kinds;  // by id
  PairBufferData search;
  pruning::RawArray<ProxyPair>
      flushed;  // pairs of boxes that overlapped at the last flush, whatever their filters
  std::size_t flushed_count = 0;
  bool has_other_filters = false;  // set since the last flush
  FlushedTree tree;

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
  void improve(std::span<const PairEvent>) override { tree.update(table, settings.executor); }
  void flush_unchanged() override {
    if (!tree.is_current()) tree.update(table, settings.executor);
  }

  [[nodiscard]] std::size_t memory_bytes() const override {
    return sizeof(*this) + heap_bytes(boxes, kinds) + pruning::memory_bytes(search) + flushed.memory_bytes() +
           tree.memory_bytes();
  }
  /// Tells the tree of a query, and calls visit(id) -> bool for boxes that are not in it as they are now.
  /// False when a visit said so, or these were all.
  template <class Visit>
  bool visit_others(Visit&& visit) const {
    tree.ask();
    const auto goes_on = [&](ProxyId id) { return !table.contains(id) || visit(id); };
    const std::span<const ProxyId> changed = table.changed();
    if (tree.is_current()) return std::all_of(changed.begin(), changed.end(), goes_on);
    for (ProxyId id = 0; id < table.capacity() && goes_on(id);) ++id;
    return false;
  }
  /// visit(id) for a leaf of the tree, unless the box has changed since.
  template <class Visit>
  bool visit_leaf(std::uint32_t leaf, Visit&& visit) const {
    const ProxyId id = tree.id(leaf);
    return table.is_changed(id) || visit(id);
  }

  void visit_overlaps(const Aabb& box, const ProxyFilter& filter, ProxyVisitor visitor) const override {
    const auto offer = [&](ProxyId id) { return !is_overlap(table.now(id), box, filter) || visitor(id); };
    if (visit_others(offer))
      visit_box(tree.tree(), box, [&](std::uint32_t leaf) { return visit_leaf(leaf, offer); });
  }
  // Rays have a walk of their own through the tree; casts of boxes go by the times at which nodes are
  // entered.
  void visit_cast(Sweep& sweep, const Ray* ray, const ProxyFilter& filter,
                  ProxyRayVisitor hit) const override {
    bool goes_on = true;
    const auto offer = [&](ProxyId id) {
      const double t = entry_of(id, sweep, filter);
      return t < 0 || (goes_on = call_hit(sweep, id, t, hit));
    };
    if (!visit_others(offer)) return;
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
  void list_nearest(const Vec3& point, const ProxyFilter& filter, NearestList& list) const override {
    const auto offer = [&](ProxyId id) { return offer_to_list(id, point, filter, list); };
    if (!visit_others(offer)) return;
    double end = list.end_of_search();
    const auto bound = [&](const Aabb& node) { return double(squared_distance(point, node)); };
    visit_nearest(tree.tree(), bound, end, [&](std::uint32_t leaf) {
      (void)visit_leaf(leaf, offer);
      end = list.end_of_search();
    });
  }
};

}  // namespace

std::unique_ptr<ProxyStructure> make_pair_lists(const ProxyTable& table, const BroadPhaseSettings& settings) {
  return std::make_unique<PairLists>(table, settings);
}

BoxPruning::BoxPruning(const BroadPhaseSettings& settings)
    : BasicBroadPhase(std::make_unique<BroadPhaseState>(settings, make_pair_lists)) {}

}  // namespace graze::inline GRAZE_ABI
