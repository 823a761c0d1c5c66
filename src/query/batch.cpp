// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/batch.h"

#include <algorithm>
#include <atomic>

#include "graze/query/separation.h"
#include "query/batch_kernels.h"
#include "query/direct.h"
#include "query/single.h"

// Pairs are sorted by kind, a chunk at a time, and go through the lane kernels in blocks; what a kernel is
// not certain of moves on to the next one, and at last to the single query. The chunks are the same whatever
// the executor, and no pair's answer depends on its neighbours'.

namespace graze::inline GRAZE_ABI {
namespace {

constexpr std::size_t kChunk = 1024;  // pairs per task

Error mismatch(const char* message) { return {ErrorCode::index_out_of_range, message}; }

// The first index that is not in the table, or the number of indices.
std::size_t first_bad(std::span<const std::uint32_t> indices, std::size_t table) {
  std::uint32_t largest = 0;
  for (const std::uint32_t i : indices) largest = std::max(largest, i);
  if (indices.empty() || largest < table) return indices.size();
  return std::size_t(std::find_if(indices.begin(), indices.end(), [&](auto i) { return i >= table; }) -
                     indices.begin());
}

Result<BatchStatistics> checked(const PairBatch& batch, std::size_t out, const BatchSettings& settings) {
  const std::size_t n = batch.shape_a.size();
  if (batch.shape_b.size() != n) return mismatch("shape_b: not as long as shape_a");
  if (batch.world_from_a.size() != n) return mismatch("world_from_a: not as long as shape_a");
  if (batch.world_from_b.size() != n) return mismatch("world_from_b: not as long as shape_a");
  if (out != n) return mismatch("out: not as long as shape_a");
  if (!(settings.relative_error >= 0 && is_finite(settings.relative_error)))
    return Error{ErrorCode::not_finite, "settings.relative_error: negative or not finite"};
  if (settings.max_iterations <= 0)
    return Error{ErrorCode::negative, "settings.max_iterations: not positive"};
  if (!(settings.threshold >= 0)) return Error{ErrorCode::negative, "settings.threshold: negative or NaN"};
  if (const std::size_t i = first_bad(batch.shape_a, batch.shapes.size()); i < n)
    return Error{ErrorCode::index_out_of_range, "shape_a: no such shape in the table", i};
  if (const std::size_t i = first_bad(batch.shape_b, batch.shapes.size()); i < n)
    return Error{ErrorCode::index_out_of_range, "shape_b: no such shape in the table", i};
  BatchStatistics statistics;
  statistics.pairs = n;
  return statistics;
}

// Pairs of a chunk on their way through one kernel.
struct List {
  std::uint32_t indices[kChunk];
  std::size_t count = 0;
  void add(std::size_t i) { indices[count++] = static_cast<std::uint32_t>(i); }
};

// What all chunks of one call share.
template <class R>
struct Job {
  const PairBatch& batch;
  std::span<R> out;
  QuerySettings settings;
  LaneKernels kernels;

