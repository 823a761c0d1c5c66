// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "broad/table/moving_box.h"
#include "broad/table/nearest.h"
#include "broad/table/proxies.h"

namespace graze::inline GRAZE_ABI {

/// Base of a structure that finds the boxes of a table: by tree, grid, sorted sides, or from scratch. It owns
/// the table, so that a query reaches a box in one step; TableBroadPhase writes to the table and then tells
/// the structure. Functions that a structure may leave as they are have a body here.
struct ProxyStructure {
  BroadPhaseSettings settings;
  ProxyTable table;

  explicit ProxyStructure(const BroadPhaseSettings& s) : settings(s), table(s.user_filter) {}

  /// find_events() gives every event once, sorted by pair.
  static constexpr bool kSortsEvents = false;

  // void insert(ids)          boxes were created
  // void follow(id, before)   a box was moved; it was `before`
  /// follow() was called for each of these ids.
  void finish_moves(std::span<const ProxyId>) {}
  // void remove(id, before)   a box was destroyed; it was `before`
  /// A box got another filter.
  void refilter(ProxyId) {}

  // A flush with changes calls these in order; table.finish_flush() comes after settle():
  // void find_events(events)  table.compare() of at least all pairs that began or ended
  // void settle()             gives up the boxes of the last flush
  /// Makes the next queries and flushes cheap.
  void improve() {}
  /// A flush without changes.
  void flush_unchanged() {}

  // Queries of boxes as they are now. Arguments have been checked:
  // void visit_overlaps(box, filter, visitor) const
  // void visit_cast(sweep, ray, filter, hit) const       ray is null where a box is cast
  // void list_nearest(point, filter, list) const
  // std::size_t memory_bytes() const                     without the table

  /// Parameter at which a sweep enters a box that its filter lets through, or kMissed.
  [[nodiscard]] double entry_of(ProxyId id, const Sweep& sweep, const ProxyFilter& filter) const {
    const ProxyState& now = table.now(id);
    return passes(now.filter, filter) ? enter(sweep, now.box) : kMissed;
  }
  /// Whether a query for the boxes that overlap `box` finds this one.
  [[nodiscard]] static bool is_overlap(const ProxyState& now, const Aabb& box, const ProxyFilter& filter) {
    return graze::overlaps(now.box, box) && passes(now.filter, filter);
  }
  /// Offers a box to the list of the nearest. Always true: the walk goes on.
  bool offer_to_list(ProxyId id, const Vec3& point, const ProxyFilter& filter, NearestList& list) const {
    const ProxyState& now = table.now(id);
    if (passes(now.filter, filter)) list.offer({id, squared_distance(point, now.box)});
    return true;
  }
};

/// A broad phase over one structure: checks, ids and order of events are the table's, pairs and queries the
/// structure's.
template <class Structure>
class TableBroadPhase {
 public:
  explicit TableBroadPhase(const BroadPhaseSettings& settings) : structure_(settings) {}

  [[nodiscard]] Result<ProxyId> create(const ProxyInput& input) {
    auto id = table().create(input);
    if (id) structure_.insert({&*id, 1});
    return id;
  }
  [[nodiscard]] std::optional<Error> create(std::span<const ProxyInput> inputs, std::span<ProxyId> out) {
    if (const auto error = table().create(inputs, out)) return error;
    structure_.insert(out);
    return {};
  }
  [[nodiscard]] std::optional<Error> move(ProxyId id, const Aabb& box) {
    if (const auto error = move_one(id, box)) return error;
    structure_.finish_moves({&id, 1});
    return {};
  }
  [[nodiscard]] std::optional<Error> move(std::span<const ProxyId> ids, std::span<const Aabb> boxes) {
    if (const auto error = table().check_move(ids, boxes)) return error;
    for (std::size_t i = 0; i < ids.size(); ++i) (void)move_one(ids[i], boxes[i]);
    structure_.finish_moves(ids);
    return {};
  }
  [[nodiscard]] std::optional<Error> destroy(ProxyId id) {
    const Aabb before = table().box(id);
    if (const auto error = table().destroy(id)) return error;
    structure_.remove(id, before);
    return {};
  }
  [[nodiscard]] std::optional<Error> destroy(std::span<const ProxyId> ids) {
    if (const auto error = table().check_destroy(ids)) return error;
    for (const ProxyId id : ids) (void)destroy(id);
    return {};
  }
  [[nodiscard]] std::optional<Error> set_filter(ProxyId id, const ProxyFilter& filter) {
    if (const auto error = table().set_filter(id, filter)) return error;
    structure_.refilter(id);
    return {};
  }
  void flush(PairSink sink) {
    if (table().changed().empty()) return structure_.flush_unchanged();
    events_.clear();
    structure_.find_events(events_);
    structure_.settle();
    table().finish_flush();
    structure_.improve();
    if constexpr (!Structure::kSortsEvents) sort_events(events_, structure_.settings.executor);
    for (const PairEvent& event : events_) sink(event);
  }

  [[nodiscard]] std::size_t size() const { return table().size(); }
  [[nodiscard]] bool contains(ProxyId id) const { return table().contains(id); }
  [[nodiscard]] Aabb box(ProxyId id) const { return table().box(id); }
  [[nodiscard]] std::size_t memory_bytes() const {
    return sizeof(*this) + table().memory_bytes() + structure_.memory_bytes() + heap_bytes(events_);
  }
  void overlaps(const Aabb& box, const ProxyFilter& filter, ProxyVisitor visitor) const {
    if (!box.is_empty()) structure_.visit_overlaps(box, filter, visitor);
  }
  void ray_cast(const Ray& ray, const ProxyFilter& filter, ProxyRayVisitor hit) const {
    if (auto sweep = make_sweep(ray)) structure_.visit_cast(*sweep, &ray, filter, hit);
  }
  void box_cast(const Aabb& box, const Ray& ray, const ProxyFilter& filter, ProxyRayVisitor hit) const {
    if (auto sweep = make_sweep(box, ray)) structure_.visit_cast(*sweep, nullptr, filter, hit);
  }
  [[nodiscard]] std::size_t nearest(const Vec3& point, const ProxyFilter& filter,
                                    std::span<NearProxy> out) const {
    if (!is_finite(point) || out.empty()) return 0;
    NearestList list(out);
    structure_.list_nearest(point, filter, list);
    return list.finish();
  }

 private:
  Structure structure_;
  std::vector<PairEvent> events_;  // scratch of flush()

  [[nodiscard]] ProxyTable& table() { return structure_.table; }
  [[nodiscard]] const ProxyTable& table() const { return structure_.table; }
  [[nodiscard]] std::optional<Error> move_one(ProxyId id, const Aabb& box) {
    const Aabb before = table().box(id);
    if (const auto error = table().move(id, box)) return error;
    structure_.follow(id, before);
    return {};
  }
};

}  // namespace graze::inline GRAZE_ABI
