// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/grid/walk.h"
#include "broad/table/structure.h"
#include "graze/broad/grid_broad_phase.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Where a box is registered: the box now, and the box at the last flush.
enum Where : std::uint8_t { kNowCells = 1, kNowTree = 2, kWasCells = 4, kWasTree = 8 };
constexpr std::uint8_t kNow = kNowCells | kNowTree;
// A flush of fewer changes is one thread's work.
constexpr std::size_t kChangesPerTask = 256;

/// A grid of cells, and a tree of the boxes that do not fit into it.
struct CellsAndTree : ProxyStructure {
  CellGrid grid;
  BoxTree tree;                     // of boxes that do not fit into the grid, by id
  std::vector<std::uint8_t> flags;  // by id
  std::size_t planned = 0;          // boxes when the grid was made
  std::size_t misfits = 0;          // boxes that were put into the tree since

  using ProxyStructure::ProxyStructure;

  [[nodiscard]] bool has(ProxyId id, int any) const { return (flags[id] & any) != 0; }
  void set(ProxyId id, int which, bool is_set) {
    flags[id] = static_cast<std::uint8_t>(is_set ? flags[id] | which : flags[id] & ~which);
  }
  [[nodiscard]] std::optional<CellSpan> span_now(ProxyId id) const {
    return has(id, kNowCells) ? grid.shape().span_of(table.now(id).box) : std::nullopt;
  }
  [[nodiscard]] std::optional<CellSpan> span_flushed(ProxyId id) const {
    return has(id, kWasCells) ? grid.shape().span_of(table.flushed(id).box) : std::nullopt;
  }

  /// Now and at the last flush.
  [[nodiscard]] ProxyFilter filter_of(ProxyId id) const {
    return merge(table.now(id).filter, table.flushed(id).filter);
  }
  // A leaf contains the box now and at the last flush, as far as each is in the tree.
  void put_into_tree(ProxyId id, const Aabb& box) {
    if (!has(id, kNowTree | kWasTree)) return tree.insert({box, filter_of(id), id, false});
    if (!graze::contains(tree.leaf_box(id), box))
      tree.update(id, merge(tree.leaf_box(id), box), tree.leaf_filter(id));
  }
  void refilter(ProxyId id) override {
    const ProxyFilter& filter = table.now(id).filter;
    if (const auto now = span_now(id)) grid.add_filter(*now, filter);
    if (const auto was = span_flushed(id)) grid.add_filter(*was, filter);
    if (has(id, kNowTree | kWasTree)) tree.update(id, tree.leaf_box(id), merge(tree.leaf_filter(id), filter));
  }
  [[nodiscard]] bool put_into_cells(ProxyId id) {
    const auto span = grid.shape().span_of(table.now(id).box);
    if (!span || !grid.add_box(*span, id, filter_of(id), span_flushed(id))) return false;
    set(id, kNowCells, true);
    return true;
  }
  void place(ProxyId id) {
    if (put_into_cells(id)) return;
    put_into_tree(id, table.now(id).box);
    set(id, kNowTree, true);
    ++misfits;
  }
  /// Takes a box out of the cells or the tree where it is now; where it was at the last flush stays.
  void remove(ProxyId id, const Aabb& box) override {
    if (has(id, kNowCells)) grid.remove_box(*grid.shape().span_of(box), id, span_flushed(id));
    if (has(id, kNowTree) && !has(id, kWasTree)) tree.remove(id);
    set(id, kNow, false);
  }
  void follow(ProxyId id, const Aabb& before) override {
    const Aabb& box = table.now(id).box;
    if (has(id, kNowTree)) {
      if (!put_into_cells(id)) return put_into_tree(id, box);
      if (!has(id, kWasTree)) tree.remove(id);
      return set(id, kNowTree, false);
    }
    if (grid.shape().span_of(before) == grid.shape().span_of(box)) return;
    remove(id, before);
    place(id);
  }

