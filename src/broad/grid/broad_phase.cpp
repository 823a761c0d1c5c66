// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/grid/walk.h"
#include "broad/table/moving_box.h"
#include "broad/table/nearest.h"
#include "broad/table/proxies.h"
#include "graze/broad/grid_broad_phase.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Where a box is registered: as it is now, and as it was at the last flush.
enum Where : std::uint8_t { kNowCells = 1, kNowTree = 2, kWasCells = 4, kWasTree = 8 };
constexpr std::uint8_t kNow = kNowCells | kNowTree;
// A flush of fewer changes is one thread's work.
constexpr std::size_t kChangesPerTask = 256;
constexpr auto kNotAhead = [](std::uint32_t) {};

[[nodiscard]] bool has_corner_in(const CellShape& shape, const Aabb& box, const CellAt& at) {
  return shape.at(box.lower) == at;
}

}  // namespace

struct GridBroadPhase::Data {
  BroadPhaseSettings settings;
  ProxyTable table;
  CellGrid grid;
  BoxTree tree;                     // of boxes that do not fit into the grid, by id
  std::vector<std::uint8_t> flags;  // by id
  std::size_t planned = 0;          // boxes when the grid was made
  std::size_t misfits = 0;          // boxes that were put into the tree since
  std::vector<PairEvent> events;

  explicit Data(const BroadPhaseSettings& s) : settings(s), table(s.user_filter) {}

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

  // A leaf holds what the box is and was, as far as that is in the tree.
  void put_into_tree(ProxyId id, const Aabb& box) {
    if (!has(id, kNowTree | kWasTree)) return tree.insert({box, CellGrid::kAnyFilter, id, false});
    if (!graze::contains(tree.leaf_box(id), box))
      tree.update(id, merge(tree.leaf_box(id), box), CellGrid::kAnyFilter);
  }
  [[nodiscard]] bool put_into_cells(ProxyId id) {
    const auto span = grid.shape().span_of(table.now(id).box);
    if (!span || !grid.add(*span, id, span_flushed(id))) return false;
    set(id, kNowCells, true);
    return true;
  }
  void place(ProxyId id) {
    if (put_into_cells(id)) return;
    put_into_tree(id, table.now(id).box);
    set(id, kNowTree, true);
    ++misfits;
  }
  /// Takes a box away from where it is now, which is `box`; what the flush needs stays.
  void displace(ProxyId id, const Aabb& box) {
    if (has(id, kNowCells)) grid.remove(*grid.shape().span_of(box), id, span_flushed(id));
    if (has(id, kNowTree) && !has(id, kWasTree)) tree.remove(id);
    set(id, kNow, false);
  }
  /// The box of an id was `before`.
  void follow(ProxyId id, const Aabb& before) {
    const Aabb& box = table.now(id).box;
    if (has(id, kNowTree)) {
      if (!put_into_cells(id)) return put_into_tree(id, box);
      if (!has(id, kWasTree)) tree.remove(id);
      return set(id, kNowTree, false);
    }
    if (grid.shape().span_of(before) == grid.shape().span_of(box)) return;
    displace(id, before);
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
        leaves.push_back({box, CellGrid::kAnyFilter, id, false});
      else
        leaves.back().box = merge(leaves.back().box, box);
    };
    for (ProxyId id = 0; id < table.capacity(); ++id) {
      const Aabb& was = table.flushed(id).box;
      flags[id] = 0;
      if (!was.is_empty()) {
        const auto span = grid.shape().span_of(was);
        const bool fits = span && grid.add(*span, id);
        set(id, fits ? kWasCells : kWasTree, true);
        if (!fits) add_leaf(id, was);
      }
      if (!table.contains(id) || put_into_cells(id)) continue;
      add_leaf(id, table.now(id).box);
      set(id, kNowTree, true);
    }
    grid.finish();
    tree = {};
    if (!leaves.empty()) tree.insert(leaves);
    misfits = 0;
  }
  void add(std::span<const ProxyId> ids) {
    flags.resize(table.capacity());
    for (const ProxyId id : ids) flags[id] = 0;
    if (table.size() > 2 * planned) return make_grid();
    for (const ProxyId id : ids) place(id);
  }

  /// visit(box) for what the box is and was, once where that is about the same.
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
    for_both(a, [&](const Aabb& box) {
      const auto meet = [&](const BoxNode& node) { return overlapping(node, box); };
      (void)visit(tree, CellGrid::kAnyFilter, meet, compare);
      if (asks_cells) (void)grid.visit(box, in_cell);
    });
  }
  void find_events() {
    const std::span<const ProxyId> changed = table.changed();
    events.clear();
    const std::size_t tasks = (changed.size() + kChangesPerTask - 1) / kChangesPerTask;
    if (settings.executor.run == nullptr || tasks < 2) {
      for (const ProxyId id : changed) compare_all(id, events);
      return;
    }
    std::vector<std::vector<PairEvent>> parts(tasks);
    auto run = [&](std::size_t task) {
      const std::size_t begin = task * kChangesPerTask;
      for (const ProxyId id : changed.subspan(begin, std::min(kChangesPerTask, changed.size() - begin)))
        compare_all(id, parts[task]);
    };
    run_tasks(settings.executor, tasks, run);
    for (const auto& part : parts) events.insert(events.end(), part.begin(), part.end());
  }
  /// What was at the last flush is given up.
  void settle() {
    for (const ProxyId id : table.changed()) {
      const auto was = span_flushed(id), now = span_now(id);
      if (was && was != now) grid.remove(*was, id, now);
      const Aabb& box = table.now(id).box;
      if (has(id, kNowTree)) {
        if (tree.leaf_box(id) != box) tree.update(id, box, CellGrid::kAnyFilter);
      } else if (has(id, kWasTree)) {
        tree.remove(id);
      }
      flags[id] = static_cast<std::uint8_t>((flags[id] & kNow) * (1 + kWasCells));
    }
  }

  template <class Offer>
  void cast_in_blocks(const Sweep& sweep, NodeSweep& nodes, Offer&& offer) const;
  void cast(std::optional<Sweep> sweep, const Ray* ray, const ProxyFilter& filter, ProxyRayVisitor hit) const;
};

