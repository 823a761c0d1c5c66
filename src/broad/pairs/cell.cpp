// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/pairs/cell.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "broad/pairs/partition.h"

namespace graze::inline GRAZE_ABI::pruning {
namespace {

// Fewer boxes than this are not divided further.
constexpr std::size_t kFewest = 256;
constexpr int kDeepest = 24;
// Buckets of more than this are sorted one by one before the pass that mends what is left.
constexpr std::uint32_t kFullBucket = 12;
constexpr std::size_t kMostBuckets = std::size_t{1} << 22;

/// The order of floats as unsigned numbers, and the place of the item.
std::uint64_t sort_key_of(float x, std::size_t place) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const std::uint32_t ordered = bits ^ ((bits >> 31) != 0 ? 0xffffffffu : 0x80000000u);
  return std::uint64_t{ordered} << 32 | place;
}

/// Almost sorted already.
void mend(std::uint64_t* keys, std::size_t count) {
  for (std::size_t i = 1; i < count; ++i) {
    const std::uint64_t key = keys[i];
    std::size_t at = i;
    for (; at > 0 && keys[at - 1] > key; --at) keys[at] = keys[at - 1];
    keys[at] = key;
  }
}

/// Sorts by lower[0] into scratch.order: buckets of equal width, which are then sorted. Linear where starts
/// are spread evenly, and never worse than comparison sorting.
void sort_starts(std::span<const Item> items, CellScratch& scratch) {
  const std::size_t n = items.size();
  std::uint64_t* const order = scratch.order.reserve(n);
  if (n <= 24) {
    for (std::size_t i = 0; i < n; ++i) order[i] = sort_key_of(items[i].lower[0], i);
    return mend(order, n);
  }
  float low = items[0].lower[0], high = low;
  for (const Item& item : items) {
    low = std::min(low, item.lower[0]);
    high = std::max(high, item.lower[0]);
  }
  const std::size_t bucket_count = std::min(std::bit_ceil(n), kMostBuckets);
  GridAxis axis;
  axis.base = low;
  axis.last = static_cast<std::int32_t>(bucket_count) - 1;
  axis.scale = static_cast<float>(bucket_count) / (high - low);
  if (!(axis.scale < std::numeric_limits<float>::max())) axis.scale = 0;  // all in one bucket
  std::uint32_t* const bucket = reinterpret_cast<std::uint32_t*>(scratch.keys.reserve(n));
  scratch.buckets.assign(bucket_count + 1, 0);
  for (std::size_t i = 0; i < n; ++i)
    ++scratch.buckets[bucket[i] = static_cast<std::uint32_t>(axis.cell(items[i].lower[0]))];
  std::uint32_t sum = 0, fullest = 0;
  for (std::uint32_t& b : scratch.buckets) {
    const std::uint32_t here = b;
    fullest = std::max(fullest, here);
    b = sum;
    sum += here;
  }
  for (std::size_t i = 0; i < n; ++i) order[scratch.buckets[bucket[i]]++] = sort_key_of(items[i].lower[0], i);
  if (fullest > kFullBucket) {
    std::uint32_t begin = 0;
    for (const std::uint32_t end : scratch.buckets) {
      if (end > begin + kFullBucket) std::sort(order + begin, order + end);
      begin = end;
    }
  }
  mend(order, n);
}

/// Keeps of the pairs from `begin` on those that overlap in truth.
void drop_false_pairs(std::span<const Aabb> boxes, PairList& out, std::size_t begin) {
  if constexpr (sizeof(Real) == sizeof(float)) return;
  ProxyPair* const pairs = out.pairs.data();
  std::size_t kept = begin;
  for (std::size_t i = begin; i < out.count; ++i)
    if (overlaps(boxes[pairs[i].a], boxes[pairs[i].b])) pairs[kept++] = pairs[i];
  out.count = kept;
}

void sweep_all(const CellContext& context, SweepKind kind, const SweepList& rows, const SweepList& targets,
               PairList& out) {
  SweepState state;
  while (state.row < rows.count) {
    const std::size_t begin = out.count;
    ProxyPair* const data = out.pairs.reserve(begin + targets.count + 4 * kSweepPadding, begin);
    state.out = data + begin;
    state.end = data + out.pairs.capacity();
    context.sweep(kind, rows, targets, state);
    out.count = static_cast<std::size_t>(state.out - data);
    drop_false_pairs(context.boxes, out, begin);
  }
}

/// Mean number of boxes that a row is compared with, from some of them.
double mean_window(const SweepList& list) {
  const std::size_t probes = list.count < 2048 ? 8 : 32;
  std::size_t sum = 0;
  for (std::size_t p = 0; p < probes; ++p) {
    const std::size_t i = list.count * p / probes;
    const float* const end =
        std::upper_bound(list.lower[0] + i, list.lower[0] + list.count, list.upper[0][i]);
    sum += static_cast<std::size_t>(end - (list.lower[0] + i)) - 1;
  }
  return double(sum) / double(probes);
}

Partition& level(CellScratch& scratch, int depth) {
  while (scratch.levels.size() <= static_cast<std::size_t>(depth))
    scratch.levels.push_back(std::make_unique<Partition>());
  return *scratch.levels[static_cast<std::size_t>(depth)];
}

struct ItemReader {
  std::span<const Item> items;
  [[nodiscard]] bool has(std::size_t) const { return true; }
  const Item& operator()(std::size_t i) const { return items[i]; }
};

/// Finds the pairs of a cell by a grid of smaller cells; false when a sweep over all would not be slower.
bool divide_cell(const CellContext& context, std::span<const Item> items, const GridRegion& region,
                 CellScratch& scratch, PairList& out, int depth) {
  Item sample[kMostSamples];
  const std::size_t samples = std::min(items.size(), kMostSamples);
  for (std::size_t i = 0; i < samples; ++i) sample[i] = items[items.size() * i / samples];
  const GridPlan plan = plan_grid({sample, samples}, items.size(), region, WithoutGrid::sweep);
  if (!plan.is_worth_it) return false;
  Partition& parts = level(scratch, depth);
  divide(parts, plan, items.size(), 1, {}, ItemReader{items});
  find_large_pairs(context, parts, scratch, out);
  find_pairs_in_cells(context, parts, plan, {0, plan.cell_count()}, region, scratch, out, depth + 1);
  return true;
}

void find_cell_pairs(const CellContext& context, std::span<const Item> items, const GridRegion& region,
                     CellScratch& scratch, PairList& out, int depth) {
  if (items.size() < 2) return;
  sort_starts(items, scratch);
  const SweepList list = scratch.first.fill(items, scratch.order.data());
  if (items.size() > kFewest && depth < kDeepest && mean_window(list) > 64 &&
      divide_cell(context, items, region, scratch, out, depth))
    return;
  sweep_all(context, SweepKind::self, list, list, out);
}

}  // namespace

