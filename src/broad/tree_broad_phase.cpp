// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/broad/tree_broad_phase.h"

#include "broad/box_lanes.h"
#include "broad/box_tree_walk.h"
#include "broad/nearest.h"
#include "broad/sweep.h"
#include "broad/tree_pairs.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Of the longest side of a box, by which it is enlarged all around; and how many of its last displacements
// ahead, but not farther than it is long. Measured with boxes in random motion.
constexpr Real kMargin = Real(0.0625);
constexpr Real kAhead = 2;
// Strays are put back one by one if they are fewer than this part of all boxes.
constexpr std::size_t kFewStrays = 16;

enum Flag : std::uint8_t { kStray = 1, kGhost = 2 };

// The box, its margin, and where it is going; finite.
[[nodiscard]] Aabb enlarged(const Aabb& box, const Vec3& displacement) {
  constexpr Real kMost = std::numeric_limits<Real>::max();
  const Vec3 half = half_extents(box);
  const Real longest = std::max({half.x, half.y, half.z});
  const Real margin = std::min(2 * kMargin * longest, kMost);
  Aabb out;
  for (int k = 0; k < 3; ++k) {
    const Real ahead = std::clamp(kAhead * displacement[k], -longest, longest);
    out.lower[k] = std::max(box.lower[k] - margin + std::min(ahead, Real(0)), -kMost);
    out.upper[k] = std::min(box.upper[k] + margin + std::max(ahead, Real(0)), kMost);
  }
  return out;
}

}  // namespace

struct TreeBroadPhase::Data {
  BroadPhaseSettings settings;
  ProxyTable table;
  BoxTree moving, fixed;
  std::vector<std::uint8_t> flags;  // by id
  std::vector<ProxyId> strays;      // left their enlarged box, and stretch it until the next flush
  std::vector<PairEvent> events;

  explicit Data(const BroadPhaseSettings& s) : settings(s), table(s.user_filter) {}

  [[nodiscard]] BoxTree& tree_of(ProxyId id) { return table.is_fixed(id) ? fixed : moving; }
  [[nodiscard]] bool has(ProxyId id, Flag flag) const { return (flags[id] & flag) != 0; }
  [[nodiscard]] BoxLeaf leaf_of(ProxyId id, const Vec3& displacement) const {
    const ProxyState& now = table.now(id);
    const Aabb box = table.is_fixed(id) ? now.box : enlarged(now.box, displacement);
    return {box, now.filter, main_leaf(id), table.is_changed(id)};
  }

  void add(std::span<const ProxyId> ids) {
    flags.resize(table.capacity());
    std::vector<BoxLeaf> leaves[2];
    for (const ProxyId id : ids) leaves[table.is_fixed(id) ? 1 : 0].push_back(leaf_of(id, {}));
    if (!leaves[0].empty()) moving.insert(leaves[0]);
    if (!leaves[1].empty()) fixed.insert(leaves[1]);
  }

  // The box of an id was changed by `displacement`.
  void follow(ProxyId id, const Vec3& displacement) {
    BoxTree& tree = tree_of(id);
    tree.mark(main_leaf(id));
    const BoxNode& leaf = tree.leaf(main_leaf(id));
    const Aabb& box = table.now(id).box;
    if (graze::contains(leaf.box, box)) return;
    if (!graze::overlaps(leaf.box, box)) return jump(id, displacement);
    tree.update(main_leaf(id), merge(leaf.box, leaf_of(id, displacement).box),
                tree.leaf_filter(main_leaf(id)));
    if (has(id, kStray)) return;
    flags[id] |= kStray;
    strays.push_back(id);
  }

  // Too far to stretch the leaf: it goes to the new place, and a ghost stands where the box was.
  void jump(ProxyId id, const Vec3& displacement) {
    BoxTree& tree = tree_of(id);
    tree.remove(main_leaf(id));
    BoxLeaf leaf = leaf_of(id, displacement);
    const ProxyState& flushed = table.flushed(id);
    if (!flushed.box.is_empty() && !has(id, kGhost)) {
      flags[id] |= kGhost;
      tree.insert({flushed.box, flushed.filter, ghost_leaf(id), true});
    }
    leaf.filter = merge(leaf.filter, flushed.filter);
    tree.insert(leaf);
  }

