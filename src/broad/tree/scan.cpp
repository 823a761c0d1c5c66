// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/table/structure.h"
#include "broad/tree/pairs.h"

namespace graze::inline GRAZE_ABI {
namespace {

/// Looks at every box of the table. It holds nothing: right at any time, and in need of no memory but for
/// events.
struct TableScan : ProxyStructure {
  using ProxyStructure::ProxyStructure;

  void insert(std::span<const ProxyId>) override {}
  void follow(ProxyId, const Aabb&) override {}
  void remove(ProxyId, const Aabb&) override {}
  void settle() override {}

  /// Leaves for where boxes are and were, in trees made for the purpose.
  void find_events(std::vector<PairEvent>& events) override {
    std::vector<BoxLeaf> leaves[2];
    for (ProxyId id = 0; id < table.capacity(); ++id) {
      const ProxyState &now = table.now(id), &flushed = table.flushed(id);
      const Aabb box = merge(now.box, flushed.box);
      if (box.is_empty()) continue;
      leaves[table.is_fixed(id) ? 1 : 0].push_back(
          {box, merge(now.filter, flushed.filter), main_leaf(id), table.is_changed(id)});
    }
    BoxTree moving, fixed;
    if (!leaves[0].empty()) moving.insert(leaves[0], settings.executor);
    if (!leaves[1].empty()) fixed.insert(leaves[1], settings.executor);
    graze::find_events(table, moving, fixed, settings.executor, events);
  }

  /// visit(id) -> bool for every box; false ends it.
  template <class Visit>
  void for_each_box(Visit&& visit) const {
    for (ProxyId id = 0; id < table.capacity(); ++id)
      if (table.contains(id) && !visit(id)) return;
  }
  void visit_overlaps(const Aabb& box, const ProxyFilter& filter, ProxyVisitor visitor) const override {
    for_each_box([&](ProxyId id) { return !is_overlap(table.now(id), box, filter) || visitor(id); });
  }
  void visit_cast(Sweep& sweep, const Ray*, const ProxyFilter& filter, ProxyRayVisitor hit) const override {
    for_each_box([&](ProxyId id) {
      const double t = entry_of(id, sweep, filter);
      return t < 0 || call_hit(sweep, id, t, hit);
    });
  }
  void list_nearest(const Vec3& point, const ProxyFilter& filter, NearestList& list) const override {
    for_each_box([&](ProxyId id) { return offer_to_list(id, point, filter, list); });
  }
  [[nodiscard]] std::size_t memory_bytes() const override { return sizeof(*this); }
};

}  // namespace

constinit MakeStructure& make_table_scan = make_structure<TableScan>;

}  // namespace graze::inline GRAZE_ABI
