// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/contact_boxes.h"

#include <algorithm>
#include <bit>

#include "primitive/boxes.h"
#include "query/direct.h"

// Two boxes: 15 separating axes, faces before edges, then the clipped faces or the crossing of two edges.
// [Gottschalk96, Erleben05]

namespace graze::inline GRAZE_ABI {
namespace {

using primitive::kBoxLeastSine;

constexpr int next(int i) { return i == 2 ? 0 : i + 1; }
constexpr int previous(int i) { return i == 0 ? 2 : i - 1; }

bool is_box(const Operand& o) {
  return o.shape->kind == ShapeKind::box && o.margin == 0 && o.placement->kind() >= Affine::Kind::similarity;
}

void set_bounds(double height, double rounding, Answer& answer) {
  answer.lower = -height - rounding;
  answer.upper = -height + rounding;
  answer.contact = answer.lower > 0   ? Contact::apart
                   : answer.upper < 0 ? Contact::overlapping
                                      : Contact::touching;
}

// The name of corner i of a face across `axis`, numbered as in BoxFacePair.
std::uint32_t corner_name(int axis, bool is_negative, int i) {
  const std::uint32_t s = i == 1 || i == 2 ? 1 : 0, t = i >= 2 ? 1 : 0;  // where s and t are negative
  return std::uint32_t{is_negative} << axis | s << next(axis) | t << previous(axis);
}
Feature edge_name(int axis, bool is_negative, int i) {
  const std::uint32_t p = corner_name(axis, is_negative, i), q = corner_name(axis, is_negative, (i + 1) & 3);
  return {FeatureKind::edge, std::min(p, q), std::max(p, q)};
}
Feature face_name(int axis, bool is_negative) {
  return {FeatureKind::face, static_cast<std::uint32_t>(2 * axis) + (is_negative ? 1u : 0u), 0};
}

}  // namespace

// Returns the defects of both placements.
double BoxContacts::place_sides(const Operand& a, const Operand& b, int first) {
  set_frame(a, b, first, pair_);
  double defect = 0;
  for (int side = 0; side < 2; ++side) {
    const Operand& o = pair_.operands[side ^ first];
    sides_[side].linear = Mat3d(o.placement->linear());
    sides_[side].scale = double(o.placement->scale());
    for (int i = 0; i < 3; ++i) sides_[side].halves[i] = double(o.shape->values[i]);
    defect += double(o.placement->defect());
  }
  const Side &p = sides_[0], &q = sides_[1];
  frame_.a = Vec3d{p.halves[0], p.halves[1], p.halves[2]} * p.scale;
  frame_.b = Vec3d{q.halves[0], q.halves[1], q.halves[2]} * q.scale;
  return defect;
}

void BoxContacts::set_errors(double defect) {
  frame_.rounding = 16 * kDoubleEpsilon * size_;
  frame_.error = frame_.rounding + 4 * defect * size_;
  tolerance_ = std::max(16 * double(kEpsilon), 48 * kDoubleEpsilon) * size_;
}

void BoxContacts::place(const Operand& a, const Operand& b) {
  const double defect = place_sides(a, b, is_out_of_order(a, b) ? 1 : 0);
  const Side &p = sides_[0], &q = sides_[1];
  const double inverse_a = 1 / p.scale, inverse = inverse_a / q.scale;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) frame_.r[i][j] = dot(p.linear.columns[i], q.linear.columns[j]) * inverse;
  frame_.t = transpose_times(p.linear, pair_.offset) * inverse_a;
  size_ = (frame_.a.x + frame_.a.y + frame_.a.z) + (frame_.b.x + frame_.b.y + frame_.b.z) + sum_abs(frame_.t);
  set_errors(defect);
}

BoxReader BoxContacts::reader(int side) const {
  const auto& c = sides_[side].linear.columns;
  const double* h = sides_[side].halves;
  return {{c[0] * h[0], c[1] * h[1], c[2] * h[2]}, side == 0 ? Vec3d{} : pair_.offset};
}

// Edges i of a and j of b as they are, not as parts of orthonormal frames. Infinite when they are parallel.
double BoxContacts::overlap_along_edges(int i, int j) const {
  const Vec3d &u = sides_[0].linear.columns[i], &w = sides_[1].linear.columns[j];
  Vec3d n = cross(u, w);
  const double uu = dot(u, u);
  if (!(dot(n, n) > 1e-24 * uu * dot(w, w))) return std::numeric_limits<double>::infinity();
  n -= u * (dot(n, u) / uu);
  const primitive::BoxAxis axis = primitive::boxes_detail::along(reader(0), reader(1), n, pair_.offset);
  return axis.height / std::sqrt(axis.nn);
}

