// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <mutex>

#include "base/shared_memory.h"
#include "query/batch/kernels.h"
#include "query/pair/route_class.h"
#include "query/pair/steps.h"

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
/// Results are written while pairs are still read, by many threads.
inline constexpr const char* kOutOverlaps = "out: overlaps an array of the batch";
template <class R>
[[nodiscard]] Result<std::size_t> check_pairs(const PairBatch& batch, std::span<R> out) {
  if (shares_memory_with_any(out, batch.shapes, batch.shape_a, batch.shape_b, batch.world_from_a,
                             batch.world_from_b, batch.margin_a, batch.margin_b))
    return Error{ErrorCode::unsupported, kOutOverlaps};
  return check_pairs(batch, out.size());
}
/// For what all settings have; true: an error.
[[nodiscard]] bool is_wrong(Real relative_error, int max_iterations, Error& error);

/// Pairs of a chunk on their way through one kernel.
struct List {
  std::uint32_t indices[kChunk];
  std::size_t count = 0;
  void add(std::size_t i) { indices[count++] = static_cast<std::uint32_t>(i); }
  [[nodiscard]] std::span<const std::uint32_t> span() const { return {indices, count}; }
};

/// How the pairs of a chunk were answered.
struct Tally {
  std::size_t by_lanes = 0, by_single = 0, refused = 0;
  LaneCounts lanes;
  LaneCounts clips;  // points of contact sets; not among the others

  void count_single(Status status) { ++(status == Status::invalid_argument ? refused : by_single); }
};

/// Where a chunk takes its operands from: the arrays of a caller, or operands that are there already.
struct PairSource {
  const PairBatch* batch = nullptr;
  const LanePair* pairs = nullptr;  // not null: these

  /// For lanes, which know no margins of a batch.
  [[nodiscard]] LanePair operator[](std::size_t i) const {
    if (pairs != nullptr) return pairs[i];
    return {{{&batch->shapes[batch->shape_a[i]].view(), &batch->world_from_a[i], 0},
             {&batch->shapes[batch->shape_b[i]].view(), &batch->world_from_b[i], 0}}};
  }
  [[nodiscard]] bool has_margins() const {
    return batch != nullptr && !(batch->margin_a.empty() && batch->margin_b.empty());
  }
  [[nodiscard]] LanePair with_margins(std::size_t i) const {
    LanePair pair = (*this)[i];
    if (!has_margins()) return pair;
    if (!batch->margin_a.empty()) pair.operands[0].margin = batch->margin_a[i];
    if (!batch->margin_b.empty()) pair.operands[1].margin = batch->margin_b[i];
    return pair;
  }
  [[nodiscard]] bool is_grown(std::size_t i) const {
    const LanePair pair = with_margins(i);
    return pair.operands[0].margin != 0 || pair.operands[1].margin != 0;
  }
};

/// Arguments that all chunks of one call share.
template <class R, class Settings>
struct BatchJob {
  PairSource batch;
  std::span<R> out;
  Settings settings;
  LaneKernels kernels;
};

/// The pairs of a chunk, by the kernel that their route names; see LaneGroup.
struct SortedPairs {
  List of[int(LaneGroup::single) + 1];
};
inline void sort_by_route(const PairSource& source, std::size_t from, std::size_t to, SortedPairs& lists) {
  // Placements come from far away in memory, and are first read here.
  constexpr std::size_t kAhead = 24;  // measured with "batch intersects, boxes sep"
  const bool has_margins = source.has_margins();
  for (std::size_t i = from; i < to; ++i) {
    if (i + kAhead < to && source.batch != nullptr) {
      __builtin_prefetch(&source.batch->world_from_a[i + kAhead]);
      __builtin_prefetch(&source.batch->world_from_b[i + kAhead]);
    }
    const LanePair pair = source[i];
    const LaneGroup group = lane_group(class_of(pair.operands[0]), class_of(pair.operands[1]));
    lists.of[std::size_t(has_margins && source.is_grown(i) ? LaneGroup::single : group)].add(i);
  }
}

