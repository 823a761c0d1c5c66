// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "broad/pairs/cell.h"
#include "graze/base/executor.h"

// Counting sort of items into the cells of a grid: count, add up, write. Every item goes into all cells that
// it covers, with marks where it began in an earlier one.

namespace graze::inline GRAZE_ABI::pruning {

inline constexpr std::uint64_t kIsLarge = ~std::uint64_t{0}, kIsAbsent = kIsLarge - 1;

/// First and last cell along both axes, 16 bits each.
[[nodiscard]] inline std::uint64_t cells_of(const GridPlan& plan, const Item& item) {
  if (plan.is_large(item)) return kIsLarge;
  const auto at = [](std::int32_t cell, int shift) { return static_cast<std::uint64_t>(cell) << shift; };
  return at(plan.axis[1].cell(item.lower[1]), 0) | at(plan.axis[1].cell(item.upper[1]), 16) |
         at(plan.axis[2].cell(item.lower[2]), 32) | at(plan.axis[2].cell(item.upper[2]), 48);
}

/// A range of cells, unpacked.
struct CellRange {
  std::size_t first1, last1, first2, last2;

  explicit CellRange(std::uint64_t range)
      : first1(range & 0xffff),
        last1(range >> 16 & 0xffff),
        first2(range >> 32 & 0xffff),
        last2(range >> 48) {}
  [[nodiscard]] bool is_single() const { return first1 == last1 && first2 == last2; }
  /// Most boxes cover one to four cells, and which of these cannot be foreseen.
  [[nodiscard]] bool is_small() const { return last1 - first1 < 2 && last2 - first2 < 2; }
};

inline void count_cells(const CellRange& r, std::size_t row_length, std::uint32_t* counts) {
  if (r.is_small()) {  // without jumps
    const auto more1 = static_cast<std::uint32_t>(r.last1 - r.first1);
    const auto more2 = static_cast<std::uint32_t>(r.last2 - r.first2);
    counts[r.first1 * row_length + r.first2] += 1;
    counts[r.first1 * row_length + r.last2] += more2;
    counts[r.last1 * row_length + r.first2] += more1;
    counts[r.last1 * row_length + r.last2] += more1 & more2;
    return;
  }
  for (std::size_t i = r.first1; i <= r.last1; ++i)
    for (std::size_t k = r.first2; k <= r.last2; ++k) ++counts[i * row_length + k];
}

inline void write_cells(const CellRange& r, std::size_t row_length, const Item& item, std::size_t* places,
                        Item* items) {
  if (r.is_single()) {
    items[places[r.first1 * row_length + r.first2]++] = item;
    return;
  }
  Item copy = item;
  for (std::size_t i = r.first1; i <= r.last1; ++i)
    for (std::size_t k = r.first2; k <= r.last2; ++k) {
      copy.marks = item.marks | (i > r.first1 ? kBefore1 : 0) | (k > r.first2 ? kBefore2 : 0);
      items[places[i * row_length + k]++] = copy;
    }
}

/// Divides `count` items into the cells of `plan`. read(i) gives an item, if read.has(i).
/// The outcome does not depend on the number of chunks, which the executor works on.
template <class Read>
void divide(Partition& out, const GridPlan& plan, std::size_t count, std::size_t chunks,
            const Executor& executor, Read read) {
  const std::size_t cells = plan.cell_count();
  const auto row_length = static_cast<std::size_t>(plan.axis[2].last + 1);
  std::uint64_t* const ranges = out.ranges.reserve(count);
  out.counts.assign(cells * chunks, 0);
  out.starts.resize(cells + 1);
  const auto begin_of = [=](std::size_t chunk) { return count * chunk / chunks; };
  auto count_chunk = [&](std::size_t chunk) {
    std::uint32_t* const counts = out.counts.data() + chunk * cells;
    for (std::size_t i = begin_of(chunk); i < begin_of(chunk + 1); ++i) {
      ranges[i] = read.has(i) ? cells_of(plan, read(i)) : kIsAbsent;
      if (ranges[i] < kIsAbsent) count_cells(CellRange(ranges[i]), row_length, counts);
    }
  };
  run_tasks(executor, chunks, count_chunk);

  std::size_t total = 0;
  out.places.resize(cells * chunks);
  std::vector<std::size_t>& places = out.places;
  for (std::size_t c = 0; c < cells; ++c) {
    out.starts[c] = total;
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
      places[chunk * cells + c] = total;
      total += out.counts[chunk * cells + c];
    }
  }
  out.starts[cells] = total;

  Item* const items = out.items.reserve(total);
  auto write_chunk = [&](std::size_t chunk) {
    std::size_t* const place = places.data() + chunk * cells;
    for (std::size_t i = begin_of(chunk); i < begin_of(chunk + 1); ++i) {
      if (ranges[i] < kIsAbsent) write_cells(CellRange(ranges[i]), row_length, read(i), place, items);
    }
  };
  run_tasks(executor, chunks, write_chunk);

  out.small.clear();
  out.large.clear();
  if (std::find(ranges, ranges + count, kIsLarge) == ranges + count) return;
  for (std::size_t i = 0; i < count; ++i)
    if (ranges[i] != kIsAbsent) (ranges[i] == kIsLarge ? out.large : out.small).push_back(read(i));
}

}  // namespace graze::inline GRAZE_ABI::pruning
