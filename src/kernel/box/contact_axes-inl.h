// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Two boxes placed, and the axis of their contact. Numbers are those of kernel/box/frame.h and
// kernel/box/axes-inl.h, operation by operation, so that a batch and a single query take the same axis.

#if defined(GRAZE_KERNEL_BOX_CONTACT_AXES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_BOX_CONTACT_AXES_INL
#undef GRAZE_KERNEL_BOX_CONTACT_AXES_INL
#else
#define GRAZE_KERNEL_BOX_CONTACT_AXES_INL
#endif

#include <bit>

#include "kernel/box/axis.h"
#include "kernel/box/parallelepiped.h"
#include "query/contact/box_cases.h"
#include "simd/quad-inl.h"

GRAZE_LANES_BEGIN

/// One box in the world's axes.
struct PlacedBox {
  Quad x, y, z;        // lane k: coordinates of the image of axis k; the spare lane is zero
  double columns[10];  // the same, axis by axis, and what follows it
  double halves[4];    // local, and what follows them
  double scale;

  [[nodiscard]] GRAZE_LANE Vec3d column(int k) const {
    return {columns[3 * k], columns[3 * k + 1], columns[3 * k + 2]};
  }
  /// Lane k: axis k along d.
  [[nodiscard]] GRAZE_LANE Quad along(const Vec3d& d) const { return x * d.x + y * d.y + z * d.z; }
};

GRAZE_LANE void place_box(const Operand& o, PlacedBox& box) {
  // Four at a time: what follows the last column is the translation, and more sizes follow the halves.
  const Real* from = &o.placement->linear().columns[0].x;
  const Quad c0 = load_quad(from), c1 = load_quad(from + 3), c2 = load_quad(from + 6);
  box.x = c0;
  box.y = c1;
  box.z = c2;
  Quad rest(0.0);
  transpose(box.x, box.y, box.z, rest);
  store_quad(c0, box.columns);
  store_quad(c1, box.columns + 3);
  store_quad(c2, box.columns + 6);
  store_quad(load_quad(o.shape->values), box.halves);
  box.scale = double(o.placement->scale());
}

/// The pair in canonical order; numbers as in primitive::BoxFrame.
struct BoxPair {
  PlacedBox sides[2];
  int first;       // index of the operand that comes first
  Vec3d origin;    // world: the centre of the first
  Vec3d offset;    // from there to the centre of the second
  double r[3][4];  // r[i][j]: axis i of the first along axis j of the second
  double t[4], a[4], b[4];
  Quad rows[3], columns[3];  // of r
  Quad of_a, of_b;           // half extents; infinite in the spare lane
  Quad of_t;
  double size, rounding, error, tolerance;
};

GRAZE_LANE void place_box_pair(const Operand& first, const Operand& second, BoxPair& pair) {
  PlacedBox &p = pair.sides[0], &q = pair.sides[1];
  place_box(first, p);
  place_box(second, q);
  pair.origin = Vec3d(first.placement->translation());
  pair.offset = Vec3d(second.placement->translation()) - pair.origin;
  double inverse_a = 1, inverse = 1;
  if (p.scale != 1 || q.scale != 1) {
    inverse_a = 1 / p.scale;
    inverse = inverse_a / q.scale;
  }
  for (int i = 0; i < 3; ++i) {
    pair.rows[i] = q.along(p.column(i)) * inverse;
    pair.columns[i] = p.along(q.column(i)) * inverse;
    store_quad(pair.rows[i], pair.r[i]);
  }
  const Quad spare(0.0, 0.0, 0.0, std::numeric_limits<double>::infinity());
  pair.of_t = p.along(pair.offset) * inverse_a;
  pair.of_a = quad_max(load_quad(first.shape->values) * p.scale, spare);
  pair.of_b = quad_max(load_quad(second.shape->values) * q.scale, spare);
  store_quad(pair.of_t, pair.t);
  store_quad(pair.of_a, pair.a);
  store_quad(pair.of_b, pair.b);
  const double *a = pair.a, *b = pair.b, *t = pair.t;
  pair.size =
      (a[0] + a[1] + a[2]) + (b[0] + b[1] + b[2]) + (std::abs(t[0]) + std::abs(t[1]) + std::abs(t[2]));
  const double defect = double(first.placement->defect()) + double(second.placement->defect());
  pair.rounding = 16 * kDoubleEpsilon * pair.size;
  pair.error = pair.rounding + 4 * defect * pair.size;
  constexpr double kTolerance = std::max(16 * double(kEpsilon), 48 * kDoubleEpsilon);
  pair.tolerance = kTolerance * pair.size;
}

struct BoxBest {
  int axis;  // as in primitive::BoxAxisHeight
  double height;
};

/// The face along whose normal the boxes overlap least; the first of several.
GRAZE_LANE BoxBest find_best_face(const BoxPair& f) {
  const Quad* const columns = f.columns;
  const Quad* const rows = f.rows;
  const Quad by_a =
      f.of_a - quad_abs(f.of_t) +
      (quad_abs(columns[0]) * f.b[0] + quad_abs(columns[1]) * f.b[1] + quad_abs(columns[2]) * f.b[2]);
  const Quad along = rows[0] * f.t[0] + rows[1] * f.t[1] + rows[2] * f.t[2];
  const Quad by_b = f.of_b - quad_abs(along) +
                    (quad_abs(rows[0]) * f.a[0] + quad_abs(rows[1]) * f.a[1] + quad_abs(rows[2]) * f.a[2]);
  const double least = least_of(quad_min(by_a, by_b));
  const std::uint32_t found = bits_of(by_a == Quad(least)) | bits_of(by_b == Quad(least)) << 3 | 1u << 15;
  return {std::countr_zero(found), least};
}

