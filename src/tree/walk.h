// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

#include "graze/base/assert.h"
#include "tree/wide_node.h"

// The loops of all traversals. What is asked of the children of a node, one by one or eight at once, is the
// caller's; the stacks are of fixed size because the depth of a tree is bounded.

namespace graze::inline GRAZE_ABI::walk {

/// A node, or the ids of a leaf.
struct Ref {
  std::uint32_t index = 0;  // of the node, or of the first id in `order`
  std::uint32_t end = 0;    // of the ids; 0: a node

  [[nodiscard]] bool is_node() const { return end == 0; }
};

/// A part of a tree and a box around it.
struct Entry {
  Ref ref;
  Aabb box;
};

[[nodiscard]] inline Ref child_ref(const WideNode& node, int child) {
  // Without branches: which kind comes next is anybody's guess.
  const Ref inner{node.first_node + static_cast<std::uint32_t>(child), 0};
  const bool has_previous = child > 0;
  const std::uint32_t previous = node.ids_end[child - int{has_previous}] * std::uint32_t{has_previous};
  const Ref leaf{node.first_id + previous, node.ids_stop(child)};
  const bool is_inner = node.is_inner(child);
  return {is_inner ? inner.index : leaf.index, is_inner ? inner.end : leaf.end};
}
[[nodiscard]] inline Entry child_entry(const WideNode& node, int child) {
  return {child_ref(node, child), child_box(node, child)};
}
[[nodiscard]] inline Entry root_entry(const TreeData& tree) { return {{}, tree.nodes.front().box()}; }

/// A stack in place, of which only what is used is ever written.
template <class T, int kCapacity>
class Stack {
 public:
  T& push() {
    GRAZE_ASSERT(count_ < kCapacity);
    return *::new (static_cast<void*>(bytes_ + sizeof(T) * static_cast<std::size_t>(count_++))) T;
  }
  void pop() { --count_; }
  [[nodiscard]] bool is_empty() const { return count_ == 0; }
  [[nodiscard]] T& top() {
    return *std::launder(reinterpret_cast<T*>(bytes_ + sizeof(T) * static_cast<std::size_t>(count_ - 1)));
  }

 private:
  static_assert(std::is_trivially_destructible_v<T>);
  alignas(T) std::byte bytes_[sizeof(T) * kCapacity];
  int count_ = 0;
};

/// Children still to be visited, one bit each, in the order of the children.
struct Some {
  std::uint32_t mask = 0;

  Some() = default;
  Some(std::uint32_t children) : mask(children) {}
  Some(std::uint32_t children, const Real (&)[kWidth]) : mask(children) {}
  [[nodiscard]] bool is_empty() const { return mask == 0; }
  int take() {
    const int child = std::countr_zero(mask);
    mask &= mask - 1;
    return child;
  }
};

/// Children still to be visited, a likely one first and then in their order.
struct Likely {
  std::uint32_t mask = 0;
  int first = 0;

  Likely() = default;
  /// In the order of the children.
  explicit Likely(std::uint32_t children) : mask(children) {}
  /// Children of `mask`; the likeliest has the largest number, of equals it is the first.
  Likely(std::uint32_t children, const Real (&likelihood)[kWidth]) : mask(children) {
    if (mask == 0) return;
    first = std::countr_zero(mask);
    for (std::uint32_t rest = mask & (mask - 1); rest != 0; rest &= rest - 1)
      if (const int i = std::countr_zero(rest); likelihood[i] > likelihood[first]) first = i;
  }
  [[nodiscard]] bool is_empty() const { return mask == 0; }
  int take() {
    const int child = (mask >> first & 1) != 0 ? first : std::countr_zero(mask);
    mask &= ~(1u << child);
    return child;
  }
};

/// Children still to be visited, nearest first; of equals in the order of the children.
struct Sorted {
  double bound[kWidth];
  std::uint8_t child[kWidth];
  int next = 0, count = 0;

  void add(int i, double b) {
    int at = count++;
    for (; at > 0 && b < bound[at - 1]; --at) {
      bound[at] = bound[at - 1];
      child[at] = child[at - 1];
    }
    bound[at] = b;
    child[at] = static_cast<std::uint8_t>(i);
  }
  /// Leaves out what has become too far since it was added.
  [[nodiscard]] bool is_empty(double best) {
    if (next < count && bound[next] > best) next = count;
    return next == count;
  }
  int take() { return child[next++]; }
};

/// A walk of one tree that stops at every leaf. choose(node) gives the children to visit as a Some or a
/// Likely.
template <class Choose>
class OneTree {
 public:
  OneTree(const TreeData& tree, Choose choose) : tree_(tree), choose_(choose) { open(0); }

  /// Goes on to the next leaf; false: that was the last one.
  [[nodiscard]] bool next(Ref& leaf) {
    while (!stack_.is_empty()) {
      Frame& frame = stack_.top();
      if (frame.children.is_empty()) {
        stack_.pop();
        continue;
      }
      leaf = child_ref(*frame.node, frame.children.take());
      if (!leaf.is_node()) return true;
      open(leaf.index);
    }
    return false;
  }

