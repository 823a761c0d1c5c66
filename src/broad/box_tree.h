// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/executor.h"
#include "graze/broad/broad_phase.h"

namespace graze::inline GRAZE_ABI {

/// A leaf on its way into a tree, under the caller's number for it.
struct BoxLeaf {
  Aabb box;
  ProxyFilter filter;
  std::uint32_t number = 0;
  bool is_marked = false;
};

/// A leaf, or two children side by side, which share a cache line in the float library.
struct alignas(sizeof(Real) * 8) BoxNode {
  Aabb box;
  std::uint32_t first = 0;   // number of a leaf, or the first child; the other one is next to it
  std::uint16_t height = 0;  // 0: a leaf
  bool is_marked = false;    // itself, or something below

  [[nodiscard]] bool is_leaf() const { return height == 0; }
};

/// Binary tree of boxes that come, go and grow. Leaves go where the surface area heuristic expects the least
/// cost; when that has made the tree worse than it was built, improve() builds it anew. Nodes of a tree just
/// built lie in the order in which they are visited.
class BoxTree {
 public:
  /// No tree is higher: a tree that grows beyond is built anew, and then is not higher than 80.
  static constexpr int kMostHeight = 96;

  void insert(const BoxLeaf& leaf);
  /// At once, by a new tree, when they are many.
  void insert(std::span<const BoxLeaf> leaves);
  void remove(std::uint32_t number);
  /// The same leaf with another box or filter, where it is.
  void update(std::uint32_t number, const Aabb& box, const ProxyFilter& filter);
  /// Marks a leaf and everything above it.
  void mark(std::uint32_t number);
  /// Clears all marks that were made for this leaf, if those of all other leaves are cleared as well.
  void unmark(std::uint32_t number);
  /// For many leaves at once: set_leaf() for each, then refit().
  void set_leaf(std::uint32_t number, const Aabb& box, const ProxyFilter& filter);
  void refit();
  /// Builds the tree anew if the leaves inserted or the boxes grown since it was built have made it worse.
  void improve();

  [[nodiscard]] std::size_t size() const { return size_; }
  /// The root is node 0.
  [[nodiscard]] const BoxNode& node(std::uint32_t i) const { return pairs_[i / 2].nodes[i % 2]; }
  /// Categories and masks of everything below a node, joined.
  [[nodiscard]] const ProxyFilter& filter(std::uint32_t i) const { return filters_[i]; }
  [[nodiscard]] std::uint32_t parent(std::uint32_t i) const { return parents_[i / 2]; }
  [[nodiscard]] const BoxNode& leaf(std::uint32_t number) const { return node(places_[number]); }
  [[nodiscard]] const ProxyFilter& leaf_filter(std::uint32_t number) const { return filter(places_[number]); }
  [[nodiscard]] std::size_t memory_bytes() const;
  /// Sum of the areas of all inner nodes, where that of the root is 1. Linear time.
  [[nodiscard]] double cost() const;

 private:
  struct alignas(sizeof(BoxNode) * 2) Siblings {
    BoxNode nodes[2];
  };
  std::vector<Siblings> pairs_;         // the root is the first of the first, whose second is not used
  std::vector<std::uint32_t> parents_;  // of pairs
  std::vector<ProxyFilter> filters_;    // of nodes
  std::vector<std::uint32_t> places_;   // of leaves, by number
  std::vector<std::uint32_t> free_;     // pairs, by their first node
  std::size_t size_ = 0;
  std::size_t worn_ = 0;  // leaves inserted or moved since the cost was last looked at
  double built_cost_ = 0;

  [[nodiscard]] BoxNode& at(std::uint32_t i) { return pairs_[i / 2].nodes[i % 2]; }
  void resize(std::size_t pairs);
  void place(std::uint32_t i);
  std::uint32_t take_pair();
  [[nodiscard]] std::uint32_t find_sibling(const Aabb& box) const;
  void set(std::uint32_t i, const BoxLeaf& leaf);
  bool join(std::uint32_t i);
  void join_up(std::uint32_t i);
  void append_leaves(std::vector<BoxLeaf>& out) const;
  void build(std::span<const BoxLeaf> leaves);
};

inline constexpr std::uint32_t kNoNode = ~std::uint32_t{0};

/// Half the surface, in double: of floats it cannot overflow.
[[nodiscard]] inline double half_area(const Aabb& box) {
  const double x = double(box.upper.x) - double(box.lower.x), y = double(box.upper.y) - double(box.lower.y),
               z = double(box.upper.z) - double(box.lower.z);
  return x * y + y * z + z * x;
}

[[nodiscard]] constexpr ProxyFilter merge(const ProxyFilter& a, const ProxyFilter& b) {
  return {a.category | b.category, a.mask | b.mask};
}

}  // namespace graze::inline GRAZE_ABI
