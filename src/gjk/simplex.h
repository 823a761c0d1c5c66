// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "math/rounding.h"

// The point of a simplex nearest to the origin, and the smallest face that holds it: the sub-algorithm of
// GJK. It is solved by Voronoi regions of faces and edges rather than by Johnson's recursion, with the
// numerical care of docs/numerics.md: normals from the two shortest edges, v projected onto the normal rather
// than summed from the weights.

namespace graze::inline GRAZE_ABI::gjk {

/// Up to four vertices w = a - b of the difference A - B, kept in fixed slots; `slots` lists those in use.
struct Simplex {
  Vec3d w[4], a[4], b[4];
  std::uint32_t index_a[4], index_b[4];
  double lambda[4];  // weights of the nearest point, by position in `slots`
  int slots[4];
  int count = 0;

  [[nodiscard]] int free_slot() const {
    unsigned used = 0;
    for (int i = 0; i < count; ++i) used |= 1u << slots[i];
    for (int s = 0; s < 3; ++s)
      if ((used >> s & 1u) == 0) return s;
    return 3;
  }
};

/// A face of the simplex with the nearest point v of its affine hull, which lies inside the face.
struct Nearest {
  Vec3d v;
  double vv = 0;  // |v|²
  double lambda[3];
  int slots[3];
  int count = 0;
};

namespace simplex_detail {

[[nodiscard]] inline Nearest at_vertex(const Simplex& s, int i) {
  Nearest r;
  r.v = s.w[i];
  r.vv = dot(r.v, r.v);
  r.count = 1;
  r.slots[0] = i;
  r.lambda[0] = 1;
  return r;
}

[[nodiscard]] inline Nearest on_edge(const Simplex& s, int i, int j) {
  const Vec3d& p = s.w[i];
  const Vec3d e = s.w[j] - p;
  const double ee = dot(e, e), along = -dot(p, e);
  if (!(along > 0)) return at_vertex(s, i);
  if (!(along < ee)) return at_vertex(s, j);
  const double inverse = 1 / ee, t = along * inverse;
  Nearest r;
  r.v = p + e * t;
  r.v -=
      e * (dot(r.v, e) * inverse);  // a long edge leaves a component along itself, which would tilt the axis
  r.vv = dot(r.v, r.v);
  r.count = 2;
  r.slots[0] = i;
  r.slots[1] = j;
  r.lambda[0] = 1 - t;
  r.lambda[1] = t;
  return r;
}

inline void keep_nearer(Nearest& best, const Nearest& other) {
  if (other.vv < best.vv) best = other;
}

[[nodiscard]] inline Nearest on_triangle(const Simplex& s, int i, int j, int k) {
  const Vec3d& p = s.w[i];
  const Vec3d e1 = s.w[j] - p, e2 = s.w[k] - p, e3 = s.w[k] - s.w[j];
  const double l1 = dot(e1, e1), l2 = dot(e2, e2), l3 = dot(e3, e3);
  // The cross product of the two shortest edges loses the least. All three choices have the same orientation.
  const Vec3d n = l3 >= l1 && l3 >= l2 ? cross(e1, e2) : l2 >= l1 ? cross(e1, e3) : cross(e2, e3);
  const double nn = dot(n, n);
  // Weights of j and k: signed areas of the triangles that the origin's projection forms with the edges at i.
  const double wj = dot(cross(e2, n), -p), wk = dot(cross(n, e1), -p);
  const double wi = nn - wj - wk;
  if (wi > 0 && wj > 0 && wk > 0) {
    const double inverse = 1 / nn;
    Nearest r;
    r.v = n * (dot(n, p) * inverse);
    r.vv = dot(r.v, r.v);
    r.count = 3;
    r.slots[0] = i;
    r.slots[1] = j;
    r.slots[2] = k;
    r.lambda[0] = wi * inverse;
    r.lambda[1] = wj * inverse;
    r.lambda[2] = wk * inverse;
    return r;
  }
  // Outside: on one of the edges that the signs name. A degenerate triangle names all of them.
  Nearest best = at_vertex(s, i);
  if (!(wk > 0)) keep_nearer(best, on_edge(s, i, j));
  if (!(wj > 0)) keep_nearer(best, on_edge(s, i, k));
  if (!(wi > 0)) keep_nearer(best, on_edge(s, j, k));
  return best;
}

// Which side of the face (i, j, k) the origin is on, with the vertex `opposite` as inside.
struct Side {
  double height;    // of the opposite vertex above the face, times |normal|
  double origin;    // of the origin, times |normal|
  double nn;        // |normal|²
  bool is_outside;  // the origin is outside, on the face, or the tetrahedron is flat across it
};

[[nodiscard]] inline Side side_of(const Simplex& s, int i, int j, int k, int opposite) {
  const Vec3d& p = s.w[i];
  const Vec3d n = cross(s.w[j] - p, s.w[k] - p);
  const Vec3d e = s.w[opposite] - p;
  Side side;
  side.height = dot(n, e);
  side.origin = -dot(n, p);
  side.nn = dot(n, n);
  constexpr double kFlat = 8 * kDoubleEpsilon;
  const bool flat = side.height * side.height <= kFlat * kFlat * side.nn * dot(e, e);
  side.is_outside = flat || !(side.height > 0 ? side.origin > 0 : side.origin < 0);
  return side;
}

}  // namespace simplex_detail

/// Nearest point after a vertex was added in the last slot of the list. Returns false, with weights in
/// s.lambda and the squared radius of a ball around the origin that fits into the simplex in `inner_squared`,
/// when a tetrahedron holds the origin; otherwise `nearest` is the face to keep.
[[nodiscard]] inline bool find_nearest(Simplex& s, Nearest& nearest, double& inner_squared) {
  using namespace simplex_detail;
  switch (s.count) {
    case 1:
      nearest = at_vertex(s, s.slots[0]);
      return true;
    case 2:
      nearest = on_edge(s, s.slots[1], s.slots[0]);
      return true;
    case 3:
      nearest = on_triangle(s, s.slots[2], s.slots[0], s.slots[1]);
      return true;
    default:
      break;
  }
  const int p = s.slots[3], q[3] = {s.slots[0], s.slots[1], s.slots[2]};
  bool found = false;
  double inner = 0, rest = 1, lambda[3];
  for (int f = 0; f < 3; ++f) {
    const int i = q[f], j = q[(f + 1) % 3], opposite = q[(f + 2) % 3];
    const Side side = side_of(s, p, i, j, opposite);
    if (side.is_outside) {
      const Nearest candidate = on_triangle(s, p, i, j);
      if (!found || candidate.vv < nearest.vv) nearest = candidate;
      found = true;
    } else {
      const double depth = side.origin * side.origin / side.nn;
      if (f == 0 || depth < inner) inner = depth;
      lambda[(f + 2) % 3] = side.origin / side.height;
      rest -= lambda[(f + 2) % 3];
    }
  }
  if (found) return true;
  const Side base = side_of(s, q[0], q[1], q[2], p);
  if (base.is_outside || !(rest > 0)) {
    nearest = on_triangle(s, q[0], q[1], q[2]);
    return true;
  }
  for (int i = 0; i < 3; ++i) s.lambda[i] = lambda[i];
  s.lambda[3] = rest;
  const double depth = base.origin * base.origin / base.nn;
  inner_squared = depth < inner ? depth : inner;
  return false;
}

/// Weights of a small triangle far from the origin carry a rounding error of its distance over its size. One step of
/// refinement on what they leave of v removes it.
inline void refine_weights(const Vec3d& w0, const Vec3d& w1, const Vec3d& w2, const Vec3d& v, double (&lambda)[4]) {
  const Vec3d e1 = w1 - w0, e2 = w2 - w0, n = cross(e1, e2);
  const double nn = dot(n, n);
  const Vec3d left = v - (w0 * lambda[0] + w1 * lambda[1] + w2 * lambda[2]);
  const double d1 = dot(cross(e2, n), left) / nn, d2 = dot(cross(n, e1), left) / nn;
  double refined[3] = {lambda[0] - d1 - d2, lambda[1] + d1, lambda[2] + d2};
  double sum = 0;
  for (double& x : refined) {
    x = x > 0 ? x : 0;  // NaN, of a triangle without area, goes the same way
    sum += x;
  }
  if (!(sum > 0.5 && sum < 2)) return;
  for (int i = 0; i < 3; ++i) lambda[i] = refined[i] / sum;
}

inline void keep_face(Simplex& s, const Nearest& nearest) {
  s.count = nearest.count;
  for (int i = 0; i < nearest.count; ++i) {
    s.slots[i] = nearest.slots[i];
    s.lambda[i] = nearest.lambda[i];
  }
}

}  // namespace graze::inline GRAZE_ABI::gjk
