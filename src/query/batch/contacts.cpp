// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/base/assert.h"
#include "query/batch/depth.h"
#include "query/batch/job.h"
#include "query/contact/boxes.h"
#include "query/contact/find.h"
#include "query/pair/steps.h"

// Contact sets in batches. Spheres, capsules, boxes, and polytopes that know their faces are solved in lanes;
// of other polytopes the axis is found in lanes, and the points one pair after the other.

namespace graze::inline GRAZE_ABI {
namespace {

using ContactJob = BatchJob<ContactSet, ContactSettings>;

void solve_round(const ContactJob& job, const List& list, List& rest, Tally& tally) {
  LaneAnswers answers;
  std::size_t side_by_side = 0;
  answer_blocks(
      job.batch, list, rest, tally,
      [&](Block& block) {
        block.put_in_order();
        job.kernels.solve_round(block.pairs, block.count, answers, nullptr, tally.lanes);
      },
      [&](const Block& block, std::size_t k, std::size_t i) {
        ContactSet& set = job.out[i];
        set = {};
        if (answers.certain[k] == 0) return false;
        PairFrame frame;
        block.set_frame_of(k, frame);
        const Answer answer = answers.answer(k);
        const RoundContact contact = decide_round(frame, answer, job.settings.prediction, set, set.points[0]);
        set.count = contact == RoundContact::point ? 1 : 0;
        if (contact == RoundContact::sides) {
          contacts_along(frame.operands[0], frame.operands[1], answer, job.settings, set);
          ++side_by_side;
        }
        return true;
      });
  tally.by_single += side_by_side;
  tally.by_lanes -= side_by_side;
}

// The operand that make_pair() puts first: by reader first, few points before many and boxes last.
int first_of_pair(const Operand& a, const Operand& b) {
  const auto rank = [](const Operand& o) {
    if (o.shape->block == nullptr) return o.shape->kind == ShapeKind::box ? 2 : 0;
    return polytope_of(*o.shape).vertices.count <= 4 ? 0 : 1;
  };
  const int of_a = rank(a), of_b = rank(b);
  return (of_a != of_b ? of_b < of_a : is_out_of_order(a, b)) ? 1 : 0;
}

// Collects cases until there are enough of them to fill the lanes.
template <class Case>
struct CaseQueue {
  static constexpr std::size_t kRoom = 64;
  Case cases[kRoom];
  std::size_t count = 0;
};

void meet(const ContactJob& job, LaneKernels::MeetHulls kernel, const CaseQueue<HullCase>& queue,
          bool* is_done, Tally& tally) {
  kernel(queue.cases, queue.count, job.settings, is_done, tally.clips);
}
void meet(const ContactJob& job, LaneKernels::Meet kernel, const CaseQueue<BoxCase>& queue, bool* is_done,
          Tally& tally) {
  kernel(queue.cases, queue.count, double(job.settings.prediction), is_done, tally.clips);
}
void meet_singly(const ContactJob& job, const HullCase& c) {
  contacts_along(c.sides[c.first], c.sides[1 - c.first], c.answer, job.settings, *c.set);
}
void meet_singly(const ContactJob& job, const BoxCase& c) {
  contacts_of_boxes(c.sides[c.first], c.sides[1 - c.first], c.first, {c.axis, c.height, c.is_tied},
                    job.settings, *c.set);
}
// Solves all cases by the kernel, and those that it leaves one by one.
template <class Case, class Kernel>
void flush(const ContactJob& job, Kernel kernel, CaseQueue<Case>& queue, Tally& tally) {
  bool is_done[CaseQueue<Case>::kRoom];
  if (queue.count > 0) meet(job, kernel, queue, is_done, tally);
  for (std::size_t k = 0; k < queue.count; ++k) {
    ++(is_done[k] ? tally.by_lanes : tally.by_single);
    if (!is_done[k]) meet_singly(job, queue.cases[k]);
  }
  queue.count = 0;
}

bool is_round(const Operand& o) {
  return o.shape->kind == ShapeKind::sphere || o.shape->kind == ShapeKind::capsule;
}

// Extent and ball of a side; make_pair() computes them for a single query.
struct SideSize {
  double extent, ball, ball_error;
};
SideSize side_size(const Operand& o) {
  const double scale = o.placement->scale(), defect = o.placement->defect(), stretch = scale * (1 + defect);
  if (!is_round(o)) return {stretch * extent_of(*o.shape), 0, 0};
  const double ball = double(o.shape->values[0]) * scale;
  return {stretch * double(o.shape->values[1]), ball, ball * (defect + 2 * kDoubleEpsilon)};
}

// Whether a side has faces that lanes can read.
bool find_faces(const Operand& o, const HullTopology*& topology) {
  topology = o.shape->block != nullptr ? topology_of(*o.shape) : nullptr;
  const Real* h = o.shape->values;
  return topology != nullptr || (o.shape->kind == ShapeKind::box && h[0] > 0 && h[1] > 0 && h[2] > 0);
}

// False: only the single query finds its points. `answer` and `first` are those of make_pair().
bool make_case(const PairFrame& frame, int first, const Answer& answer, ContactSet& set, HullCase& out) {
  for (int side = 0; side < 2; ++side) {
    out.sides[side] = frame.operands[side ^ first];
    if (!out.sides[side].placement->is_rigid()) return false;
  }
  const bool has_first = find_faces(out.sides[0], out.faces[0]);
  if (!find_faces(out.sides[1], out.faces[1]) || !(has_first || is_round(out.sides[0]))) return false;
  const SideSize a = side_size(out.sides[0]), b = side_size(out.sides[1]);
  out.size = a.extent + (b.extent + sum_abs(frame.offset)) + (a.ball + b.ball);
  if (!(out.size > 0x1p-100 && out.size < 0x1p100)) return false;  // make_pair() would scale it
  out.error = 12 * kDoubleEpsilon * out.size + (a.ball_error + b.ball_error);
  out.answer = answer;
  out.set = &set;
  out.first = first;
  return true;
}

// Pairs of which at least one is a polytope or a box, on their way from an axis to their points.
struct HullQueues {
  CaseQueue<HullCase> hulls, round;