  void settle() {
    for (const ProxyId id : table.changed()) {
      tree_of(id).unmark(main_leaf(id));
      if (has(id, kGhost)) tree_of(id).unmark(ghost_leaf(id));
    }
    for (const ProxyId id : table.changed()) {
      BoxTree& tree = tree_of(id);
      if (has(id, kGhost)) tree.remove(ghost_leaf(id));
      flags[id] = static_cast<std::uint8_t>(flags[id] & ~kGhost);
      if (!table.contains(id))
        tree.remove(main_leaf(id));
      else if (tree.leaf_filter(main_leaf(id)) != table.now(id).filter)
        tree.update(main_leaf(id), tree.leaf(main_leaf(id)).box, table.now(id).filter);
    }
  }

  // Strays get boxes that fit, and a place that fits the box unless there are too many of them.
  void take_back_strays() {
    const bool are_few = strays.size() < table.size() / kFewStrays;
    for (const ProxyId id : strays) {
      flags[id] = static_cast<std::uint8_t>(flags[id] & ~kStray);
      if (!table.contains(id)) continue;
      BoxLeaf leaf = leaf_of(id, displacement_of(id));
      leaf.is_marked = false;
      if (!are_few) {
        tree_of(id).set_leaf(leaf.number, leaf.box, leaf.filter);
        continue;
      }
      tree_of(id).remove(leaf.number);
      tree_of(id).insert(leaf);
    }
    if (!are_few && !strays.empty()) moving.refit(), fixed.refit();
    strays.clear();
  }
  // Since the last flush.
  [[nodiscard]] Vec3 displacement_of(ProxyId id) const {
    const Aabb &from = table.flushed(id).box, &to = table.now(id).box;
    return from.is_empty() ? Vec3{} : centre(to) - centre(from);
  }

  template <class Ask>
  void ask_both(Ask&& ask) const {
    if (ask(moving)) (void)ask(fixed);
  }
  void cast(std::optional<Sweep> sweep, const ProxyFilter& filter, ProxyRayVisitor hit) const;
};

TreeBroadPhase::TreeBroadPhase(const BroadPhaseSettings& settings)
    : data_(std::make_unique<Data>(settings)) {}
TreeBroadPhase::~TreeBroadPhase() = default;
TreeBroadPhase::TreeBroadPhase(TreeBroadPhase&& other) noexcept = default;
TreeBroadPhase& TreeBroadPhase::operator=(TreeBroadPhase&& other) noexcept = default;

Result<ProxyId> TreeBroadPhase::create(const ProxyInput& input) {
  auto id = data_->table.create(input);
  if (id) data_->add({&*id, 1});
  return id;
}

std::optional<Error> TreeBroadPhase::create(std::span<const ProxyInput> inputs, std::span<ProxyId> out) {
  if (const auto error = data_->table.create(inputs, out)) return error;
  data_->add(out);
  return {};
}

std::optional<Error> TreeBroadPhase::move(ProxyId id, const Aabb& box) {
  const Aabb before = data_->table.box(id);
  if (const auto error = data_->table.move(id, box)) return error;
  data_->follow(id, centre(box) - centre(before));
  return {};
}

std::optional<Error> TreeBroadPhase::move(std::span<const ProxyId> ids, std::span<const Aabb> boxes) {
  if (const auto error = data_->table.check_move(ids, boxes)) return error;
  for (std::size_t i = 0; i < ids.size(); ++i) (void)move(ids[i], boxes[i]);
  return {};
}

std::optional<Error> TreeBroadPhase::destroy(ProxyId id) {
  if (const auto error = data_->table.destroy(id)) return error;
  data_->tree_of(id).mark(main_leaf(id));
  return {};
}

std::optional<Error> TreeBroadPhase::destroy(std::span<const ProxyId> ids) {
  if (const auto error = data_->table.check_destroy(ids)) return error;
  for (const ProxyId id : ids) (void)destroy(id);
  return {};
}

std::optional<Error> TreeBroadPhase::set_filter(ProxyId id, const ProxyFilter& filter) {
  if (const auto error = data_->table.set_filter(id, filter)) return error;
  BoxTree& tree = data_->tree_of(id);
  tree.mark(main_leaf(id));
  tree.update(main_leaf(id), tree.leaf(main_leaf(id)).box, merge(tree.leaf_filter(main_leaf(id)), filter));
  return {};
}