// Edges only where they are better than the best face beyond what the placements' own rounding does to it.
// Close ones, and those that are nearly parallel, are read from the placements.
bool BoxContacts::find_better_edges(Best& best) const {
  const double close = primitive::kBoxClose * frame_.error;
  primitive::ShallowEdges edges;
  primitive::find_shallow_edges(frame_, best.height + close, kBoxLeastSine, edges);
  Best found{-1, best.height - frame_.error};
  for (std::uint32_t left = edges.candidates | edges.parallel; left != 0; left &= left - 1) {
    const int k = std::countr_zero(left);
    const bool is_parallel = (edges.parallel >> k & 1) != 0;
    double height = is_parallel ? 0 : edges.heights[k] / std::sqrt(edges.squares[k]);
    if (is_parallel || height > found.height - close) height = overlap_along_edges(k / 3, k % 3);
    if (height < found.height) found = {6 + k, height};
  }
  if (found.axis < 0) return false;
  best = found;
  return true;
}

// Faces have the cross product of their edges as normal, whatever the defect.
Vec3d BoxContacts::world_axis(int axis) const {
  const auto &a = sides_[0].linear.columns, &b = sides_[1].linear.columns;
  const int i = axis % 3;
  Vec3d n;
  if (axis < 6) {
    const auto& c = axis < 3 ? a : b;
    n = cross(c[next(i)], c[previous(i)]);
  } else {
    const Vec3d& u = a[(axis - 6) / 3];
    n = cross(u, b[i]);
    n -= u * (dot(n, u) / dot(u, u));
  }
  return n * (std::copysign(1.0, dot(n, pair_.offset)) / length(n));
}

// The axis of a box that is closest to n, and the cosine of the angle between them.
double BoxContacts::flattest(int side, const Vec3d& n, int& axis) const {
  const auto& c = sides_[side].linear.columns;
  const double x = std::abs(dot(c[0], n)), y = std::abs(dot(c[1], n)), z = std::abs(dot(c[2], n));
  axis = x >= y ? (x >= z ? 0 : 2) : (y >= z ? 1 : 2);
  return std::max({x, y, z}) / sides_[side].scale;
}

// Along the normal of a face: that face against the one of the other box that looks back most. False when
// they do not meet where the axis says: then the shortest way is elsewhere.
bool BoxContacts::clip_faces(int axis, double height, double prediction) {
  reference_ = axis < 3 ? 0 : 1;
  rectangle_ = axis % 3;
  const Side &mine = sides_[reference_], &its = sides_[1 - reference_];
  const Vec3d outward = reference_ == 0 ? answer_.normal : -answer_.normal;
  const double lift = dot(mine.linear.columns[rectangle_], outward);
  (void)flattest(1 - reference_, outward, other_);
  sign_rectangle_ = std::copysign(1.0, lift);
  sign_other_ = -std::copysign(1.0, dot(its.linear.columns[other_], outward));
  height_ = std::abs(lift) * mine.halves[rectangle_];
  const int i = next(rectangle_), j = previous(rectangle_), p = next(other_), q = previous(other_);
  const auto& r = frame_.r;
  // Axis k of the other box in the frame of this one; z from the placements as they are.
  const auto seen = [&](int k, double half) {
    const double x = reference_ == 0 ? r[i][k] : r[k][i], y = reference_ == 0 ? r[j][k] : r[k][j];
    const double along = half * its.scale;
    return Vec3d{x * along, y * along, dot(its.linear.columns[k], outward) * half};
  };
  primitive::BoxFacePair faces;
  faces.hx = mine.halves[i] * mine.scale;
  faces.hy = mine.halves[j] * mine.scale;
  faces.e = seen(p, its.halves[p]);
  faces.f = seen(q, its.halves[q]);
  const auto& c = mine.linear.columns;
  const double way = reference_ == 0 ? 1 : -1, inverse = way / mine.scale;
  faces.centre = seen(other_, sign_other_ * its.halves[other_]) + Vec3d{dot(c[i], pair_.offset) * inverse,
                                                                        dot(c[j], pair_.offset) * inverse,
                                                                        dot(outward, pair_.offset) * way};
  primitive::clip_box_faces(faces, reference_ == 0, tolerance_, points_);
  double deepest = std::numeric_limits<double>::infinity();
  for (int k = 0; k < points_.count; ++k) deepest = std::min(deepest, points_.z[k] - height_);
  if (!(std::abs(deepest + height) <= 16 * frame_.error + tolerance_)) return false;
  set_bounds(-deepest, frame_.rounding, answer_);
  keep_below(prediction + tolerance_);
  return true;
}