  // Points along the axis of pair k of a block: with enough other pairs in lanes, or at once where lanes
  // cannot read the shapes: polytopes that do not know their faces, and scaled ones.
  void add(const ContactJob& job, const Block& block, std::size_t k, Answer answer, Tally& tally) {
    PairFrame frame;
    block.set_frame_of(k, frame);
    ContactSet& set = job.out[block.indices[k]];
    const bool has_round = is_round(frame.operands[0]) || is_round(frame.operands[1]);
    CaseQueue<HullCase>& queue = has_round ? round : hulls;
    const int first_here = first_of_pair(frame.operands[0], frame.operands[1]);
    if (first_here != frame.first) mirror(frame, answer);
    if (!make_case(frame, first_here, answer, set, queue.cases[queue.count])) {
      contacts_along(frame.operands[0], frame.operands[1], answer, job.settings, set);
      ++tally.by_single;
    } else if (++queue.count == queue.kRoom) {
      flush(job, has_round ? job.kernels.meet_round : job.kernels.meet_hulls, queue, tally);
    }
  }
};

// Pairs that are apart for certain, or have an axis along which the points are found. Where cores overlap the
// depth is found by `deepen`, or left to the single query.
void solve_cores(const ContactJob& job, const List& list, LaneKernels::Solve kernel, LaneDeepen deepen,
                 List& rest, Tally& tally) {
  if (list.count == 0) return;
  LaneAnswers answers;
  HullQueues queues;
  for_blocks(job.batch, list, [&](Block& block) {
    block.put_in_order();
    kernel(block.pairs, block.count, answers, nullptr, tally.lanes);
    for (std::size_t k = 0; deepen != nullptr && k < block.count; ++k)
      if (answers.certain[k] != 0 && answers.is_inside[k])
        (void)find_small_depth(block.pairs[k], k, answers, tally.lanes);
    if (deepen != nullptr) deepen(block.pairs, block.count, answers, tally.lanes);
    for (std::size_t k = 0; k < block.count; ++k) {
      const std::size_t i = block.indices[k];
      if (answers.certain[k] == 0 || answers.is_inside[k] ||
          int(answers.steps[k]) > job.settings.max_iterations) {
        rest.add(i);
        continue;
      }
      const Answer answer = answers.answer(k);
      job.out[i] = {};
      if (answer.lower > double(job.settings.prediction)) {
        summarize(answer, 1, job.out[i]);
        ++tally.by_lanes;
      } else {
        queues.add(job, block, k, answer, tally);
      }
    }
  });
  flush(job, job.kernels.meet_hulls, queues.hulls, tally);
  flush(job, job.kernels.meet_round, queues.round, tally);
}

void set_apart(Real lower, int iterations, ContactSet& out) {
  clear(out);
  out.lower = lower;
  out.upper = kInfinity;
  out.iterations = iterations;
}

// Prefetches a set that is soon to be written: those of many pairs are not in a cache of the processor.
void fetch(const ContactSet& set) {
  constexpr std::size_t kLine = 64;
  for (std::size_t at = 0; at < sizeof set; at += kLine)
    __builtin_prefetch(reinterpret_cast<const char*>(&set) + at, 1);
}

// Boxes: the fifteen separating axes in lanes tell that a pair is apart for certain, or its contact axis;
// then the points, faces and edges apart from each other.
void solve_boxes(const ContactJob& job, const List& list, List& rest, Tally& tally) {
  LaneBoxAxes axes;
  CaseQueue<BoxCase> faces, edges;
  for_blocks(job.batch, list, [&](Block& block) {
    block.put_in_order();
    job.kernels.contact_axes(block.pairs, block.count, double(job.settings.prediction), axes, tally.lanes);
    for (std::size_t k = 0; k < block.count; ++k) {
      ContactSet& set = job.out[block.indices[k]];
      const int state = static_cast<int>(axes.state[k]), axis = static_cast<int>(axes.axis[k]);
      if (state == kAxisApart) {
        set_apart(round_down(-axes.height[k] - axes.error[k]), 1, set);
        ++tally.by_lanes;
      } else if (state != kAxisUnclear) {
        const Operand* const o = block.pairs[k].operands;
        const int other = axis < 6 ? static_cast<int>(axes.other[k]) : axis % 3;
        fetch(set);
        CaseQueue<BoxCase>& queue = axis < 6 ? faces : edges;
        queue.cases[queue.count++] = {{o[0], o[1]},      &set, axes.height[k], axes.size[k],
                                      axes.error[k],     axis, other,          int(block.first[k]),
                                      state == kAxisTied};
        if (queue.count == queue.kRoom)
          flush(job, axis < 6 ? job.kernels.meet_faces : job.kernels.meet_edges, queue, tally);
      } else {
        rest.add(block.indices[k]);
      }
    }
  });
  flush(job, job.kernels.meet_faces, faces, tally);
  flush(job, job.kernels.meet_edges, edges, tally);
}

// Pairs that the line of centres shows to be farther apart than the prediction distance; see
// find_quick_axis().
void separate_along_centres(const ContactJob& job, const List& list, List& rest, Tally& tally) {
  LaneVerdicts verdicts;
  const Real margin = job.settings.prediction;
  answer_blocks(
      job.batch, list, rest, tally,
      [&](Block& block) { job.kernels.quick_axes(block.pairs, block.count, margin, verdicts, tally.lanes); },
      [&](const Block&, std::size_t k, std::size_t i) {
        if (verdicts.state[k] != kApart) return false;
        set_apart(margin, 0, job.out[i]);
        return true;
      });
}

void answer_chunk(const ContactJob& job, std::size_t from, std::size_t to, Tally& tally) {
  SortedPairs lists;
  List near;
  sort_by_route(job.batch, from, to, lists);
  auto& [boxes, round, mixed, hulls, single] = lists.of;
  solve_round(job, round, single, tally);
  solve_boxes(job, boxes, single, tally);
  separate_along_centres(job, mixed, near, tally);
  solve_cores(job, near, job.kernels.solve_cores, nullptr, single, tally);
  near.count = 0;
  const Real prediction = job.settings.prediction;
  separate_far(job, hulls, prediction, near, tally,
               [&](const Vec3&, ContactSet& out) { set_apart(prediction, 0, out); });
  solve_cores(job, near, job.kernels.solve_hulls, lane_deepen(), single, tally);
  for (const std::uint32_t i : single.span()) {
    const LanePair pair = job.batch.with_margins(i);
    job.out[i] = contacts_of(pair.operands[0], pair.operands[1], job.settings);
    tally.count_single(job.out[i].status);
  }
}

}  // namespace

Result<BatchStatistics> contacts(const PairBatch& batch, std::span<ContactSet> out,
                                 const ContactBatchSettings& settings) {
  if (Error error; is_wrong(settings.relative_error, settings.max_iterations, error)) return error;
  if (!(settings.prediction >= 0 && is_finite(settings.prediction)))
    return Error{ErrorCode::not_finite, "settings.prediction: negative or not finite"};
  const Result<std::size_t> pairs = check_pairs(batch, out);
  if (!pairs) return pairs.error();
  const ContactSettings single{.prediction = settings.prediction,
                               .relative_error = settings.relative_error,
                               .max_iterations = settings.max_iterations};
  const ContactJob job{{&batch, nullptr}, out, single, lane_kernels()};
  return run_chunks(settings.executor, *pairs, [&](std::size_t from, std::size_t to, Tally& tally) {
    answer_chunk(job, from, to, tally);
  });
}

void answer_pairs(std::span<const LanePair> pairs, std::span<ContactSet> out,
                  const ContactSettings& settings) {
  GRAZE_ASSERT(pairs.size() <= kChunk && out.size() == pairs.size());
  const ContactJob job{{nullptr, pairs.data()}, out, settings, lane_kernels()};
  Tally tally;
  answer_chunk(job, 0, pairs.size(), tally);
}

}  // namespace graze::inline GRAZE_ABI