void TreeBroadPhase::flush(PairSink sink) {
  Data& d = *data_;
  if (d.table.changed().empty()) return;
  d.events.clear();
  find_events(d.table, d.moving, d.fixed, d.settings.executor, d.events);
  d.settle();
  d.take_back_strays();
  d.table.finish_flush();
  d.moving.improve();
  d.fixed.improve();
  report(d.events, sink);
}

std::size_t TreeBroadPhase::size() const { return data_->table.size(); }
bool TreeBroadPhase::contains(ProxyId id) const { return data_->table.contains(id); }
Aabb TreeBroadPhase::box(ProxyId id) const { return data_->table.box(id); }
std::size_t TreeBroadPhase::memory_bytes() const {
  const Data& d = *data_;
  return sizeof(Data) + d.table.memory_bytes() + d.moving.memory_bytes() + d.fixed.memory_bytes() +
         heap_bytes(d.flags) + heap_bytes(d.strays) + heap_bytes(d.events);
}

void TreeBroadPhase::overlaps(const Aabb& box, const ProxyFilter& filter, ProxyVisitor visitor) const {
  if (box.is_empty()) return;
  const auto leaf = [&](std::uint32_t number) {
    const ProxyId id = id_of_leaf(number);
    const ProxyState& now = data_->table.now(id);
    if (is_ghost(number) || !graze::overlaps(now.box, box) || !passes(now.filter, filter)) return true;
    return visitor(id);
  };
  data_->ask_both([&](const BoxTree& tree) {
    const auto enter = [&](std::uint32_t i) {
      return overlap_at_once(tree.node(i).box, box) && passes(tree.filter(i), filter);
    };
    return visit(tree, enter, leaf);
  });
}

void TreeBroadPhase::Data::cast(std::optional<Sweep> sweep, const ProxyFilter& filter,
                                ProxyRayVisitor hit) const {
  if (!sweep) return;
  NodeSweep nodes(*sweep);
  const auto bound = [&](const Aabb& box) { return nodes.enter(box); };
  const auto leaf = [&](std::uint32_t number) {
    const ProxyId id = id_of_leaf(number);
    const ProxyState& now = table.now(id);
    if (is_ghost(number) || !passes(now.filter, filter)) return true;
    const double t = enter(*sweep, now.box);
    if (t < 0) return true;
    const bool goes_on = call_hit(*sweep, id, t, hit);
    nodes.set_end(sweep->max_t);
    return goes_on;
  };
  ask_both([&](const BoxTree& tree) {
    const auto enters = [&](std::uint32_t i, Real t) {
      return nodes.reaches(t) && passes(tree.filter(i), filter);
    };
    return visit_nearest(tree, bound, enters, leaf);
  });
}

void TreeBroadPhase::ray_cast(const Ray& ray, const ProxyFilter& filter, ProxyRayVisitor hit) const {
  data_->cast(make_sweep(ray), filter, hit);
}

void TreeBroadPhase::box_cast(const Aabb& box, const Ray& ray, const ProxyFilter& filter,
                              ProxyRayVisitor hit) const {
  data_->cast(make_sweep(box, ray), filter, hit);
}

std::size_t TreeBroadPhase::nearest(const Vec3& point, const ProxyFilter& filter,
                                    std::span<NearProxy> out) const {
  if (!is_finite(point) || out.empty()) return 0;
  NearestList list(out);
  const auto bound = [&](const Aabb& box) { return squared_distance(point, box); };
  const auto leaf = [&](std::uint32_t number) {
    const ProxyId id = id_of_leaf(number);
    const ProxyState& now = data_->table.now(id);
    if (!is_ghost(number) && passes(now.filter, filter)) list.offer({id, squared_distance(point, now.box)});
    return true;
  };
  data_->ask_both([&](const BoxTree& tree) {
    const auto enters = [&](std::uint32_t i, Real t) {
      return list.reaches(t) && passes(tree.filter(i), filter);
    };
    return visit_nearest(tree, bound, enters, leaf);
  });
  return list.finish();
}

}  // namespace graze::inline GRAZE_ABI