// Edges i of a and j of b as they are, not as parts of orthonormal frames. Infinite when they are parallel.
[[gnu::noinline]] inline double overlap_along_edges(const BoxPair& f, int i, int j) {
  const Vec3d u = f.sides[0].column(i), w = f.sides[1].column(j);
  Vec3d n = cross(u, w);
  const double uu = dot(u, u);
  if (!(dot(n, n) > 1e-24 * uu * dot(w, w))) return std::numeric_limits<double>::infinity();
  n -= u * (dot(n, u) / uu);
  const auto reader = [&](int side) {
    const PlacedBox& s = f.sides[side];
    return BoxReader{{s.column(0) * s.halves[0], s.column(1) * s.halves[1], s.column(2) * s.halves[2]},
                     side == 0 ? Vec3d{} : f.offset};
  };
  const primitive::BoxAxis axis = primitive::boxes_detail::along(reader(0), reader(1), n, f.offset);
  return axis.height / std::sqrt(axis.nn);
}

/// Edge i of a with the three of b: how far the boxes overlap across them, times the sine of the angle
/// between the edges, and that sine squared.
struct EdgeRow {
  Quad overlap, squared;
};
/// What all rows read.
struct EdgeSizes {
  Quad m[3], b_next, b_previous;
  GRAZE_LANE explicit EdgeSizes(const BoxPair& f)
      : m{quad_abs(f.rows[0]), quad_abs(f.rows[1]), quad_abs(f.rows[2])},
        b_next(next_of_three(f.of_b)),
        b_previous(previous_of_three(f.of_b)) {}
};
GRAZE_LANE EdgeRow overlap_across(const BoxPair& f, const EdgeSizes& sizes, int i) {
  const int i1 = next_axis(i), i2 = previous_axis(i);
  const Quad along = f.rows[i1] * f.t[i2] - f.rows[i2] * f.t[i1];
  const Quad* const m = sizes.m;
  return {(m[i2] * f.a[i1] + m[i1] * f.a[i2]) +
              (sizes.b_next * previous_of_three(m[i]) + sizes.b_previous * next_of_three(m[i])) -
              quad_abs(along),
          f.rows[i1] * f.rows[i1] + f.rows[i2] * f.rows[i2]};
}

/// Edges only where they are better than the best face beyond what the placements' own rounding does to it.
/// Close ones, and those that are nearly parallel, are read from the placements.
GRAZE_LANE bool find_better_edges(const BoxPair& f, BoxBest& best) {
  const double close = primitive::kBoxClose * f.error, raised = best.height + close,
               limit = raised * std::abs(raised);
  constexpr double kParallel = primitive::kBoxLeastSine * primitive::kBoxLeastSine;
  const EdgeSizes sizes(f);
  double heights[3][4], squares[3][4];
  std::uint32_t candidates = 0, parallel = 0;
  for (int i = 0; i < 3; ++i) {
    const EdgeRow row = overlap_across(f, sizes, i);
    store_quad(row.overlap, heights[i]);
    store_quad(row.squared, squares[i]);
    candidates |= (bits_of(row.overlap * quad_abs(row.overlap) < row.squared * limit) & 7) << 3 * i;
    parallel |= (bits_of(row.squared <= Quad(kParallel)) & 7) << 3 * i;
  }
  BoxBest found{-1, best.height - f.error};
  for (std::uint32_t left = candidates | parallel; left != 0; left &= left - 1) {
    const int k = std::countr_zero(left), i = k / 3, j = k % 3;
    const bool is_parallel = (parallel >> k & 1) != 0;
    double height = is_parallel ? 0 : heights[i][j] / std::sqrt(squares[i][j]);
    if (!is_parallel && height > found.height + close) continue;  // as it is it would be worse, too
    if (is_parallel || height > found.height - close) height = overlap_along_edges(f, i, j);
    if (height < found.height) found = {6 + k, height};
  }
  if (found.axis < 0) return false;
  best = found;
  return true;
}

/// Faces have the cross product of their edges as normal, whatever the defect. Unit, from a to b.
GRAZE_LANE Vec3d world_axis(const BoxPair& f, int axis) {
  Vec3d n;
  if (axis < 6) {
    const PlacedBox& side = f.sides[axis < 3 ? 0 : 1];
    const int i = axis < 3 ? axis : axis - 3;
    n = cross(side.column(next_axis(i)), side.column(previous_axis(i)));
  } else {
    const Vec3d u = f.sides[0].column((axis - 6) / 3);
    n = cross(u, f.sides[1].column((axis - 6) % 3));
    n -= u * (dot(n, u) / dot(u, u));
  }
  return n * (std::copysign(1.0, dot(n, f.offset)) / length(n));
}

GRAZE_LANES_END

#endif
