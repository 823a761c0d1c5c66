// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "broad/overlapping_pairs_cell.h"
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

/// visit(cell, marks) for every cell of a range.
template <class Visit>
inline void for_cells(std::uint64_t range, std::size_t row_length, Visit visit) {
  const auto part = [&](int shift) { return static_cast<std::size_t>(range >> shift & 0xffff); };
  const std::size_t first1 = part(0), last1 = part(16), first2 = part(32), last2 = part(48);
  for (std::size_t i = first1; i <= last1; ++i)
    for (std::size_t k = first2; k <= last2; ++k)
      visit(i * row_length + k, (i > first1 ? kBefore1 : 0u) | (k > first2 ? kBefore2 : 0u));
}

/// Divides `count` items into the cells of `plan`. read(i, item) gives an item, or false when there is none.
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
      Item item;
      ranges[i] = read(i, item) ? cells_of(plan, item) : kIsAbsent;
      if (ranges[i] < kIsAbsent)
        for_cells(ranges[i], row_length, [&](std::size_t c, std::uint32_t) { ++counts[c]; });
    }
  };
  run_tasks(executor, chunks, count_chunk);

  std::size_t total = 0;
  std::vector<std::size_t> places(cells * chunks);
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
      if (ranges[i] >= kIsAbsent) continue;
      Item item;
      read(i, item);
      const std::uint32_t inherited = item.marks;
      for_cells(ranges[i], row_length, [&](std::size_t c, std::uint32_t marks) {
        item.marks = inherited | marks;
        items[place[c]++] = item;
      });
    }
  };
  run_tasks(executor, chunks, write_chunk);

  out.small.clear();
  out.large.clear();
  if (std::find(ranges, ranges + count, kIsLarge) == ranges + count) return;
  for (std::size_t i = 0; i < count; ++i) {
    Item item;
    if (ranges[i] != kIsAbsent && read(i, item))
      (ranges[i] == kIsLarge ? out.large : out.small).push_back(item);
  }
}

}  // namespace graze::inline GRAZE_ABI::pruning