  [[nodiscard]] Operand operand_a(std::size_t i) const {
    return {&batch.shapes[batch.shape_a[i]].view(), &batch.world_from_a[i], 0};
  }
  [[nodiscard]] Operand operand_b(std::size_t i) const {
    return {&batch.shapes[batch.shape_b[i]].view(), &batch.world_from_b[i], 0};
  }
};

struct Tally {
  std::size_t by_lanes = 0, by_single = 0, refused = 0;
  LaneCounts lanes;
};

Intersection ask(const Operand& a, const Operand& b, const QuerySettings& s, Intersection*) {
  return intersection_of(a, b, s);
}
Distance ask(const Operand& a, const Operand& b, const QuerySettings& s, Distance*) {
  return distance_of(a, b, s);
}
Penetration ask(const Operand& a, const Operand& b, const QuerySettings& s, Penetration*) {
  return penetration_of(a, b, s);
}

template <class R>
void ask_singly(const Job<R>& job, const List& list, Tally& tally) {
  for (std::size_t k = 0; k < list.count; ++k) {
    const std::size_t i = list.indices[k];
    R& result = job.out[i];
    result = ask(job.operand_a(i), job.operand_b(i), job.settings, static_cast<R*>(nullptr));
    ++(result.status == Status::invalid_argument ? tally.refused : tally.by_single);
  }
}

// Calls use(pairs, first position in the list, count) for the list's pairs, a block at a time.
template <class R, class Use>
void for_blocks(const Job<R>& job, const List& list, Use use) {
  LanePair pairs[kBatchBlock];
  for (std::size_t from = 0; from < list.count; from += kBatchBlock) {
    const std::size_t count = std::min(kBatchBlock, list.count - from);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t i = list.indices[from + k];
      pairs[k] = {{job.operand_a(i), job.operand_b(i)}};
    }
    use(pairs, from, count);
  }
}

void set_intersection(Contact contact, const Vec3& witness, Intersection& out) {
  out.contact = contact;
  out.status = Status::converged;
  out.iterations = 1;
  out.witness = witness;
}

// Apart along the line of centres, or on the list of those that are not.
void look_along_centres(const Job<Intersection>& job, const List& list, LaneKernels::Decide kernel,
                        List& rest, Tally& tally) {
  LaneVerdicts v;
  for_blocks(job, list, [&](const LanePair* pairs, std::size_t from, std::size_t count) {
    kernel(pairs, count, v, tally.lanes);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t i = list.indices[from + k];
      if (v.state[k] == kApart) {
        set_intersection(Contact::apart, {v.x[k], v.y[k], v.z[k]}, job.out[i]);
      } else {
        rest.add(i);
      }
    }
  });
  tally.by_lanes += list.count - rest.count;
}

// is_out_of_order(), the usual case first: shapes whose first sizes differ.
bool comes_second(const Operand& a, const Operand& b) {
  if (a.shape->kind == b.shape->kind && a.shape->block == nullptr && a.shape->values[0] != b.shape->values[0])
    return b.shape->values[0] < a.shape->values[0];
  return is_out_of_order(a, b);
}

void decide_boxes(const Job<Intersection>& job, const List& list, List& rest, Tally& tally) {
  LaneVerdicts v;
  const std::size_t before = rest.count;
  for_blocks(job, list, [&](LanePair* pairs, std::size_t from, std::size_t count) {
    bool is_swapped[kBatchBlock];
    for (std::size_t k = 0; k < count; ++k) {
      Operand* o = pairs[k].operands;
      is_swapped[k] = comes_second(o[0], o[1]);
      const Operand a = o[0], b = o[1];  // indexed, not branched on: the order is as good as random
      o[is_swapped[k] ? 1 : 0] = a;
      o[is_swapped[k] ? 0 : 1] = b;
    }
    job.kernels.decide_boxes(pairs, count, v, tally.lanes);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t i = list.indices[from + k];
      const Vec3 witness{v.x[k], v.y[k], v.z[k]};
      if (v.state[k] == kApart) {
        set_intersection(Contact::apart, witness * static_cast<Real>(is_swapped[k] ? -1 : 1), job.out[i]);
      } else if (v.state[k] == kOverlapping) {
        const Operand& first = pairs[k].operands[0];
        const Vec3d p = common_point_in_boxes(first, Vec3d(witness));
        set_intersection(Contact::overlapping, to_real(Vec3d(first.placement->translation()) + p),
                         job.out[i]);
      } else {
        rest.add(i);
      }
    }
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
  out.iterations = static_cast<std::int32_t>(answers.steps[k]);
  const bool is_apart = answers.lower[k] > 0;
  out.contact = is_apart ? Contact::apart : answers.upper[k] < 0 ? Contact::overlapping : Contact::touching;
  if (!is_apart) out.normal = {};
  out.status = is_apart && out.lower > threshold ? Status::beyond_threshold : Status::converged;
}

// Answers those of the list that the kernel is certain of. A query for the depth cannot use the answer to a
// pair whose cores meet.
template <class R>
void solve(const Job<R>& job, const List& list, LaneKernels::Solve kernel, List& rest, Tally& tally) {
  constexpr bool kIsDepth = std::is_same_v<R, Penetration>, kIsDistance = std::is_same_v<R, Distance>;
  LaneAnswers answers;
  LaneDistances distances;
  std::size_t first[kBatchBlock];
  const std::size_t before = rest.count;
  for_blocks(job, list, [&](LanePair* pairs, std::size_t from, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
      const Operand a = pairs[k].operands[0], b = pairs[k].operands[1];
      first[k] = comes_second(a, b) ? 1 : 0;
      pairs[k].operands[first[k]] = a;
      pairs[k].operands[1 - first[k]] = b;
    }
    kernel(pairs, count, answers, kIsDistance ? &distances : nullptr, tally.lanes);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t i = list.indices[from + k];
      if (answers.certain[k] == 0 || int(answers.steps[k]) > job.settings.max_iterations ||
          (kIsDepth && answers.is_inside[k])) {
        rest.add(i);
      } else if constexpr (kIsDistance) {
        scatter(distances, answers, k, first[k], job.settings.threshold, job.out[i]);
      } else {
        PairFrame frame;
        set_frame(job.operand_a(i), job.operand_b(i), frame);
        set_result(frame, answers.answer(k), job.settings, job.out[i]);
      }
    }
  });
  tally.by_lanes += list.count - (rest.count - before);
}

