// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <vector>

#include "broad/tree/walk.h"
#include "graze/broad/broad_phase.h"

namespace graze::inline GRAZE_ABI {

/// Number of a cell along each axis.
struct CellAt {
  std::int32_t k[3];

  friend bool operator==(const CellAt&, const CellAt&) = default;
};

/// The cells of a box; both ends are part of it.
struct CellSpan {
  CellAt first, last;

  [[nodiscard]] bool contains(const CellAt& at) const {
    for (int k = 0; k < 3; ++k)
      if (at.k[k] < first.k[k] || at.k[k] > last.k[k]) return false;
    return true;
  }
  [[nodiscard]] double count() const {
    double product = 1;
    for (int k = 0; k < 3; ++k) product *= double(last.k[k] - first.k[k]) + 1;
    return product;
  }
  friend bool operator==(const CellSpan&, const CellSpan&) = default;
};

/// visit(at) -> bool for every cell; false ends it, and is then returned.
template <class Visit>
bool for_each_cell(const CellSpan& span, Visit&& visit) {
  for (std::int32_t z = span.first.k[2]; z <= span.last.k[2]; ++z)
    for (std::int32_t y = span.first.k[1]; y <= span.last.k[1]; ++y)
      for (std::int32_t x = span.first.k[0]; x <= span.last.k[0]; ++x)
        if (!visit(CellAt{{x, y, z}})) return false;
  return true;
}

/// Where the cells of a grid lie: cubes, of which a box of average size covers about three.
struct CellShape {
  double base[3] = {}, scale = 1;  // cells per unit of length
  std::int32_t count[3] = {};      // along each axis; 0: there are none

  /// In units of cells. The order of two numbers is kept, whatever is rounded: that alone makes pairs and
  /// queries of boxes correct.
  [[nodiscard]] double scaled(double x, int k) const { return (x - base[k]) * scale; }
  /// The cell of a point within the grid.
  [[nodiscard]] CellAt at(const Vec3& p) const {
    CellAt out{};
    for (int k = 0; k < 3; ++k) out.k[k] = static_cast<std::int32_t>(scaled(double(p[k]), k));
    return out;
  }
  /// None for a box that reaches beyond the grid, or is wider than a cell. Boxes count as a little larger, by
  /// far more than walks of rays lose in rounding.
  [[nodiscard]] std::optional<CellSpan> span_of(const Aabb& box) const {
    CellSpan out{};
    for (int k = 0; k < 3; ++k) {
      const double low = scaled(double(box.lower[k]), k) - kSlack;
      const double high = scaled(double(box.upper[k]), k) + kSlack;
      if (!(low >= 0) || !(high < double(count[k]))) return {};
      out.first.k[k] = static_cast<std::int32_t>(low);
      out.last.k[k] = static_cast<std::int32_t>(high);
      if (out.last.k[k] > out.first.k[k] + 1) return {};
    }
    return out;
  }
  /// All cells that a box of any size covers, which may be infinite.
  [[nodiscard]] std::optional<CellSpan> cells_under(const Aabb& box) const {
    CellSpan out{};
    for (int k = 0; k < 3; ++k) {
      const double low = scaled(double(box.lower[k]), k), high = scaled(double(box.upper[k]), k);
      const double last = double(count[k]) - 1;
      if (last < 0 || !(high >= 0) || !(low <= last + 1)) return {};
      out.first.k[k] = static_cast<std::int32_t>(std::clamp(low, 0.0, last));
      out.last.k[k] = static_cast<std::int32_t>(std::clamp(high, 0.0, last));
    }
    return out;
  }

  static constexpr double kSlack = 1.0 / 1024;
};

class ProxyTable;
/// A grid for the boxes that are there now.
[[nodiscard]] CellShape plan_cells(const ProxyTable& table);

/// Which boxes are in which cells. An array of cells when most of them are used, else a hash table; and a
/// tree over blocks of 64 cells, for walks over more than a few.
class CellGrid {
 public:
  static constexpr std::uint32_t kMostInCell = 12;  // a cell is one cache line
  struct alignas(64) Cell {
    std::uint64_t key = kNoKey;
    std::uint32_t block = 0;
    std::uint32_t count = 0;
    ProxyId ids[kMostInCell] = {};
  };

  /// Without any box; adding many is faster before finish_filling(), but only then may the grid be asked.
  void reset(const CellShape& shape, std::size_t boxes);
  void finish_filling();
  [[nodiscard]] const CellShape& shape() const { return shape_; }

  /// Into all cells of `span` but for those of `kept`, where it is already. False when one is full: then
  /// nothing has changed.
  [[nodiscard]] bool add_box(const CellSpan& span, ProxyId id, const ProxyFilter& filter,
                             const std::optional<CellSpan>& kept = {});
  /// A box in these cells got another filter.
  void add_filter(const CellSpan& span, const ProxyFilter& filter);
  void remove_box(const CellSpan& span, ProxyId id, const std::optional<CellSpan>& kept = {});