/// Pairs of a list that go through a kernel together.
struct Block {
  LanePair pairs[kBatchBlock];
  const std::uint32_t* indices;  // of the batch
  std::size_t count;
  std::size_t first[kBatchBlock];  // which operand of the call comes first; see put_in_order()

  void put_in_order() {
    for (std::size_t k = 0; k < count; ++k) {
      const Operand a = pairs[k].operands[0], b = pairs[k].operands[1];
      first[k] = comes_second(a, b) ? 1 : 0;
      pairs[k].operands[first[k]] = a;  // indexed, not branched on: the order is as good as random
      pairs[k].operands[1 - first[k]] = b;
    }
  }
  /// Of a pair in canonical order.
  void set_frame_of(std::size_t k, PairFrame& frame) const {
    set_frame(pairs[k].operands[first[k]], pairs[k].operands[1 - first[k]], int(first[k]), frame);
  }
};

/// Calls use(block) for the list's pairs, a block at a time.
template <class Use>
void for_blocks(const PairSource& batch, const List& list, Use use) {
  Block block;
  for (std::size_t from = 0; from < list.count; from += kBatchBlock) {
    block.indices = list.indices + from;
    block.count = std::min(kBatchBlock, list.count - from);
    for (std::size_t k = 0; k < block.count; ++k) block.pairs[k] = batch[block.indices[k]];
    use(block);
  }
}

/// Calls prepare(block), then find(block, k, i) for each of its pairs, k in the block and i in the batch.
/// Pairs for which that is false go to `rest`, the others are answered by lanes.
template <class Prepare, class Find>
void answer_blocks(const PairSource& batch, const List& list, List& rest, Tally& tally, Prepare prepare,
                   Find find) {
  const std::size_t before = rest.count;
  for_blocks(batch, list, [&](Block& block) {
    prepare(block);
    for (std::size_t k = 0; k < block.count; ++k)
      if (!find(block, k, block.indices[k])) rest.add(block.indices[k]);
  });
  tally.by_lanes += list.count - (rest.count - before);
}

/// Calls set_apart(axis, out) for pairs that the line of centres shows to be farther apart than the
/// prediction distance, as the single query does first. The others go to `rest`.
template <class R, class Settings, class SetApart>
void separate_far(const BatchJob<R, Settings>& job, const List& list, Real prediction, List& rest,
                  Tally& tally, SetApart set_apart) {
  for (const std::uint32_t i : list.span()) {
    LanePair pair = job.batch[i];
    pair.operands[0].margin += prediction;
    Vec3 axis;
    if (find_axis_of_far(pair.operands[0], pair.operands[1], axis)) {
      set_apart(axis, job.out[i]);
      ++tally.by_lanes;
    } else {
      rest.add(i);
    }
  }
}

/// Runs answer(from, to, tally) on all chunks. They are the same whatever the executor.
template <class Answer>
BatchStatistics run_chunks(const Executor& executor, std::size_t count, Answer answer) {
  std::mutex mutex;  // of these
  BatchStatistics all;
  all.pairs = count;
  auto task = [&](std::size_t index) {
    Tally tally;
    answer(index * kChunk, std::min((index + 1) * kChunk, count), tally);
    const std::lock_guard<std::mutex> lock(mutex);
    all.by_lanes += tally.by_lanes;
    all.by_single += tally.by_single;
    all.refused += tally.refused;
    all.lane_slots += tally.lanes.slots + tally.clips.slots;
    all.active_lanes += tally.lanes.active + tally.clips.active;
    all.clip_slots += tally.clips.slots;
    all.active_clips += tally.clips.active;
  };
  run_tasks(executor, (count + kChunk - 1) / kChunk, task);
  return all;
}

/// Answers of up to kChunk pairs without margins, as the batches of the public headers give them. Nothing is
/// checked; settings are without caches. out[i] is of pairs[i].
void answer_pairs(std::span<const LanePair> pairs, std::span<Intersection> out,
                  const QuerySettings& settings);
void answer_pairs(std::span<const LanePair> pairs, std::span<Distance> out, const QuerySettings& settings);
void answer_pairs(std::span<const LanePair> pairs, std::span<ContactSet> out,
                  const ContactSettings& settings);

}  // namespace graze::inline GRAZE_ABI
