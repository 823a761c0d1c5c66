// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <limits>

#include "query/contact/boxes.h"

// The part of contact sets that runs four numbers at a time: two boxes from their axes to their points, and
// the points of any pair. Compiled once per Highway target; see https://github.com/google/highway, "dynamic
// dispatch". Targets whose vectors hold two doubles gain nothing.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/contact/box_kernels.cpp"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4)
#include "simd/each_target-inl.h"
// Once per target:
#include "kernel/box/axes-inl.h"
#include "query/contact/box_write-inl.h"

GRAZE_LANES_BEGIN

GRAZE_LANE void set_normal(const Row<double, 3>& normal, int first, Answer& answer,
                           BoxContactPoints& points) {
  store_row(normal, &answer.normal.x);
  store_row(normal * (first != 0 ? -1.0 : 1.0), &points.normal.x);
}

GRAZE_LANE void set_box_bounds(double height, double rounding, Answer& answer) {
  answer.lower = -height - rounding;
  answer.upper = -height + rounding;
  answer.contact = answer.lower > 0   ? Contact::apart
                   : answer.upper < 0 ? Contact::overlapping
                                      : Contact::touching;
}

/// The order in which the contact of faces has the axes of a box.
GRAZE_LANE PlacedBox<double> load_face(const Operand& o, int axis) {
  return load_box<double>(*o.placement, o.shape->values, next_axis(axis), previous_axis(axis), axis);
}

/// Two boxes and what is known of their contact, in canonical order.
struct PlacedPair {
  const Operand& first;
  const Operand& second;
  int first_of_call;  // which operand of the call is the first here
  const PlacedBox<double>&a, &b;
  const BoxFrame<double>& frame;
  int axis;
  double height;
  bool is_tied;
};

/// Unknown when the faces do not meet where the axis says: then the shortest way is elsewhere.
GRAZE_LANE BoxContact meet_at_faces(const PlacedPair& pair, double prediction, Answer& answer,
                                    BoxContactPoints& points) {
  const BoxFrame<double>& f = pair.frame;
  const int axis = pair.axis % 3;
  FaceContact<double> c;
  c.is_first = pair.axis < 3;
  // Of the other box the face that looks back most.
  const auto column = [&] {
    return make_row(numbers(f.r[0])[axis], numbers(f.r[1])[axis], numbers(f.r[2])[axis]);
  };
  const Row<double, 3> steep = lane_abs(c.is_first ? f.r[axis] : column());
  const int other = std::countr_zero(bits_of(steep == greatest_of(steep)) | 8u);
  c.mine = load_face(c.is_first ? pair.first : pair.second, axis);
  c.its = load_face(c.is_first ? pair.second : pair.first, other);
  c.size = f.size;
  c.tolerance = kBoxTolerance * f.size;
  face_each_other(c);
  set_normal(c.normal, pair.first_of_call, answer, points);
  const double limit = prediction + c.tolerance + c.height;
  BoxCandidates found;
  if (clip_faces(c, limit, found, found.deepest)) {
    clip_in_order(c, limit, found);
  } else {
    put_in_order(c.is_first, found);
  }
  const double deepest = found.deepest - c.height;
  if (!(std::abs(deepest + pair.height) <= 16 * f.error + c.tolerance)) return BoxContact::unknown;
  set_box_bounds(pair.is_tied ? pair.height : -deepest, pair.is_tied ? f.error : f.rounding, answer);
  points.count = found.count;
  if (found.count == 0) return BoxContact::none;
  if (!points.wants_all) {
    choose_four(c.tolerance, found);
    points.count = found.count;
  }
  const bool is_mine_a = c.is_first == (pair.first_of_call == 0);
  for (int i = found.count; i % 4 != 0; ++i) found.order[i] = found.order[0];
  for (int i = 0; i < found.count; i += 4)
    write_four(c, axis, other, is_mine_a, found, found.order + i, points.to + i);
  return BoxContact::points;
}