 private:
  struct Frame {
    const WideNode* node;
    std::invoke_result_t<Choose, const WideNode&> children;
  };
  void open(std::uint32_t n) { stack_.push() = {&tree_.nodes[n], choose_(tree_.nodes[n])}; }

  const TreeData& tree_;
  Choose choose_;
  Stack<Frame, kMaxDepth> stack_;
};

/// leaf(id) for every id of the leaves that OneTree stops at; false ends the walk.
template <class SomeOf, class Leaf>
bool one_tree(const TreeData& tree, SomeOf&& some_of, Leaf&& leaf) {
  OneTree<SomeOf&> walk(tree, some_of);
  for (Ref ids; walk.next(ids);)
    for (std::uint32_t k = ids.index; k < ids.end; ++k)
      if (!leaf(tree.order[k])) return false;
  return true;
}

/// sort(node, sorted) adds the children worth a visit to `sorted`; best() is the bound that now counts.
template <class Sort, class Best, class Leaf>
void one_tree_nearest(const TreeData& tree, Sort&& sort, Best&& best, Leaf&& leaf) {
  struct Frame {
    const WideNode* node;
    Sorted children;
  };
  Stack<Frame, kMaxDepth> stack;
  const auto open = [&](std::uint32_t n) {
    Frame& frame = stack.push();
    frame.node = &tree.nodes[n];
    sort(*frame.node, frame.children);
  };
  open(0);
  while (!stack.is_empty()) {
    Frame& frame = stack.top();
    if (frame.children.is_empty(best())) {
      stack.pop();
      continue;
    }
    const Ref ref = child_ref(*frame.node, frame.children.take());
    if (ref.is_node()) {
      open(ref.index);
      continue;
    }
    for (std::uint32_t k = ref.index; k < ref.end; ++k) leaf(tree.order[k]);
  }
}

/// Two parts, of which the larger one was opened: its children against the other.
template <class Children>
struct PairFrame {
  const WideNode* node;
  Entry other;
  Children children;
  bool is_a_open;
};

struct PairEntry {
  Entry a, b;
};

/// The next pair below a frame.
template <class Children>
[[nodiscard]] PairEntry take_pair(PairFrame<Children>& frame) {
  const Entry child = child_entry(*frame.node, frame.children.take());
  return frame.is_a_open ? PairEntry{child, frame.other} : PairEntry{frame.other, child};
}

/// Which one to open: the larger, where lengths of b count b_scale times. Precondition: one is a node.
[[nodiscard]] inline bool is_a_opened(const Entry& a, const Entry& b, Real b_scale) {
  if (!a.ref.is_node() || !b.ref.is_node()) return a.ref.is_node();
  const Vec3 size_a = half_extents(a.box), size_b = half_extents(b.box);
  return size_a.x + size_a.y + size_a.z >= (size_b.x + size_b.y + size_b.z) * b_scale;
}

/// Every id of one leaf with every id of the other.
template <class Leaf>
bool leaf_pairs(const TreeData& tree_a, Ref a, const TreeData& tree_b, Ref b, Leaf&& leaf) {
  for (std::uint32_t i = a.index; i < a.end; ++i)
    for (std::uint32_t j = b.index; j < b.end; ++j)
      if (!leaf(tree_a.order[i], tree_b.order[j])) return false;
  return true;
}
/// leaf_pairs() as a function of two leaves, for walks; trees and `leaf` stay with the caller.
template <class Leaf>
[[nodiscard]] auto each_pair(const TreeData& tree_a, const TreeData& tree_b, Leaf& leaf) {
  return [&](Ref a, Ref b) { return leaf_pairs(tree_a, a, tree_b, b, leaf); };
}

/// A walk of two trees that stops at every pair of leaves; of two parts the larger one is opened.
/// choose.in_a(node, box_b) and choose.in_b(box_a, node) give the children of the node to visit as a Some or
/// a Likely. `from` is taken as worth a visit; lengths of b count b_scale times.
template <class Choose>
class TwoTrees {
 public:
  TwoTrees(const TreeData& tree_a, const TreeData& tree_b, const PairEntry& from, const Choose& choose,
           Real b_scale = 1)
      : tree_a_(tree_a), tree_b_(tree_b), choose_(choose), b_scale_(b_scale) {
    if (are_leaves(from.a, from.b))
      first_ = from;
    else
      open(from.a, from.b);
  }

