// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/batch/job.h"
#include "query/pair/answers.h"
#include "query/pair/steps.h"

// Rays in batches: sorted by the kind of shape, through the kernel of that kind, and what it leaves to the
// single query.

namespace graze::inline GRAZE_ABI {
namespace {

struct RayJob {
  RayBatch batch;
  const Instance* target;  // of all rays, or null: shapes and placements of the batch
  std::span<RayCast> out;
  QuerySettings settings;
  LaneKernels kernels;

  [[nodiscard]] Operand operand(std::size_t i) const {
    if (target != nullptr) return graze::operand(*target);
    return {&batch.shapes[batch.shape[i]].view(), &batch.world_from_shape[i], 0};
  }
};

void cast(const RayJob& job, const List& list, LaneKernels::Cast kernel, List& rest, Tally& tally) {
  LanePair pairs[kBatchBlock];
  const Ray* rays[kBatchBlock];
  LaneRays answers;
  const std::size_t before = rest.count;
  for (std::size_t from = 0; from < list.count; from += kBatchBlock) {
    const std::size_t count = std::min(kBatchBlock, list.count - from);
    for (std::size_t k = 0; k < count; ++k) {
      pairs[k].operands[0] = job.operand(list.indices[from + k]);
      rays[k] = &job.batch.rays[list.indices[from + k]];
    }
    kernel(pairs, rays, count, double(job.settings.relative_error), answers, tally.lanes);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t i = list.indices[from + k];
      if (answers.state[k] == kRayUnclear) {
        rest.add(i);
      } else {
        write_ray(answers, k, job.out[i]);
      }
    }
  }
  tally.by_lanes += list.count - (rest.count - before);
}

void answer_chunk(const RayJob& job, std::size_t from, std::size_t to, Tally& tally) {
  List round, boxes, hulls, single;
  for (std::size_t i = from; i < to; ++i) {
    const Operand operand = job.operand(i);
    const RouteClass target = class_of(operand);
    const bool is_hull = target == RouteClass::lane_hull && has_ray_lanes(*operand.shape);
    (operand.margin != 0           ? single  // lanes know no margins
     : target == RouteClass::round ? round
     : target == RouteClass::box   ? boxes
     : is_hull                     ? hulls
                                   : single)
        .add(i);
  }
  cast(job, round, job.kernels.cast_round, single, tally);
  cast(job, boxes, job.kernels.cast_boxes, single, tally);
  cast(job, hulls, job.kernels.cast_hulls, single, tally);
  for (const std::uint32_t i : single.span()) {
    job.out[i] = ray_cast_of(job.operand(i), job.batch.rays[i], job.settings);
    tally.count_single(job.out[i].status);
  }
}

Result<BatchStatistics> cast_all(RayJob job, const BatchSettings& settings) {
  job.settings.relative_error = settings.relative_error;
  job.settings.max_iterations = settings.max_iterations;
  return run_chunks(settings.executor, job.out.size(), [&](std::size_t from, std::size_t to, Tally& tally) {
    answer_chunk(job, from, to, tally);
  });
}

}  // namespace

Result<BatchStatistics> ray_cast(const RayBatch& batch, std::span<RayCast> out,
                                 const BatchSettings& settings) {
  const std::size_t n = batch.shape.size();
  if (Error error; is_wrong(settings.relative_error, settings.max_iterations, error)) return error;
  if (batch.world_from_shape.size() != n) return mismatch("world_from_shape: not as long as shape");
  if (batch.rays.size() != n) return mismatch("rays: not as long as shape");
  if (out.size() != n) return mismatch("out: not as long as shape");
  if (shares_memory_with_any(out, batch.shapes, batch.shape, batch.world_from_shape, batch.rays))
    return Error{ErrorCode::unsupported, kOutOverlaps};
  if (const std::size_t i = first_bad(batch.shape, batch.shapes.size()); i < n)
    return Error{ErrorCode::index_out_of_range, "shape: no such shape in the table", i};
  return cast_all({batch, nullptr, out, {}, lane_kernels()}, settings);
}

Result<BatchStatistics> ray_cast(const Instance& target, std::span<const Ray> rays, std::span<RayCast> out,
                                 const BatchSettings& settings) {
  if (Error error; is_wrong(settings.relative_error, settings.max_iterations, error)) return error;
  if (out.size() != rays.size()) return mismatch("out: not as long as rays");
  if (share_memory(out, rays)) return Error{ErrorCode::unsupported, kOutOverlaps};
  return cast_all({{{}, {}, {}, rays}, &target, out, {}, lane_kernels()}, settings);
}

}  // namespace graze::inline GRAZE_ABI