GridBroadPhase::GridBroadPhase(const BroadPhaseSettings& settings)
    : data_(std::make_unique<Data>(settings)) {}
GridBroadPhase::~GridBroadPhase() = default;
GridBroadPhase::GridBroadPhase(GridBroadPhase&& other) noexcept = default;
GridBroadPhase& GridBroadPhase::operator=(GridBroadPhase&& other) noexcept = default;

Result<ProxyId> GridBroadPhase::create(const ProxyInput& input) {
  auto id = data_->table.create(input);
  if (id) data_->add({&*id, 1});
  return id;
}

std::optional<Error> GridBroadPhase::create(std::span<const ProxyInput> inputs, std::span<ProxyId> out) {
  if (const auto error = data_->table.create(inputs, out)) return error;
  data_->add(out);
  return {};
}

std::optional<Error> GridBroadPhase::move(ProxyId id, const Aabb& box) {
  const Aabb before = data_->table.box(id);
  if (const auto error = data_->table.move(id, box)) return error;
  data_->follow(id, before);
  return {};
}

std::optional<Error> GridBroadPhase::move(std::span<const ProxyId> ids, std::span<const Aabb> boxes) {
  if (const auto error = data_->table.check_move(ids, boxes)) return error;
  for (std::size_t i = 0; i < ids.size(); ++i) (void)move(ids[i], boxes[i]);
  return {};
}

std::optional<Error> GridBroadPhase::destroy(ProxyId id) {
  const Aabb before = data_->table.box(id);
  if (const auto error = data_->table.destroy(id)) return error;
  data_->displace(id, before);
  return {};
}

