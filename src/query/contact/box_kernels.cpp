// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <limits>

#include "query/contact/boxes.h"

// What contact sets do four numbers at a time: two boxes from their axes to their points, and the points of
// any pair. Compiled once per Highway target; see https://github.com/google/highway, "dynamic dispatch".
// Targets whose vectors hold two doubles gain nothing.
#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/contact/box_kernels.cpp"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4)
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#endif

#include "query/contact/box_write-inl.h"

GRAZE_LANES_BEGIN

GRAZE_LANE void set_box_bounds(double height, double rounding, Answer& answer) {
  answer.lower = -height - rounding;
  answer.upper = -height + rounding;
  answer.contact = answer.lower > 0   ? Contact::apart
                   : answer.upper < 0 ? Contact::overlapping
                                      : Contact::touching;
}

/// Along the normal of a face: that face against the one of the other box that looks back most.
GRAZE_LANE FaceContact face_each_other(const BoxPair& f, int axis, const Vec3d& normal) {
  FaceContact c;
  c.normal = normal;
  c.reference = axis < 3 ? 0 : 1;
  c.axis = axis < 3 ? axis : axis - 3;
  const PlacedBox &mine = f.sides[c.reference], &its = f.sides[1 - c.reference];
  const double way = c.reference == 0 ? 1 : -1;
  const Vec3d outward = normal * way;
  const Quad steep = quad_abs(c.reference == 0 ? f.rows[c.axis] : f.columns[c.axis]);
  double dots[4], centre[4];
  store_quad(its.along(outward), dots);
  c.other = std::countr_zero(bits_of(steep == Quad(greatest_of(steep))) | 8u);
  const double lift = dot(mine.column(c.axis), outward);
  c.sign = std::copysign(1.0, lift);
  c.sign_other = -std::copysign(1.0, dots[c.other]);
  c.height = std::abs(lift) * mine.halves[c.axis];
  const int i = next_axis(c.axis), j = previous_axis(c.axis), p = next_axis(c.other),
            q = previous_axis(c.other);
  // Axis k of the other box in the frame of this one; z from the placements as they are.
  const double* const r = f.r[0];
  const int mine_step = c.reference == 0 ? 4 : 1, its_step = c.reference == 0 ? 1 : 4;
  const auto seen = [&](int k, double half) {
    const double x = r[i * mine_step + k * its_step], y = r[j * mine_step + k * its_step],
                 size = half * its.scale;
    return Vec3d{x * size, y * size, dots[k] * half};
  };
  c.faces.hx = mine.halves[i] * mine.scale;
  c.faces.hy = mine.halves[j] * mine.scale;
  c.faces.e = seen(p, its.halves[p]);
  c.faces.f = seen(q, its.halves[q]);
  store_quad(mine.along(f.offset), centre);
  const double inverse = mine.scale == 1 ? way : way / mine.scale;
  c.faces.centre = seen(c.other, c.sign_other * its.halves[c.other]) +
                   Vec3d{centre[i] * inverse, centre[j] * inverse, dot(outward, f.offset) * way};
  return c;
}

/// Unknown when the faces do not meet where the axis says: then the shortest way is elsewhere.
GRAZE_LANE BoxContact meet_at_faces(const BoxPair& f, const BoxBest& best, double prediction, Answer& answer,
                                    BoxContactPoints& points) {
  const FaceContact contact = face_each_other(f, best.axis, answer.normal);
  const OtherFace other(contact.faces);
  BoxCandidates found;
  clip_faces(contact.faces, other, contact.reference == 0, f.tolerance,
             prediction + f.tolerance + contact.height, found);
  const double deepest = found.deepest - contact.height;
  if (!(std::abs(deepest + best.height) <= 16 * f.error + f.tolerance)) return BoxContact::unknown;
  set_box_bounds(-deepest, f.rounding, answer);
  points.count = found.count;
  if (found.count == 0) return BoxContact::none;
  if (!points.wants_all) {
    choose_four(f.tolerance, found);
    points.count = found.count;
  }
  for (int i = found.count; i % 4 != 0; ++i) found.order[i] = found.order[0];
  for (int i = 0; i < found.count; i += 4)
    write_four(f, contact, other, found, found.order + i, points.to + i);
  return BoxContact::points;
}

