// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "broad/table/moving_box.h"
#include "broad/table/nearest.h"
#include "broad/tree/box_lanes.h"
#include "broad/tree/pairs.h"
#include "broad/tree/walk.h"
#include "graze/broad/tree_broad_phase.h"

namespace graze::inline GRAZE_ABI {
namespace {

// A box is enlarged all around by so many of its last displacements, but not by more than this part of its
// longest side, or of that of most boxes; and ahead by so many displacements, but not farther than such a
// side is long. Measured with boxes in random motion. So a large box that moves little does not meet more
// than it has to, and a small one that moves far stays in its place.
constexpr Real kAround = 4, kMargin = Real(0.0625);
constexpr Real kAhead = 2;
constexpr std::size_t kMostMeasured = 64;  // boxes that tell how long sides are
// Strays are put back one by one if they are fewer than this part of all boxes.
constexpr std::size_t kFewStrays = 16;

enum Flag : std::uint8_t { kStray = 1, kGhost = 2 };

[[nodiscard]] Real longest_half(const Aabb& box) {
  const Vec3 half = half_extents(box);
  return std::max({half.x, half.y, half.z});
}

// The box, its margin, and where it is going; finite. `usual` is half the longest side of most boxes.
[[nodiscard]] Aabb enlarged(const Aabb& box, const Vec3& displacement, Real usual) {
  constexpr Real kMost = std::numeric_limits<Real>::max();
  const Real reach = std::max(longest_half(box), usual);
  const Real way = std::max({std::abs(displacement.x), std::abs(displacement.y), std::abs(displacement.z)});
  const Real margin = std::min({2 * kMargin * reach, kAround * way, kMost});
  Aabb out;
  for (int k = 0; k < 3; ++k) {
    const Real ahead = std::clamp(kAhead * displacement[k], -reach, reach);
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
  Real usual = 0;            // half the longest side of most boxes ...
  std::size_t measured = 0;  // ... when there were so many

  explicit Data(const BroadPhaseSettings& s) : settings(s), table(s.user_filter) {}

  void measure() {
    if (table.size() < 2 * measured) return;
    measured = table.size();
    std::vector<Real> halves;
    for (std::size_t id = 0; id < table.capacity(); id += 1 + table.capacity() / kMostMeasured)
      if (table.contains(static_cast<ProxyId>(id)))
        halves.push_back(longest_half(table.now(static_cast<ProxyId>(id)).box));
    if (halves.empty()) return;
    const auto middle = halves.begin() + std::ptrdiff_t(halves.size() / 2);
    std::nth_element(halves.begin(), middle, halves.end());
    usual = *middle;
  }
  [[nodiscard]] BoxTree& tree_of(ProxyId id) { return table.is_fixed(id) ? fixed : moving; }
  [[nodiscard]] bool has(ProxyId id, Flag flag) const { return (flags[id] & flag) != 0; }
  [[nodiscard]] BoxLeaf leaf_of(ProxyId id, const Vec3& displacement) const {
    const ProxyState& now = table.now(id);
    const Aabb box = table.is_fixed(id) ? now.box : enlarged(now.box, displacement, usual);
    return {box, now.filter, main_leaf(id), table.is_changed(id)};
  }

  void add(std::span<const ProxyId> ids) {
    flags.resize(table.capacity());
    measure();
    std::vector<BoxLeaf> leaves[2];
    for (const ProxyId id : ids) {
      const ProxyState& now = table.now(id);  // enlarged when it has moved once: many never do
      leaves[table.is_fixed(id) ? 1 : 0].push_back({now.box, now.filter, main_leaf(id), true});
    }
    if (!leaves[0].empty()) moving.insert(leaves[0], settings.executor);
    if (!leaves[1].empty()) fixed.insert(leaves[1], settings.executor);
  }

  // The box of an id was changed by `displacement`. A leaf that it stretches is to be joined with what is
  // above.
  [[nodiscard]] bool follow(ProxyId id, const Vec3& displacement) {
    BoxTree& tree = tree_of(id);
    tree.mark(main_leaf(id));
    const Aabb leaf = tree.leaf_box(main_leaf(id)), &box = table.now(id).box;
    if (graze::contains(leaf, box)) return false;
    if (!graze::overlaps(leaf, box)) return jump(id, displacement), false;
    const Aabb stretched = merge(leaf, leaf_of(id, displacement).box);
    tree.set_leaf(main_leaf(id), stretched, tree.leaf_filter(main_leaf(id)));
    if (has(id, kStray)) return true;
    flags[id] |= kStray;
    strays.push_back(id);
    return true;
  }
  [[nodiscard]] bool is_few(std::size_t count) const { return count < table.size() / kFewStrays; }

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

  void unmark() {
    if (!is_few(table.changed().size())) return moving.unmark_all(), fixed.unmark_all();
    for (const ProxyId id : table.changed()) {
      tree_of(id).unmark(main_leaf(id));
      if (has(id, kGhost)) tree_of(id).unmark(ghost_leaf(id));
    }
  }
  void settle() {
    for (const ProxyId id : table.changed()) {
      if (has(id, kGhost)) tree_of(id).remove(ghost_leaf(id));
      flags[id] = static_cast<std::uint8_t>(flags[id] & ~kGhost);
      BoxTree& tree = tree_of(id);
      const ProxyFilter& filter = table.now(id).filter;
      if (!table.contains(id))
        tree.remove(main_leaf(id));
      else if (filter != table.flushed(id).filter && filter != tree.leaf_filter(main_leaf(id)))
        tree.update(main_leaf(id), tree.leaf_box(main_leaf(id)), filter);
    }
  }

  // Strays get boxes that fit, and a place that fits the box unless there are too many of them.
  void take_back_strays() {
    const bool are_few = is_few(strays.size());
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
  if (data_->follow(id, centre(box) - centre(before))) data_->tree_of(id).join_above(main_leaf(id));
  return {};
}

std::optional<Error> TreeBroadPhase::move(std::span<const ProxyId> ids, std::span<const Aabb> boxes) {
  if (const auto error = data_->table.check_move(ids, boxes)) return error;
  Data& d = *data_;
  bool is_any_stretched = false;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Vec3 from = centre(d.table.now(ids[i]).box);
    (void)d.table.move(ids[i], boxes[i]);
    is_any_stretched |= d.follow(ids[i], centre(boxes[i]) - from);
  }
  if (!is_any_stretched) return {};
  if (!d.is_few(d.strays.size())) return d.moving.refit(), d.fixed.refit(), std::nullopt;
  for (const ProxyId id : d.strays) d.tree_of(id).join_above(main_leaf(id));
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
  tree.update(main_leaf(id), tree.leaf_box(main_leaf(id)), merge(tree.leaf_filter(main_leaf(id)), filter));
  return {};
}

void TreeBroadPhase::flush(PairSink sink) {
  Data& d = *data_;
  if (d.table.changed().empty()) return;
  d.events.clear();
  find_events(d.table, d.moving, d.fixed, d.settings.executor, d.events);
  d.unmark();
  d.settle();
  d.take_back_strays();
  d.table.finish_flush();
  d.moving.improve(d.settings.executor);
  d.fixed.improve(d.settings.executor);
  report(d.events, d.settings.executor, sink);
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
  const auto meet = [&](const BoxNode& node) { return overlapping(node, box); };
  data_->ask_both([&](const BoxTree& tree) { return visit(tree, filter, meet, leaf); });
}

void TreeBroadPhase::Data::cast(std::optional<Sweep> sweep, const ProxyFilter& filter,
                                ProxyRayVisitor hit) const {
  if (!sweep) return;
  NodeSweep nodes(*sweep);
  const auto meet = [&](const BoxNode& node, Real(&near)[kBoxWidth]) { return nodes.enter(node, near); };
  const auto is_near = [&](Real t) { return nodes.reaches(t); };
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
  const auto ahead = [&](std::uint32_t number) { table.prefetch(id_of_leaf(number)); };
  ask_both([&](const BoxTree& tree) { return visit_nearest(tree, filter, meet, is_near, leaf, ahead); });
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
  const auto meet = [&](const BoxNode& node, Real(&bounds)[kBoxWidth]) {
    unsigned met = 0;
    for (int i = 0; i < kBoxWidth; ++i) {
      bounds[i] = squared_distance(point, node.box(i));
      met |= unsigned(list.reaches(bounds[i])) << i;
    }
    return met & node.used;
  };
  const auto is_near = [&](Real squared) { return list.reaches(squared); };
  const auto leaf = [&](std::uint32_t number) {
    const ProxyId id = id_of_leaf(number);
    const ProxyState& now = data_->table.now(id);
    if (!is_ghost(number) && passes(now.filter, filter)) list.offer({id, squared_distance(point, now.box)});
    return true;
  };
  const auto ahead = [&](std::uint32_t number) { data_->table.prefetch(id_of_leaf(number)); };
  data_->ask_both(
      [&](const BoxTree& tree) { return visit_nearest(tree, filter, meet, is_near, leaf, ahead); });
  return list.finish();
}

}  // namespace graze::inline GRAZE_ABI