SweepList SweepArrays::fill(std::span<const Item> items, const std::uint64_t* order) {
  const std::size_t stride = (items.size() + kSweepPadding + 15) / 16 * 16;
  std::uint32_t* const words = words_.reserve(stride * 8);
  for (std::size_t i = 0; i < items.size(); ++i) {
    std::uint32_t numbers[8];
    std::memcpy(numbers, &items[static_cast<std::uint32_t>(order[i])], sizeof numbers);
    for (std::size_t k = 0; k < 8; ++k) words[k * stride + i] = numbers[k];
  }
  const auto floats = [&](std::size_t k) { return reinterpret_cast<float*>(words + k * stride); };
  std::fill_n(floats(0) + items.size(), kSweepPadding, std::numeric_limits<float>::infinity());
  for (std::size_t k = 1; k < 8; ++k) std::fill_n(words + k * stride + items.size(), kSweepPadding, 0u);
  return {{floats(0), floats(1), floats(2)},
          {floats(3), floats(4), floats(5)},
          words + 6 * stride,
          words + 7 * stride,
          items.size()};
}

std::size_t Partition::memory_bytes() const {
  return ranges.memory_bytes() + items.memory_bytes() + heap_bytes(counts, starts, places, small, large);
}

std::size_t CellScratch::memory_bytes() const {
  std::size_t sum = keys.memory_bytes() + order.memory_bytes() + heap_bytes(buckets) + first.memory_bytes() +
                    second.memory_bytes();
  for (const auto& l : levels) sum += l->memory_bytes();
  return sum;
}

void find_pairs_in_cells(const CellContext& context, const Partition& partition, const GridPlan& plan,
                         CellNumbers cells, const GridRegion& region, CellScratch& scratch, PairList& out,
                         int depth) {
  for (std::size_t c = cells.begin; c < cells.end; ++c)
    find_cell_pairs(context, partition.cell(c), plan.region_of(region, c), scratch, out, depth);
}

void find_large_pairs(const CellContext& context, const Partition& partition, CellScratch& scratch,
                      PairList& out) {
  if (partition.large.empty()) return;
  sort_starts(partition.large, scratch);
  const SweepList large = scratch.first.fill(partition.large, scratch.order.data());
  sweep_all(context, SweepKind::self, large, large, out);
  sort_starts(partition.small, scratch);
  const SweepList small = scratch.second.fill(partition.small, scratch.order.data());
  sweep_all(context, SweepKind::from, large, small, out);
  sweep_all(context, SweepKind::after, small, large, out);
}

}  // namespace graze::inline GRAZE_ABI::pruning
