// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/pair/direct.h"

#include <algorithm>

#include "kernel/box/frame.h"
#include "kernel/box/parallelepiped.h"
#include "query/pair/cached_vertices.h"
#include "query/pair/one_lane.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Sizes whose sixth powers are harmless; others go through make_pair(), which scales.
bool is_moderate(double size) { return size > 0x1p-100 && size < 0x1p100; }

// Cores with at most eight corners: search in float, answer in double. See kernel/gjk/search-inl.h.
bool solve_cores(const PairFrame& pair, Goal goal, const QuerySettings& settings, Answer& out) {
  const bool wants_depth = goal == Goal::penetration || goal == Goal::separation;
  NearVertices near;
  if (!solve_by_search(pair, {}, {}, settings.max_iterations, wants_depth, near, out)) return false;
  if (settings.cache != nullptr) store_search(pair, near, out, *settings.cache);
  return true;
}

struct PlacedBoxes {
  Mat3d linear_a, linear_b;
  double scale_a, scale_b;
  primitive::BoxFrame frame;
  double size;
};

bool place_boxes(const PairFrame& pair, PlacedBoxes& boxes) {
  const Operand &first = pair.operands[pair.first], &second = pair.operands[1 - pair.first];
  boxes.linear_a = Mat3d(first.placement->linear());
  boxes.linear_b = Mat3d(second.placement->linear());
  boxes.scale_a = first.placement->scale();
  boxes.scale_b = second.placement->scale();
  primitive::BoxFrame& f = boxes.frame;
  const double inverse_a = 1 / boxes.scale_a, inverse = inverse_a / boxes.scale_b;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      f.r[i][j] = dot(boxes.linear_a.columns[i], boxes.linear_b.columns[j]) * inverse;
  f.t = transpose_times(boxes.linear_a, pair.offset) * inverse_a;
  const Real *ha = first.shape->values, *hb = second.shape->values;
  f.a = Vec3d{double(ha[0]), double(ha[1]), double(ha[2])} * boxes.scale_a;
  f.b = Vec3d{double(hb[0]), double(hb[1]), double(hb[2])} * boxes.scale_b;
  const double size = (f.a.x + f.a.y + f.a.z) + (f.b.x + f.b.y + f.b.z) + sum_abs(f.t);
  boxes.size = size;
  // Every height is a sum of products of these numbers; a defect changes each by as much again.
  f.rounding = 16 * kDoubleEpsilon * size;
  f.error = f.rounding + 4 * (double(first.placement->defect()) + double(second.placement->defect())) * size;
  return is_moderate(size);
}

// The axis in the world, unit, from a to b. Faces have the cross product of their edges as normal, whatever
// the defect.
Vec3d world_axis(const Mat3d& linear_a, const Mat3d& linear_b, int axis, const Vec3d& offset) {
  const auto &a = linear_a.columns, &b = linear_b.columns;
  const int i = axis % 3, j = i == 2 ? 0 : i + 1, k = i == 0 ? 2 : i - 1;
  const Vec3d n = axis < 3   ? normalized(cross(a[j], a[k]))
                  : axis < 6 ? normalized(cross(b[j], b[k]))
                             : normalized(cross(a[(axis - 6) / 3], b[i]));
  return n * std::copysign(1.0, dot(n, offset));
}

// The depth along the axis as it was rounded, from the placements as they are, and the witnesses. False: they
// are not unique.
bool measure_along(const PairFrame& pair, const Mat3d& linear_a, const Mat3d& linear_b, int number,
                   const Vec3d& n, double error, double& height, Answer& out) {
  const auto &ca = linear_a.columns, &cb = linear_b.columns;
  const Real *ha = pair.operands[pair.first].shape->values, *hb = pair.operands[1 - pair.first].shape->values;
  const BoxReader box_a{{ca[0] * double(ha[0]), ca[1] * double(ha[1]), ca[2] * double(ha[2])}, {}};
  const BoxReader box_b{{cb[0] * double(hb[0]), cb[1] * double(hb[1]), cb[2] * double(hb[2])}, pair.offset};
  primitive::BoxAxis axis = primitive::boxes_detail::along(box_a, box_b, n, pair.offset);
  if (number < 6) {
    (number < 3 ? axis.edge_a : axis.edge_b) = number % 3;
  } else {
    axis.edge_a = (number - 6) / 3;
    axis.edge_b = (number - 6) % 3;
  }
  height = axis.height;
  return primitive::find_witnesses(box_a, box_b, axis, n, axis.height, error, out.a, out.b);
}

// The least overlap of all only if no other axis, as the placements really are, can undercut it.
bool set_depth(const primitive::BoxAxisHeight& best, const Vec3d& n, double height, double rounding,
               double error, Answer& out) {
  if (best.others - error < height) return false;
  set_contact(-height - rounding, -height + rounding, out);
  out.normal = n;
  return true;
}

// From the frame of decide_boxes() in kernel/box/decide-inl.h to the working frame.
Vec3d common_point_in_boxes(const Operand& first, const Vec3d& p) {
  return Mat3d(first.placement->linear()) * (p / double(first.placement->scale()));
}

