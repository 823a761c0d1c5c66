// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "broad/table/structure.h"
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

/// Two dynamic trees, of moving and of fixed boxes. Leaves of moving boxes are enlarged, so that small moves
/// leave the tree as it is.
struct MovingTrees : ProxyStructure {
  BoxTree moving, fixed;
  std::vector<std::uint8_t> flags;  // by id
  std::vector<ProxyId> strays;      // left their enlarged box, and stretch it until the next flush
  bool is_any_stretched = false;    // since finish_moves(): nodes above that leaf do not contain it yet
  Real usual = 0;                   // half the longest side of most boxes ...
  std::size_t measured = 0;         // ... when there were so many

  using ProxyStructure::ProxyStructure;

  void measure() {
    if (table.size() < 2 * measured) return;
    measured = table.size();
    usual = usual_half(table, kMostMeasured, 2);
  }
  [[nodiscard]] BoxTree& tree_of(ProxyId id) { return table.is_fixed(id) ? fixed : moving; }
  [[nodiscard]] bool has(ProxyId id, Flag flag) const { return (flags[id] & flag) != 0; }
  [[nodiscard]] BoxLeaf leaf_of(ProxyId id, const Vec3& displacement) const {
    const ProxyState& now = table.now(id);
    const Aabb box = table.is_fixed(id) ? now.box : enlarged(now.box, displacement, usual);
    return {box, now.filter, main_leaf(id), table.is_changed(id)};
  }

  void insert(std::span<const ProxyId> ids) override {
    flags.resize(table.capacity());
    measure();
    std::vector<BoxLeaf> leaves[2];
    for (const ProxyId id : ids) {
      const ProxyState& now = table.now(id);  // enlarged when it has moved once: many never do
      leaves[table.is_fixed(id) ? 1 : 0].push_back(
          {now.box, now.filter, main_leaf(id), table.is_changed(id)});
    }
    if (!leaves[0].empty()) moving.insert(leaves[0], settings.executor);
    if (!leaves[1].empty()) fixed.insert(leaves[1], settings.executor);
  }

  void follow(ProxyId id, const Aabb& before) override {
    BoxTree& tree = tree_of(id);
    tree.mark(main_leaf(id));
    const Aabb leaf = tree.leaf_box(main_leaf(id)), &box = table.now(id).box;
    if (graze::contains(leaf, box)) return;
    const Vec3 displacement = centre(box) - centre(before);
    if (!graze::overlaps(leaf, box) && !is_short(displacement, box)) return jump(id);
    const Aabb stretched = merge(leaf, leaf_of(id, displacement).box);
    tree.set_leaf(main_leaf(id), stretched, tree.leaf_filter(main_leaf(id)));
    is_any_stretched = true;
    if (has(id, kStray)) return;
    flags[id] |= kStray;
    strays.push_back(id);
  }
  void finish_moves(std::span<const ProxyId> ids) override {
    if (!is_any_stretched) return;
    is_any_stretched = false;
    if (ids.size() == 1) return tree_of(ids[0]).join_above(main_leaf(ids[0]));
    if (!is_few(strays.size())) return moving.refit(), fixed.refit();
    for (const ProxyId id : strays) tree_of(id).join_above(main_leaf(id));
  }
  [[nodiscard]] bool is_few(std::size_t count) const { return count < table.size() / kFewStrays; }

  // A flat box is beside itself after any way; a leaf that is stretched so little is not in the way.
  [[nodiscard]] bool is_short(const Vec3& displacement, const Aabb& box) const {
    return max_abs(displacement) <= kMargin * std::max(longest_half(box), usual);
  }
  // Too far to stretch the leaf: it goes to the new place, and a ghost stands where the box was. Nothing
  // tells where such a box goes next, and long ones enlarged by as much would fill the world.
  void jump(ProxyId id) {
    BoxTree& tree = tree_of(id);
    tree.remove(main_leaf(id));
    BoxLeaf leaf = leaf_of(id, {});
    const ProxyState& flushed = table.flushed(id);
    if (!flushed.box.is_empty() && !has(id, kGhost)) {
      flags[id] |= kGhost;
      tree.insert({flushed.box, flushed.filter, ghost_leaf(id), true});
    }
    leaf.filter = merge(leaf.filter, flushed.filter);
    tree.insert(leaf);
  }

  void remove(ProxyId id, const Aabb&) override { tree_of(id).mark(main_leaf(id)); }
  void refilter(ProxyId id) override {
    BoxTree& tree = tree_of(id);
    const std::uint32_t leaf = main_leaf(id);
    tree.mark(leaf);
    tree.update(leaf, tree.leaf_box(leaf), merge(tree.leaf_filter(leaf), table.now(id).filter));
  }

  void find_events(std::vector<PairEvent>& events) override {
    graze::find_events(table, moving, fixed, settings.executor, events);
  }
  void settle() override {
    unmark();
    settle_changed();
    take_back_strays();
  }
  void improve(std::span<const PairEvent>) override {
    moving.improve(settings.executor);
    fixed.improve(settings.executor);
  }
  void unmark() {
    if (!is_few(table.changed().size())) return moving.unmark_all(), fixed.unmark_all();
    for (const ProxyId id : table.changed()) {
      tree_of(id).unmark(main_leaf(id));
      if (has(id, kGhost)) tree_of(id).unmark(ghost_leaf(id));
    }
  }
  void settle_changed() {
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
  [[nodiscard]] std::size_t memory_bytes() const override {
    return sizeof(*this) + moving.memory_bytes() + fixed.memory_bytes() + heap_bytes(flags, strays);
  }
  void visit_overlaps(const Aabb& box, const ProxyFilter& filter, ProxyVisitor visitor) const override {
    const auto leaf = [&](std::uint32_t number) {
      const ProxyId id = id_of_leaf(number);
      return is_ghost(number) || !is_overlap(table.now(id), box, filter) || visitor(id);
    };
    ask_both([&](const BoxTree& tree) { return visit_overlapping_leaves(tree, filter, box, leaf); });
  }
  void visit_cast(Sweep& sweep, const Ray*, const ProxyFilter& filter, ProxyRayVisitor hit) const override {
    NodeSweep nodes(sweep);
    const auto leaf = [&](std::uint32_t number) {
      if (is_ghost(number)) return true;
      const double t = entry_of(id_of_leaf(number), sweep, filter);
      return t < 0 || call_hit(sweep, nodes, id_of_leaf(number), t, hit);
    };
    const auto ahead = [&](std::uint32_t number) { table.prefetch(id_of_leaf(number)); };
    ask_both([&](const BoxTree& tree) { return visit_swept_leaves(tree, filter, nodes, leaf, ahead); });
  }
  void list_nearest(const Vec3& point, const ProxyFilter& filter, NearestList& list) const override {
    const auto leaf = [&](std::uint32_t number) {
      return is_ghost(number) || offer_to_list(id_of_leaf(number), point, filter, list);
    };
    const auto ahead = [&](std::uint32_t number) { table.prefetch(id_of_leaf(number)); };
    for (const BoxTree* tree : {&moving, &fixed}) visit_leaves_near(*tree, filter, point, list, leaf, ahead);
  }
};

}  // namespace

constinit MakeStructure& make_moving_trees = make_structure<MovingTrees>;
TreeBroadPhase::TreeBroadPhase(const BroadPhaseSettings& settings)
    : BasicBroadPhase(std::make_unique<BroadPhaseState>(settings, make_moving_trees)) {}

}  // namespace graze::inline GRAZE_ABI
