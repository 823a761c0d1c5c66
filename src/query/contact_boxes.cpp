// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/contact_boxes.h"

#include <algorithm>
#include <bit>

#include "primitive/box_box.h"
#include "primitive/box_clip.h"
#include "primitive/boxes.h"

// Two boxes: 15 separating axes, faces before edges, then the clipped faces or the crossing of two edges.
// [Gottschalk96, Erleben05]

namespace graze::inline GRAZE_ABI {
namespace {

using primitive::BoxFace;
using primitive::BoxFrame;
using primitive::ClipPoints;

// Edges whose angle has a smaller sine are read from the placements: the orthonormal form loses too much.
constexpr double kLeastSine = 0.1;

struct Boxes {
  Mat3d linear[2];
  double scale[2];
  const Real* halves[2];
  BoxFrame frame;
  double size;
  double defect;

  [[nodiscard]] BoxReader reader(int side, const Vec3d& centre) const {
    const auto& c = linear[side].columns;
    const Real* h = halves[side];
    return {{c[0] * double(h[0]), c[1] * double(h[1]), c[2] * double(h[2])}, centre};
  }
};

void place(const PairFrame& pair, Boxes& boxes) {
  boxes.defect = 0;
  for (int side = 0; side < 2; ++side) {
    const Operand& o = pair.operands[side ^ pair.first];
    boxes.linear[side] = Mat3d(o.placement->linear());
    boxes.scale[side] = double(o.placement->scale());
    boxes.halves[side] = o.shape->values;
    boxes.defect += double(o.placement->defect());
  }
  BoxFrame& f = boxes.frame;
  const double inverse_a = 1 / boxes.scale[0], inverse = inverse_a / boxes.scale[1];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      f.r[i][j] = dot(boxes.linear[0].columns[i], boxes.linear[1].columns[j]) * inverse;
  f.t = transpose_times(boxes.linear[0], pair.offset) * inverse_a;
  const auto halves = [&](int side) {
    const Real* h = boxes.halves[side];
    return Vec3d{double(h[0]), double(h[1]), double(h[2])} * boxes.scale[side];
  };
  f.a = halves(0);
  f.b = halves(1);
  boxes.size = (f.a.x + f.a.y + f.a.z) + (f.b.x + f.b.y + f.b.z) + sum_abs(f.t);
  f.rounding = 16 * kDoubleEpsilon * boxes.size;
  f.error = f.rounding + 4 * boxes.defect * boxes.size;
}

struct Best {
  int axis;
  double height;
};

Best lowest(const double (&heights)[6]) {
  Best best{0, heights[0]};
  for (int i = 1; i < 6; ++i) {
    const bool is_lower = heights[i] < best.height;
    best.axis = is_lower ? i : best.axis;
    best.height = is_lower ? heights[i] : best.height;
  }
  return best;
}

// Edges i of a and j of b as they are, not as parts of orthonormal frames. Infinite when they are parallel.
double overlap_along_edges(const Boxes& boxes, const Vec3d& offset, int i, int j) {
  const Vec3d &u = boxes.linear[0].columns[i], &w = boxes.linear[1].columns[j];
  Vec3d n = cross(u, w);
  const double uu = dot(u, u);
  if (!(dot(n, n) > 1e-24 * uu * dot(w, w))) return std::numeric_limits<double>::infinity();
  n -= u * (dot(n, u) / uu);
  const primitive::BoxAxis axis =
      primitive::boxes_detail::along(boxes.reader(0, {}), boxes.reader(1, offset), n, offset);
  return axis.height / std::sqrt(axis.nn);
}

// Edges only where they are better than the best face beyond what the placements' own rounding does to
// either.
bool find_better_edges(const Boxes& boxes, const Vec3d& offset, Best& best) {
  const double limit = best.height - 8 * boxes.frame.error;
  primitive::ShallowEdges edges;
  primitive::find_shallow_edges(boxes.frame, limit, kLeastSine, edges);
  Best found{-1, limit};
  for (std::uint32_t left = edges.candidates | edges.parallel; left != 0; left &= left - 1) {
    const int k = std::countr_zero(left);
    const double height = (edges.parallel >> k & 1) != 0 ? overlap_along_edges(boxes, offset, k / 3, k % 3)
                                                         : edges.heights[k] / std::sqrt(edges.squares[k]);
    if (height < found.height) found = {6 + k, height};
  }
  if (found.axis < 0) return false;
  best = found;
  return true;
}

Vec3d world_axis(const Boxes& boxes, int axis) {
  const auto &a = boxes.linear[0].columns, &b = boxes.linear[1].columns;
  const int i = axis % 3, j = i == 2 ? 0 : i + 1, k = i == 0 ? 2 : i - 1;
  if (axis < 3) return normalized(cross(a[j], a[k]));
  if (axis < 6) return normalized(cross(b[j], b[k]));
  const Vec3d &u = a[(axis - 6) / 3], n = cross(u, b[i]);
  return normalized(n - u * (dot(n, u) / dot(u, u)));
}

// The face of a box across axis `k`, on the side of `outward`, in the contact frame.
BoxFace face_of(const Boxes& boxes, int side, const Vec3d& centre, int k, const Vec3d& outward,
                const ContactFrame& frame) {
  const int i = k == 2 ? 0 : k + 1, j = k == 0 ? 2 : k - 1;
  const auto& c = boxes.linear[side].columns;
  const Real* h = boxes.halves[side];
  const bool is_negative = dot(c[k], outward) < 0;
  BoxFace face;
  face.centre = frame.to(centre + c[k] * std::copysign(double(h[k]), is_negative ? -1.0 : 1.0));
  face.e = frame.to(c[i] * double(h[i]));
  face.f = frame.to(c[j] * double(h[j]));
  const std::uint32_t base = is_negative ? 1u << k : 0u, bit_i = 1u << i, bit_j = 1u << j;
  face.names[0] = base;
  face.names[1] = base | bit_i;
  face.names[2] = base | bit_i | bit_j;
  face.names[3] = base | bit_j;
  face.face = static_cast<std::uint32_t>(2 * k) + (is_negative ? 1u : 0u);
  return face;
}

int flattest_axis(const Boxes& boxes, int side, const Vec3d& n, double& cosine) {
  int best = 0;
  cosine = -1;
  for (int k = 0; k < 3; ++k) {
    const double along = std::abs(dot(boxes.linear[side].columns[k], n));
    best = along > cosine ? k : best;
    cosine = std::max(along, cosine);
  }
  cosine /= boxes.scale[side];
  return best;
}

// Along the normal of a face: that face against the one of the other box that looks back most.
void clip_faces(const Boxes& boxes, const PairFrame& pair, int axis, const Vec3d& n, double tolerance,
                ContactFrame& frame, ClipPoints& points) {
  const int side = axis < 3 ? 0 : 1, k = axis % 3, i = k == 2 ? 0 : k + 1, j = k == 0 ? 2 : k - 1;
  const auto& c = boxes.linear[side].columns;
  const double inverse = 1 / boxes.scale[side];
  frame.n = n;
  frame.u = c[i] * inverse;
  frame.v = c[j] * inverse;
  const Vec3d back = side == 0 ? pair.offset : -pair.offset;  // from this box to the other
  frame.origin = side == 0 ? Vec3d{} : pair.offset;
  const Vec3d outward = side == 0 ? n : -n;
  double cosine;
  const int other = flattest_axis(boxes, 1 - side, n, cosine);
  const BoxFace rectangle = face_of(boxes, side, {}, k, outward, frame);
  primitive::clip_box_faces(rectangle, face_of(boxes, 1 - side, back, other, -outward, frame), side == 1,
                            tolerance, points);
}

// The edge of a box along axis `k` that reaches farthest along `outward`.
Feature edge_of(const Boxes& boxes, int side, int k, const Vec3d& outward) {
  std::uint32_t name = 0;
  for (int i = 0; i < 3; ++i)
    if (i != k && dot(boxes.linear[side].columns[i], outward) < 0) name |= 1u << i;
  return {FeatureKind::edge, name, name | 1u << k};
}

void set_bounds(double height, double rounding, Answer& answer) {
  answer.lower = -height - rounding;
  answer.upper = -height + rounding;
  answer.contact = answer.lower > 0   ? Contact::apart
                   : answer.upper < 0 ? Contact::overlapping
                                      : Contact::touching;
}

BoxContact cross_edges(const Boxes& boxes, const PairFrame& pair, int axis, Answer& answer,
                       ContactFrame& frame, ClipPoints& points) {
  const int i = (axis - 6) / 3, j = (axis - 6) % 3;
  const Vec3d& n = answer.normal;
  const BoxReader a = boxes.reader(0, {}), b = boxes.reader(1, pair.offset);
  primitive::BoxAxis box_axis = primitive::boxes_detail::along(a, b, n, pair.offset);
  box_axis.edge_a = i;
  box_axis.edge_b = j;
  if (!primitive::find_witnesses(a, b, box_axis, n, box_axis.height, boxes.frame.rounding, answer.a,
                                 answer.b))
    return BoxContact::unknown;
  set_bounds(box_axis.height, boxes.frame.rounding, answer);
  double flat_a, flat_b;
  (void)flattest_axis(boxes, 0, n, flat_a);
  (void)flattest_axis(boxes, 1, n, flat_b);
  const Vec3d s = cross(boxes.linear[0].columns[i], boxes.linear[1].columns[j]);
  const double sine = boxes.scale[0] * boxes.scale[1] * kLeastSine;
  if (std::min(flat_a, flat_b) > primitive::kFlatFace || dot(s, s) < sine * sine) return BoxContact::axis;
  frame.n = n;
  primitive::make_basis(n, frame.u, frame.v);
  frame.origin = answer.a;
  points.points[0] = {0, 0, 0, 0, 0, -box_axis.height, edge_of(boxes, 0, i, n), edge_of(boxes, 1, j, -n)};
  points.count = 1;
  return BoxContact::points;
}

void set_frame(const Operand& a, const Operand& b, PairFrame& pair) {
  pair.operands[0] = a;
  pair.operands[1] = b;
  pair.first = is_out_of_order(a, b) ? 1 : 0;
  pair.unit = 1;
  pair.origin = Vec3d(pair.operands[pair.first].placement->translation());
  pair.offset = Vec3d(pair.operands[1 - pair.first].placement->translation()) - pair.origin;
}

bool is_box(const Operand& o) {
  return o.shape->kind == ShapeKind::box && o.margin == 0 && o.placement->kind() >= Affine::Kind::similarity;
}

double deepest_gap(const ClipPoints& points) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < points.count; ++i) least = std::min(least, points.points[i].gap());
  return least;
}

}  // namespace

