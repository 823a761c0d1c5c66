// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/batch.h"

#include <algorithm>

#include "graze/base/assert.h"
#include "query/batch/depth.h"
#include "query/batch/job.h"
#include "query/pair/answers.h"
#include "query/pair/close_boxes.h"
#include "query/pair/steps.h"

// Pairs are sorted by route, a chunk at a time, and go through the lane kernels in blocks; pairs that a
// kernel is not certain of move on to the next one, and at last to the single query. The chunks are the same
// whatever the executor, and no pair's answer depends on its neighbours'.

namespace graze::inline GRAZE_ABI {

bool is_wrong(Real relative_error, int max_iterations, Error& error) {
  if (!(relative_error >= 0 && is_finite(relative_error))) {
    error = {ErrorCode::not_finite, "settings.relative_error: negative or not finite"};
    return true;
  }
  if (max_iterations <= 0) {
    error = {ErrorCode::negative, "settings.max_iterations: not positive"};
    return true;
  }
  return false;
}

Result<std::size_t> check_pairs(const PairBatch& batch, std::size_t out) {
  const std::size_t n = batch.shape_a.size();
  if (batch.shape_b.size() != n) return mismatch("shape_b: not as long as shape_a");
  if (batch.world_from_a.size() != n) return mismatch("world_from_a: not as long as shape_a");
  if (batch.world_from_b.size() != n) return mismatch("world_from_b: not as long as shape_a");
  if (!batch.margin_a.empty() && batch.margin_a.size() != n)
    return mismatch("margin_a: neither empty nor as long as shape_a");
  if (!batch.margin_b.empty() && batch.margin_b.size() != n)
    return mismatch("margin_b: neither empty nor as long as shape_a");
  if (out != n) return mismatch("out: not as long as shape_a");
  if (const std::size_t i = first_bad(batch.shape_a, batch.shapes.size()); i < n)
    return Error{ErrorCode::index_out_of_range, "shape_a: no such shape in the table", i};
  if (const std::size_t i = first_bad(batch.shape_b, batch.shapes.size()); i < n)
    return Error{ErrorCode::index_out_of_range, "shape_b: no such shape in the table", i};
  return n;
}

namespace {

template <class R>
using Job = BatchJob<R, QuerySettings>;

// Pairs that a kernel is certain of: all axes of boxes, in canonical order, or the line of centres.
template <bool kIsOrdered>
void decide(const Job<Intersection>& job, const List& list, LaneKernels::Decide kernel, List& rest,
            Tally& tally) {
  LaneVerdicts v;
  answer_blocks(
      job.batch, list, rest, tally,
      [&](Block& block) {
        if (kIsOrdered) block.put_in_order();
        kernel(block.pairs, block.count, Real(0), v, tally.lanes);
      },
      [&](const Block& block, std::size_t k, std::size_t i) {
        if (v.state[k] == kUndecided) return false;
        const bool is_apart = v.state[k] == kApart, is_turned = kIsOrdered && is_apart && block.first[k] != 0;
        Intersection& out = job.out[i];
        out.contact = is_apart ? Contact::apart : Contact::overlapping;
        out.status = Status::converged;
        out.iterations = 1;
        out.witness = Vec3{v.witness[0][k], v.witness[1][k], v.witness[2][k]} * Real(is_turned ? -1 : 1);
        out.piece_a = out.piece_b = kNoPiece;
        return true;
      });
}

void set_apart(const Vec3& axis, Intersection& out) {
  out = {};
  out.contact = Contact::apart;
  out.iterations = 1;
  out.witness = axis / length(axis);
}

// From blocks of arrays to one result, in the order of the call.
void scatter(const LaneDistances& from, const LaneAnswers& answers, std::size_t k, std::size_t first,
             Real threshold, Distance& out) {
  const auto vector = [k](const Real(&rows)[3][kBatchBlock]) {
    return Vec3{rows[0][k], rows[1][k], rows[2][k]};
  };
  out.lower = from.lower[k];
  out.upper = from.upper[k];
  out.normal = vector(from.normal) * static_cast<Real>(1 - 2 * int(first));
  out.point_a = vector(from.world[first]);
  out.point_b = vector(from.world[1 - first]);
  out.local_a = vector(from.local[first]);
  out.local_b = vector(from.local[1 - first]);
  out.piece_a = out.piece_b = kNoPiece;
  out.iterations = static_cast<std::int32_t>(answers.steps[k]);
  const bool is_apart = answers.lower[k] > 0;
  out.contact = is_apart ? Contact::apart : answers.upper[k] < 0 ? Contact::overlapping : Contact::touching;
  if (!is_apart) out.normal = {};
  out.status = is_apart && out.lower > threshold ? Status::beyond_threshold : Status::converged;
}

// Writes an answer that was found in canonical order.
template <class R>
void write_answer(const Job<R>& job, const Block& block, std::size_t k, const Answer& answer, R& out) {
  PairFrame frame;
  block.set_frame_of(k, frame);
  set_result(frame, answer, job.settings, out);
}

// Answers those of the list that the kernel is certain of. A query for the depth cannot use the answer to a
// pair whose cores meet: `deepen`, unless null, finds it.
template <class R>
void solve(const Job<R>& job, const List& list, LaneKernels::Solve kernel, List& rest, Tally& tally,
           LaneDeepen deepen = nullptr) {
  constexpr bool kIsDepth = std::is_same_v<R, Penetration>, kIsDistance = std::is_same_v<R, Distance>;
  LaneAnswers answers;
  LaneDistances distances;
  answer_blocks(
      job.batch, list, rest, tally,
      [&](Block& block) {
        block.put_in_order();
        kernel(block.pairs, block.count, answers, kIsDistance ? &distances : nullptr, tally.lanes);
        if (deepen != nullptr) deepen(block.pairs, block.count, answers, tally.lanes);
      },
      [&](const Block& block, std::size_t k, std::size_t i) {
        if (answers.certain[k] == 0 || int(answers.steps[k]) > job.settings.max_iterations ||
            (kIsDepth && answers.is_inside[k]))
          return false;
        if constexpr (kIsDistance) {
          scatter(distances, answers, k, block.first[k], job.settings.threshold, job.out[i]);
        } else {
          write_answer(job, block, k, answers.answer(k), job.out[i]);
        }
        return true;
      });
}

// Fifteen axes of each pair in lanes; the witnesses of those that overlap one by one.
void penetrate(const Job<Penetration>& job, const List& list, List& rest, Tally& tally) {
  LaneOverlaps overlaps;
  answer_blocks(
      job.batch, list, rest, tally,
      [&](Block& block) {
        block.put_in_order();
        job.kernels.overlap_boxes(block.pairs, block.count, overlaps, tally.lanes);
      },
      [&](const Block& block, std::size_t k, std::size_t i) {
        PairFrame frame;
        Answer answer;
        block.set_frame_of(k, frame);
        const BoxOverlap least{int(overlaps.axis[k]), overlaps.height[k], overlaps.others[k], 0,
                               overlaps.rounding[k],  overlaps.error[k]};
        if (overlaps.usual[k] == 0 || !penetrate_boxes(frame, least, answer)) return false;
        set_result(frame, answer, job.settings, job.out[i]);
        return true;
      });
}

// Small hulls by separating axes, which need no search before them. Those that are not certain to overlap are
// left to it.
void penetrate_small(const Job<Penetration>& job, const List& list, List& rest, Tally& tally) {
  LaneAnswers answers;
  answer_blocks(
      job.batch, list, rest, tally, [](Block& block) { block.put_in_order(); },
      [&](const Block& block, std::size_t k, std::size_t i) {
        if (job.settings.max_iterations < 2 || !find_small_depth(block.pairs[k], k, answers, tally.lanes))
          return false;
        write_answer(job, block, k, answers.answer(k), job.out[i]);
        return true;
      });
}

// Boxes that touch, or nearly so.
void decide_close(const Job<Intersection>& job, const List& list, Tally& tally) {
  for (const std::uint32_t i : list.span()) {
    Intersection& result = job.out[i];
    result = {};
    const LanePair pair = job.batch.with_margins(i);
    answer_close_boxes(pair.operands[0], pair.operands[1], job.settings, result);
    tally.count_single(result.status);
  }
}

// Kernel after kernel; pairs that none is certain of join those for single queries.
void solve_lists(const Job<Intersection>& job, SortedPairs& lists, Tally& tally) {
  auto& [boxes, round, mixed, hulls, single] = lists.of;
  List near, close;
  decide<false>(job, boxes, job.kernels.quick_boxes, near, tally);
  decide<true>(job, near, job.kernels.decide_boxes, close, tally);
  decide_close(job, close, tally);
  near.count = 0;
  decide<false>(job, round, job.kernels.quick_axes, near, tally);
  solve(job, near, job.kernels.solve_round, single, tally);
  near.count = 0;
  decide<false>(job, mixed, job.kernels.quick_axes, near, tally);
  solve(job, near, job.kernels.solve_cores, single, tally);
  near.count = 0;
  separate_far(job, hulls, 0, near, tally, set_apart);
  solve(job, near, job.kernels.solve_hulls, single, tally);
}
void solve_lists(const Job<Distance>& job, SortedPairs& lists, Tally& tally) {
  auto& [boxes, round, mixed, hulls, single] = lists.of;
  solve(job, round, job.kernels.solve_round, single, tally);
  solve(job, boxes, job.kernels.solve_cores, single, tally);
  solve(job, mixed, job.kernels.solve_cores, single, tally);
  solve(job, hulls, job.kernels.solve_hulls, single, tally);
}
void solve_lists(const Job<Penetration>& job, SortedPairs& lists, Tally& tally) {
  auto& [boxes, round, mixed, hulls, single] = lists.of;
  solve(job, round, job.kernels.solve_round, single, tally);
  solve(job, mixed, job.kernels.solve_cores, single, tally);
  penetrate(job, boxes, single, tally);
  List left;
  penetrate_small(job, hulls, left, tally);
  solve(job, left, job.kernels.solve_hulls, single, tally, lane_deepen());
}

template <class R>
void answer_chunk(const Job<R>& job, std::size_t from, std::size_t to, Tally& tally) {
  SortedPairs lists;
  sort_by_route(job.batch, from, to, lists);
  solve_lists(job, lists, tally);
  for (const std::uint32_t i : lists.of[std::size_t(LaneGroup::single)].span()) {
    R& result = job.out[i];
    result = {};
    const LanePair pair = job.batch.with_margins(i);
    answer(pair.operands[0], pair.operands[1], job.settings, result);
    tally.count_single(result.status);
  }
}

template <class R>
Result<BatchStatistics> answer(const PairBatch& batch, std::span<R> out, const BatchSettings& settings) {
  if (Error error; is_wrong(settings.relative_error, settings.max_iterations, error)) return error;
  if (!(settings.threshold >= 0)) return Error{ErrorCode::negative, "settings.threshold: negative or NaN"};
  const Result<std::size_t> pairs = check_pairs(batch, out);
  if (!pairs) return pairs.error();
  Job<R> job{{&batch, nullptr}, out, {}, lane_kernels()};
  job.settings.relative_error = settings.relative_error;
  job.settings.max_iterations = settings.max_iterations;
  job.settings.threshold = settings.threshold;
  return run_chunks(settings.executor, *pairs, [&](std::size_t from, std::size_t to, Tally& tally) {
    answer_chunk(job, from, to, tally);
  });
}

template <class R>
void answer_chunk_of(std::span<const LanePair> pairs, std::span<R> out, const QuerySettings& settings) {
  GRAZE_ASSERT(pairs.size() <= kChunk && out.size() == pairs.size());
  const Job<R> job{{nullptr, pairs.data()}, out, settings, lane_kernels()};
  Tally tally;
  answer_chunk(job, 0, pairs.size(), tally);
}

}  // namespace

void answer_pairs(std::span<const LanePair> pairs, std::span<Intersection> out,
                  const QuerySettings& settings) {
  answer_chunk_of(pairs, out, settings);
}
void answer_pairs(std::span<const LanePair> pairs, std::span<Distance> out, const QuerySettings& settings) {
  answer_chunk_of(pairs, out, settings);
}

Result<BatchStatistics> intersects(const PairBatch& batch, std::span<Intersection> out,
                                   const BatchSettings& settings) {
  return answer(batch, out, settings);
}
Result<BatchStatistics> distance(const PairBatch& batch, std::span<Distance> out,
                                 const BatchSettings& settings) {
  return answer(batch, out, settings);
}
Result<BatchStatistics> penetration(const PairBatch& batch, std::span<Penetration> out,
                                    const BatchSettings& settings) {
  return answer(batch, out, settings);
}

}  // namespace graze::inline GRAZE_ABI
