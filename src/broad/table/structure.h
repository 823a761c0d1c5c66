// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <new>

#include "broad/table/moving_box.h"
#include "broad/table/nearest.h"
#include "broad/table/proxies.h"

namespace graze::inline GRAZE_ABI {

/// A structure that finds the boxes of a table: by tree, grid, sorted sides, or from scratch. BasicBroadPhase
/// writes to the table and then tells the structure.
struct ProxyStructure {
  const ProxyTable& table;
  const BroadPhaseSettings& settings;

  ProxyStructure(const ProxyTable& t, const BroadPhaseSettings& s) : table(t), settings(s) {}
  virtual ~ProxyStructure() = default;

  /// Boxes were created, or all boxes are taken over from another structure after a flush.
  virtual void insert(std::span<const ProxyId> ids) = 0;
  /// A box was moved; it was `before`.
  virtual void follow(ProxyId id, const Aabb& before) = 0;
  /// follow() was called for each of these ids.
  virtual void finish_moves(std::span<const ProxyId>) {}
  /// A box was destroyed; it was `before`.
  virtual void remove(ProxyId id, const Aabb& before) = 0;
  /// A box got another filter.
  virtual void refilter(ProxyId) {}

  // A flush with changes calls these in order; table.finish_flush() comes after settle().
  /// Calls table.compare() for at least all pairs that began or ended.
  virtual void find_events(std::vector<PairEvent>& events) = 0;
  /// Gives up the boxes of the last flush.
  virtual void settle() = 0;
  /// Makes the next queries and flushes cheap; `events` are those of this flush, each once.
  virtual void improve([[maybe_unused]] std::span<const PairEvent> events) {}
  /// A flush without changes.
  virtual void flush_unchanged() {}
  /// This one stands in for a structure of the same kind, which is given up, and has all boxes already.
  virtual void succeed([[maybe_unused]] const ProxyStructure& lost) {}

  // Queries of boxes as they are now. Arguments have been checked.
  virtual void visit_overlaps(const Aabb& box, const ProxyFilter& filter, ProxyVisitor visitor) const = 0;
  /// `ray` is null where a box is cast.
  virtual void visit_cast(Sweep& sweep, const Ray* ray, const ProxyFilter& filter,
                          ProxyRayVisitor hit) const = 0;
  virtual void list_nearest(const Vec3& point, const ProxyFilter& filter, NearestList& list) const = 0;
  /// Without the table.
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;

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

using MakeStructure = std::unique_ptr<ProxyStructure>(const ProxyTable&, const BroadPhaseSettings&);
template <class Structure>
[[nodiscard]] std::unique_ptr<ProxyStructure> make_structure(const ProxyTable& table,
                                                             const BroadPhaseSettings& settings) {
  return std::make_unique<Structure>(table, settings);
}
/// Two dynamic trees; cells, and a tree of boxes that do not fit; sorted sides; lists of pairs; all boxes one
/// by one. Each is defined in the room of its structure.
extern MakeStructure &make_moving_trees, &make_cells_and_tree, &make_sorted_sides, &make_pair_lists,
    &make_table_scan;
/// Finds no pairs: answers queries beside a structure that is slow at them.
extern MakeStructure& make_query_tree;

/// All boxes of the table, which has just been flushed, go into a new structure. Pairs that exist have been
/// reported already: its first flush finds nothing new.
void take_over(ProxyStructure& fresh);

/// A broad phase: checks, ids and order of events are the table's, pairs and queries the structure's.
///
/// The table alone says which boxes there are, and its changes cannot fail once create() has found room. So a
/// structure that runs out of memory on the way is given up rather than undone: queries look at every box of
/// the table until the next flush makes another structure.
struct BroadPhaseState {
  BroadPhaseSettings settings;
  ProxyTable table;
  MakeStructure& make;
  std::unique_ptr<ProxyStructure> structure, scan;
  ProxyStructure* used;           // one of the two
  std::vector<PairEvent> events;  // scratch of flush()

  BroadPhaseState(const BroadPhaseSettings& s, MakeStructure& m)
      : settings(s),
        table(s.user_filter),
        make(m),
        structure(make(table, settings)),
        scan(make_table_scan(table, settings)),
        used(structure.get()) {}

  /// change(structure), which is given up if that fails. Exceptions of the caller's functions pass through.
  template <class Change>
  void tell(Change&& change) {
    try {
      change(*used);
    } catch (const std::bad_alloc&) {
      used = scan.get();
    } catch (...) {
      used = scan.get();
      throw;
    }
  }
  void move(ProxyId id, const Aabb& box) {
    const Aabb before = table.box(id);
    table.move(id, box);
    tell([&](ProxyStructure& to) { to.follow(id, before); });
  }
  void destroy(ProxyId id) {
    const Aabb before = table.box(id);
    table.destroy(id);
    tell([&](ProxyStructure& to) { to.remove(id, before); });
  }
  /// After a flush: a structure again in place of one that was given up, if there is memory for it.
  void restore();
};

}  // namespace graze::inline GRAZE_ABI
