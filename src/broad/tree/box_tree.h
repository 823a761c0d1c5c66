// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/broad/broad_phase.h"

namespace graze::inline GRAZE_ABI {

/// A leaf on its way into a tree, under the caller's number for it.
struct BoxLeaf {
  Aabb box;
  ProxyFilter filter;
  std::uint32_t number = 0;
  bool is_marked = false;
};

inline constexpr int kBoxWidth = 4;  // children per node: as many numbers as a register of SSE2 holds
inline constexpr std::uint32_t kNoNode = ~std::uint32_t{0};

/// Up to four children, their sides side by side. Bit i of a set of children stands for child i; what a child
/// is that is not in `used` has no meaning but for its box, which is empty.
struct alignas(64) BoxNode {
  Real lower[3][kBoxWidth];
  Real upper[3][kBoxWidth];
  std::uint32_t child[kBoxWidth] = {};  // number of a leaf, or a node
  std::uint32_t parent = kNoNode;       // place of the node in its parent
  std::uint8_t used = 0;
  std::uint8_t leaves = 0;
  std::uint8_t marked = 0;   // leaves that are marked, and nodes in which there are such
  std::uint8_t height = 1;   // of a node without nodes
  ProxyFilter joined{0, 0};  // of all children; in the node, which a walk has at hand

  BoxNode() {
    for (int i = 0; i < kBoxWidth; ++i) set_box(i, {});
  }
  [[nodiscard]] bool has_leaf(int i) const { return (leaves >> i & 1) != 0; }
  [[nodiscard]] bool has(int i) const { return (used >> i & 1) != 0; }
  [[nodiscard]] Aabb box(int i) const {
    return {{lower[0][i], lower[1][i], lower[2][i]}, {upper[0][i], upper[1][i], upper[2][i]}};
  }
  void set_box(int i, const Aabb& b) {
    for (int k = 0; k < 3; ++k) lower[k][i] = b.lower[k], upper[k][i] = b.upper[k];
  }
  /// Of all children.
  [[nodiscard]] Aabb bounds() const { return merge(merge(box(0), box(1)), merge(box(2), box(3))); }
};

/// Numbers of leaves to be built along a curve, and scratch memory for that.
struct CurveRoom {
  struct Place {
    std::uint32_t key;     // place on the curve
    std::uint32_t number;  // of a leaf
  };
  std::vector<Place> places, spare;

  void reserve(std::size_t leaves) { places.reserve(leaves), spare.reserve(leaves); }
};
using LeafOf = FunctionRef<BoxLeaf(std::uint32_t number)>;

/// Tree of boxes that come, go and grow, four children to a node. Leaves go where the surface area heuristic
/// expects the least cost; when that has made the tree worse than it was built, improve() builds it anew.
/// Nodes of a tree just built lie in the order in which they are visited.
///
/// A place is a child of a node: the node times four, plus which child.
class BoxTree {
 public:
  /// No tree is higher: a tree that grows beyond is built anew, and then is not higher than 40.
  static constexpr int kMostHeight = 64;

  void insert(const BoxLeaf& leaf);
  /// At once, by a new tree, when they are many; the executor builds parts of it.
  void insert(std::span<const BoxLeaf> leaves, const Executor& executor = {});
  /// Builds a tree of these leaves along a curve that fills space, by one thread: in a tenth of the time of
  /// insert(), for queries that take up to half as long again. No memory comes from the heap after reserve().
  void build_along_curve(CurveRoom& room, LeafOf leaf_of);
  /// Room for a tree of so many leaves whose numbers are less than this.
  void reserve(std::size_t leaves, std::size_t numbers);
  void remove(std::uint32_t number);
  /// Gives a leaf another box or filter; its place in the tree stays.
  void update(std::uint32_t number, const Aabb& box, const ProxyFilter& filter);
  /// Marks a leaf and everything above it.
  void mark(std::uint32_t number) { set_marks(number, true); }
  /// Clears all marks that were made for this leaf, if those of all other leaves are cleared as well.
  void unmark(std::uint32_t number) { set_marks(number, false); }
  void unmark_all();
  /// The two halves of update(). For many leaves: set_leaf() for each, then refit(); until then nodes do not
  /// hold what is in them, which queries must not see.
  void set_leaf(std::uint32_t number, const Aabb& box, const ProxyFilter& filter);
  void join_above(std::uint32_t number) { join_up(places_[number] / kBoxWidth); }
  void refit();
  /// Whether the leaves inserted or the boxes grown since the tree was built have made it worse; asked once
  /// in a while.
  [[nodiscard]] bool is_worn();
  /// Builds the tree anew if it is worn.
  void improve(const Executor& executor = {});

