// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "broad/pairs/grid.h"
#include "broad/pairs/sweep.h"
#include "broad/table/proxies.h"
#include "graze/math/aabb.h"

// The boxes of one cell: sorted and swept, or divided into smaller cells first.

namespace graze::inline GRAZE_ABI::pruning {

/// Memory that grows and is never cleared; what is in it after growing is kept up to `kept` elements.
template <class T>
class RawArray {
 public:
  T* reserve(std::size_t count, std::size_t kept = 0) {
    if (count <= capacity_) return data();
    const std::size_t grown = std::max(count, capacity_ * 2);
    auto bytes = std::make_unique_for_overwrite<std::byte[]>(grown * sizeof(T) + kAlignment);
    std::byte* const place = aligned(bytes.get());
    if (kept > 0) std::memcpy(place, data(), kept * sizeof(T));
    bytes_ = std::move(bytes);
    capacity_ = grown;
    return data();
  }
  [[nodiscard]] T* data() { return reinterpret_cast<T*>(aligned(bytes_.get())); }
  [[nodiscard]] const T* data() const { return reinterpret_cast<const T*>(aligned(bytes_.get())); }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  [[nodiscard]] std::size_t memory_bytes() const { return capacity_ * sizeof(T); }

 private:
  static constexpr std::size_t kAlignment = 64;
  static_assert(std::is_trivially_copyable_v<T>);
  static std::byte* aligned(std::byte* p) {
    const auto address = reinterpret_cast<std::uintptr_t>(p);
    return p + (kAlignment - address % kAlignment) % kAlignment;
  }
  std::unique_ptr<std::byte[]> bytes_;
  std::size_t capacity_ = 0;
};

/// Pairs as they are found.
struct PairList {
  RawArray<ProxyPair> pairs;
  std::size_t count = 0;
};

/// A SweepList that owns its arrays.
class SweepArrays {
 public:
  /// Copies items[order[i] & 0xffffffff], for all i, into arrays for a sweep.
  SweepList fill(std::span<const Item> items, const std::uint64_t* order);
  [[nodiscard]] std::size_t memory_bytes() const { return words_.memory_bytes(); }

 private:
  RawArray<std::uint32_t> words_;
};

/// Items of one grid, cell after cell, and those too large for it.
struct Partition {
  RawArray<std::uint64_t> ranges;  // the cells of each item
  std::vector<std::uint32_t> counts;
  std::vector<std::size_t> starts;  // one more than cells
  std::vector<std::size_t> places;  // where each chunk puts the next item of each cell
  RawArray<Item> items;
  std::vector<Item> small, large;  // copies for the sweeps of the large ones; empty when there are none

  [[nodiscard]] std::span<const Item> cell(std::size_t i) const {
    return {items.data() + starts[i], starts[i + 1] - starts[i]};
  }
  [[nodiscard]] std::size_t memory_bytes() const;
};

/// Scratch of one thread.
struct CellScratch {
  RawArray<std::uint64_t> keys, order;
  std::vector<std::uint32_t> buckets;
  SweepArrays first, second;
  std::vector<std::unique_ptr<Partition>> levels;  // one per depth of division
  [[nodiscard]] std::size_t memory_bytes() const;
};

/// Data that all cells of a search share.
struct CellContext {
  std::span<const Aabb> boxes;  // by id, to check what floats have found in the double library
  Sweep sweep;
};

/// Cells `begin` to `end` - 1.
struct CellNumbers {
  std::size_t begin, end;
};
/// Adds all pairs of some cells of a grid over `region`. Marks of items say which pairs other cells report.
void find_pairs_in_cells(const CellContext& context, const Partition& partition, const GridPlan& plan,
                         CellNumbers cells, const GridRegion& region, CellScratch& scratch, PairList& out,
                         int depth = 0);
/// Adds the pairs of two large boxes, and of a large with a small one.
void find_large_pairs(const CellContext& context, const Partition& partition, CellScratch& scratch,
                      PairList& out);

}  // namespace graze::inline GRAZE_ABI::pruning