BoxContact find_box_contacts(const Operand& a, const Operand& b, double prediction, PairFrame& pair,
                             Answer& answer, ContactFrame& frame, ClipPoints& points, double& tolerance) {
  if (!is_box(a) || !is_box(b)) return BoxContact::unknown;
  set_frame(a, b, pair);
  Boxes boxes;
  place(pair, boxes);
  const BoxFrame& f = boxes.frame;
  if (!(boxes.size > 0x1p-100 && boxes.size < 0x1p100)) return BoxContact::unknown;
  const auto is_beyond = [&](double height) {
    if (!(-height > prediction + f.error)) return false;
    set_bounds(height, f.error, answer);
    answer.upper = std::numeric_limits<double>::infinity();
    return true;
  };
  answer.iterations = 1;
  double heights[6];
  primitive::find_face_overlaps(f, heights);
  Best best = lowest(heights);
  if (is_beyond(best.height)) return BoxContact::none;
  const bool is_edges = find_better_edges(boxes, pair.offset, best);
  if (is_edges && is_beyond(best.height)) return BoxContact::none;
  if (is_edges && !(best.height > 2 * f.error))
    return BoxContact::unknown;  // the distance takes an iteration
  answer.normal = world_axis(boxes, best.axis);
  answer.normal *= std::copysign(1.0, dot(answer.normal, pair.offset));
  tolerance = std::max(16 * double(kEpsilon), 48 * kDoubleEpsilon) * boxes.size;
  if (is_edges) return cross_edges(boxes, pair, best.axis, answer, frame, points);
  clip_faces(boxes, pair, best.axis, answer.normal, tolerance, frame, points);
  // Faces that do not meet where the axis says have their shortest way elsewhere.
  const double deepest = deepest_gap(points);
  if (!(std::abs(deepest + best.height) <= 16 * f.error + tolerance)) return BoxContact::unknown;
  set_bounds(-deepest, f.rounding, answer);
  return BoxContact::points;
}

}  // namespace graze::inline GRAZE_ABI