  [[nodiscard]] bool is_outgrown() const {
    return table.size() > 2 * planned || 8 * table.size() + 8 < planned || misfits > 16 + table.size() / 4;
  }
  void make_grid() {
    planned = table.size();
    grid.reset(plan_cells(table), planned);
    std::vector<BoxLeaf> leaves;  // now and before are one leaf
    const auto add_leaf = [&](ProxyId id, const Aabb& box) {
      if (leaves.empty() || leaves.back().number != id)
        leaves.push_back({box, filter_of(id), id, false});
      else
        leaves.back().box = merge(leaves.back().box, box);
    };
    for (ProxyId id = 0; id < table.capacity(); ++id) {
      const Aabb& was = table.flushed(id).box;
      flags[id] = 0;
      if (!was.is_empty()) {
        const auto span = grid.shape().span_of(was);
        const bool fits = span && grid.add_box(*span, id, filter_of(id));
        set(id, fits ? kWasCells : kWasTree, true);
        if (!fits) add_leaf(id, was);
      }
      if (!table.contains(id) || put_into_cells(id)) continue;
      add_leaf(id, table.now(id).box);
      set(id, kNowTree, true);
    }
    grid.finish_filling();
    tree = {};
    if (!leaves.empty()) tree.insert(leaves);
    misfits = 0;
  }
  void insert(std::span<const ProxyId> ids) override {
    flags.resize(table.capacity());
    for (const ProxyId id : ids) flags[id] = 0;
    if (table.size() > 2 * planned) return make_grid();
    for (const ProxyId id : ids) place(id);
  }

  /// Calls visit(box) for the box now and at the last flush; once, for both merged, where they overlap.
  template <class Visit>
  void for_both(ProxyId id, Visit&& visit) const {
    const Aabb &was = table.flushed(id).box, &now = table.now(id).box;
    if (graze::overlaps(was, now)) return visit(merge(was, now));
    if (!was.is_empty()) visit(was);
    if (!now.is_empty()) visit(now);
  }
  /// Boxes that share a cell with this one, now or before; some of them more than once.
  [[nodiscard]] std::size_t list_neighbours(ProxyId id, ProxyId (&out)[16 * CellGrid::kMostInCell]) const {
    std::size_t count = 0;
    const auto was = span_flushed(id), now = span_now(id);
    const auto take = [&](const CellAt& at) {
      const CellGrid::Cell& cell = *grid.find(at);
      for (std::uint32_t i = 0; i < cell.count; ++i) {
        table.prefetch(cell.ids[i]);
        out[count++] = cell.ids[i];
      }
      return true;
    };
    if (was) (void)for_each_cell(*was, take);
    if (now && now != was)
      (void)for_each_cell(*now, [&](const CellAt& at) { return (was && was->contains(at)) || take(at); });
    return count;
  }
  /// With every box that it meets now or met before; of two that have changed, the lower one does it.
  void compare_all(ProxyId a, std::vector<PairEvent>& out) const {
    const auto compare = [&](ProxyId b) {
      if (b != a && !(b < a && table.is_changed(b))) table.compare(a, b, out);
      return true;
    };
    ProxyId neighbours[16 * CellGrid::kMostInCell];
    const std::size_t count = list_neighbours(a, neighbours);
    for (std::size_t i = 0; i < count; ++i) compare(neighbours[i]);
    const bool asks_cells = has(a, kNowTree | kWasTree);
    if (!asks_cells && tree.size() == 0) return;
    const auto in_cell = [&](const CellGrid::Cell& cell, const CellAt&) {
      for (std::uint32_t i = 0; i < cell.count; ++i) compare(cell.ids[i]);
      return true;
    };
    const ProxyFilter filter = filter_of(a);
    for_both(a, [&](const Aabb& box) {
      (void)visit_overlapping_leaves(tree, filter, box, compare);
      if (asks_cells) (void)grid.visit_cells(box, filter, in_cell);
    });
  }
  void find_events(std::vector<PairEvent>& events) override {
    const std::span<const ProxyId> changed = table.changed();
    const std::size_t tasks = (changed.size() + kChangesPerTask - 1) / kChangesPerTask;
    if (settings.executor.run == nullptr || tasks < 2) {
      for (const ProxyId id : changed) compare_all(id, events);
      return;
    }
    find_in_parts(settings.executor, tasks, events, [&](std::size_t task, std::vector<PairEvent>& out) {
      const std::size_t begin = task * kChangesPerTask;
      for (const ProxyId id : changed.subspan(begin, std::min(kChangesPerTask, changed.size() - begin)))
        compare_all(id, out);
    });
  }
  void settle() override {
    for (const ProxyId id : table.changed()) {
      const auto was = span_flushed(id), now = span_now(id);
      if (was && was != now) grid.remove_box(*was, id, now);
      const Aabb& box = table.now(id).box;
      if (has(id, kNowTree)) {
        const ProxyFilter& filter = table.now(id).filter;
        if (tree.leaf_box(id) != box || tree.leaf_filter(id) != filter) tree.update(id, box, filter);
      } else if (has(id, kWasTree)) {
        tree.remove(id);
      }
      flags[id] = static_cast<std::uint8_t>((flags[id] & kNow) * (1 + kWasCells));
    }
  }

  void improve(std::span<const PairEvent>) override {
    tree.improve();
    grid.improve();
    if (is_outgrown()) make_grid();
  }