bool decide_in_one_lane(const PairFrame& pair, Answer& out) {
  const auto d = one_lane::decide_boxes(lane_boxes(pair));
  out.iterations = 1;
  const Vec3d witness{double(d.witness.x), double(d.witness.y), double(d.witness.z)};
  if (d.is_apart) {
    out.contact = Contact::apart;
    out.normal = witness;
  } else if (d.is_overlapping) {
    out.contact = Contact::overlapping;
    out.common = common_point_in_boxes(pair.operands[pair.first], witness);
  }
  return d.is_apart || d.is_overlapping;
}

// Yes or no in double.
bool decide_in_double(const PairFrame& pair, Goal goal, Answer& out) {
  PlacedBoxes boxes;
  if (!place_boxes(pair, boxes)) return false;
  const primitive::BoxFrame& f = boxes.frame;
  out.iterations = 1;
  Vec3d p;
  const auto meet = [&] {
    out.common = boxes.linear_a * (p / boxes.scale_a);
    out.contact = Contact::overlapping;
    return true;
  };
  if (primitive::find_common_point(f, 1, p)) return meet();
  const primitive::BoxAxisHeight best = primitive::least_overlap(f);
  if (best.axis == primitive::kNoAxis || !(std::abs(best.height) > 2 * f.error)) return false;
  const Vec3d n = world_axis(boxes.linear_a, boxes.linear_b, best.axis, pair.offset);
  if (best.height < 0) {
    // So close that rounding the axis to Real could undo it: the general way confirms it.
    if (goal == Goal::intersects && !(-best.height > 4 * double(kEpsilon) * boxes.size)) return false;
    out.contact = Contact::apart;
    out.normal = n;
    return true;
  }
  double height = 0;
  const bool has_witnesses =
      measure_along(pair, boxes.linear_a, boxes.linear_b, best.axis, n, f.error, height, out);
  // Between the witnesses of a shallow overlap lies a common point; of a deep one, back and forth finds
  // another.
  p = transpose_times(boxes.linear_a, (out.a + out.b) * (0.5 / boxes.scale_a));
  if (has_witnesses && primitive::is_common_point(f, p)) return meet();
  return primitive::find_common_point(f, 8, p) && meet();
}

// Depth, or that there is none.
bool measure_boxes(const PairFrame& pair, Goal goal, Answer& out) {
  BoxOverlap overlap;
  overlap_boxes(pair, overlap);
  if (!is_moderate(overlap.size)) return false;
  if (goal == Goal::separation && overlap.best.height < 0) return false;  // the distance takes an iteration
  return penetrate_boxes(pair, overlap.best, overlap.rounding, overlap.error, out);
}

// Polytopes are scanned, in any number up to what the scan has room for.
bool can_scan(const Operand& o, LaneKind kind) {
  if (kind <= LaneKind::hull) return true;
  return o.shape->kind == ShapeKind::polytope && o.placement->kind() >= Affine::Kind::similarity &&
         polytope_of(*o.shape).vertices.padded <= kScanVertices && o.shape->block->roundings == 0;
}

}  // namespace

void set_search_frame(const PairFrame& pair, bool are_hulls, SearchFrame& frame) {
  const auto boxes = box_frame(lane_boxes(pair), kEpsilon);
  const Real unit = 1 / boxes.size, scales[2] = {pair.operands[pair.first].placement->scale(),
                                                 pair.operands[1 - pair.first].placement->scale()};
  frame = {};
  frame.size = boxes.size;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) frame.rows[i][j] = float(boxes.r[i][j]);
    frame.t[i] = float(boxes.t[i] * unit);
    frame.a[i] = float((are_hulls ? scales[0] : boxes.a[i]) * unit);
    frame.b[i] = float((are_hulls ? scales[1] : boxes.b[i]) * unit);
  }
}

void store_search(const PairFrame& pair, const NearVertices& near, const Answer& answer, PairCache& cache) {
  if (answer.normal == Vec3d{}) return;
  store_axis(pair, answer.normal, cache);
  for (std::uint32_t k = 0; k < near.count && near.count < 4; ++k)
    store_vertices(pair, near.a[k], near.b[k], cache);
}

bool penetrate_boxes(const PairFrame& pair, const primitive::BoxAxisHeight& best, double rounding,
                     double error, Answer& out) {
  if (best.axis == primitive::kNoAxis || !(std::abs(best.height) > 2 * error)) return false;
  out.iterations = 1;
  if (best.height < 0) {
    out.contact = Contact::apart;  // the result of a pair apart has no axis
    return true;
  }
  const Mat3d a(pair.operands[pair.first].placement->linear()),
      b(pair.operands[1 - pair.first].placement->linear());
  const Vec3d n = world_axis(a, b, best.axis, pair.offset);
  double height = 0;
  return measure_along(pair, a, b, best.axis, n, error, height, out) &&
         set_depth(best, n, height, rounding, error, out);
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
  return decide_in_one_lane(frame, out) || decide_in_double(frame, goal, out);
}

}  // namespace graze::inline GRAZE_ABI
