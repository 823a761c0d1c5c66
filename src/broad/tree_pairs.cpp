// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// One descent of both trees at once: neighbours share the work that a query for each box would repeat.

#include "broad/tree_pairs.h"

#include <algorithm>

namespace graze::inline GRAZE_ABI {
namespace {

// Two nodes whose leaves are to be compared; of the moving tree both, or one of each. Equal: with itself.
struct NodePair {
  const BoxNode* a;
  const BoxNode* b;
  bool is_b_fixed;
};

class Search {
 public:
  Search(const ProxyTable& table, const BoxTree& moving, const BoxTree& fixed)
      : table_(table), moving_(moving.nodes()), fixed_(fixed.nodes()) {}

  // Compares two leaves, or adds the pairs below to the list.
  void step(const NodePair& pair, std::vector<NodePair>& list, std::vector<PairEvent>& events) const {
    const BoxNode &a = *pair.a, &b = *pair.b;
    if (pair.a == pair.b) return open_one(a, list);
    if (a.is_leaf() && b.is_leaf()) {
      const ProxyId id_a = id_of_leaf(a.first), id_b = id_of_leaf(b.first);
      if (id_a != id_b) table_.compare(id_a, id_b, events);
      return;
    }
    const BoxNode* const nodes_b = pair.is_b_fixed ? fixed_ : moving_;
    if (b.is_leaf() || (!a.is_leaf() && size_of(a) >= size_of(b))) {
      add({moving_ + a.first, &b, pair.is_b_fixed}, list);
      add({moving_ + a.first + 1, &b, pair.is_b_fixed}, list);
    } else {
      add({&a, nodes_b + b.first, pair.is_b_fixed}, list);
      add({&a, nodes_b + b.first + 1, pair.is_b_fixed}, list);
    }
  }
  void add(const NodePair& pair, std::vector<NodePair>& list) const {
    const BoxNode &a = *pair.a, &b = *pair.b;
    if ((a.is_marked || b.is_marked) && overlaps(a.box, b.box) && passes(a.filter, b.filter))
      list.push_back(pair);
  }
  void run(const NodePair& first, std::vector<PairEvent>& events) const {
    std::vector<NodePair> stack{first};
    while (!stack.empty()) {
      const NodePair pair = stack.back();
      stack.pop_back();
      step(pair, stack, events);
    }
  }

 private:
  const ProxyTable& table_;
  const BoxNode* moving_;
  const BoxNode* fixed_;

  void open_one(const BoxNode& node, std::vector<NodePair>& list) const {
    if (node.is_leaf() || !node.is_marked) return;
    const BoxNode *a = moving_ + node.first, *b = a + 1;
    add({a, b, false}, list);
    list.push_back({b, b, false});
    list.push_back({a, a, false});
  }
  [[nodiscard]] static Real size_of(const BoxNode& node) {
    const Vec3 size = node.box.upper * Real(0.25) - node.box.lower * Real(0.25);
    return size.x + size.y + size.z;
  }
};

// Enough for any machine to share; each has at least a few microseconds to do.
constexpr std::size_t kTasks = 512;

}  // namespace

void find_events(const ProxyTable& table, const BoxTree& moving, const BoxTree& fixed,
                 const Executor& executor, std::vector<PairEvent>& events) {
  if (moving.size() == 0) return;
  const Search search(table, moving, fixed);
  std::vector<NodePair> list;
  if (fixed.size() > 0) search.add({moving.nodes(), fixed.nodes(), true}, list);
  list.push_back({moving.nodes(), moving.nodes(), false});
  if (executor.run == nullptr) {
    for (const NodePair& pair : list) search.run(pair, events);
    return;
  }
  std::vector<NodePair> next;
  while (!list.empty() && list.size() < kTasks) {
    next.clear();
    for (const NodePair& pair : list) search.step(pair, next, events);
    list.swap(next);
  }
  std::vector<std::vector<PairEvent>> parts(list.size());
  auto task = [&](std::size_t i) { search.run(list[i], parts[i]); };
  run_tasks(executor, list.size(), task);
  for (const auto& part : parts) events.insert(events.end(), part.begin(), part.end());
}

}  // namespace graze::inline GRAZE_ABI