struct Sorted {
  List boxes, mixed, round, hulls, single;
};

template <class R>
void sort_by_kind(const Job<R>& job, std::size_t from, std::size_t to, Sorted& lists) {
  // The placements come from far away in memory; this is where they are first looked at.
  constexpr std::size_t kAhead = 24;  // measured with "batch intersects, boxes sep"
  for (std::size_t i = from; i < to; ++i) {
    if (i + kAhead < to) {
      __builtin_prefetch(&job.batch.world_from_a[i + kAhead]);
      __builtin_prefetch(&job.batch.world_from_b[i + kAhead]);
    }
    const LaneKind a = lane_kind(job.operand_a(i)), b = lane_kind(job.operand_b(i));
    List& list = a == LaneKind::box && b == LaneKind::box       ? lists.boxes
                 : a == LaneKind::round && b == LaneKind::round ? lists.round
                 : a <= LaneKind::box && b <= LaneKind::box     ? lists.mixed
                 : a == LaneKind::hull && b == LaneKind::hull   ? lists.hulls
                                                                : lists.single;
    list.add(i);
  }
}

void answer_chunk(const Job<Intersection>& job, std::size_t from, std::size_t to, Tally& tally) {
  Sorted lists;
  sort_by_kind(job, from, to, lists);
  List near;
  look_along_centres(job, lists.boxes, job.kernels.quick_boxes, near, tally);
  decide_boxes(job, near, lists.single, tally);
  near.count = 0;
  look_along_centres(job, lists.round, job.kernels.quick_axes, near, tally);
  solve(job, near, job.kernels.solve_round, lists.single, tally);
  near.count = 0;
  look_along_centres(job, lists.mixed, job.kernels.quick_axes, near, tally);
  solve(job, near, job.kernels.solve_cores, lists.single, tally);
  solve(job, lists.hulls, job.kernels.solve_hulls, lists.single, tally);
  ask_singly(job, lists.single, tally);
}

void answer_chunk(const Job<Distance>& job, std::size_t from, std::size_t to, Tally& tally) {
  Sorted lists;
  sort_by_kind(job, from, to, lists);
  solve(job, lists.round, job.kernels.solve_round, lists.single, tally);
  solve(job, lists.boxes, job.kernels.solve_cores, lists.single, tally);
  solve(job, lists.mixed, job.kernels.solve_cores, lists.single, tally);
  solve(job, lists.hulls, job.kernels.solve_hulls, lists.single, tally);
  ask_singly(job, lists.single, tally);
}

void answer_chunk(const Job<Penetration>& job, std::size_t from, std::size_t to, Tally& tally) {
  Sorted lists;
  sort_by_kind(job, from, to, lists);
  solve(job, lists.round, job.kernels.solve_round, lists.single, tally);
  solve(job, lists.mixed, job.kernels.solve_cores, lists.single, tally);
  ask_singly(job, lists.boxes, tally);
  ask_singly(job, lists.hulls, tally);
  ask_singly(job, lists.single, tally);
}