std::optional<Error> GridBroadPhase::destroy(std::span<const ProxyId> ids) {
  if (const auto error = data_->table.check_destroy(ids)) return error;
  for (const ProxyId id : ids) (void)destroy(id);
  return {};
}

std::optional<Error> GridBroadPhase::set_filter(ProxyId id, const ProxyFilter& filter) {
  return data_->table.set_filter(id, filter);
}

void GridBroadPhase::flush(PairSink sink) {
  Data& d = *data_;
  if (d.table.changed().empty()) return;
  d.find_events();
  d.settle();
  d.table.finish_flush();
  d.tree.improve();
  d.grid.improve();
  if (d.is_outgrown()) d.make_grid();
  report(d.events, d.settings.executor, sink);
}

std::size_t GridBroadPhase::size() const { return data_->table.size(); }
bool GridBroadPhase::contains(ProxyId id) const { return data_->table.contains(id); }
Aabb GridBroadPhase::box(ProxyId id) const { return data_->table.box(id); }
std::size_t GridBroadPhase::memory_bytes() const {
  const Data& d = *data_;
  return sizeof(Data) + d.table.memory_bytes() + d.grid.memory_bytes() + d.tree.memory_bytes() +
         heap_bytes(d.flags) + heap_bytes(d.events);
}

// A box in several cells counts in the one of the lower corner that it and the query have in common.
void GridBroadPhase::overlaps(const Aabb& box, const ProxyFilter& filter, ProxyVisitor visitor) const {
  if (box.is_empty()) return;
  const Data& d = *data_;
  const auto is_found = [&](const ProxyState& now) {
    return graze::overlaps(now.box, box) && passes(now.filter, filter);
  };
  const auto in_cell = [&](const CellGrid::Cell& cell, const CellAt& at) {
    for (std::uint32_t i = 0; i < cell.count; ++i) {
      const ProxyId id = cell.ids[i];
      const ProxyState& now = d.table.now(id);
      if (!is_found(now) || !d.has(id, kNowCells)) continue;
      if (d.grid.shape().at(max(now.box.lower, box.lower)) == at && !visitor(id)) return false;
    }
    return true;
  };
  if (!d.grid.visit(box, in_cell)) return;
  const auto meet = [&](const BoxNode& node) { return overlapping(node, box); };
  (void)visit(d.tree, CellGrid::kAnyFilter, meet,
              [&](ProxyId id) { return !d.has(id, kNowTree) || !is_found(d.table.now(id)) || visitor(id); });
}

// Where cells are too many to go from one to the next: all boxes of a block whose lower corners are in it.
template <class Offer>
void GridBroadPhase::Data::cast_in_blocks(const Sweep& sweep, NodeSweep& nodes, Offer&& offer) const {
  const auto meet = [&](const BoxNode& node, Real(&near)[kBoxWidth]) { return nodes.enter(node, near); };
  const auto is_near = [&](Real t) { return nodes.reaches(t); };
  const auto in_cell = [&](const CellGrid::Cell& cell, const CellAt& at) {
    if (enter(sweep, grid.bounds_of(at, 1)) < 0) return true;
    for (std::uint32_t i = 0; i < cell.count; ++i) {
      const ProxyId id = cell.ids[i];
      if (!has(id, kNowCells) || !has_corner_in(grid.shape(), table.now(id).box, at)) continue;
      if (!offer(id)) return false;
    }
    return true;
  };
  (void)visit_nearest(
      grid.blocks(), CellGrid::kAnyFilter, meet, is_near,
      [&](std::uint32_t block) { return grid.visit_block(block, in_cell); }, kNotAhead);
}

