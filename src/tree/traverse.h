// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>

#include "math/rounding.h"
#include "tree/kernels.h"
#include "tree/relative.h"
#include "tree/walk.h"

// Traversals of one tree, of two, and of one against itself. None allocates. The boxes that are asked about
// contain the true ones and hold up to leaf_size ids; the boxes of single ids are the caller's.

namespace graze::inline GRAZE_ABI {

/// Visits the ids below every box that `enter` lets through. enter(const Aabb& box) -> bool; leaf(id) ->
/// bool, false ends the traversal. Returns false when it ended early.
template <class Enter, class Leaf>
bool visit(const AabbTree& tree, Enter&& enter, Leaf&& leaf) {
  const TreeData* data = TreeAccess::data(tree);
  if (data == nullptr || !enter(data->nodes.front().box())) return true;
  return walk::one_tree(
      *data, [&](const WideNode& node) { return walk::children_where(node, enter); }, leaf);
}

/// Visits nearer boxes first and leaves out those that are farther than `best`. bound(const Aabb& box) ->
/// double, a lower bound of what leaf(id) may find below the box; `best` is the caller's variable, which leaf
/// lowers. Equal bounds come in the order of the tree, so the order of visits is always the same.
template <class Bound, class Leaf>
void visit_nearest(const AabbTree& tree, Bound&& bound, const double& best, Leaf&& leaf) {
  const TreeData* data = TreeAccess::data(tree);
  if (data == nullptr || bound(data->nodes.front().box()) > best) return;
  const auto sort = [&](const WideNode& node, walk::Sorted& children) {
    for (int i = 0; i < node.child_count; ++i) {
      const double b = bound(child_box(node, i));
      if (!(b > best)) children.add(i, b);
    }
  };
  walk::one_tree_nearest(
      *data, sort, [&] { return best; }, leaf);
}

/// Visits the pairs of ids below every pair of boxes that `enter` lets through. enter(const Aabb& box_a,
/// const Aabb& box_b) -> bool, each box in the frame of its tree; leaf(id_a, id_b) -> bool, false ends the
/// traversal. Returns false when it ended early.
template <class Enter, class Leaf>
bool visit_pairs(const AabbTree& a, const AabbTree& b, Enter&& enter, Leaf&& leaf) {
  const TreeData *data_a = TreeAccess::data(a), *data_b = TreeAccess::data(b);
  if (data_a == nullptr || data_b == nullptr) return true;
  const walk::PairEntry root{walk::root_entry(*data_a), walk::root_entry(*data_b)};
  if (!enter(root.a.box, root.b.box)) return true;
  const auto some_a = [&](const WideNode& node, const Aabb& box_b) {
    return walk::children_where(node, [&](const Aabb& box_a) { return enter(box_a, box_b); });
  };
  const auto some_b = [&](const Aabb& box_a, const WideNode& node) {
    return walk::children_where(node, [&](const Aabb& box_b) { return enter(box_a, box_b); });
  };
  return walk::two_trees(*data_a, *data_b, root, some_a, some_b, walk::each_pair(*data_a, *data_b, leaf));
}

/// Visits nearer pairs of boxes first and leaves out those that are farther than `best`; otherwise as
/// visit_nearest(). bound(const Aabb& box_a, const Aabb& box_b) -> double; leaf(id_a, id_b).
template <class Bound, class Leaf>
void visit_nearest_pairs(const AabbTree& a, const AabbTree& b, Bound&& bound, const double& best,
                         Leaf&& leaf) {
  const TreeData *data_a = TreeAccess::data(a), *data_b = TreeAccess::data(b);
  if (data_a == nullptr || data_b == nullptr) return;
  if (bound(data_a->nodes.front().box(), data_b->nodes.front().box()) > best) return;
  const auto add = [&](int i, double distance, walk::Sorted& children) {
    if (!(distance > best)) children.add(i, distance);
  };
  const auto sort_a = [&](const WideNode& node, const walk::Entry& entry_b, walk::Sorted& children) {
    for (int i = 0; i < node.child_count; ++i) add(i, bound(child_box(node, i), entry_b.box), children);
  };
  const auto sort_b = [&](const walk::Entry& entry_a, const WideNode& node, walk::Sorted& children) {
    for (int i = 0; i < node.child_count; ++i) add(i, bound(entry_a.box, child_box(node, i)), children);
  };
  const auto leaves = [&](walk::Ref ids_a, walk::Ref ids_b) {
    walk::leaf_pairs(*data_a, ids_a, *data_b, ids_b,
                     [&](std::uint32_t id_a, std::uint32_t id_b) { return leaf(id_a, id_b), true; });
  };
  walk::two_trees_nearest<0>(
      *data_a, *data_b, sort_a, sort_b, best, [](walk::Ref, walk::Ref) { return false; }, leaves);
}

/// The leaves of a tree against each other. of(ids) is called for every leaf, and returns the box around what
/// it looks for; then with(ids) for that leaf and all leaves after it in `order` whose boxes overlap that
/// box; false ends it. Returns false when it ended early.
template <class Of, class With>
bool visit_self_leaves(const AabbTree& tree, Of&& of, With&& with) {
  const TreeData* data = TreeAccess::data(tree);
  if (data == nullptr) return true;
  const auto meet = node_kernels().box;
  for (const WideNode& node : data->nodes)
    for (int i = node.inner_count; i < node.child_count; ++i) {
      const walk::Ref leaf = walk::child_ref(node, i);
      const Aabb around = of(leaf);
      const auto choose = [&](const WideNode& n) { return walk::Some{meet(n, around)}; };
      if (!walk::one_tree_leaves(*data, choose,
                                 [&](walk::Ref other) { return other.index < leaf.index || with(other); }))
        return false;
    }
  return true;
}

/// The box, larger by a distance on every side, rounded outward.
[[nodiscard]] inline Aabb grown(const Aabb& box, double by) {
  Aabb out = box;
  for (int k = 0; by > 0 && k < 3; ++k) {
    out.lower[k] = round_down(double(box.lower[k]) - by);
    out.upper[k] = round_up(double(box.upper[k]) + by);
  }
  return out;
}

/// Pairs of items of one tree whose boxes are no farther apart than `within` along any axis, each once.
/// An Item has a `box`, which read(place, item) sets, for a place in `order`; finish(place, by, item) grows
/// it, and reads what else is needed of those that may be close. use(place, item, other place, other item) ->
/// bool, false ends it.
template <class Item, class Read, class Finish, class Use>
void visit_self_pairs(const AabbTree& tree, double within, Read&& read, Finish&& finish, Use&& use) {
  constexpr std::size_t kMostOfLeaf = 16;  // see AabbTree
  std::array<Item, kMostOfLeaf> own;
  Item item;
  walk::Ref leaf;
  Aabb all;
  const auto of = [&](walk::Ref ids) {
    leaf = ids;
    all = {};
    for (std::uint32_t i = ids.index; i < ids.end; ++i) {
      Item& mine = own[i - ids.index];
      read(i, mine);
      finish(i, within, mine);
      all = merge(all, mine.box);
    }
    return all;
  };
  const auto with = [&](walk::Ref other) {
    for (std::uint32_t j = other.index; j < other.end; ++j) {
      const std::uint32_t end = std::min(leaf.end, j);  // within the leaf each pair once
      read(j, item);
      if (!overlaps(all, item.box)) continue;
      finish(j, 0, item);
      for (std::uint32_t i = leaf.index; i < end; ++i)
        if (overlaps(own[i - leaf.index].box, item.box) && !use(i, own[i - leaf.index], j, item))
          return false;
    }
    return true;
  };
  (void)visit_self_leaves(tree, of, with);
}

/// visit() with the overlap of a box as `enter`, eight children at once; touching counts.
template <class Leaf>
bool visit_box(const AabbTree& tree, const Aabb& box, Leaf&& leaf) {
  const TreeData* data = TreeAccess::data(tree);
  if (data == nullptr || !overlaps(data->nodes.front().box(), box)) return true;
  const auto meet = node_kernels().box;
  return walk::one_tree(
      *data, [&](const WideNode& node) { return walk::Some{meet(node, box)}; }, leaf);
}

/// Visits the ids below every box that the ray origin + t * direction, t from 0 to t_max, meets; nearer boxes
/// first, eight at once. `t_max` is the caller's variable, which leaf(id) may lower. A box that is met in
/// truth is never missed, whatever is rounded.
template <class Leaf>
void visit_ray(const AabbTree& tree, const BasicVec3<double>& origin, const BasicVec3<double>& direction,
               const double& t_max, Leaf&& leaf) {
  const TreeData* data = TreeAccess::data(tree);
  if (data == nullptr || t_max < 0) return;
  const auto meet = node_kernels().ray;
  const NodeRay ray = make_node_ray(origin, direction, data->nodes.front().box());
  const auto end = [&] { return scaled_end(ray, t_max); };
  const auto sort = [&](const WideNode& node, walk::Sorted& children) {
    Real entry[kWidth];
    walk::Some met{meet(node, ray, round_up(end()), entry)};
    while (!met.is_empty()) {
      const int i = met.take();
      children.add(i, double(entry[i]));
    }
  };
  walk::one_tree_nearest(*data, sort, end, leaf);
}

/// Children of two trees under a relative placement, x_a = linear * x_b + translation, for walk::TwoTrees.
/// Left out are pairs of boxes that one of six axes, those of both frames, separates by more than `slack`, a
/// distance in the frame of a; eight at once. The child that reaches farthest into the other box comes first.
class ChildrenUnder : public walk::Choice<walk::Likely> {
 public:
  ChildrenUnder(const TreeData& a, const TreeData& b, const RelativePlacement& a_from_b)
      : relative_(a.nodes.front().box(), b.nodes.front().box(), a_from_b), meet_(node_kernels().relative) {}

