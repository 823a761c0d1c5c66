// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/pair/direct.h"

#include <algorithm>

#include "query/pair/boxes.h"
#include "query/pair/cached_vertices.h"
#include "query/pair/one_lane.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Cores with at most eight corners: search in float, answer in double. See kernel/gjk/search-inl.h.
bool solve_cores(const PairFrame& pair, Goal goal, const QuerySettings& settings, Answer& out) {
  const bool wants_depth = goal == Goal::penetration || goal == Goal::separation;
  NearVertices near;
  if (!solve_by_search(pair, {}, {}, settings.max_iterations, wants_depth, near, out)) return false;
  if (settings.cache != nullptr) store_search(pair, near, out, *settings.cache);
  return true;
}

// Polytopes are scanned, in any number up to what the scan has room for.
bool can_scan(const Operand& o, LaneKind kind) {
  if (kind <= LaneKind::hull) return true;
  return o.shape->kind == ShapeKind::polytope && o.placement->kind() >= Affine::Kind::similarity &&
         polytope_of(*o.shape).vertices.padded <= kScanVertices && o.shape->block->roundings == 0;
}

}  // namespace

void store_search(const PairFrame& pair, const NearVertices& near, const Answer& answer, PairCache& cache) {
  if (answer.normal == Vec3d{}) return;
  store_axis(pair, answer.normal, cache);
  for (std::uint32_t k = 0; k < near.count && near.count < 4; ++k)
    store_vertices(pair, near.a[k], near.b[k], cache);
}

void set_frame(const Operand& a, const Operand& b, int first, PairFrame& frame) {
  frame.operands[0] = a;
  frame.operands[1] = b;
  frame.first = first;
  frame.unit = 1;
  frame.origin = Vec3d(frame.operands[frame.first].placement->translation());
  frame.offset = Vec3d(frame.operands[1 - frame.first].placement->translation()) - frame.origin;
}

bool solve_directly(const Operand& a, const Operand& b, Goal goal, const QuerySettings& settings,
                    PairFrame& frame, Answer& out) {
  const LaneKind kind_a = lane_kind(a), kind_b = lane_kind(b);
  // Vertices that are known to be near are for the iteration that can start from them.
  const bool is_cold = settings.cache == nullptr || settings.cache->vertex_count == 0;
  if (kind_a > LaneKind::box || kind_b > LaneKind::box) {
    if (goal != Goal::distance || !is_cold || !can_scan(a, kind_a) || !can_scan(b, kind_b)) return false;
    set_frame(a, b, comes_second(a, b) ? 1 : 0, frame);
    return solve_hulls_directly(frame, settings, out);
  }
  set_frame(a, b, comes_second(a, b) ? 1 : 0, frame);
  if (kind_a == LaneKind::round && kind_b == LaneKind::round) return solve_round_pair(frame, out);
  const bool is_yes_no = goal == Goal::intersects || goal == Goal::common_point;
  const bool are_boxes = kind_a == LaneKind::box && kind_b == LaneKind::box && a.margin == 0 && b.margin == 0;
  if (!are_boxes || goal == Goal::distance) return is_cold && solve_cores(frame, goal, settings, out);
  if (!is_yes_no) return measure_boxes(frame, goal, out);
  return decide_boxes(frame, goal, out);
}

}  // namespace graze::inline GRAZE_ABI