/// The corner of a box that reaches farthest, in its frame; along axis `but` the middle. False: not certain.
GRAZE_LANE bool find_corner(const PlacedBox& box, const double* along, double sign, int but, double doubt,
                            Vec3d& corner, std::uint32_t& name) {
  bool is_certain = true;
  name = 0;
  for (int k = 0; k < 3; ++k) {
    const double lift = along[k] * sign;
    const bool is_it = k == but;
    corner[k] = is_it ? 0.0 : std::copysign(box.halves[k], lift);
    is_certain &= is_it | (std::abs(lift) * box.halves[k] > doubt);
    name |= std::uint32_t{!is_it && lift < 0} << k;
  }
  return is_certain;
}

GRAZE_LANE Vec3d to_world(const PlacedBox& box, const Vec3d& p) {
  return box.column(0) * p.x + box.column(1) * p.y + box.column(2) * p.z;
}

/// How much the flattest face looks along a direction (cosine).
GRAZE_LANE double flattest(const PlacedBox& box, Quad along) {
  return greatest_of(quad_abs(along)) / box.scale;
}

GRAZE_LANE BoxContact meet_at_edges(const BoxPair& f, int axis, Answer& answer, BoxContactPoints& points) {
  const int i = (axis - 6) / 3, j = (axis - 6) % 3;
  const PlacedBox &a = f.sides[0], &b = f.sides[1];
  const Vec3d& n = answer.normal;
  const Quad along_a = a.along(n), along_b = b.along(n);
  double of_a[4], of_b[4];
  store_quad(along_a, of_a);
  store_quad(along_b, of_b);
  const auto reach = [](const PlacedBox& box, const double* along) {
    return std::abs(along[0]) * box.halves[0] + std::abs(along[1]) * box.halves[1] +
           std::abs(along[2]) * box.halves[2];
  };
  const double height = reach(a, of_a) + reach(b, of_b) - std::abs(dot(n, f.offset));
  CrossingContact c;
  std::uint32_t names[2];
  const bool is_a = find_corner(a, of_a, 1, i, 8 * f.rounding, c.locals[0], names[0]);
  const bool is_b = find_corner(b, of_b, -1, j, 8 * f.rounding, c.locals[1], names[1]);
  if (!is_a || !is_b) return BoxContact::unknown;
  // p + s u - (q + t w) = height * n, solved in the plane of u and w.
  const Vec3d p = to_world(a, c.locals[0]), q = to_world(b, c.locals[1]) + f.offset;
  const Vec3d u = a.column(i) * a.halves[i], w = b.column(j) * b.halves[j];
  const Vec3d across = cross(u, w), r = q + n * height - p;
  const double squared = dot(across, across);
  const double s = dot(cross(r, w), across) / squared, t = dot(cross(r, u), across) / squared;
  if (!(squared > 0 && std::abs(s) <= 1 + 1e-9 && std::abs(t) <= 1 + 1e-9)) return BoxContact::unknown;
  answer.a = p + u * s;
  answer.b = q + w * t;
  set_box_bounds(height, f.rounding, answer);
  // Where faces are nearly across the normal, or the edges nearly parallel, more than the crossing may touch.
  const double cosine = f.r[i][j];
  if (std::min(flattest(a, along_a), flattest(b, along_b)) > primitive::kFlatFace ||
      cosine * cosine > 1 - primitive::kBoxLeastSine * primitive::kBoxLeastSine)
    return BoxContact::axis;
  c.locals[0][i] = s * a.halves[i];
  c.locals[1][j] = t * b.halves[j];
  c.points[0] = answer.a;
  c.points[1] = answer.b;
  c.edges[0] = {FeatureKind::edge, names[0], names[0] | 1u << i};
  c.edges[1] = {FeatureKind::edge, names[1], names[1] | 1u << j};
  c.gap = -height;
  points.count = 1;
  write_crossing(f, c, points.to);
  return BoxContact::points;
}

