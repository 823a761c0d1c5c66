// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/sweep/walk.h"
#include "broad/table/structure.h"
#include "broad/tree/pairs.h"
#include "graze/broad/sweep_and_prune.h"

namespace graze::inline GRAZE_ABI {
namespace {

// From so many boxes on, neighbours of boxes that came and went are found by a tree made for the purpose: a
// range query finds n^(2/3) of n boxes in a cloud.
constexpr std::size_t kManyAsked = 64;
// Pairs that change often between two flushes are listed often; the list is cleaned when it has grown so
// long.
constexpr std::size_t kFirstCleaning = 4096;

/// Sides of all boxes, sorted on each axis. A move passes sides of other boxes, and each one passed is a pair
/// that may have begun or ended.
struct SortedSides : ProxyStructure {
  Endpoints endpoints;           // also of boxes destroyed since the last flush
  std::vector<ProxyPair> pairs;  // which may have begun or ended because one of them moved
  std::size_t cleaning = kFirstCleaning;
  std::vector<std::uint8_t> is_asked;  // by id
  std::vector<ProxyId> asked;  // created, destroyed, with another filter: to be compared with all neighbours

  using ProxyStructure::ProxyStructure;

  void ask(ProxyId id) {
    if (is_asked[id] != 0) return;
    is_asked[id] = 1;
    asked.push_back(id);
  }
  void insert(std::span<const ProxyId> ids) override {
    is_asked.resize(table.capacity());
    std::vector<Endpoints::Box> boxes;
    for (const ProxyId id : ids) {
      boxes.push_back({table.now(id).box, id});
      if (table.is_changed(id)) ask(id);
    }
    if (!boxes.empty()) endpoints.insert_boxes(boxes);
  }
  void follow(ProxyId id, const Aabb&) override {
    const Aabb& box = table.now(id).box;
    if (endpoints.is_far(id, box))
      jump(id, box);
    else
      endpoints.move(id, box, pairs);
    if (pairs.size() < cleaning) return;
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    cleaning = std::max(kFirstCleaning, 2 * pairs.size());
  }

  // Pairs that end are found here, those that begin when the next flush looks around the new place.
  void jump(ProxyId id, const Aabb& box) {
    const Aabb before = endpoints.box_of(id);
    endpoints.visit_range(before, [&](ProxyId other) {
      if (other != id && graze::overlaps(before, endpoints.box_of(other))) pairs.push_back({id, other});
      return true;
    });
    endpoints.jump(id, box);
    ask(id);
  }
  void remove(ProxyId id, const Aabb&) override { ask(id); }
  void refilter(ProxyId id) override { ask(id); }

  void find_events(std::vector<PairEvent>& events) override {
    for (const ProxyPair& pair : pairs) table.compare(pair.a, pair.b, events);
    if (asked.size() < kManyAsked)
      compare_asked(events);
    else
      compare_many_asked(events);
  }
  void compare_asked(std::vector<PairEvent>& events) const {
    for (const ProxyId id : asked) {
      endpoints.visit_range(endpoints.box_of(id), [&](ProxyId other) {
        if (other != id) table.compare(id, other, events);
        return true;
      });
    }
  }
  void compare_many_asked(std::vector<PairEvent>& events) const {
    std::vector<BoxLeaf> leaves[2];
    for (ProxyId id = 0; id < table.capacity(); ++id) {
      if (!table.contains(id) && is_asked[id] == 0) continue;
      const ProxyFilter filter = merge(table.now(id).filter, table.flushed(id).filter);
      leaves[table.is_fixed(id) ? 1 : 0].push_back(
          {endpoints.box_of(id), filter, main_leaf(id), is_asked[id] != 0});
    }
    BoxTree moving, fixed;
    moving.insert(leaves[0]);
    fixed.insert(leaves[1]);
    graze::find_events(table, moving, fixed, settings.executor, events);
  }
  void settle() override {
    bool is_any_gone = false;
    for (const ProxyId id : asked) {
      is_any_gone |= !table.contains(id);
      is_asked[id] = 0;
    }
    if (is_any_gone) endpoints.retain([&](ProxyId id) { return table.contains(id); });
    asked.clear();
    pairs.clear();
  }

  [[nodiscard]] std::size_t memory_bytes() const override {
    return sizeof(*this) + endpoints.memory_bytes() + heap_bytes(pairs, is_asked, asked);
  }
  void visit_overlaps(const Aabb& box, const ProxyFilter& filter, ProxyVisitor visitor) const override {
    endpoints.visit_range(box,
                          [&](ProxyId id) { return !is_overlap(table.now(id), box, filter) || visitor(id); });
  }
  // First the boxes that are not entered by any side, then along the grid.
  void visit_cast(Sweep& sweep, const Ray*, const ProxyFilter& filter, ProxyRayVisitor hit) const override {
    const auto offer = [&](ProxyId id, int axis) {
      const ProxyState& now = table.now(id);
      if (!passes(now.filter, filter) || entry_axis(sweep, now.box) != axis) return true;
      const double t = enter(sweep, now.box);
      return t < 0 || call_hit(sweep, id, t, hit);
    };
    bool goes_on = true;
    endpoints.visit_range(start_box(sweep), [&](ProxyId id) { return goes_on = offer(id, -1); });
    GridWalk walk(endpoints, sweep);
    for (int k = walk.axis(); goes_on && k >= 0 && reaches(sweep, walk.time(k)); k = walk.axis()) {
      goes_on = offer(walk.id(k), k);
      walk.advance(k);
    }
  }
  // Along the first axis: boxes beside the point, then those ahead and behind until none of them can be
  // nearer.
  void list_nearest(const Vec3& point, const ProxyFilter& filter, NearestList& list) const override {
    const auto offer = [&](ProxyId id) { return offer_to_list(id, point, filter, list); };
    const double p = double(point.x);
    const auto is_near = [&](const Endpoint& e) {
      const double gap = double(e.value) - p;
      return list.reaches(to_squared(gap * gap));
    };
    const std::span<const Endpoint> axis = endpoints.axis(0);
    const std::uint32_t located = endpoints.find_endpoint(0, p);
    endpoints.visit_stabbed(0, located, offer);
    for (std::size_t i = located; i < axis.size() && is_near(axis[i]); ++i)
      if (!axis[i].is_upper()) offer(axis[i].id());
    for (std::size_t i = located; i > 0 && is_near(axis[i - 1]); --i)
      if (axis[i - 1].is_upper()) offer(axis[i - 1].id());
  }
};

}  // namespace

constinit MakeStructure& make_sorted_sides = make_structure<SortedSides>;
SweepAndPrune::SweepAndPrune(const BroadPhaseSettings& settings)
    : BasicBroadPhase(std::make_unique<BroadPhaseState>(settings, make_sorted_sides)) {}

}  // namespace graze::inline GRAZE_ABI