  [[nodiscard]] const Cell* find(const CellAt& at) const {
    if (is_uniform_) return &cells_[index_of(at)];
    const Cell& cell = cells_[probe(key_of(at))];
    return cell.key == kNoKey ? nullptr : &cell;
  }
  /// visit(cell, at) -> bool for all cells that are used under a box of any size; false ends it. Some cells
  /// of which the filter lets no box through are left out.
  template <class Visit>
  bool visit_cells(const Aabb& box, const ProxyFilter& filter, Visit&& visit) const;
  /// visit() for the used cells of a block, which is a leaf of the tree: within its box lie all boxes whose
  /// lower corner is in the block.
  template <class Visit>
  bool visit_block(std::uint32_t block, Visit&& visit) const;
  [[nodiscard]] const BoxTree& blocks() const { return tree_; }
  /// Around all blocks.
  [[nodiscard]] Aabb bounds() const { return tree_.size() > 0 ? tree_.node(0).bounds() : Aabb{}; }
  /// Around all boxes whose lower corner is in one of so many cells along each axis.
  [[nodiscard]] Aabb bounds_around(const CellAt& first, int cells) const;
  /// Better trees after many changes.
  void improve() { tree_.improve(); }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  static constexpr std::uint64_t kNoKey = ~std::uint64_t{0};
  static constexpr double kManyCells = 64;  // are looked for in the tree
  struct Block {
    std::uint64_t key = kNoKey;
    std::uint64_t used = 0;  // cells with boxes, by bits
    CellAt first{};
    ProxyFilter filter{0, 0};  // of all boxes that have been in it, joined
  };

  CellShape shape_;
  bool is_uniform_ = true, is_filling_ = false;
  std::vector<Cell> cells_;
  std::size_t made_ = 0;  // cells in the hash table
  std::vector<Block> list_;
  std::vector<std::uint32_t> block_places_;  // hash table of blocks
  BoxTree tree_;

  [[nodiscard]] static std::uint64_t key_of(const CellAt& at) {
    return std::uint64_t(std::uint32_t(at.k[0])) | std::uint64_t(std::uint32_t(at.k[1])) << 21 |
           std::uint64_t(std::uint32_t(at.k[2])) << 42;
  }
  [[nodiscard]] static CellAt at_of(std::uint64_t key) {
    const auto part = [&](int shift) { return static_cast<std::int32_t>(key >> shift & 0x1fffff); };
    return {{part(0), part(21), part(42)}};
  }
  [[nodiscard]] static std::size_t hash(std::uint64_t key, std::size_t size) {
    return static_cast<std::size_t>(key * 0x9e3779b97f4a7c15u >> (64 - std::countr_zero(size)));
  }
  [[nodiscard]] static int bit_of(const CellAt& at) {
    return (at.k[0] & 3) | (at.k[1] & 3) << 2 | (at.k[2] & 3) << 4;
  }
  [[nodiscard]] std::size_t index_of(const CellAt& at) const {
    return (std::size_t(at.k[2]) * std::size_t(shape_.count[1]) + std::size_t(at.k[1])) *
               std::size_t(shape_.count[0]) +
           std::size_t(at.k[0]);
  }
  /// Where the cell with this key is, or would be.
  [[nodiscard]] std::size_t probe(std::uint64_t key) const {
    std::size_t i = hash(key, cells_.size());
    while (cells_[i].key != key && cells_[i].key != kNoKey) i = (i + 1) & (cells_.size() - 1);
    return i;
  }
  [[nodiscard]] Cell& make(const CellAt& at);
  [[nodiscard]] std::uint32_t make_block(const CellAt& at);
  void join_filter(std::uint32_t block, const ProxyFilter& filter);
  void rehash();
};

template <class Visit>
bool CellGrid::visit_block(std::uint32_t block, Visit&& visit) const {
  const Block& b = list_[block];
  for (std::uint64_t left = b.used; left != 0; left &= left - 1) {
    const int bit = std::countr_zero(left);
    const CellAt at{{b.first.k[0] + (bit & 3), b.first.k[1] + (bit >> 2 & 3), b.first.k[2] + (bit >> 4 & 3)}};
    if (!visit(*find(at), at)) return false;
  }
  return true;
}

template <class Visit>
bool CellGrid::visit_cells(const Aabb& box, const ProxyFilter& filter, Visit&& visit) const {
  const auto span = shape_.cells_under(box);
  if (!span) return true;
  if (span->count() <= kManyCells)
    return for_each_cell(*span, [&](const CellAt& at) {
      const Cell* const cell = find(at);
      return cell == nullptr || visit(*cell, at);
    });
  const auto in_span = [&](const Cell& cell, const CellAt& at) {
    return !span->contains(at) || visit(cell, at);
  };
  return visit_overlapping_leaves(tree_, filter, box,
                                  [&](std::uint32_t block) { return visit_block(block, in_span); });
}

}  // namespace graze::inline GRAZE_ABI