void GridBroadPhase::Data::cast(std::optional<Sweep> sweep, const Ray* ray, const ProxyFilter& filter,
                                ProxyRayVisitor hit) const {
  if (!sweep) return;
  NodeSweep nodes(*sweep);
  const auto offer_at = [&](ProxyId id, double t) {
    const bool goes_on = call_hit(*sweep, id, t, hit);
    nodes.set_end(sweep->max_t);
    return goes_on;
  };
  const auto offer = [&](ProxyId id) {
    const ProxyState& now = table.now(id);
    const double t = passes(now.filter, filter) ? enter(*sweep, now.box) : kMissed;
    return t < 0 || offer_at(id, t);
  };
  const auto meet = [&](const BoxNode& node, Real(&near)[kBoxWidth]) { return nodes.enter(node, near); };
  const auto is_near = [&](Real t) { return nodes.reaches(t); };
  if (!visit_nearest(
          tree, CellGrid::kAnyFilter, meet, is_near,
          [&](ProxyId id) { return !has(id, kNowTree) || offer(id); }, kNotAhead))
    return;
  if (ray == nullptr) return cast_in_blocks(*sweep, nodes, offer);
  CellWalk walk(grid.shape(), *ray);
  if (!walk.is_usable()) return cast_in_blocks(*sweep, nodes, offer);
  constexpr double kMost = std::numeric_limits<double>::max();
  for (; !walk.is_done() && walk.time() <= std::min(kOutward * double(sweep->max_t), kMost); walk.advance()) {
    const CellGrid::Cell* const cell = grid.find(walk.at());
    for (std::uint32_t i = 0; cell != nullptr && i < cell->count; ++i) {
      const ProxyId id = cell->ids[i];
      const ProxyState& now = table.now(id);
      const double t = passes(now.filter, filter) ? enter(*sweep, now.box) : kMissed;
      if (t < 0 || !has(id, kNowCells) || !walk.is_first_of(*grid.shape().span_of(now.box))) continue;
      if (!offer_at(id, t)) return;
    }
  }
}

void GridBroadPhase::ray_cast(const Ray& ray, const ProxyFilter& filter, ProxyRayVisitor hit) const {
  data_->cast(make_sweep(ray), &ray, filter, hit);
}

void GridBroadPhase::box_cast(const Aabb& box, const Ray& ray, const ProxyFilter& filter,
                              ProxyRayVisitor hit) const {
  data_->cast(make_sweep(box, ray), nullptr, filter, hit);
}

// A box in several cells counts in the one of its point that is nearest.
std::size_t GridBroadPhase::nearest(const Vec3& point, const ProxyFilter& filter,
                                    std::span<NearProxy> out) const {
  if (!is_finite(point) || out.empty()) return 0;
  const Data& d = *data_;
  NearestList list(out);
  const auto meet = [&](const BoxNode& node, Real(&bounds)[kBoxWidth]) {
    unsigned met = 0;
    for (int i = 0; i < kBoxWidth; ++i) {
      bounds[i] = squared_distance(point, node.box(i));
      met |= unsigned(list.reaches(bounds[i])) << i;
    }
    return met & node.used;
  };
  const auto is_near = [&](Real squared) { return list.reaches(squared); };
  const auto offer = [&](ProxyId id) {
    const ProxyState& now = d.table.now(id);
    if (passes(now.filter, filter)) list.offer({id, squared_distance(point, now.box)});
    return true;
  };
  const auto in_cell = [&](const CellGrid::Cell& cell, const CellAt& at) {
    for (std::uint32_t i = 0; i < cell.count; ++i) {
      const ProxyId id = cell.ids[i];
      const Aabb& box = d.table.now(id).box;
      if (d.has(id, kNowCells) && d.grid.shape().at(max(box.lower, min(point, box.upper))) == at) offer(id);
    }
    return true;
  };
  (void)visit_nearest(
      d.tree, CellGrid::kAnyFilter, meet, is_near,
      [&](ProxyId id) { return !d.has(id, kNowTree) || offer(id); }, kNotAhead);
  (void)visit_nearest(
      d.grid.blocks(), CellGrid::kAnyFilter, meet, is_near,
      [&](std::uint32_t block) { return d.grid.visit_block(block, in_cell); }, kNotAhead);
  return list.finish();
}

}  // namespace graze::inline GRAZE_ABI
