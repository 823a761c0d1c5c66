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

/// The children whose boxes enter(box) lets through.
template <class Enter>
[[nodiscard]] Some children_where(const WideNode& node, Enter&& enter) {
  std::uint32_t mask = 0;
  for (int i = 0; i < node.child_count; ++i) mask |= std::uint32_t(bool(enter(child_box(node, i)))) << i;
  return mask;
}

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

/// Base of what OneTree and TwoTrees are told: the type of the children to visit, and answers that hold
/// unless a derived class has others: what was written is visited, no pair is left out, no node counts as a
/// leaf.
template <class ChildrenToVisit, std::uint32_t kMostClosed = 0>
struct Choice {
  using Children = ChildrenToVisit;
  static constexpr std::uint32_t kClosed = kMostClosed;
  static bool is_empty(const Children& children) { return children.is_empty(); }
  static bool is_left_out(Ref, Ref) { return false; }
};

/// A walk of one tree that stops at every leaf. choose.write(node, children) writes the children to visit, of
/// the type Choose::Children; choose.is_empty(children) says whether none of them is left.
template <class Choose>
class OneTree {
 public:
  OneTree(const TreeData& tree, const Choose& choose) : tree_(tree), choose_(choose) { open(0); }

  /// Goes on to the next leaf; false: that was the last one.
  [[nodiscard]] bool next(Ref& leaf) {
    while (!stack_.is_empty()) {
      Frame& frame = stack_.top();
      if (choose_.is_empty(frame.children)) {
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
    typename Choose::Children children;
  };
  void open(std::uint32_t n) {
    Frame& frame = stack_.push();
    frame.node = &tree_.nodes[n];
    choose_.write(*frame.node, frame.children);
  }

  const TreeData& tree_;
  Choose choose_;
  Stack<Frame, kMaxDepth> stack_;
};

/// leaves(ids) for every leaf below the children that some_of(node) gives as a Some or a Likely; false ends
/// the walk.
template <class SomeOf, class Leaves>
bool one_tree_leaves(const TreeData& tree, SomeOf&& some_of, Leaves&& leaves) {
  using Chosen = std::invoke_result_t<SomeOf, const WideNode&>;
  struct Choose : Choice<Chosen> {
    SomeOf& some_of;
    explicit Choose(SomeOf& of) : some_of(of) {}
    void write(const WideNode& node, Chosen& children) const { children = some_of(node); }
  };
  OneTree<Choose> walk(tree, Choose(some_of));
  for (Ref ids; walk.next(ids);)
    if (!leaves(ids)) return false;
  return true;
}

/// leaf(id) for every id of these leaves.
template <class SomeOf, class Leaf>
bool one_tree(const TreeData& tree, SomeOf&& some_of, Leaf&& leaf) {
  return one_tree_leaves(tree, some_of, [&](Ref ids) {
    for (std::uint32_t k = ids.index; k < ids.end; ++k)
      if (!leaf(tree.order[k])) return false;
    return true;
  });
}

/// leaf(id), nearest first: sort(node, sorted) adds the children worth a visit to `sorted`; best() is the
/// bound that now counts.
template <class Sort, class Best, class Leaf>
void one_tree_nearest(const TreeData& tree, Sort&& sort, Best&& best, Leaf&& leaf) {
  struct Choose : Choice<Sorted> {
    Sort& sort;
    Best& best;
    Choose(Sort& by, Best& bound) : sort(by), best(bound) {}
    void write(const WideNode& node, Sorted& children) const { sort(node, children); }
    bool is_empty(Sorted& children) const { return children.is_empty(best()); }
  };
  OneTree<Choose> walk(tree, Choose(sort, best));
  for (Ref ids; walk.next(ids);)
    for (std::uint32_t k = ids.index; k < ids.end; ++k) leaf(tree.order[k]);
}

/// A part of each of two trees.
struct PairEntry {
  Entry a, b;
};

/// Which one to open: the larger, where lengths of b count b_scale times. Precondition: one is a node.
[[nodiscard]] inline bool is_a_opened(Ref a, const Aabb& box_a, Ref b, const Aabb& box_b, Real b_scale) {
  if (!a.is_node() || !b.is_node()) return a.is_node();
  const Vec3 size_a = half_extents(box_a), size_b = half_extents(box_b);
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

/// The ids of a node all of whose children are leaves, if they are no more than `most`; other parts as they
/// are.
[[nodiscard]] inline Ref closed(const TreeData& tree, Ref ref, std::uint32_t most) {
  if (most == 0 || !ref.is_node()) return ref;
  const WideNode& node = tree.nodes[ref.index];
  const std::uint32_t end = node.ids_stop(node.child_count - 1);
  return node.inner_count > 0 || end - node.first_id > most ? ref : Ref{node.first_id, end};
}

/// A walk of two trees that stops at every pair of leaves; of two parts the larger one is opened.
/// choose.write_a(node, b, children) and choose.write_b(a, node, children) write the children of the node to
/// visit, against an entry of the other tree; is_empty(children) says whether none is left, is_left_out(a, b)
/// whether a pair does not matter any more. Nodes that hold at most kClosed ids in leaves count as leaves.
template <class Choose>
class TwoTrees {
 public:
  /// Lengths of b count b_scale times.
  TwoTrees(const TreeData& tree_a, const TreeData& tree_b, const PairEntry& from, const Choose& choose,
           Real b_scale = 1)
      : tree_a_(tree_a), tree_b_(tree_b), choose_(choose), b_scale_(b_scale) {
    are_leaves_first_ = enter(from.a, from.b, first_a_, first_b_);
  }

  /// Goes on to the next pair of leaves; false: that was the last one.
  [[nodiscard]] bool next(Ref& ids_a, Ref& ids_b) {
    while (!stack_.is_empty()) {
      Frame& frame = stack_.top();
      if (choose_.is_empty(frame.children)) {
        stack_.pop();
        continue;
      }
      const Entry child = child_entry(*frame.node, frame.children.take());
      const Entry &a = frame.is_a_open ? child : frame.other, &b = frame.is_a_open ? frame.other : child;
      if (enter(a, b, ids_a, ids_b)) return true;
    }
    if (!are_leaves_first_) return false;
    are_leaves_first_ = false;
    ids_a = first_a_;
    ids_b = first_b_;
    return true;
  }

 private:
  // Two parts, of which the larger one was opened: its children against the other.
  struct Frame {
    const WideNode* node;
    Entry other;
    typename Choose::Children children;
    bool is_a_open;
  };

  // Opens one of two parts; true: they are leaves.
  bool enter(const Entry& a, const Entry& b, Ref& ids_a, Ref& ids_b) {
    if (choose_.is_left_out(a.ref, b.ref)) return false;
    const Ref ref_a = closed(tree_a_, a.ref, Choose::kClosed),
              ref_b = closed(tree_b_, b.ref, Choose::kClosed);
    if (!ref_a.is_node() && !ref_b.is_node()) {
      ids_a = ref_a;
      ids_b = ref_b;
      return true;
    }
    Frame& frame = stack_.push();  // in place: a copy waits for what was just written
    frame.is_a_open = is_a_opened(ref_a, a.box, ref_b, b.box, b_scale_);
    if (frame.is_a_open) {
      frame.node = &tree_a_.nodes[a.ref.index];
      frame.other = b;
      choose_.write_a(*frame.node, b, frame.children);
    } else {
      frame.node = &tree_b_.nodes[b.ref.index];
      frame.other = a;
      choose_.write_b(a, *frame.node, frame.children);
    }
    return false;
  }

  const TreeData &tree_a_, &tree_b_;
  Choose choose_;
  Real b_scale_;
  bool are_leaves_first_;  // the walk began at two leaves, which are still to come
  Ref first_a_, first_b_;
  Stack<Frame, 2 * kMaxDepth> stack_;
};

/// leaves(ids_a, ids_b) for every pair of leaves below `from`: some_a(node, box_b) and some_b(box_a, node)
/// give the children to visit as a Some or a Likely; false ends the walk.
template <class SomeA, class SomeB, class Leaves>
bool two_trees(const TreeData& tree_a, const TreeData& tree_b, const PairEntry& from, SomeA&& some_a,
               SomeB&& some_b, Leaves&& leaves) {
  using Chosen = std::invoke_result_t<SomeA, const WideNode&, const Aabb&>;
  struct Choose : Choice<Chosen> {
    SomeA& a;
    SomeB& b;
    Choose(SomeA& in_a, SomeB& in_b) : a(in_a), b(in_b) {}
    void write_a(const WideNode& node, const Entry& e, Chosen& children) const { children = a(node, e.box); }
    void write_b(const Entry& e, const WideNode& node, Chosen& children) const { children = b(e.box, node); }
  };
  TwoTrees<Choose> walk(tree_a, tree_b, from, Choose(some_a, some_b));
  for (Ref a, b; walk.next(a, b);)
    if (!leaves(a, b)) return false;
  return true;
}

/// leaves(ids_a, ids_b), nearest first: sort_a(node, b, sorted) and sort_b(a, node, sorted) add the children
/// worth a visit to `sorted`; a and b are entries. Pairs of which is_beyond(a, b) says so are left out.
template <std::uint32_t kMostClosed, class SortA, class SortB, class IsBeyond, class Leaves>
void two_trees_nearest(const TreeData& tree_a, const TreeData& tree_b, SortA&& sort_a, SortB&& sort_b,
                       const double& best, IsBeyond&& is_beyond, Leaves&& leaves) {
  struct Choose : Choice<Sorted, kMostClosed> {
    SortA& a;
    SortB& b;
    const double& best;
    IsBeyond& is_beyond;
    Choose(SortA& in_a, SortB& in_b, const double& limit, IsBeyond& beyond)
        : a(in_a), b(in_b), best(limit), is_beyond(beyond) {}
    void write_a(const WideNode& node, const Entry& e, Sorted& children) const { a(node, e, children); }
    void write_b(const Entry& e, const WideNode& node, Sorted& children) const { b(e, node, children); }
    bool is_empty(Sorted& children) const { return children.is_empty(best); }
    bool is_left_out(Ref ref_a, Ref ref_b) const { return is_beyond(ref_a, ref_b); }
  };
  TwoTrees<Choose> walk(tree_a, tree_b, {root_entry(tree_a), root_entry(tree_b)},
                        Choose(sort_a, sort_b, best, is_beyond));
  for (Ref a, b; walk.next(a, b);) leaves(a, b);
}

}  // namespace graze::inline GRAZE_ABI::walk
