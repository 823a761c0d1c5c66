// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/direct.h"

#include <algorithm>

#include "primitive/box_box.h"
#include "primitive/boxes.h"
#include "primitive/segments.h"
#include "query/box_lanes-inl.h"

namespace graze::inline GRAZE_ABI {
namespace {

bool is_conformal(const Affine& placement) { return placement.kind() >= Affine::Kind::similarity; }

// Sizes whose sixth powers are harmless; others go through make_pair(), which scales.
bool is_moderate(double size) { return size > 0x1p-100 && size < 0x1p100; }

void set_frame(const Operand& a, const Operand& b, PairFrame& frame) {
  frame.operands[0] = a;
  frame.operands[1] = b;
  frame.first = is_out_of_order(a, b) ? 1 : 0;
  frame.unit = 1;
  frame.origin = Vec3d(frame.operands[frame.first].placement->translation());
  frame.offset = Vec3d(frame.operands[1 - frame.first].placement->translation()) - frame.origin;
}

void set_contact(double lower, double upper, Answer& out) {
  out.lower = lower;
  out.upper = upper;
  out.contact = lower > 0 ? Contact::apart : upper < 0 ? Contact::overlapping : Contact::touching;
}

primitive::Line axis_of(const Operand& o, const Vec3d& centre) {
  if (o.shape->kind == ShapeKind::sphere) return {centre, centre, true};
  const Vec3d half = Vec3d(o.placement->linear().columns[1]) * double(o.shape->values[1]);
  return {centre - half, centre + half, false};
}

// Spheres and capsules: their axes are apart by a closed form. [Ericson05 §5.1.9]
bool solve_round(const Operand& a, const Operand& b, PairFrame& frame, Answer& out) {
  set_frame(a, b, frame);
  const Operand &first = frame.operands[frame.first], &second = frame.operands[1 - frame.first];
  const primitive::Line axis_a = axis_of(first, {}), axis_b = axis_of(second, frame.offset);
  const auto ball = [](const Operand& o) {
    return double(o.shape->values[0]) * double(o.placement->scale());
  };
  const double radius_a = ball(first) + double(first.margin), radius_b = ball(second) + double(second.margin);
  const double radius = radius_a + radius_b;
  const auto extent = [](const Operand& o) {
    return double(o.shape->values[1]) * double(o.placement->scale());
  };
  const double size = extent(first) + extent(second) + sum_abs(frame.offset) + radius;
  if (!is_moderate(size)) return false;
  const double error = 12 * kDoubleEpsilon * size +
                       ball(first) * (double(first.placement->defect()) + kDoubleEpsilon) +
                       ball(second) * (double(second.placement->defect()) + kDoubleEpsilon);
  const primitive::ClosestPoints closest = primitive::closest_points(axis_a, axis_b);
  if (!(closest.lower > 4 * error) || closest.upper - closest.lower > 12 * kDoubleEpsilon * size)
    return false;
  set_contact(closest.lower - error - radius, closest.upper + error - radius, out);
  // So close that rounding the axis to Real could undo it: the general way confirms the axis.
  if (out.contact == Contact::apart && !(out.lower > 4 * double(kEpsilon) * size)) return false;
  out.normal = (closest.b - closest.a) / closest.upper;
  out.a = closest.a + out.normal * radius_a;
  out.b = closest.b - out.normal * radius_b;
  out.common = closest.a + (closest.b - closest.a) * (radius_a / radius);
  out.iterations = 1;
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

// The axis in the world, unit. Faces have the cross product of their edges as normal, whatever the defect.
Vec3d world_axis(const PlacedBoxes& boxes, const primitive::BoxAxisHeight& best) {
  const auto &a = boxes.linear_a.columns, &b = boxes.linear_b.columns;
  const int i = best.axis % 3, j = i == 2 ? 0 : i + 1, k = i == 0 ? 2 : i - 1;
  if (best.axis < 3) return normalized(cross(a[j], a[k]));
  if (best.axis < 6) return normalized(cross(b[j], b[k]));
  return normalized(cross(a[(best.axis - 6) / 3], b[i]));
}

// One lane of the kernel that batches run. False: too close to call.
bool decide_in_one_lane(const PairFrame& pair, Answer& out) {
  const Operand &first = pair.operands[pair.first], &second = pair.operands[1 - pair.first];
  const auto vector = [](const Vec3& v) { return one_lane::LaneVec<Real>{v.x, v.y, v.z}; };
  const auto matrix = [&](const Mat3& m) {
    return one_lane::LaneMat<Real>{{vector(m.columns[0]), vector(m.columns[1]), vector(m.columns[2])}};
  };
  const Real *ha = first.shape->values, *hb = second.shape->values;
  const auto d = one_lane::decide_boxes(
      one_lane::BoxPairLanes<Real>{matrix(first.placement->linear()),
                                   matrix(second.placement->linear()),
                                   vector(second.placement->translation() - first.placement->translation()),
                                   {ha[0], ha[1], ha[2]},
                                   {hb[0], hb[1], hb[2]},
                                   first.placement->scale(),
                                   second.placement->scale(),
                                   first.placement->defect() + second.placement->defect()});
  out.iterations = 1;
  const Vec3d witness{double(d.witness.x), double(d.witness.y), double(d.witness.z)};
  if (d.is_apart) {
    out.contact = Contact::apart;
    out.normal = witness;
  } else if (d.is_overlapping) {
    out.contact = Contact::overlapping;
    out.common = common_point_in_boxes(first, witness);
  }
  return d.is_apart || d.is_overlapping;
}

bool solve_boxes(const Operand& a, const Operand& b, Goal goal, PairFrame& pair, Answer& out) {
  set_frame(a, b, pair);
  if ((goal == Goal::intersects || goal == Goal::common_point) && decide_in_one_lane(pair, out)) return true;
  PlacedBoxes boxes;
  if (!place_boxes(pair, boxes)) return false;
  const primitive::BoxFrame& f = boxes.frame;
  const bool is_yes_no = goal == Goal::intersects || goal == Goal::common_point;
  out.iterations = 1;
  Vec3d p;
  const auto meet = [&] {
    out.common = boxes.linear_a * (p / boxes.scale_a);
    out.contact = Contact::overlapping;
    return true;
  };
  if (is_yes_no && primitive::find_common_point(f, 1, p)) return meet();
  const primitive::BoxAxisHeight best = primitive::least_overlap(f);
  if (best.axis == primitive::kNoAxis || !(std::abs(best.height) > 2 * f.error)) return false;
  Vec3d n = world_axis(boxes, best);
  n *= std::copysign(1.0, dot(n, pair.offset));
  if (best.height < 0) {
    if (goal == Goal::separation) return false;  // the distance takes an iteration
    // So close that rounding the axis to Real could undo it: the general way confirms it.
    if (goal == Goal::intersects && !(-best.height > 4 * double(kEpsilon) * boxes.size)) return false;
    out.contact = Contact::apart;
    out.normal = n;
    return true;
  }
  // The depth along the axis as it was rounded, from the placements as they are.
  const auto &ca = boxes.linear_a.columns, &cb = boxes.linear_b.columns;
  const Real *ha = pair.operands[pair.first].shape->values, *hb = pair.operands[1 - pair.first].shape->values;
  const BoxReader box_a{{ca[0] * double(ha[0]), ca[1] * double(ha[1]), ca[2] * double(ha[2])}, {}};
  const BoxReader box_b{{cb[0] * double(hb[0]), cb[1] * double(hb[1]), cb[2] * double(hb[2])}, pair.offset};
  primitive::BoxAxis axis = primitive::boxes_detail::along(box_a, box_b, n, pair.offset);
  if (best.axis < 6) {
    (best.axis < 3 ? axis.edge_a : axis.edge_b) = best.axis % 3;
  } else {
    axis.edge_a = (best.axis - 6) / 3;
    axis.edge_b = (best.axis - 6) % 3;
  }
  const bool has_witnesses =
      primitive::find_witnesses(box_a, box_b, axis, n, axis.height, f.error, out.a, out.b);
  if (is_yes_no) {
    // Between the witnesses of a shallow overlap lies a common point; of a deep one, back and forth finds
    // another.
    p = transpose_times(boxes.linear_a, (out.a + out.b) * (0.5 / boxes.scale_a));
    if (has_witnesses && primitive::is_common_point(f, p)) return meet();
    return primitive::find_common_point(f, 8, p) && meet();
  }
  // The least overlap of all only if no other axis, as the placements really are, can undercut it.
  if (!has_witnesses || best.others - f.error < axis.height) return false;
  set_contact(-axis.height - f.rounding, -axis.height + f.rounding, out);
  out.normal = n;
  return true;
}

}  // namespace

Vec3d common_point_in_boxes(const Operand& first, const Vec3d& p) {
  return Mat3d(first.placement->linear()) * (p / double(first.placement->scale()));
}

bool solve_directly(const Operand& a, const Operand& b, Goal goal, PairFrame& frame, Answer& out) {
  const auto is_round = [](const Operand& o) {
    return o.shape->kind == ShapeKind::sphere || o.shape->kind == ShapeKind::capsule;
  };
  if (!is_conformal(*a.placement) || !is_conformal(*b.placement)) return false;
  if (is_round(a)) return is_round(b) && solve_round(a, b, frame, out);
  const bool are_boxes = a.shape->kind == ShapeKind::box && b.shape->kind == ShapeKind::box;
  return are_boxes && goal != Goal::distance && a.margin == 0 && b.margin == 0 &&
         solve_boxes(a, b, goal, frame, out);
}

}  // namespace graze::inline GRAZE_ABI
