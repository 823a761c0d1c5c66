// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// One descent of both trees at once: neighbours share the work that a query for each box would repeat.

#include "broad/tree_pairs.h"

#include <algorithm>

#include "broad/box_lanes.h"
#include "tree/walk.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Two nodes whose leaves are to be compared.
struct NodePair {
  std::uint32_t a, b;
};

// Tree a against tree b, or against itself when they are the same.
class Search {
 public:
  Search(const ProxyTable& table, const BoxTree& a, const BoxTree& b) : table_(table), a_(a), b_(b) {}

  // A pair that is worth opening goes to `add`; two leaves are compared.
  template <class Add>
  void meet(const NodePair& pair, std::vector<PairEvent>& events, Add&& add) const {
    const BoxNode &a = a_.node(pair.a), &b = b_.node(pair.b);
    if (!(a.is_marked || b.is_marked) || !overlap_at_once(a.box, b.box)) return;
    if (!passes(a_.filter(pair.a), b_.filter(pair.b))) return;
    if (!a.is_leaf() || !b.is_leaf()) return add(pair);
    const ProxyId id_a = id_of_leaf(a.first), id_b = id_of_leaf(b.first);
    if (id_a != id_b) table_.compare(id_a, id_b, events);
  }
  template <class Add>
  void open(const NodePair& pair, std::vector<PairEvent>& events, Add&& add) const {
    const BoxNode &a = a_.node(pair.a), &b = b_.node(pair.b);
    if (&a == &b) return open_one(a, events, add);
    // The higher one, or both where they are about as high.
    const bool opens_a = a.height > 0 && a.height + 2 >= b.height;
    const bool opens_b = b.height > 0 && b.height + 2 >= a.height;
    const NodePair first{opens_a ? a.first : pair.a, opens_b ? b.first : pair.b};
    meet(first, events, add);
    if (opens_a) meet({first.a + 1, first.b}, events, add);
    if (opens_b) meet({first.a, first.b + 1}, events, add);
    if (opens_a && opens_b) meet({first.a + 1, first.b + 1}, events, add);
  }
  void run(const NodePair& pair, std::vector<PairEvent>& events) const {
    // Each pair leaves three more than it takes, at most, and is one of the two trees lower.
    walk::Stack<NodePair, 3 * 2 * (BoxTree::kMostHeight + 2)> stack;
    stack.push() = pair;
    const auto add = [&](const NodePair& p) { stack.push() = p; };
    while (!stack.is_empty()) {
      const NodePair top = stack.top();
      stack.pop();
      open(top, events, add);
    }
  }

 private:
  const ProxyTable& table_;
  const BoxTree& a_;
  const BoxTree& b_;

  // A node with itself: its children with themselves, and with each other.
  template <class Add>
  void open_one(const BoxNode& node, std::vector<PairEvent>& events, Add&& add) const {
    for (std::uint32_t child = node.first; child < node.first + 2; ++child)
      if (!a_.node(child).is_leaf() && a_.node(child).is_marked) add(NodePair{child, child});
    meet({node.first, node.first + 1}, events, add);
  }
};

// Enough for any machine to share; each has at least a few microseconds to do.
constexpr std::size_t kTasks = 512;

void run_search(const Search& search, const Executor& executor, std::vector<PairEvent>& events) {
  if (executor.run == nullptr) return search.run({0, 0}, events);
  std::vector<NodePair> list{{0, 0}}, next;
  const auto add = [&](const NodePair& pair) { next.push_back(pair); };
  while (!list.empty() && list.size() < kTasks) {
    next.clear();
    for (const NodePair& pair : list) search.open(pair, events, add);
    list.swap(next);
  }
  std::vector<std::vector<PairEvent>> parts(list.size());
  auto task = [&](std::size_t i) { search.run(list[i], parts[i]); };
  run_tasks(executor, list.size(), task);
  for (const auto& part : parts) events.insert(events.end(), part.begin(), part.end());
}

}  // namespace

void find_events(const ProxyTable& table, const BoxTree& moving, const BoxTree& fixed,
                 const Executor& executor, std::vector<PairEvent>& events) {
  if (moving.size() > 1 && moving.node(0).is_marked)
    run_search(Search(table, moving, moving), executor, events);
  if (moving.size() == 0 || fixed.size() == 0) return;
  const Search search(table, moving, fixed);
  bool is_worth_it = false;
  search.meet({0, 0}, events, [&](const NodePair&) { is_worth_it = true; });
  if (is_worth_it) run_search(search, executor, events);
}

}  // namespace graze::inline GRAZE_ABI