/// False: it is `verdict`.
GRAZE_LANE bool find_box_axis(const BoxPair& f, double prediction, BoxBest& best, BoxContact& verdict,
                              Answer& answer) {
  const auto is_beyond = [&](double height) {
    if (!(-height > prediction + f.error)) return false;
    set_box_bounds(height, f.error, answer);
    answer.upper = std::numeric_limits<double>::infinity();
    return true;
  };
  verdict = BoxContact::none;
  best = find_best_face(f);
  if (is_beyond(best.height)) return false;
  if (!find_better_edges(f, best)) return true;
  if (is_beyond(best.height)) return false;
  verdict = BoxContact::unknown;  // the distance takes a search
  return best.height > 2 * f.error;
}

/// As is_out_of_order() of two boxes, most of which differ in their first size.
GRAZE_LANE int first_of_boxes(const Operand& a, const Operand& b) {
  const Real of_a = a.shape->values[0], of_b = b.shape->values[0];
  return (of_a != of_b ? of_b < of_a : is_out_of_order(a, b)) ? 1 : 0;
}

BoxContact find_box_contacts_here(const BoxTask& task, Answer& answer, BoxContactPoints& points) {
  BoxPair f;
  f.first = task.known != nullptr ? task.first : first_of_boxes(task.a, task.b);
  place_box_pair(f.first == 0 ? task.a : task.b, f.first == 0 ? task.b : task.a, f);
  const auto is_flat = [](const PlacedBox& box) {
    return (bits_of(Quad(0.0) < load_quad(box.halves)) & 7) != 7;
  };
  answer.iterations = 1;
  BoxBest best;
  if (task.known != nullptr) {
    best = {task.known->axis, task.known->height};
  } else {
    if (!(f.size > 0x1p-100 && f.size < 0x1p100) || is_flat(f.sides[0]) || is_flat(f.sides[1]))
      return BoxContact::unknown;
    BoxContact verdict;
    if (!find_box_axis(f, task.prediction, best, verdict, answer)) return verdict;
  }
  answer.normal = world_axis(f, best.axis);
  points.normal = Vec3(answer.normal * (f.first != 0 ? -1.0 : 1.0));
  return best.axis >= 6 ? meet_at_edges(f, best.axis, answer, points)
                        : meet_at_faces(f, best, task.prediction, answer, points);
}

GRAZE_LANES_END

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI {
namespace {

bool is_box(const Operand& o) {
  return o.shape->kind == ShapeKind::box && o.margin == 0 && o.placement->kind() >= Affine::Kind::similarity;
}

}  // namespace

#if defined(GRAZE_SIMD)
HWY_EXPORT(find_box_contacts_here);
HWY_EXPORT(write_four_here);
#endif

BoxContact find_box_contacts(const BoxTask& task, Answer& answer, BoxContactPoints& points) {
  if (!is_box(task.a) || !is_box(task.b)) return BoxContact::unknown;
#if defined(GRAZE_SIMD)
  return HWY_DYNAMIC_DISPATCH(find_box_contacts_here)(task, answer, points);
#else
  return one_lane::find_box_contacts_here(task, answer, points);
#endif
}

void ContactWriter::write_four(const primitive::ClipPoint* from, int count, ContactPoint* to) const {
  const primitive::ClipPoint* const points[4] = {from, from + (count > 1 ? 1 : 0), from + (count > 2 ? 2 : 0),
                                                 from + (count > 3 ? 3 : 0)};
#if defined(GRAZE_SIMD)
  HWY_DYNAMIC_DISPATCH(write_four_here)(*this, points, to);
#else
  one_lane::write_four_here(*this, points, to);
#endif
}

}  // namespace graze::inline GRAZE_ABI
#endif