  [[nodiscard]] std::size_t memory_bytes() const override {
    return sizeof(*this) + grid.memory_bytes() + tree.memory_bytes() + heap_bytes(flags);
  }
  // A box in several cells counts in the one of the lower corner that it and the query have in common.
  void visit_overlaps(const Aabb& box, const ProxyFilter& filter, ProxyVisitor visitor) const override {
    const auto in_cell = [&](const CellGrid::Cell& cell, const CellAt& at) {
      for (std::uint32_t i = 0; i < cell.count; ++i) {
        const ProxyId id = cell.ids[i];
        const ProxyState& now = table.now(id);
        if (!is_overlap(now, box, filter) || !has(id, kNowCells)) continue;
        if (grid.shape().at(max(now.box.lower, box.lower)) == at && !visitor(id)) return false;
      }
      return true;
    };
    if (!grid.visit_cells(box, filter, in_cell)) return;
    (void)visit_overlapping_leaves(tree, filter, box, [&](ProxyId id) {
      return !has(id, kNowTree) || !is_overlap(table.now(id), box, filter) || visitor(id);
    });
  }
  // Where cells are too many to go from one to the next: all boxes of a block whose lower corners are in it.
  template <class Offer>
  void cast_in_blocks(const Sweep& sweep, NodeSweep& nodes, const ProxyFilter& filter, Offer&& offer) const {
    const auto in_cell = [&](const CellGrid::Cell& cell, const CellAt& at) {
      if (enter(sweep, grid.bounds_around(at, 1)) < 0) return true;
      for (std::uint32_t i = 0; i < cell.count; ++i) {
        const ProxyId id = cell.ids[i];
        if (!has(id, kNowCells) || !(grid.shape().at(table.now(id).box.lower) == at)) continue;
        if (!offer(id)) return false;
      }
      return true;
    };
    (void)visit_swept_leaves(grid.blocks(), filter, nodes,
                             [&](std::uint32_t block) { return grid.visit_block(block, in_cell); });
  }
  void visit_cast(Sweep& sweep, const Ray* ray, const ProxyFilter& filter,
                  ProxyRayVisitor hit) const override {
    NodeSweep nodes(sweep);
    const auto offer = [&](ProxyId id) {
      const double t = entry_of(id, sweep, filter);
      return t < 0 || call_hit(sweep, nodes, id, t, hit);
    };
    if (!visit_swept_leaves(tree, filter, nodes, [&](ProxyId id) { return !has(id, kNowTree) || offer(id); }))
      return;
    if (ray == nullptr) return cast_in_blocks(sweep, nodes, filter, offer);
    CellWalk walk(grid.shape(), grid.bounds(), *ray);
    if (!walk.is_usable()) return cast_in_blocks(sweep, nodes, filter, offer);
    constexpr double kMost = std::numeric_limits<double>::max();
    for (; !walk.is_done() && walk.time() <= std::min(kOutward * double(sweep.max_t), kMost);
         walk.advance()) {
      const CellGrid::Cell* const cell = grid.find(walk.at());
      for (std::uint32_t i = 0; cell != nullptr && i < cell->count; ++i) {
        const ProxyId id = cell->ids[i];
        const double t = entry_of(id, sweep, filter);
        if (t < 0 || !has(id, kNowCells) || !walk.is_first_of(*span_now(id))) continue;
        if (!call_hit(sweep, nodes, id, t, hit)) return;
      }
    }
  }
  // A box in several cells counts in the one of its point that is nearest.
  void list_nearest(const Vec3& point, const ProxyFilter& filter, NearestList& list) const override {
    const auto offer = [&](ProxyId id) { return offer_to_list(id, point, filter, list); };
    const auto in_cell = [&](const CellGrid::Cell& cell, const CellAt& at) {
      for (std::uint32_t i = 0; i < cell.count; ++i) {
        const ProxyId id = cell.ids[i];
        const Aabb& box = table.now(id).box;
        if (has(id, kNowCells) && grid.shape().at(max(box.lower, min(point, box.upper))) == at) offer(id);
      }
      return true;
    };
    visit_leaves_near(tree, filter, point, list, [&](ProxyId id) { return !has(id, kNowTree) || offer(id); });
    visit_leaves_near(grid.blocks(), filter, point, list,
                      [&](std::uint32_t block) { return grid.visit_block(block, in_cell); });
  }
};

}  // namespace

constinit MakeStructure& make_cells_and_tree = make_structure<CellsAndTree>;
GridBroadPhase::GridBroadPhase(const BroadPhaseSettings& settings)
    : BasicBroadPhase(std::make_unique<BroadPhaseState>(settings, make_cells_and_tree)) {}

}  // namespace graze::inline GRAZE_ABI
