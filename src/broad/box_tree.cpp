// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/box_tree.h"

#include <algorithm>

#include "broad/proxy_table.h"
#include "tree/walk.h"

namespace graze::inline GRAZE_ABI {
namespace {

// A tree is looked at when one leaf in so many was inserted or moved, and built anew when its cost has grown
// by so much: measured with boxes in random motion, where building more often costs more than it saves.
constexpr std::size_t kLeavesPerLook = 4;
constexpr double kWorn = 1.4;

}  // namespace

void BoxTree::resize(std::size_t pairs) {
  pairs_.resize(pairs);
  parents_.resize(pairs);
  filters_.resize(2 * pairs);
}

void BoxTree::set(std::uint32_t i, const BoxLeaf& leaf) {
  at(i) = {leaf.box, leaf.number, 0, leaf.is_marked};
  filters_[i] = leaf.filter;
  places_[leaf.number] = i;
}

// A node is where it is: tells its leaf, or its children.
void BoxTree::place(std::uint32_t i) {
  const BoxNode& n = node(i);
  (n.is_leaf() ? places_[n.first] : parents_[n.first / 2]) = i;
}

std::uint32_t BoxTree::take_pair() {
  if (free_.empty()) {
    resize(pairs_.size() + 1);
    return static_cast<std::uint32_t>(2 * (pairs_.size() - 1));
  }
  const std::uint32_t pair = free_.back();
  free_.pop_back();
  return pair;
}

// Down from the root, always into the child that promises less, as long as one promises less than the best
// place so far. The cost of a place is the area of the new node there, and what all nodes above it grow by.
std::uint32_t BoxTree::find_sibling(const Aabb& box) const {
  const double area = half_area(box);
  std::uint32_t i = 0, best = 0;
  double grown = 0, best_cost = half_area(merge(node(0).box, box));
  double joined = best_cost;
  while (!node(i).is_leaf()) {
    grown += joined - half_area(node(i).box);
    std::uint32_t next = kNoNode;
    double least = best_cost, next_joined = 0;
    for (std::uint32_t child = node(i).first; child < node(i).first + 2; ++child) {
      const double child_joined = half_area(merge(node(child).box, box));
      if (grown + child_joined < best_cost) {
        best_cost = grown + child_joined;
        best = child;
      }
      const double promise = grown + child_joined - half_area(node(child).box) + area;
      if (node(child).is_leaf() || !(promise < least)) continue;
      least = promise;
      next = child;
      next_joined = child_joined;
    }
    if (next == kNoNode || !(least < best_cost)) break;
    i = next;
    joined = next_joined;
  }
  return best;
}

// Makes a node of its children; false when it is as it was.
bool BoxTree::join(std::uint32_t i) {
  BoxNode& n = at(i);
  const BoxNode &a = node(n.first), &b = node(n.first + 1);
  const Aabb box = merge(a.box, b.box);
  const ProxyFilter both = merge(filter(n.first), filter(n.first + 1));
  const auto height = static_cast<std::uint16_t>(1 + std::max(a.height, b.height));
  const bool is_marked = a.is_marked || b.is_marked;
  if (box == n.box && both == filters_[i] && height == n.height && is_marked == n.is_marked) return false;
  n = {box, n.first, height, is_marked};
  filters_[i] = both;
  return true;
}

void BoxTree::join_up(std::uint32_t i) {
  while (i != kNoNode && join(i)) i = parent(i);
}

void BoxTree::insert(const BoxLeaf& leaf) {
  if (places_.size() <= leaf.number) places_.resize(std::size_t{leaf.number} + 1);
  ++worn_;
  if (size_++ == 0) {
    free_.clear();
    resize(1);
    parents_[0] = kNoNode;
    return set(0, leaf);
  }
  const std::uint32_t above = find_sibling(leaf.box), pair = take_pair();
  at(pair) = node(above);
  filters_[pair] = filters_[above];
  parents_[pair / 2] = above;
  place(pair);
  set(pair + 1, leaf);
  at(above).first = pair;
  at(above).height = 0;  // differs from what join() finds, so that it goes on
  join_up(above);
  if (node(0).height > kMostHeight) insert(std::span<const BoxLeaf>());
}

void BoxTree::insert(std::span<const BoxLeaf> leaves) {
  if (!leaves.empty() && leaves.size() < size_ / 2) {
    for (const BoxLeaf& leaf : leaves) insert(leaf);
    return;
  }
  std::vector<BoxLeaf> all;
  all.reserve(size_ + leaves.size());
  append_leaves(all);
  all.insert(all.end(), leaves.begin(), leaves.end());
  build(all);
}

void BoxTree::remove(std::uint32_t number) {
  const std::uint32_t gone = places_[number];
  if (--size_ == 0) return;
  const std::uint32_t above = parent(gone);
  at(above) = node(gone ^ 1u);
  filters_[above] = filters_[gone ^ 1u];
  place(above);
  free_.push_back(gone & ~1u);
  join_up(parent(above));
}

void BoxTree::update(std::uint32_t number, const Aabb& box, const ProxyFilter& filter) {
  set_leaf(number, box, filter);
  join_up(parent(places_[number]));
}

void BoxTree::set_leaf(std::uint32_t number, const Aabb& box, const ProxyFilter& filter) {
  at(places_[number]).box = box;
  filters_[places_[number]] = filter;
  ++worn_;
}

void BoxTree::mark(std::uint32_t number) {
  for (std::uint32_t i = places_[number]; i != kNoNode && !node(i).is_marked; i = parent(i))
    at(i).is_marked = true;
}

void BoxTree::unmark(std::uint32_t number) {
  for (std::uint32_t i = places_[number]; i != kNoNode && node(i).is_marked; i = parent(i))
    at(i).is_marked = false;
}

void BoxTree::refit() {
  if (size_ < 2) return;
  // Children before parents: a node is opened when it is met first, and joined when it is met again.
  walk::Stack<std::uint32_t, 2 * kMostHeight + 4> stack;
  stack.push() = 0;
  while (!stack.is_empty()) {
    const std::uint32_t top = stack.top(), i = top >> 1;
    if ((top & 1u) != 0) {
      join(i);
      stack.pop();
      continue;
    }
    stack.top() = top | 1u;
    for (std::uint32_t child = node(i).first; child < node(i).first + 2; ++child)
      if (!node(child).is_leaf()) stack.push() = child << 1;
  }
}

double BoxTree::cost() const {
  if (size_ < 2) return 0;
  double sum = 0;
  walk::Stack<std::uint32_t, kMostHeight + 4> stack;
  stack.push() = 0;
  while (!stack.is_empty()) {
    const BoxNode& top = node(stack.top());
    stack.pop();
    sum += half_area(top.box);
    for (std::uint32_t child = top.first; child < top.first + 2; ++child)
      if (!node(child).is_leaf()) stack.push() = child;
  }
  const double whole = half_area(node(0).box);
  return whole > 0 ? sum / whole : 0;
}

void BoxTree::improve() {
  if (worn_ < 64 || worn_ * kLeavesPerLook < size_) return;
  worn_ = 0;
  if (cost() > kWorn * built_cost_) insert(std::span<const BoxLeaf>());
}

void BoxTree::append_leaves(std::vector<BoxLeaf>& out) const {
  if (size_ == 0) return;
  walk::Stack<std::uint32_t, kMostHeight + 4> stack;
  stack.push() = 0;
  while (!stack.is_empty()) {
    const std::uint32_t i = stack.top();
    const BoxNode& top = node(i);
    stack.pop();
    if (top.is_leaf()) {
      out.push_back({top.box, filter(i), top.first, top.is_marked});
      continue;
    }
    stack.push() = top.first + 1;
    stack.push() = top.first;
  }
}

std::size_t BoxTree::memory_bytes() const {
  return heap_bytes(pairs_) + heap_bytes(parents_) + heap_bytes(filters_) + heap_bytes(places_) +
         heap_bytes(free_);
}

}  // namespace graze::inline GRAZE_ABI
