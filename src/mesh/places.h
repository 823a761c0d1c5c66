// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "math/predicates.h"

namespace graze::inline GRAZE_ABI {

/// Points of a plane that come and go, and the question which of them is in a triangle: a k-d tree
/// over the places where there ever is one.
class Places {
 public:
  struct Triangle {
    Planar a, b, c;
  };

  /// Nothing stands at any of the points yet.
  explicit Places(std::span<const Planar> points);

  /// Number of the place of a point: points at the same place have one.
  [[nodiscard]] std::uint32_t place(std::size_t point) const { return place_[point]; }
  /// Puts a point there.
  void add(std::size_t point) { count(place_[point], 1); }
  /// Takes it away; true where none is left at its place.
  bool remove(std::size_t point) {
    count(place_[point], -1);
    return counts_[place_[point]] == 0;
  }
  /// A place in the closed triangle of three points, counterclockwise, where something stands, but not at its
  /// corners. Which one is a matter of chance, though always the same: of several that go one after the other
  /// it is seldom the first. Exact.
  [[nodiscard]] std::optional<std::uint32_t> find(std::size_t a, std::size_t b, std::size_t c);
  /// Nodes of the tree that were looked at so far.
  [[nodiscard]] std::size_t steps() const { return steps_; }

 private:
  struct Node {
    Planar lower, upper;
    std::uint32_t parent = 0, first = 0, end = 0;  // of order_
    std::uint32_t child = 0;                       // and the one after it; 0: a leaf
    std::uint32_t standing = 0;
  };
  void build(std::uint32_t node);
  void count(std::uint32_t place, int by);
  [[nodiscard]] bool is_second_first(std::uint32_t child, const Triangle& t, std::uint32_t key) const;

  std::vector<std::uint32_t> place_;
  std::vector<Planar> places_;
  std::vector<std::uint32_t> order_;  // places, those of a leaf one after the other
  std::vector<std::uint32_t> leaf_, counts_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> stack_;
  std::size_t steps_ = 0;
};

}  // namespace graze::inline GRAZE_ABI
