// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/tree/box_tree.h"

#include <algorithm>
#include <bit>

#include "broad/table/proxies.h"

namespace graze::inline GRAZE_ABI {
namespace {

// The cost of a tree is computed when one leaf in so many was inserted or moved, and the tree is built anew
// when it has grown by so much: measured with boxes in random motion, where building more often costs more
// than it saves.
constexpr std::size_t kLeavesPerCost = 4;
constexpr double kWorn = 1.4;

[[nodiscard]] std::uint8_t with(std::uint8_t set, int i, bool is_in) {
  return static_cast<std::uint8_t>((set & ~(1u << i)) | (is_in ? 1u << i : 0u));
}
[[nodiscard]] int child_of(std::uint32_t place) { return static_cast<int>(place % kBoxWidth); }

}  // namespace

void BoxTree::reset_nodes() {
  free_.clear();
  nodes_.assign(1, BoxNode{});
  filters_.assign(kBoxWidth, ProxyFilter{0, 0});
}

std::uint32_t BoxTree::take_node() {
  if (free_.empty()) {
    nodes_.emplace_back();
    filters_.resize(filters_.size() + kBoxWidth, ProxyFilter{0, 0});
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }
  const std::uint32_t n = free_.back();
  free_.pop_back();
  std::fill_n(filters_.begin() + place_of(n, 0), kBoxWidth, ProxyFilter{0, 0});
  return n;
}

void BoxTree::put_leaf(std::uint32_t place, const BoxLeaf& leaf) {
  BoxNode& node = nodes_[place / kBoxWidth];
  const int i = child_of(place);
  node.set_box(i, leaf.box);
  node.child[i] = leaf.number;
  node.used = with(node.used, i, true);
  node.leaves = with(node.leaves, i, true);
  node.marked = with(node.marked, i, leaf.is_marked);
  filters_[place] = leaf.filter;
  places_[leaf.number] = place;
}

// Copies a child to another place, and tells the child where it is now.
void BoxTree::put_child(std::uint32_t to, std::uint32_t from) {
  BoxNode& node = nodes_[to / kBoxWidth];
  const BoxNode& old = nodes_[from / kBoxWidth];
  const int i = child_of(to), j = child_of(from);
  node.set_box(i, old.box(j));
  node.child[i] = old.child[j];
  node.used = with(node.used, i, true);
  node.leaves = with(node.leaves, i, old.has_leaf(j));
  node.marked = with(node.marked, i, (old.marked >> j & 1) != 0);
  filters_[to] = filters_[from];
  (node.has_leaf(i) ? places_[node.child[i]] : nodes_[node.child[i]].parent) = to;
}

// Down from the root into the child that grows least; a free place is taken unless a node need not grow at
// all. Where a leaf would grow least, it and the new one get a node of their own.
std::uint32_t BoxTree::make_place(const Aabb& box) {
  for (std::uint32_t n = 0;;) {
    const BoxNode& node = nodes_[n];
    int best = -1;
    double least = 0;
    for (int i = 0; i < kBoxWidth; ++i) {
      if (!node.has(i)) continue;
      const Aabb child = node.box(i);
      const double area = half_surface(merge(child, box)),
                   grown = node.has_leaf(i) ? area : area - half_surface(child);
      if (best >= 0 && !(grown < least)) continue;
      best = i;
      least = grown;
    }
    const bool is_inside = best >= 0 && !node.has_leaf(best) && contains(node.box(best), box);
    if (node.used != 15 && !is_inside) return place_of(n, std::countr_one(node.used));
    if (!node.has_leaf(best)) {
      n = node.child[best];
      continue;
    }
    const std::uint32_t fresh = take_node(), at = place_of(n, best);
    put_child(place_of(fresh, 0), at);
    nodes_[fresh].parent = at;
    nodes_[n].child[best] = fresh;
    nodes_[n].leaves = with(nodes_[n].leaves, best, false);
    return place_of(fresh, 1);
  }
}

// Tells the parent of a node what is in it; false when that is no news, or there is none.
bool BoxTree::join(std::uint32_t n) {
  BoxNode& node = nodes_[n];
  int height = 1;
  for (int i = 0; i < kBoxWidth; ++i)
    if (node.has(i) && !node.has_leaf(i)) height = std::max(height, 1 + nodes_[node.child[i]].height);
  const bool is_as_high = height == node.height;
  node.height = static_cast<std::uint8_t>(height);
  ProxyFilter joined = filters_[place_of(n, 0)];
  for (int i = 1; i < kBoxWidth; ++i) joined = merge(joined, filters_[place_of(n, i)]);
  node.joined = joined;
  if (node.parent == kNoNode) return false;
  const Aabb box = node.bounds();
  BoxNode& above = nodes_[node.parent / kBoxWidth];
  const int i = child_of(node.parent);
  const std::uint8_t marked = with(above.marked, i, node.marked != 0);
  if (is_as_high && box == above.box(i) && joined == filters_[node.parent] && marked == above.marked)
    return false;
  above.set_box(i, box);
  above.marked = marked;
  filters_[node.parent] = joined;
  return true;
}

void BoxTree::join_up(std::uint32_t n) {
  while (join(n)) n = nodes_[n].parent / kBoxWidth;
}

void BoxTree::insert(const BoxLeaf& leaf) {
  if (places_.size() <= leaf.number) places_.resize(std::size_t{leaf.number} + 1);
  ++worn_;
  if (size_++ == 0) reset_nodes();
  const std::uint32_t place = make_place(leaf.box);
  put_leaf(place, leaf);
  nodes_[place / kBoxWidth].height = 0;  // none has: what is above hears of it in any case
  join_up(place / kBoxWidth);
  if (nodes_[0].height > kMostHeight) insert(std::span<const BoxLeaf>());
}

void BoxTree::insert(std::span<const BoxLeaf> leaves, const Executor& executor) {
  if (!leaves.empty() && leaves.size() < size_ / 2) {
    for (const BoxLeaf& leaf : leaves) insert(leaf);
    return;
  }
  std::vector<BoxLeaf> all;
  all.reserve(size_ + leaves.size());
  for (const std::uint32_t n : list_nodes())
    for (int i = 0; i < kBoxWidth; ++i)
      if (const BoxNode& node = nodes_[n]; node.has(i) && node.has_leaf(i))
        all.push_back({node.box(i), filters_[place_of(n, i)], node.child[i], (node.marked >> i & 1) != 0});
  all.insert(all.end(), leaves.begin(), leaves.end());
  build(all, executor);
}

void BoxTree::remove(std::uint32_t number) {
  const std::uint32_t place = places_[number], n = place / kBoxWidth;
  if (--size_ == 0) return;
  BoxNode& node = nodes_[n];
  const int gone = child_of(place);
  node.set_box(gone, {});
  node.used = with(node.used, gone, false);
  node.leaves = with(node.leaves, gone, false);
  node.marked = with(node.marked, gone, false);
  filters_[place] = {0, 0};
  if (!std::has_single_bit(node.used) || node.parent == kNoNode) return join_up(n);
  // A node with one child is that child.
  const std::uint32_t above = node.parent;
  put_child(above, place_of(n, std::countr_zero(node.used)));
  node = BoxNode{};
  free_.push_back(n);
  join_up(above / kBoxWidth);
}

void BoxTree::update(std::uint32_t number, const Aabb& box, const ProxyFilter& filter) {
  set_leaf(number, box, filter);
  join_above(number);
}

void BoxTree::set_leaf(std::uint32_t number, const Aabb& box, const ProxyFilter& filter) {
  nodes_[places_[number] / kBoxWidth].set_box(child_of(places_[number]), box);
  filters_[places_[number]] = filter;
  ++worn_;
}

void BoxTree::set_marks(std::uint32_t number, bool is_marked) {
  for (std::uint32_t at = places_[number]; at != kNoNode; at = nodes_[at / kBoxWidth].parent) {
    std::uint8_t& marked = nodes_[at / kBoxWidth].marked;
    if (((marked >> child_of(at) & 1) != 0) == is_marked) return;
    marked = with(marked, child_of(at), is_marked);
  }
}

void BoxTree::unmark_all() {
  for (BoxNode& node : nodes_) node.marked = 0;
}

// Parents before children.
std::vector<std::uint32_t> BoxTree::list_nodes() const {
  std::vector<std::uint32_t> list;
  if (size_ == 0) return list;
  list.reserve(nodes_.size());
  list.push_back(0);
  for (std::size_t k = 0; k < list.size(); ++k) {
    const BoxNode& node = nodes_[list[k]];
    for (int i = 0; i < kBoxWidth; ++i)
      if (node.has(i) && !node.has_leaf(i)) list.push_back(node.child[i]);
  }
  return list;
}

void BoxTree::refit() {
  const std::vector<std::uint32_t> list = list_nodes();
  for (std::size_t k = list.size(); k-- > 0;) join(list[k]);
}

double BoxTree::cost() const {
  if (size_ == 0) return 0;
  const double whole = half_surface(nodes_[0].bounds());
  double sum = 0;
  for (const BoxNode& node : nodes_) sum += half_surface(node.bounds());  // those that are free are empty
  return whole > 0 ? sum / whole : 0;
}

bool BoxTree::is_worn() {
  if (worn_ < 64 || worn_ * kLeavesPerCost < size_) return false;
  worn_ = 0;
  return cost() > kWorn * built_cost_;
}

void BoxTree::improve(const Executor& executor) {
  if (is_worn()) insert(std::span<const BoxLeaf>(), executor);
}

std::size_t BoxTree::memory_bytes() const { return heap_bytes(nodes_, filters_, places_, free_); }

}  // namespace graze::inline GRAZE_ABI