  [[nodiscard]] std::size_t size() const { return size_; }
  /// The root is node 0; there is none in a tree without leaves.
  [[nodiscard]] const BoxNode& node(std::uint32_t n) const { return nodes_[n]; }
  /// A node will be asked for soon: walks are bound by memory, not by arithmetic.
  void prefetch([[maybe_unused]] std::uint32_t n) const {
#if defined(__GNUC__)
    const auto* const bytes = reinterpret_cast<const std::byte*>(&nodes_[n]);
    for (std::size_t i = 0; i < sizeof(BoxNode); i += 64) __builtin_prefetch(bytes + i);
#endif
  }
  /// Of the leaf at a place, or joined of everything below.
  [[nodiscard]] const ProxyFilter& filter(std::uint32_t place) const { return filters_[place]; }
  [[nodiscard]] Aabb leaf_box(std::uint32_t number) const {
    return nodes_[places_[number] / kBoxWidth].box(static_cast<int>(places_[number] % kBoxWidth));
  }
  [[nodiscard]] const ProxyFilter& leaf_filter(std::uint32_t number) const {
    return filters_[places_[number]];
  }
  [[nodiscard]] std::uint32_t place(std::uint32_t number) const { return places_[number]; }
  [[nodiscard]] std::size_t memory_bytes() const;
  /// Sum of the areas of all nodes, where that of the root is 1. Linear time.
  [[nodiscard]] double cost() const;

 private:
  std::vector<BoxNode> nodes_;
  std::vector<ProxyFilter> filters_;   // by place
  std::vector<std::uint32_t> places_;  // of leaves, by number
  std::vector<std::uint32_t> free_;    // nodes
  std::size_t size_ = 0;
  std::size_t worn_ = 0;  // leaves inserted or moved since the cost was last computed
  double built_cost_ = 0;

  void reset_nodes();
  std::uint32_t take_node();
  void put_leaf(std::uint32_t place, const BoxLeaf& leaf);
  void put_child(std::uint32_t to, std::uint32_t from);
  [[nodiscard]] std::uint32_t make_place(const Aabb& box);
  void set_marks(std::uint32_t number, bool is_marked);
  bool join(std::uint32_t n);
  void join_up(std::uint32_t n);
  [[nodiscard]] std::vector<std::uint32_t> list_nodes() const;
  struct Part;
  void build(std::span<const BoxLeaf> leaves, const Executor& executor);
  void grow_along_curve(CurveRoom& room, LeafOf leaf_of);
  void take_part(const Part& part, std::uint32_t first, std::span<const BoxLeaf> leaves);
};

[[nodiscard]] constexpr std::uint32_t place_of(std::uint32_t node, int i) {
  return node * std::uint32_t{kBoxWidth} + static_cast<std::uint32_t>(i);
}

/// Half the surface, in double: of floats it cannot overflow. 0 of an empty box.
[[nodiscard]] inline double half_surface(const Aabb& box) {
  if (box.is_empty()) return 0;
  const double x = double(box.upper.x) - double(box.lower.x), y = double(box.upper.y) - double(box.lower.y),
               z = double(box.upper.z) - double(box.lower.z);
  return x * y + y * z + z * x;
}

[[nodiscard]] constexpr ProxyFilter merge(const ProxyFilter& a, const ProxyFilter& b) {
  return {a.category | b.category, a.mask | b.mask};
}

}  // namespace graze::inline GRAZE_ABI