  void write_a(const WideNode& node, const walk::Entry& b, walk::Likely& children) const {
    write(node, relative_.b_in_a(), b.box, children);
  }
  void write_b(const walk::Entry& a, const WideNode& node, walk::Likely& children) const {
    write(node, relative_.a_in_b(), a.box, children);
  }
  [[nodiscard]] Real b_scale() const { return relative_.b_scale(); }

 private:
  void write(const WideNode& node, const TurnedFrame& frame, const Aabb& box, walk::Likely& children) const {
    Real overlap[kWidth];
    const std::uint32_t met = meet_(node, frame, box, overlap);
    children = {met, overlap};
  }

  Relative relative_;
  decltype(NodeKernels::relative) meet_;
};

/// The pairs of leaves of two trees that ChildrenUnder does not tell apart.
class LeafPairsUnder : public walk::TwoTrees<ChildrenUnder> {
 public:
  LeafPairsUnder(const TreeData& a, const TreeData& b, const RelativePlacement& a_from_b)
      : LeafPairsUnder(a, b, ChildrenUnder(a, b, a_from_b)) {}

 private:
  LeafPairsUnder(const TreeData& a, const TreeData& b, const ChildrenUnder& children)
      : TwoTrees(a, b, {walk::root_entry(a), walk::root_entry(b)}, children, children.b_scale()) {}
};

}  // namespace graze::inline GRAZE_ABI
