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
// Sides passed between two flushes, per box: beyond, sorting anew and comparing all that changed is faster.
constexpr std::size_t kMostPassed = 128;

/// Sides of all boxes, sorted on each axis. A move passes sides of other boxes, and each one passed is a pair
/// that may have begun or ended. Where moves pass too many, boxes are left where they are until the flush,
/// which sorts anew; until then queries look at all boxes.
struct SortedSides : ProxyStructure {
  Endpoints endpoints;           // also of boxes destroyed since the last flush
  bool is_stale = false;         // boxes have moved since, and are not where the endpoints have them
  std::size_t passed = 0;        // sides, since the last flush
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
    if (is_stale) return;
    const Aabb& box = table.now(id).box;
    passed += endpoints.is_far(id, box) ? jump(id, box) : endpoints.move(id, box, pairs);
    if (passed > kMostPassed * table.size()) return give_up();
    if (pairs.size() < cleaning) return;
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    cleaning = std::max(kFirstCleaning, 2 * pairs.size());
  }

  // Pairs that end are found here, those that begin when the next flush looks around the new place.
  std::size_t jump(ProxyId id, const Aabb& box) {
    const Aabb before = endpoints.box_of(id);
    endpoints.visit_range(before, [&](ProxyId other) {
      if (other != id && graze::overlaps(before, endpoints.box_of(other))) pairs.push_back({id, other});
      return true;
    });
    ask(id);
    return endpoints.jump(id, box);
  }
  void give_up() {
    is_stale = true;
    pairs.clear();
  }
  void remove(ProxyId id, const Aabb&) override { ask(id); }
  void refilter(ProxyId id) override { ask(id); }

  void find_events(std::vector<PairEvent>& events) override {
    if (is_stale) return compare_by_trees([&](ProxyId id) { return table.is_changed(id); }, events);
    for (const ProxyPair& pair : pairs) table.compare(pair.a, pair.b, events);
    if (asked.size() < kManyAsked)
      compare_asked(events);
    else
      compare_by_trees([&](ProxyId id) { return is_asked[id] != 0; }, events);
  }
  void compare_asked(std::vector<PairEvent>& events) const {
    for (const ProxyId id : asked) {
      endpoints.visit_range(endpoints.box_of(id), [&](ProxyId other) {
        if (other != id) table.compare(id, other, events);
        return true;
      });
    }
  }
  [[nodiscard]] BoxTree quick_tree(std::span<const BoxLeaf> leaves) const {
    BoxTree tree;
    CurveRoom room;
    for (std::uint32_t i = 0; i < leaves.size(); ++i) room.places.push_back({0, i});
    tree.reserve(leaves.size(), 2 * table.capacity());
    tree.build_along_curve(room, [&](std::uint32_t i) { return leaves[i]; });
    return tree;
  }
  /// Boxes of which is_marked(id) with all that they meet now or met at the last flush.
  template <class IsMarked>
  void compare_by_trees(const IsMarked& is_marked, std::vector<PairEvent>& events) const {
    std::vector<BoxLeaf> leaves[2];
    for (ProxyId id = 0; id < table.capacity(); ++id) {
      const ProxyState &now = table.now(id), &was = table.flushed(id);
      const ProxyFilter filter = merge(now.filter, was.filter);
      const auto add = [&](const Aabb& box, std::uint32_t leaf) {
        if (!box.is_empty()) leaves[table.is_fixed(id) ? 1 : 0].push_back({box, filter, leaf, is_marked(id)});
      };
      const bool is_near = graze::overlaps(now.box, was.box);
      add(is_near ? merge(now.box, was.box) : now.box, main_leaf(id));
      if (!is_near && is_marked(id)) add(was.box, ghost_leaf(id));
    }
    graze::find_events(table, quick_tree(leaves[0]), quick_tree(leaves[1]), settings.executor, events);
  }
  void settle() override {
    bool is_any_gone = false;
    for (const ProxyId id : asked) {
      is_any_gone |= !table.contains(id);
      is_asked[id] = 0;
    }
    if (is_any_gone) endpoints.retain([&](ProxyId id) { return table.contains(id); });
    if (is_stale) endpoints.move_all([&](ProxyId id) { return table.now(id).box; });
    is_stale = false;
    passed = 0;
    asked.clear();
    pairs.clear();
  }

  [[nodiscard]] std::size_t memory_bytes() const override {
    return sizeof(*this) + endpoints.memory_bytes() + heap_bytes(pairs, is_asked, asked);
  }
  /// Calls offer(id) -> bool for all boxes while endpoints are stale, until it says false. False: they are
  /// not.
  template <class Offer>
  bool visit_all_if_stale(Offer&& offer) const {
    for (ProxyId id = 0; is_stale && id < table.capacity(); ++id)
      if (table.contains(id) && !offer(id)) break;
    return is_stale;
  }
  void visit_overlaps(const Aabb& box, const ProxyFilter& filter, ProxyVisitor visitor) const override {
    const auto offer = [&](ProxyId id) { return !is_overlap(table.now(id), box, filter) || visitor(id); };
    if (!visit_all_if_stale(offer)) endpoints.visit_range(box, offer);
  }
  // First the boxes that are not entered by any side, then along the grid.
  void visit_cast(Sweep& sweep, const Ray*, const ProxyFilter& filter, ProxyRayVisitor hit) const override {
    const auto offer_any = [&](ProxyId id) {
      const double t = entry_of(id, sweep, filter);
      return t < 0 || call_hit(sweep, id, t, hit);
    };
    if (visit_all_if_stale(offer_any)) return;
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
    if (visit_all_if_stale(offer)) return;
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
