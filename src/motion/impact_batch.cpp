// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/motion/impact_batch.h"

#include <algorithm>

#include "base/shared_memory.h"

namespace graze::inline GRAZE_ABI {
namespace {

std::optional<Error> check(const MotionBatch& batch, std::span<TimeOfImpact> out) {
  const std::size_t count = batch.shape_a.size();
  const auto differs = [count](std::size_t size) { return size != count; };
  const auto bad_length = [](const char* message) { return Error{ErrorCode::index_out_of_range, message}; };
  if (differs(batch.shape_b.size())) return bad_length("shape_b: not as long as shape_a");
  if (differs(batch.path_a.size())) return bad_length("path_a: not as long as shape_a");
  if (differs(batch.path_b.size())) return bad_length("path_b: not as long as shape_a");
  if (!batch.margin_a.empty() && differs(batch.margin_a.size()))
    return bad_length("margin_a: neither empty nor as long as shape_a");
  if (!batch.margin_b.empty() && differs(batch.margin_b.size()))
    return bad_length("margin_b: neither empty nor as long as shape_a");
  if (differs(out.size())) return bad_length("out: not as long as shape_a");
  if (shares_memory_with_any(out, batch.shapes, batch.shape_a, batch.shape_b, batch.path_a, batch.path_b,
                             batch.margin_a, batch.margin_b))
    return Error{ErrorCode::unsupported, "out: overlaps an array of the batch"};
  const std::size_t table = batch.shapes.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (batch.shape_a[i] >= table)
      return Error{ErrorCode::index_out_of_range, "shape_a: not in the table of shapes", i};
    if (batch.shape_b[i] >= table)
      return Error{ErrorCode::index_out_of_range, "shape_b: not in the table of shapes", i};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Error> time_of_impact(const MotionBatch& batch, std::span<TimeOfImpact> out,
                                    const MotionSettings& settings, const Executor& executor) {
  if (const auto bad = check(batch, out)) return bad;
  MotionSettings each = settings;
  each.cache = nullptr;
  constexpr std::size_t kChunk = 64;  // pairs per task; some microseconds each
  const auto margin = [](std::span<const Real> margins, std::size_t i) {
    return margins.empty() ? Real(0) : margins[i];
  };
  auto task = [&](std::size_t index) {
    const std::size_t end = std::min((index + 1) * kChunk, out.size());
    for (std::size_t i = index * kChunk; i < end; ++i)
      out[i] =
          time_of_impact(batch.shapes[batch.shape_a[i]], batch.path_a[i], margin(batch.margin_a, i),
                         batch.shapes[batch.shape_b[i]], batch.path_b[i], margin(batch.margin_b, i), each);
  };
  run_tasks(executor, (out.size() + kChunk - 1) / kChunk, task);
  return std::nullopt;
}

}  // namespace graze::inline GRAZE_ABI
