// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// One descent of both trees at once: neighbours share the work that a query for each box would repeat.

#include "broad/tree/pairs.h"

#include <algorithm>

#include "broad/tree/box_lanes.h"
#include "tree/walk.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Leaves to be compared: those of a node with each other, those of two nodes, a leaf with those of a node.
struct Task {
  enum Kind : std::uint8_t { self, nodes, leaf_of_a, leaf_of_b } kind;
  std::uint32_t a, b;  // nodes, or places of leaves
};

// Tree a against tree b, or against itself when they are the same.
class Search {
 public:
  Search(const ProxyTable& table, const BoxTree& a, const BoxTree& b) : table_(table), a_(a), b_(b) {}

  // Compares leaves; the rest goes to `add`.
  template <class Add>
  void open(const Task& task, std::vector<PairEvent>& events, Add&& add) const {
    if (task.kind == Task::self) return open_self(task.a, events, add);
    if (task.kind == Task::nodes) return open_nodes(task.a, task.b, events, add);
    if (task.kind == Task::leaf_of_a) return meet_all(task.a, task.b, ~0u, events, add);
    meet_leaf(task.a, task.b, events, add);
  }
  void run(const Task& first, std::vector<PairEvent>& events) const {
    // A task leaves 15 more than it takes, at most, and is one level lower in one of the trees.
    walk::Stack<Task, 15 * 2 * (BoxTree::kMostHeight + 2) + 1> stack;
    stack.push() = first;
    const auto add = [&](const Task& task) { stack.push() = task; };
    while (!stack.is_empty()) {
      const Task top = stack.top();
      stack.pop();
      open(top, events, add);
    }
  }

 private:
  const ProxyTable& table_;
  const BoxTree& a_;
  const BoxTree& b_;

  template <class Add>
  void open_self(std::uint32_t n, std::vector<PairEvent>& events, Add&& add) const {
    const BoxNode& node = a_.node(n);
    for (int i = 0; i < kBoxWidth; ++i) {
      if (!node.has(i)) continue;
      if (!node.has_leaf(i) && (node.marked >> i & 1) != 0) add(Task{Task::self, node.child[i], 0});
      meet_all(place_of(n, i), n, ~0u << (i + 1), events, add);
    }
  }
  template <class Add>
  void open_nodes(std::uint32_t a, std::uint32_t b, std::vector<PairEvent>& events, Add&& add) const {
    if (!passes(a_.node(a).joined, b_.node(b).joined)) return;
    for (walk::Some some{overlapping(a_.node(a), b_.node(b).bounds())}; !some.is_empty();)
      meet_all(place_of(a, some.take()), b, ~0u, events, add);
  }
  // A child of a with those children of b that it overlaps, of which one is marked.
  template <class Add>
  void meet_all(std::uint32_t place_a, std::uint32_t b, unsigned among, std::vector<PairEvent>& events,
                Add&& add) const {
    const BoxNode &node_a = a_.node(place_a / kBoxWidth), &node_b = b_.node(b);
    const int i = static_cast<int>(place_a % kBoxWidth);
    if ((node_a.marked >> i & 1) == 0) among &= node_b.marked;
    for (walk::Some some{overlapping(node_b, node_a.box(i)) & among}; !some.is_empty();)
      meet(place_a, place_of(b, some.take()), events, add);
  }
  template <class Add>
  void meet_leaf(std::uint32_t a, std::uint32_t place_b, std::vector<PairEvent>& events, Add&& add) const {
    const BoxNode &node_a = a_.node(a), &node_b = b_.node(place_b / kBoxWidth);
    const int i = static_cast<int>(place_b % kBoxWidth);
    const unsigned among = (node_b.marked >> i & 1) == 0 ? node_a.marked : ~0u;
    for (walk::Some some{overlapping(node_a, node_b.box(i)) & among}; !some.is_empty();)
      meet(place_of(a, some.take()), place_b, events, add);
  }
  // Two children that overlap.
  template <class Add>
  void meet(std::uint32_t place_a, std::uint32_t place_b, std::vector<PairEvent>& events, Add&& add) const {
    const BoxNode &node_a = a_.node(place_a / kBoxWidth), &node_b = b_.node(place_b / kBoxWidth);
    const int i = static_cast<int>(place_a % kBoxWidth), j = static_cast<int>(place_b % kBoxWidth);
    const std::uint32_t a = node_a.child[i], b = node_b.child[j];
    if (node_a.has_leaf(i) && node_b.has_leaf(j)) {
      if (id_of_leaf(a) != id_of_leaf(b)) table_.compare(id_of_leaf(a), id_of_leaf(b), events);
      return;
    }
    if (!node_a.has_leaf(i)) a_.prefetch(a);
    if (!node_b.has_leaf(j)) b_.prefetch(b);
    if (!node_a.has_leaf(i))
      return node_b.has_leaf(j) ? add(Task{Task::leaf_of_b, a, place_b}) : add(Task{Task::nodes, a, b});
    add(Task{Task::leaf_of_a, place_a, b});
  }
};

// Enough for any machine to share; each has at least a few microseconds to do.
constexpr std::size_t kTasks = 512;

void run_search(const Search& search, const Task& first, const Executor& executor,
                std::vector<PairEvent>& events) {
  if (executor.run == nullptr) return search.run(first, events);
  std::vector<Task> list{first}, next;
  const auto add = [&](const Task& task) { next.push_back(task); };
  while (!list.empty() && list.size() < kTasks) {
    next.clear();
    for (const Task& task : list) search.open(task, events, add);
    list.swap(next);
  }
  find_in_parts(executor, list.size(), events,
                [&](std::size_t i, std::vector<PairEvent>& out) { search.run(list[i], out); });
}

}  // namespace

void find_events(const ProxyTable& table, const BoxTree& moving, const BoxTree& fixed,
                 const Executor& executor, std::vector<PairEvent>& events) {
  if (moving.size() == 0) return;
  run_search(Search(table, moving, moving), {Task::self, 0, 0}, executor, events);
  if (fixed.size() > 0) run_search(Search(table, moving, fixed), {Task::nodes, 0, 0}, executor, events);
}

}  // namespace graze::inline GRAZE_ABI