  /// Goes on to the next pair of leaves; false: that was the last one.
  [[nodiscard]] bool next(Ref& ids_a, Ref& ids_b) {
    while (!stack_.is_empty()) {
      Frame& frame = stack_.top();
      if (frame.children.is_empty()) {
        stack_.pop();
        continue;
      }
      const Entry child = child_entry(*frame.node, frame.children.take());
      const Entry &a = frame.is_a_open ? child : frame.other, &b = frame.is_a_open ? frame.other : child;
      if (are_leaves(a, b)) {
        ids_a = a.ref;
        ids_b = b.ref;
        return true;
      }
      open(a, b);
    }
    if (first_.a.ref.is_node()) return false;
    ids_a = first_.a.ref;
    ids_b = first_.b.ref;
    first_ = {};
    return true;
  }

 private:
  using Children =
      decltype(std::declval<const Choose&>().in_a(std::declval<const WideNode&>(), std::declval<Aabb&>()));
  using Frame = PairFrame<Children>;

  static bool are_leaves(const Entry& a, const Entry& b) { return !a.ref.is_node() && !b.ref.is_node(); }
  void open(const Entry& a, const Entry& b) {
    Frame& frame = stack_.push();  // in place: a copy waits for what was just written
    frame.is_a_open = is_a_opened(a, b, b_scale_);
    frame.node = frame.is_a_open ? &tree_a_.nodes[a.ref.index] : &tree_b_.nodes[b.ref.index];
    frame.other = frame.is_a_open ? b : a;
    frame.children = frame.is_a_open ? choose_.in_a(*frame.node, b.box) : choose_.in_b(a.box, *frame.node);
  }

  const TreeData &tree_a_, &tree_b_;
  Choose choose_;
  Real b_scale_;
  PairEntry first_;  // where the walk began, if it began at two leaves
  Stack<Frame, 2 * kMaxDepth> stack_;
};

/// leaves(ids_a, ids_b) for every pair of leaves that TwoTrees stops at, with some_a and some_b as in_a() and
/// in_b(); false ends the walk.
template <class SomeA, class SomeB, class Leaves>
bool two_trees(const TreeData& tree_a, const TreeData& tree_b, const PairEntry& from, SomeA&& some_a,
               SomeB&& some_b, Leaves&& leaves, Real b_scale = 1) {
  struct Choose {
    SomeA& a;
    SomeB& b;
    auto in_a(const WideNode& node, const Aabb& box) const { return a(node, box); }
    auto in_b(const Aabb& box, const WideNode& node) const { return b(box, node); }
  };
  TwoTrees<Choose> walk(tree_a, tree_b, from, Choose{some_a, some_b}, b_scale);
  for (Ref a, b; walk.next(a, b);)
    if (!leaves(a, b)) return false;
  return true;
}

/// The ids of a node all of whose children are leaves, if they are no more than `most`; other parts as they
/// are.
[[nodiscard]] inline Ref closed(const TreeData& tree, Ref ref, std::uint32_t most) {
  if (most == 0 || !ref.is_node()) return ref;
  const WideNode& node = tree.nodes[ref.index];
  const std::uint32_t end = node.ids_stop(node.child_count - 1);
  return node.inner_count > 0 || end - node.first_id > most ? ref : Ref{node.first_id, end};
}

/// sort_a(node, b, sorted) and sort_b(a, node, sorted) add the children worth a visit to `sorted`; a and b
/// are entries. leaves(ids_a, ids_b) gets the ids of two leaves, or of nodes that hold at most kClosed in
/// leaves. Pairs of which is_beyond(a, b) says so are left out.
template <std::uint32_t kClosed, class SortA, class SortB, class IsBeyond, class Leaves>
void two_trees_nearest(const TreeData& tree_a, const TreeData& tree_b, SortA&& sort_a, SortB&& sort_b,
                       const double& best, IsBeyond&& is_beyond, Leaves&& leaves) {
  Stack<PairFrame<Sorted>, 2 * kMaxDepth> stack;
  const auto open = [&](const PairEntry& pair) {
    if (is_beyond(pair.a.ref, pair.b.ref)) return;
    const Entry a{closed(tree_a, pair.a.ref, kClosed), pair.a.box};
    const Entry b{closed(tree_b, pair.b.ref, kClosed), pair.b.box};
    if (!a.ref.is_node() && !b.ref.is_node()) {
      leaves(a.ref, b.ref);
      return;
    }
    PairFrame<Sorted>& frame = stack.push();
    frame.is_a_open = is_a_opened(a, b, 1);
    frame.other = frame.is_a_open ? pair.b : pair.a;
    if (frame.is_a_open) {
      frame.node = &tree_a.nodes[pair.a.ref.index];
      sort_a(*frame.node, pair.b, frame.children);
    } else {
      frame.node = &tree_b.nodes[pair.b.ref.index];
      sort_b(pair.a, *frame.node, frame.children);
    }
  };
  open({root_entry(tree_a), root_entry(tree_b)});
  while (!stack.is_empty()) {
    PairFrame<Sorted>& frame = stack.top();
    if (frame.children.is_empty(best))
      stack.pop();
    else
      open(take_pair(frame));
  }
}

}  // namespace graze::inline GRAZE_ABI::walk