template <class R>
Result<BatchStatistics> answer(const PairBatch& batch, std::span<R> out, const BatchSettings& settings) {
  Result<BatchStatistics> result = checked(batch, out.size(), settings);
  if (!result) return result;
  Job<R> job{batch, out, {}, lane_kernels()};
  job.settings.relative_error = settings.relative_error;
  job.settings.max_iterations = settings.max_iterations;
  job.settings.threshold = settings.threshold;
  std::atomic<std::size_t> by_lanes{0}, by_single{0}, refused{0}, slots{0}, active{0};
  auto task = [&](std::size_t index) {
    Tally tally;
    answer_chunk(job, index * kChunk, std::min((index + 1) * kChunk, out.size()), tally);
    by_lanes += tally.by_lanes;
    by_single += tally.by_single;
    refused += tally.refused;
    slots += tally.lanes.slots;
    active += tally.lanes.active;
  };
  run_tasks(settings.executor, (out.size() + kChunk - 1) / kChunk, task);
  BatchStatistics statistics = *result;
  statistics.by_lanes = by_lanes;
  statistics.by_single = by_single;
  statistics.refused = refused;
  statistics.lane_slots = slots;
  statistics.active_lanes = active;
  return statistics;
}

// Spheres that the kernel is not certain of: concentric ones, extreme or bad numbers.
Status ask_spheres(const SphereArrays& a, const SphereArrays& b, std::size_t i, const SphereContacts& out) {
  const Vec3 at_a{a.x[i], a.y[i], a.z[i]}, at_b{b.x[i], b.y[i], b.z[i]};
  const Instance first{Sphere{a.radius[i]}, Affine(at_a)}, second{Sphere{b.radius[i]}, Affine(at_b)};
  const Separation s = separation(first, second);
  const bool is_refused = s.status == Status::invalid_argument;
  const Vec3d middle = is_refused ? Vec3d{} : (Vec3d(s.point_a) + Vec3d(s.point_b)) * 0.5;
  out.lower[i] = s.lower;
  out.upper[i] = s.upper;
  out.normal_x[i] = s.normal.x;
  out.normal_y[i] = s.normal.y;
  out.normal_z[i] = s.normal.z;
  out.point_x[i] = static_cast<Real>(middle.x);
  out.point_y[i] = static_cast<Real>(middle.y);
  out.point_z[i] = static_cast<Real>(middle.z);
  if (!out.status.empty()) out.status[i] = s.status;
  return s.status;
}

const char* find_mismatch(const SphereArrays& a, const SphereArrays& b, const SphereContacts& out) {
  const std::size_t n = a.x.size();
  const auto differs = [n](const auto&... spans) { return (... || (spans.size() != n)); };
  if (differs(a.y, a.z, a.radius)) return "a: arrays of different lengths";
  if (differs(b.x, b.y, b.z, b.radius)) return "b: not as long as a.x";
  if (differs(out.lower, out.upper, out.normal_x, out.normal_y, out.normal_z, out.point_x, out.point_y,
              out.point_z))
    return "out: not as long as a.x";
  if (!out.status.empty() && differs(out.status)) return "out.status: not as long as a.x";
  return nullptr;
}

}  // namespace

Result<BatchStatistics> sphere_contacts(const SphereArrays& a, const SphereArrays& b,
                                        const SphereContacts& out, const Executor& executor) {
  if (const char* message = find_mismatch(a, b, out); message != nullptr) return mismatch(message);
  const LaneKernels kernels = lane_kernels();
  const std::size_t n = a.x.size(), lanes = kernels.double_lanes;
  std::atomic<std::size_t> by_single{0}, refused{0};
  auto task = [&](std::size_t index) {
    std::uint8_t certain[kChunk];
    const std::size_t from = index * kChunk, to = std::min(from + kChunk, n);
    kernels.solve_spheres(a, b, from, to, out, certain);
    if (!out.status.empty()) std::fill(&out.status[from], &out.status[from] + (to - from), Status::converged);
    const auto all = static_cast<std::uint8_t>((1u << lanes) - 1);
    std::size_t single = 0, bad = 0;
    for (std::size_t i = from, k = 0; i < to; i += lanes, ++k) {
      if (certain[k] == all) continue;
      for (std::size_t l = 0; l < lanes && i + l < to; ++l)
        if ((certain[k] >> l & 1) == 0)
          ++(ask_spheres(a, b, i + l, out) == Status::invalid_argument ? bad : single);
    }
    by_single += single;
    refused += bad;
  };
  run_tasks(executor, (n + kChunk - 1) / kChunk, task);
  BatchStatistics statistics;
  statistics.pairs = n;
  statistics.by_single = by_single;
  statistics.refused = refused;
  statistics.by_lanes = n - by_single - refused;
  statistics.active_lanes = n;
  statistics.lane_slots = (n + lanes - 1) / lanes * lanes;
  return statistics;
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
