// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/batch.h"

#include <algorithm>

#include "query/batch/depth.h"
#include "query/batch/job.h"
#include "query/batch/operands.h"
#include "query/pair/answers.h"
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
  if (out != n) return mismatch("out: not as long as shape_a");
  if (const std::size_t i = first_bad(batch.shape_a, batch.shapes.size()); i < n)
    return Error{ErrorCode::index_out_of_range, "shape_a: no such shape in the table", i};
  if (const std::size_t i = first_bad(batch.shape_b, batch.shapes.size()); i < n)
    return Error{ErrorCode::index_out_of_range, "shape_b: no such shape in the table", i};
  return n;
}

namespace {

// Arguments that all chunks of one call share.
template <class R>
struct Job {
  PairSource batch;
  std::span<R> out;
  QuerySettings settings;
  LaneKernels kernels;
};

template <class R>
void ask_singly(const Job<R>& job, const List& list, Tally& tally) {
  for (std::size_t k = 0; k < list.count; ++k) {
    const std::size_t i = list.indices[k];
    R& result = job.out[i];
    result = {};
    answer(operand_a(job.batch, i), operand_b(job.batch, i), job.settings, result);
    tally.count_single(result.status);
  }
}

void set_intersection(Contact contact, const Vec3& witness, Intersection& out) {
  out.contact = contact;
  out.status = Status::converged;
  out.iterations = 1;
  out.witness = witness;
  out.piece_a = out.piece_b = kNoPiece;
}

// Writes the verdicts that a kernel is certain of and lists the rest. first[k]: which operand of the call
// comes first.
void take_verdicts(const Job<Intersection>& job, const LaneVerdicts& v,
                   std::span<const std::uint32_t> indices, const std::size_t* first, List& rest) {
  for (std::size_t k = 0; k < indices.size(); ++k) {
    const std::size_t i = indices[k];
    if (v.state[k] == kUndecided) {
      rest.add(i);
      continue;
    }
    const bool is_apart = v.state[k] == kApart;
    const Real way = is_apart && first != nullptr ? static_cast<Real>(1 - 2 * int(first[k])) : Real(1);
    set_intersection(is_apart ? Contact::apart : Contact::overlapping,
                     Vec3{v.witness[0][k], v.witness[1][k], v.witness[2][k]} * way, job.out[i]);
  }
}

// Apart along the line of centres, or on the list of those that are not.
void look_along_centres(const Job<Intersection>& job, const List& list, LaneKernels::Decide kernel,
                        List& rest, Tally& tally) {
  LaneVerdicts v;
  const std::size_t before = rest.count;
  for_blocks(job.batch, list, [&](const LanePair* pairs, std::size_t from, std::size_t count) {
    kernel(pairs, count, v, tally.lanes);
    take_verdicts(job, v, {list.indices + from, count}, nullptr, rest);
  });
  tally.by_lanes += list.count - (rest.count - before);
}

void decide_boxes(const Job<Intersection>& job, const List& list, List& rest, Tally& tally) {
  LaneVerdicts v;
  const std::size_t before = rest.count;
  for_blocks(job.batch, list, [&](LanePair* pairs, std::size_t from, std::size_t count) {
    std::size_t first[kBatchBlock];
    put_in_order(pairs, count, first);
    job.kernels.decide_boxes(pairs, count, v, tally.lanes);
    take_verdicts(job, v, {list.indices + from, count}, first, rest);
  });
  tally.by_lanes += list.count - (rest.count - before);
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

// Answers those of the list that the kernel is certain of. A query for the depth cannot use the answer to a
// pair whose cores meet: `deepen`, unless null, finds it.
template <class R>
void solve(const Job<R>& job, const List& list, LaneKernels::Solve kernel, List& rest, Tally& tally,
           LaneDeepen deepen = nullptr) {
  constexpr bool kIsDepth = std::is_same_v<R, Penetration>, kIsDistance = std::is_same_v<R, Distance>;
  LaneAnswers answers;
  LaneDistances distances;
  std::size_t first[kBatchBlock];
  const std::size_t before = rest.count;
  for_blocks(job.batch, list, [&](LanePair* pairs, std::size_t from, std::size_t count) {
    put_in_order(pairs, count, first);
    kernel(pairs, count, answers, kIsDistance ? &distances : nullptr, tally.lanes);
    if (deepen != nullptr) deepen(pairs, count, answers, tally.lanes);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t i = list.indices[from + k];
      if (answers.certain[k] == 0 || int(answers.steps[k]) > job.settings.max_iterations ||
          (kIsDepth && answers.is_inside[k])) {
        rest.add(i);
      } else if constexpr (kIsDistance) {
        scatter(distances, answers, k, first[k], job.settings.threshold, job.out[i]);
      } else {
        PairFrame frame;
        set_frame(operand_a(job.batch, i), operand_b(job.batch, i), int(first[k]), frame);
        set_result(frame, answers.answer(k), job.settings, job.out[i]);
      }
    }
  });
  tally.by_lanes += list.count - (rest.count - before);
}

// Fifteen axes of each pair in lanes; the witnesses of those that overlap one by one.
void penetrate(const Job<Penetration>& job, const List& list, List& rest, Tally& tally) {
  LaneOverlaps overlaps;
  const std::size_t before = rest.count;
  for_blocks(job.batch, list, [&](LanePair* pairs, std::size_t from, std::size_t count) {
    std::size_t first[kBatchBlock];
    put_in_order(pairs, count, first);
    job.kernels.overlap_boxes(pairs, count, overlaps, tally.lanes);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t i = list.indices[from + k];
      PairFrame frame;
      Answer answer;
      set_frame(operand_a(job.batch, i), operand_b(job.batch, i), int(first[k]), frame);
      if (overlaps.usual[k] != 0 &&
          penetrate_boxes(frame,
                          {int(overlaps.axis[k]), overlaps.height[k], overlaps.others[k], 0,
                           overlaps.rounding[k], overlaps.error[k]},
                          answer)) {
        set_result(frame, answer, job.settings, job.out[i]);
      } else {
        rest.add(i);
      }
    }
  });
  tally.by_lanes += list.count - (rest.count - before);
}

