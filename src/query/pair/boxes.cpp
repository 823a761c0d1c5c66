// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/box/axes-inl.h"
#include "kernel/box/parallelepiped.h"
#include "query/pair/close_boxes.h"
#include "query/pair/one_lane.h"
#include "query/pair/steps.h"

namespace graze::inline GRAZE_ABI {
namespace {

using one_lane::BoxFrame;
using one_lane::PlacedBox;
using one_lane::Row;

// Sizes whose sixth powers are harmless; others go through make_pair(), which scales.
bool is_moderate(double size) { return size > 0x1p-100 && size < 0x1p100; }

// The axis in the world, unit, from a to b. Faces have the cross product of their edges as normal, whatever
// the defect.
Vec3d world_axis(const Mat3d& linear_a, const Mat3d& linear_b, int axis, const Vec3d& offset) {
  const auto &a = linear_a.columns, &b = linear_b.columns;
  const int i = axis % 3, j = one_lane::next_axis(i), k = one_lane::previous_axis(i);
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

bool decide_in_real(const PairFrame& pair, Answer& out) {
  const auto d = one_lane::decide_boxes(lane_boxes(pair));
  out.iterations = 1;
  const Vec3d witness{double(d.witness[0]), double(d.witness[1]), double(d.witness[2])};
  if (d.is_apart) {
    out.contact = Contact::apart;
    out.normal = witness;
  } else if (d.is_overlapping) {
    const Affine& placement = *pair.operands[pair.first].placement;
    out.contact = Contact::overlapping;
    out.common = Mat3d(placement.linear()) * (witness / double(placement.scale()));
  }
  return d.is_apart || d.is_overlapping;
}

}  // namespace

bool decide_close_boxes(const PairFrame& pair, Goal goal, Answer& out) {
  const Operand &first = pair.operands[pair.first], &second = pair.operands[1 - pair.first];
  const BoxFrame<double> f = one_lane::wide_box_frame(lane_box<double>(first), lane_box<double>(second));
  if (!is_moderate(f.size)) return false;
  out.iterations = 1;
  const Mat3d linear_a(first.placement->linear()), linear_b(second.placement->linear());
  const double scale_a = first.placement->scale();
  Row<double, 3> p;
  const auto set_common_point = [&] {
    out.common = linear_a * (Vec3d{p[0], p[1], p[2]} / scale_a);
    out.contact = Contact::overlapping;
    return true;
  };
  if (find_common_point(f, 1, p)) return set_common_point();
  const auto best = least_overlap(f);
  if (best.index == one_lane::kNoAxis || !(std::abs(best.value) > 2 * f.error)) return false;
  const Vec3d n = world_axis(linear_a, linear_b, best.index, pair.offset);
  if (best.value < 0) {
    // So close that rounding the axis to Real could undo it: the general way confirms it.
    if (goal == Goal::intersects && !(-best.value > 4 * double(kEpsilon) * f.size)) return false;
    out.contact = Contact::apart;
    out.normal = n;
    return true;
  }
  double height = 0;
  const bool has_witnesses = measure_along(pair, linear_a, linear_b, best.index, n, f.error, height, out);
  // Between the witnesses of a shallow overlap lies a common point; of a deep one, back and forth finds
  // another.
  const Vec3d middle = transpose_times(linear_a, (out.a + out.b) * (0.5 / scale_a));
  p = one_lane::make_row(middle.x, middle.y, middle.z);
  if (has_witnesses && is_held(f.a, p, f.error) && is_held(f.b, combine(f.r, p - f.t), f.error))
    return set_common_point();
  return find_common_point(f, 8, p) && set_common_point();
}

bool decide_boxes(const PairFrame& pair, Goal goal, Answer& out) {
  return decide_in_real(pair, out) || decide_close_boxes(pair, goal, out);
}

bool measure_boxes(const PairFrame& pair, Goal goal, Answer& out) {
  BoxOverlap overlap;
  overlap_boxes(pair, overlap);
  if (!is_moderate(overlap.size)) return false;
  if (goal == Goal::separation && overlap.height < 0) return false;  // the distance takes an iteration
  return penetrate_boxes(pair, overlap, out);
}

bool penetrate_boxes(const PairFrame& pair, const BoxOverlap& least, Answer& out) {
  if (least.axis == one_lane::kNoAxis || !(std::abs(least.height) > 2 * least.error)) return false;
  out.iterations = 1;
  if (least.height < 0) {
    out.contact = Contact::apart;  // the result of a pair apart has no axis
    return true;
  }
  const Mat3d a(pair.operands[pair.first].placement->linear()),
      b(pair.operands[1 - pair.first].placement->linear());
  const Vec3d n = world_axis(a, b, least.axis, pair.offset);
  double height = 0;
  // The least overlap of all only if no other axis, as the placements really are, can undercut it.
  if (!measure_along(pair, a, b, least.axis, n, least.error, height, out) ||
      least.others - least.error < height)
    return false;
  set_contact(-height - least.rounding, -height + least.rounding, out);
  out.normal = n;
  return true;
}

}  // namespace graze::inline GRAZE_ABI