void BoxContacts::keep_below(double limit) {
  int kept = 0;
  for (int i = 0; i < points_.count; ++i) {
    points_.x[kept] = points_.x[i];
    points_.y[kept] = points_.y[i];
    points_.z[kept] = points_.z[i];
    points_.s[kept] = points_.s[i];
    points_.t[kept] = points_.t[i];
    points_.kinds[kept] = points_.kinds[i];
    kept += points_.z[i] - height_ <= limit ? 1 : 0;
  }
  points_.count = kept;
}

// The edge of a box along `axis` that reaches farthest outward.
Feature BoxContacts::edge_of(int side, int axis, const Vec3d& outward) const {
  std::uint32_t name = 0;
  for (int i = 0; i < 3; ++i)
    if (i != axis && dot(sides_[side].linear.columns[i], outward) < 0) name |= 1u << i;
  return {FeatureKind::edge, name, name | 1u << axis};
}

BoxContact BoxContacts::cross_edges(int axis) {
  const int i = (axis - 6) / 3, j = (axis - 6) % 3;
  const Vec3d& n = answer_.normal;
  const BoxReader a = reader(0), b = reader(1);
  primitive::BoxAxis along = primitive::boxes_detail::along(a, b, n, pair_.offset);
  along.edge_a = i;
  along.edge_b = j;
  if (!primitive::find_witnesses(a, b, along, n, along.height, frame_.rounding, answer_.a, answer_.b))
    return BoxContact::unknown;
  set_bounds(along.height, frame_.rounding, answer_);
  // Where faces are nearly across the normal, or the edges nearly parallel, more than the crossing may touch.
  int axis_a, axis_b;
  const double flat = std::min(flattest(0, n, axis_a), flattest(1, n, axis_b));
  const double cosine = frame_.r[i][j];
  if (flat > primitive::kFlatFace || cosine * cosine > 1 - kBoxLeastSine * kBoxLeastSine)
    return BoxContact::axis;
  is_crossing_ = true;
  height_ = along.height;
  edges_[0] = edge_of(0, i, n);
  edges_[1] = edge_of(1, j, -n);
  points_.count = 1;
  return BoxContact::points;
}

BoxContact BoxContacts::find(const Operand& a, const Operand& b, double prediction) {
  if (!is_box(a) || !is_box(b)) return BoxContact::unknown;
  place(a, b);
  const auto is_flat = [](const Side& s) { return !(s.halves[0] > 0 && s.halves[1] > 0 && s.halves[2] > 0); };
  if (!(size_ > 0x1p-100 && size_ < 0x1p100) || is_flat(sides_[0]) || is_flat(sides_[1]))
    return BoxContact::unknown;
  answer_.iterations = 1;
  const auto is_beyond = [&](double height) {
    if (!(-height > prediction + frame_.error)) return false;
    set_bounds(height, frame_.error, answer_);
    answer_.upper = std::numeric_limits<double>::infinity();
    return true;
  };
  double heights[6];
  primitive::find_face_overlaps(frame_, heights);
  Best best{0, heights[0]};
  for (int i = 1; i < 6; ++i) {
    const bool is_lower = heights[i] < best.height;
    best.axis = is_lower ? i : best.axis;
    best.height = is_lower ? heights[i] : best.height;
  }
  if (is_beyond(best.height)) return BoxContact::none;
  const bool is_edges = find_better_edges(best);
  if (is_edges && is_beyond(best.height)) return BoxContact::none;
  if (is_edges && !(best.height > 2 * frame_.error))
    return BoxContact::unknown;  // the distance takes a search
  return find_points(best, prediction);
}

BoxContact BoxContacts::find_points(const Best& best, double prediction) {
  answer_.normal = world_axis(best.axis);
  if (best.axis >= 6) return cross_edges(best.axis);
  return clip_faces(best.axis, best.height, prediction) ? BoxContact::points : BoxContact::unknown;
}