// Small hulls by separating axes, which need no search before them. Those that are not certain to overlap are
// left to it.
void penetrate_small(const Job<Penetration>& job, const List& list, List& rest, Tally& tally) {
  LaneAnswers answers;
  std::size_t first[kBatchBlock];
  const std::size_t before = rest.count;
  for_blocks(job.batch, list, [&](LanePair* pairs, std::size_t from, std::size_t count) {
    put_in_order(pairs, count, first);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t i = list.indices[from + k];
      if (job.settings.max_iterations < 2 || !find_small_depth(pairs[k], k, answers, tally.lanes)) {
        rest.add(i);
        continue;
      }
      PairFrame frame;
      set_frame(operand_a(job.batch, i), operand_b(job.batch, i), int(first[k]), frame);
      set_result(frame, answers.answer(k), job.settings, job.out[i]);
    }
  });
  tally.by_lanes += list.count - (rest.count - before);
}

void answer_chunk(const Job<Intersection>& job, std::size_t from, std::size_t to, Tally& tally) {
  SortedPairs lists;
  sort_by_route(job.batch, from, to, lists);
  auto& [boxes, round, mixed, hulls, single] = lists.of;
  List near;
  look_along_centres(job, boxes, job.kernels.quick_boxes, near, tally);
  decide_boxes(job, near, single, tally);
  near.count = 0;
  look_along_centres(job, round, job.kernels.quick_axes, near, tally);
  solve(job, near, job.kernels.solve_round, single, tally);
  near.count = 0;
  look_along_centres(job, mixed, job.kernels.quick_axes, near, tally);
  solve(job, near, job.kernels.solve_cores, single, tally);
  solve(job, hulls, job.kernels.solve_hulls, single, tally);
  ask_singly(job, single, tally);
}

void answer_chunk(const Job<Distance>& job, std::size_t from, std::size_t to, Tally& tally) {
  SortedPairs lists;
  sort_by_route(job.batch, from, to, lists);
  auto& [boxes, round, mixed, hulls, single] = lists.of;
  solve(job, round, job.kernels.solve_round, single, tally);
  solve(job, boxes, job.kernels.solve_cores, single, tally);
  solve(job, mixed, job.kernels.solve_cores, single, tally);
  solve(job, hulls, job.kernels.solve_hulls, single, tally);
  ask_singly(job, single, tally);
}

void answer_chunk(const Job<Penetration>& job, std::size_t from, std::size_t to, Tally& tally) {
  SortedPairs lists;
  sort_by_route(job.batch, from, to, lists);
  auto& [boxes, round, mixed, hulls, single] = lists.of;
  solve(job, round, job.kernels.solve_round, single, tally);
  solve(job, mixed, job.kernels.solve_cores, single, tally);
  penetrate(job, boxes, single, tally);
  List left;
  penetrate_small(job, hulls, left, tally);
  solve(job, left, job.kernels.solve_hulls, single, tally, lane_deepen());
  ask_singly(job, single, tally);
}

template <class R>
Result<BatchStatistics> answer(const PairBatch& batch, std::span<R> out, const BatchSettings& settings) {
  if (Error error; is_wrong(settings.relative_error, settings.max_iterations, error)) return error;
  if (!(settings.threshold >= 0)) return Error{ErrorCode::negative, "settings.threshold: negative or NaN"};
  const Result<std::size_t> pairs = check_pairs(batch, out.size());
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
