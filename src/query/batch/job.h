// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>

#include "query/batch/kernels.h"
#include "query/pair/route_class.h"

// Shared by all batches: how arguments are checked, how pairs are cut into tasks and sorted by route.

namespace graze::inline GRAZE_ABI {

inline constexpr std::size_t kChunk = 1024;  // pairs per task

[[nodiscard]] inline Error mismatch(const char* message) { return {ErrorCode::index_out_of_range, message}; }

/// The first index that is not in the table, or the number of indices.
[[nodiscard]] inline std::size_t first_bad(std::span<const std::uint32_t> indices, std::size_t table) {
  std::uint32_t largest = 0;
  for (const std::uint32_t i : indices) largest = std::max(largest, i);
  if (indices.empty() || largest < table) return indices.size();
  return std::size_t(std::find_if(indices.begin(), indices.end(), [&](auto i) { return i >= table; }) -
                     indices.begin());
}

/// An error, or the number of pairs.
[[nodiscard]] Result<std::size_t> check_pairs(const PairBatch& batch, std::size_t out);
/// For what all settings have; true: an error.
[[nodiscard]] bool is_wrong(Real relative_error, int max_iterations, Error& error);

/// Pairs of a chunk on their way through one kernel.
struct List {
  std::uint32_t indices[kChunk];
  std::size_t count = 0;
  void add(std::size_t i) { indices[count++] = static_cast<std::uint32_t>(i); }
};

/// How the pairs of a chunk were answered.
struct Tally {
  std::size_t by_lanes = 0, by_single = 0, refused = 0;
  LaneCounts lanes;
  LaneCounts clips;  // points of contact sets; not among the others

  void count_single(Status status) { ++(status == Status::invalid_argument ? refused : by_single); }
};

[[nodiscard]] inline Operand operand_a(const PairBatch& batch, std::size_t i) {
  return {&batch.shapes[batch.shape_a[i]].view(), &batch.world_from_a[i], 0};
}
[[nodiscard]] inline Operand operand_b(const PairBatch& batch, std::size_t i) {
  return {&batch.shapes[batch.shape_b[i]].view(), &batch.world_from_b[i], 0};
}

/// Where a chunk takes its operands from: the arrays of a caller, or operands that are there already.
struct PairSource {
  const PairBatch* batch = nullptr;
  const LanePair* pairs = nullptr;  // not null: these
};
[[nodiscard]] inline Operand operand_a(const PairSource& source, std::size_t i) {
  return source.pairs != nullptr ? source.pairs[i].operands[0] : operand_a(*source.batch, i);
}
[[nodiscard]] inline Operand operand_b(const PairSource& source, std::size_t i) {
  return source.pairs != nullptr ? source.pairs[i].operands[1] : operand_b(*source.batch, i);
}

/// The pairs of a chunk, by the kernel that their route names; see LaneGroup.
struct SortedPairs {
  List of[int(LaneGroup::single) + 1];
};
inline void sort_by_route(const PairSource& source, std::size_t from, std::size_t to, SortedPairs& lists) {
  // Placements come from far away in memory, and are first read here.
  constexpr std::size_t kAhead = 24;  // measured with "batch intersects, boxes sep"
  for (std::size_t i = from; i < to; ++i) {
    if (i + kAhead < to && source.batch != nullptr) {
      __builtin_prefetch(&source.batch->world_from_a[i + kAhead]);
      __builtin_prefetch(&source.batch->world_from_b[i + kAhead]);
    }
    const LaneGroup group = lane_group(class_of(operand_a(source, i)), class_of(operand_b(source, i)));
    lists.of[std::size_t(group)].add(i);
  }
}

/// Calls use(pairs, first position in the list, count) for the list's pairs, a block at a time.
template <class Use>
void for_blocks(const PairSource& batch, const List& list, Use use) {
  LanePair pairs[kBatchBlock];
  for (std::size_t from = 0; from < list.count; from += kBatchBlock) {
    const std::size_t count = std::min(kBatchBlock, list.count - from);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t i = list.indices[from + k];
      pairs[k] = {{operand_a(batch, i), operand_b(batch, i)}};
    }
    use(pairs, from, count);
  }
}

/// Canonical order; first[k]: which operand of the call comes first.
inline void put_in_order(LanePair* pairs, std::size_t count, std::size_t* first) {
  for (std::size_t k = 0; k < count; ++k) {
    const Operand a = pairs[k].operands[0], b = pairs[k].operands[1];
    first[k] = comes_second(a, b) ? 1 : 0;
    pairs[k].operands[first[k]] = a;  // indexed, not branched on: the order is as good as random
    pairs[k].operands[1 - first[k]] = b;
  }
}

/// Runs answer(from, to, tally) on all chunks. They are the same whatever the executor.
template <class Answer>
BatchStatistics run_chunks(const Executor& executor, std::size_t count, Answer answer) {
  std::atomic<std::size_t> by_lanes{0}, by_single{0}, refused{0}, slots{0}, active{0}, clip_slots{0},
      active_clips{0};
  auto task = [&](std::size_t index) {
    Tally tally;
    answer(index * kChunk, std::min((index + 1) * kChunk, count), tally);
    by_lanes += tally.by_lanes;
    by_single += tally.by_single;
    refused += tally.refused;
    slots += tally.lanes.slots + tally.clips.slots;
    active += tally.lanes.active + tally.clips.active;
    clip_slots += tally.clips.slots;
    active_clips += tally.clips.active;
  };
  run_tasks(executor, (count + kChunk - 1) / kChunk, task);
  BatchStatistics statistics;
  statistics.pairs = count;
  statistics.by_lanes = by_lanes;
  statistics.by_single = by_single;
  statistics.refused = refused;
  statistics.lane_slots = slots;
  statistics.active_lanes = active;
  statistics.clip_slots = clip_slots;
  statistics.active_clips = active_clips;
  return statistics;
}

}  // namespace graze::inline GRAZE_ABI