GRAZE_LANE BoxContact meet_at_edges(const PlacedPair& pair, Answer& answer, BoxContactPoints& points) {
  const int i = (pair.axis - 6) / 3, j = (pair.axis - 6) % 3;
  EdgeContact<double> c;
  c.a.box = pair.a;
  c.b.box = pair.b;
  pick_edge(double(i), c.a);
  pick_edge(double(j), c.b);
  cross_edges(pair.frame.rounding, c);
  set_normal(c.normal, pair.first_of_call, answer, points);
  if (!c.is_met) return BoxContact::unknown;
  store_row(c.on_a, &answer.a.x);
  store_row(c.on_b, &answer.b.x);
  set_box_bounds(c.height, pair.frame.rounding, answer);
  if (c.is_flat) return BoxContact::axis;
  points.count = 1;
  write_crossing(c, pair.frame.size, i, j, pair.first_of_call, points.to);
  return BoxContact::points;
}

/// Which of two boxes comes first in canonical order; most differ in their first size.
GRAZE_LANE int first_of_boxes(const Operand& a, const Operand& b) {
  const Real of_a = a.shape->values[0], of_b = b.shape->values[0];
  return (of_a != of_b ? of_b < of_a : is_out_of_order(a, b)) ? 1 : 0;
}

BoxContact find_box_contacts_here(const BoxTask& task, Answer& answer, BoxContactPoints& points) {
  const int first = task.known != nullptr ? task.first : first_of_boxes(task.a, task.b);
  const Operand &o = first == 0 ? task.a : task.b, &p = first == 0 ? task.b : task.a;
  const PlacedBox<double> a = load_box<double>(*o.placement, o.shape->values),
                          b = load_box<double>(*p.placement, p.shape->values);
  const BoxFrame<double> f = wide_box_frame(a, b);
  answer.iterations = 1;
  PlacedPair pair{o, p, first, a, b, f, 0, 0, false};
  if (task.known != nullptr) {
    pair.axis = task.known->axis;
    pair.height = task.known->height;
    pair.is_tied = task.known->is_tied;
  } else {
    const bool is_flat = !all_of(0.0 < lane_min(a.half, b.half));
    if (!(f.size > 0x1p-100 && f.size < 0x1p100) || is_flat) return BoxContact::unknown;
    const ContactAxis<double> best = contact_axis(f, a, b, task.prediction);
    if (best.is_apart) {
      set_box_bounds(best.height, f.error, answer);
      answer.upper = std::numeric_limits<double>::infinity();
      return BoxContact::none;
    }
    if (best.is_searched) return BoxContact::unknown;
    pair.axis = best.axis;
    pair.height = best.height;
    pair.is_tied = best.is_tied;
  }
  return pair.axis >= 6 ? meet_at_edges(pair, answer, points)
                        : meet_at_faces(pair, task.prediction, answer, points);
}

GRAZE_LANES_END

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI {
namespace {

bool is_box(const Operand& o) {
  return o.shape->kind == ShapeKind::box && o.margin == 0 && o.placement->kind() >= Affine::Kind::similarity;
}

}  // namespace

GRAZE_EXPORT(find_box_contacts_here);
GRAZE_EXPORT(write_four_here);

BoxContact find_box_contacts(const BoxTask& task, Answer& answer, BoxContactPoints& points) {
  if (!is_box(task.a) || !is_box(task.b)) return BoxContact::unknown;
  return GRAZE_DISPATCH(find_box_contacts_here)(task, answer, points);
}

void ContactWriter::write_four(const primitive::ClipPoint* from, int count, ContactPoint* to) const {
  const primitive::ClipPoint* const points[4] = {from, from + (count > 1 ? 1 : 0), from + (count > 2 ? 2 : 0),
                                                 from + (count > 3 ? 3 : 0)};
  GRAZE_DISPATCH(write_four_here)(*this, points, to);
}

}  // namespace graze::inline GRAZE_ABI
#endif