BoxContact BoxContacts::find_along(const Operand& a, const Operand& b, int first, const KnownBoxAxis& known,
                                   double prediction) {
  const double defect = place_sides(a, b, first);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) frame_.r[i][j] = known.r[i][j];
  frame_.t = known.t;
  size_ = known.size;
  set_errors(defect);
  answer_.iterations = 1;
  return find_points({known.axis, known.height}, prediction);
}

int BoxContacts::choose(int (&chosen)[4]) const {
  double gaps[primitive::BoxPoints::kCapacity];
  for (int i = 0; i < points_.count; ++i) gaps[i] = points_.z[i];  // but for a constant
  return primitive::choose_four(points_.x, points_.y, gaps, points_.count, tolerance_, chosen);
}

// The three numbers along next(axis), previous(axis) and axis as a vector. Selected, not stored and loaded by
// index: a load of what two stores wrote has to wait for both.
Vec3d BoxContacts::along_axes(int axis, double x, double y, double z) {
  return axis == 0 ? Vec3d{z, x, y} : axis == 1 ? Vec3d{y, z, x} : Vec3d{x, y, z};
}

void BoxContacts::write_crossing(ContactPoint& out) const {
  Vec3d locals[2];
  const Vec3d* const points[2] = {&answer_.a, &answer_.b};
  for (int k = 0; k < 2; ++k)
    locals[k] = transpose_times(sides_[k].linear, *points[k] - pair_.offset * double(k)) /
                (sides_[k].scale * sides_[k].scale);
  const int first = pair_.first, second = 1 - first;
  out.point_a = to_real(pair_.origin + *points[first]);
  out.point_b = to_real(pair_.origin + *points[second]);
  out.local_a = to_real(locals[first]);
  out.local_b = to_real(locals[second]);
  out.feature_a = edges_[first];
  out.feature_b = edges_[second];
  out.gap = static_cast<Real>(-height_);
}

void BoxContacts::write(int i, ContactPoint& out) const {
  if (is_crossing_) return write_crossing(out);
  const Side &s = sides_[reference_], &o = sides_[1 - reference_];
  const double gap = points_.z[i] - height_;
  const Vec3d local = along_axes(rectangle_, points_.x[i] / s.scale, points_.y[i] / s.scale,
                                 sign_rectangle_ * s.halves[rectangle_]);
  const Vec3d across = along_axes(other_, points_.s[i] * o.halves[next(other_)],
                                  points_.t[i] * o.halves[previous(other_)], sign_other_ * o.halves[other_]);
  const Vec3d origin = reference_ == 0 ? pair_.origin : pair_.origin + pair_.offset;
  const Vec3d point = s.linear * local + origin;
  const Vec3 mine = to_real(point);
  const Vec3 its = to_real(point + answer_.normal * (reference_ == 0 ? gap : -gap));
  const bool is_negative = sign_rectangle_ < 0, is_negative_other = sign_other_ < 0;
  const primitive::BoxPointKind kind = points_.kinds[i];
  Feature of_mine = face_name(rectangle_, is_negative), of_its = face_name(other_, is_negative_other);
  if (kind.of == primitive::BoxPointKind::Of::rectangle) {
    of_mine = {FeatureKind::vertex, corner_name(rectangle_, is_negative, kind.rectangle), 0};
  } else if (kind.of == primitive::BoxPointKind::Of::other) {
    of_its = {FeatureKind::vertex, corner_name(other_, is_negative_other, kind.other), 0};
  } else {
    of_mine = edge_name(rectangle_, is_negative, kind.rectangle);
    of_its = edge_name(other_, is_negative_other, kind.other);
  }
  out.gap = static_cast<Real>(gap);
  if (reference_ == pair_.first) {  // the rectangle is the caller's a
    out.point_a = mine;
    out.point_b = its;
    out.local_a = to_real(local);
    out.local_b = to_real(across);
    out.feature_a = of_mine;
    out.feature_b = of_its;
  } else {
    out.point_a = its;
    out.point_b = mine;
    out.local_a = to_real(across);
    out.local_b = to_real(local);
    out.feature_a = of_its;
    out.feature_b = of_mine;
  }
}

}  // namespace graze::inline GRAZE_ABI
