// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/box_tree.h"

#include <algorithm>

#include "broad/proxy_table.h"
#include "tree/walk.h"

namespace graze::inline GRAZE_ABI {
namespace {

// A tree is looked at after so many of its leaves were inserted or moved, and built anew when its cost has
// grown by so much: measured with boxes in random motion, where building more often costs more than it saves.
constexpr std::size_t kLeavesPerLook = 4;
constexpr double kWorn = 1.4;

}  // namespace

// A node is where it is: tells its leaf, or its children.
void BoxTree::place(std::uint32_t node) {
  const BoxNode& n = nodes_[node];
  if (n.is_leaf())
    places_[n.first] = node;
  else
    nodes_[n.first].parent = nodes_[n.first + 1].parent = node;
}

std::uint32_t BoxTree::take_pair() {
  if (free_.empty()) {
    nodes_.resize(nodes_.size() + 2);
    return static_cast<std::uint32_t>(nodes_.size() - 2);
  }
  const std::uint32_t pair = free_.back();
  free_.pop_back();
  return pair;
}

// Down from the root, always into the child that promises less, as long as one promises less than the best
// place so far. The cost of a place is the area of the new node there, and what all nodes above it grow by.
std::uint32_t BoxTree::find_sibling(const Aabb& box) const {
  const double area = half_area(box);
  std::uint32_t node = 0, best = 0;
  double grown = 0, best_cost = half_area(merge(nodes_[0].box, box));
  double joined = best_cost;
  while (!nodes_[node].is_leaf()) {
    grown += joined - half_area(nodes_[node].box);
    std::uint32_t next = kNoNode;
    double least = best_cost, next_joined = 0;
    for (std::uint32_t child = nodes_[node].first; child < nodes_[node].first + 2; ++child) {
      const double child_joined = half_area(merge(nodes_[child].box, box));
      if (grown + child_joined < best_cost) {
        best_cost = grown + child_joined;
        best = child;
      }
      const double promise = grown + child_joined - half_area(nodes_[child].box) + area;
      if (nodes_[child].is_leaf() || !(promise < least)) continue;
      least = promise;
      next = child;
      next_joined = child_joined;
    }
    if (next == kNoNode || !(least < best_cost)) break;
    node = next;
    joined = next_joined;
  }
  return best;
}

// Makes a node of its children; false when it is as it was.
bool BoxTree::join(std::uint32_t node) {
  BoxNode& n = nodes_[node];
  const BoxNode &a = nodes_[n.first], &b = nodes_[n.first + 1];
  const Aabb box = merge(a.box, b.box);
  const ProxyFilter filter = merge(a.filter, b.filter);
  const auto height = static_cast<std::uint16_t>(1 + std::max(a.height, b.height));
  const bool is_marked = a.is_marked || b.is_marked;
  if (box == n.box && filter == n.filter && height == n.height && is_marked == n.is_marked) return false;
  n.box = box;
  n.filter = filter;
  n.height = height;
  n.is_marked = is_marked;
  return true;
}

void BoxTree::join_up(std::uint32_t node) {
  while (node != kNoNode && join(node)) node = nodes_[node].parent;
}

void BoxTree::insert(const BoxLeaf& leaf) {
  if (places_.size() <= leaf.number) places_.resize(std::size_t{leaf.number} + 1);
  const BoxNode node{leaf.box, leaf.filter, leaf.number, kNoNode, 0, leaf.is_marked};
  ++worn_;
  if (size_++ == 0) {
    nodes_.resize(2);
    free_.clear();
    nodes_[0] = node;
    return place(0);
  }
  const std::uint32_t above = find_sibling(leaf.box), pair = take_pair();
  nodes_[pair] = nodes_[above];
  nodes_[pair + 1] = node;
  nodes_[above].first = pair;
  nodes_[pair].parent = nodes_[pair + 1].parent = above;
  place(pair);
  place(pair + 1);
  nodes_[above].height = 0;  // differs from what join() finds, so that it goes on
  join_up(above);
  if (nodes_[0].height > kMostHeight) insert(std::span<const BoxLeaf>());
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
  const std::uint32_t node = places_[number];
  if (--size_ == 0) return;
  const std::uint32_t above = nodes_[node].parent, over = nodes_[above].parent;
  nodes_[above] = nodes_[node ^ 1u];
  nodes_[above].parent = over;
  place(above);
  free_.push_back(node & ~1u);
  join_up(over);
}

void BoxTree::update(std::uint32_t number, const Aabb& box, const ProxyFilter& filter) {
  set_leaf(number, box, filter);
  join_up(leaf(number).parent);
}

void BoxTree::set_leaf(std::uint32_t number, const Aabb& box, const ProxyFilter& filter) {
  BoxNode& node = nodes_[places_[number]];
  node.box = box;
  node.filter = filter;
  ++worn_;
}

void BoxTree::mark(std::uint32_t number) {
  std::uint32_t node = places_[number];
  for (; node != kNoNode && !nodes_[node].is_marked; node = nodes_[node].parent)
    nodes_[node].is_marked = true;
}

void BoxTree::unmark(std::uint32_t number) {
  std::uint32_t node = places_[number];
  for (; node != kNoNode && nodes_[node].is_marked; node = nodes_[node].parent)
    nodes_[node].is_marked = false;
}

void BoxTree::refit() {
  if (size_ < 2) return;
  // Children before parents: a node is opened when it is met first, and joined when it is met again.
  walk::Stack<std::uint32_t, 2 * kMostHeight + 2> stack;
  stack.push() = 0;
  while (!stack.is_empty()) {
    const std::uint32_t top = stack.top(), node = top >> 1;
    if ((top & 1u) != 0) {
      join(node);
      stack.pop();
      continue;
    }
    stack.top() = top | 1u;
    for (std::uint32_t child = nodes_[node].first; child < nodes_[node].first + 2; ++child)
      if (!nodes_[child].is_leaf()) stack.push() = child << 1;
  }
}

double BoxTree::cost() const {
  if (size_ < 2) return 0;
  double sum = 0;
  walk::Stack<std::uint32_t, kMostHeight + 2> stack;
  stack.push() = 0;
  while (!stack.is_empty()) {
    const BoxNode& node = nodes_[stack.top()];
    stack.pop();
    sum += half_area(node.box);
    for (std::uint32_t child = node.first; child < node.first + 2; ++child)
      if (!nodes_[child].is_leaf()) stack.push() = child;
  }
  const double whole = half_area(nodes_[0].box);
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
    const BoxNode& node = nodes_[stack.top()];
    stack.pop();
    if (node.is_leaf()) {
      out.push_back({node.box, node.filter, node.first, node.is_marked});
      continue;
    }
    stack.push() = node.first + 1;
    stack.push() = node.first;
  }
}

std::size_t BoxTree::memory_bytes() const {
  return heap_bytes(nodes_) + heap_bytes(places_) + heap_bytes(free_);
}

}  // namespace graze::inline GRAZE_ABI
