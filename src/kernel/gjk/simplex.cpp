// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/gjk/simplex.h"

#include "kernel/gjk/simplex-inl.h"

namespace graze::inline GRAZE_ABI::gjk {
namespace {

[[gnu::always_inline]] inline void at_vertex(const Simplex& s, int i, Nearest& r) {
  r.v = s.w[i];
  r.vv = dot(r.v, r.v);
  r.count = 1;
  r.slots[0] = i;
  r.lambda[0] = 1;
}

[[gnu::always_inline]] inline void on_edge(const Simplex& s, int i, int j, Nearest& r) {
  const Vec3d& p = s.w[i];
  const Vec3d e = s.w[j] - p;
  const double ee = dot(e, e), along = -dot(p, e);
  if (!(along > 0)) return at_vertex(s, i, r);
  if (!(along < ee)) return at_vertex(s, j, r);
  const double inverse = 1 / ee, t = along * inverse;
  r.v = one_lane::nearest_on_line(p, e, t, inverse);
  r.vv = dot(r.v, r.v);
  r.count = 2;
  r.slots[0] = i;
  r.slots[1] = j;
  r.lambda[0] = 1 - t;
  r.lambda[1] = t;
}

void on_edge_if_nearer(const Simplex& s, int i, int j, Nearest& best) {
  Nearest r;
  on_edge(s, i, j, r);
  if (r.vv < best.vv) best = r;
}

// Nearest point of the triangle (i, j, k) with p = w[i], edges e1 to j and e2 to k, and n = e1 x e2.
[[gnu::always_inline]] inline void on_triangle(const Simplex& s, int i, int j, int k, const Vec3d& p,
                                               const Vec3d& e1, const Vec3d& e2, Vec3d n, Nearest& r) {
  const Vec3d e3 = e2 - e1;
  const double l1 = dot(e1, e1), l2 = dot(e2, e2), l3 = dot(e3, e3);
  // The cross product of the two shortest edges loses the least; it matters when the third is far shorter
  // than those at i. All choices have the same orientation.
  if (l3 * 16 < l1 && l3 * 16 < l2) {
    const Vec3d short_edge = s.w[k] - s.w[j];
    n = l1 < l2 ? cross(e1, short_edge) : cross(e2, short_edge);
  }
  double nn = dot(n, n);
  if (nn < 1e-6 * l1 * l2) {  // a sliver: what rounding left along its longest edge would tilt the axis most
    const bool third = l3 >= l1 && l3 >= l2;
    const Vec3d& longest = third ? e3 : l1 >= l2 ? e1 : e2;
    n -= longest * (dot(n, longest) / (third ? l3 : l1 >= l2 ? l1 : l2));
    nn = dot(n, n);
  }
  // Weights of j and k: signed areas of the triangles that the origin's projection forms with the edges at i.
  const Vec3d pn = cross(p, n);
  const double wj = dot(pn, e2), wk = -dot(pn, e1);
  const double wi = nn - wj - wk;
  if (wi > 0 && wj > 0 && wk > 0) {
    const double inverse = 1 / nn;
    r.v = n * (dot(n, p) * inverse);
    r.vv = dot(r.v, r.v);
    r.count = 3;
    r.slots[0] = i;
    r.slots[1] = j;
    r.slots[2] = k;
    r.lambda[0] = wi * inverse;
    r.lambda[1] = wj * inverse;
    r.lambda[2] = wk * inverse;
    return;
  }
  // Outside: on one of the edges that the signs name. A degenerate triangle names all of them.
  if (!(wk > 0)) {
    on_edge(s, i, j, r);
    if (!(wj > 0)) on_edge_if_nearer(s, i, k, r);
    if (!(wi > 0)) on_edge_if_nearer(s, j, k, r);
  } else if (!(wj > 0)) {
    on_edge(s, i, k, r);
    if (!(wi > 0)) on_edge_if_nearer(s, j, k, r);
  } else {
    on_edge(s, j, k, r);
  }
}

void on_triangle(const Simplex& s, int i, int j, int k, Nearest& r) {
  const Vec3d p = s.w[i], e1 = s.w[j] - p, e2 = s.w[k] - p;
  on_triangle(s, i, j, k, p, e1, e2, cross(e1, e2), r);
}

// Flat across a face: the height is what rounding of the determinant could leave.
bool is_flat(const one_lane::Tetrahedron<double, Vec3d>& t) {
  constexpr double kFlat = 8 * kDoubleEpsilon;
  const double dd = t.determinant * t.determinant;
  // No normal is longer than the edges that it is the product of, as most see at once.
  const double all = dot(t.e[0], t.e[0]) * dot(t.e[1], t.e[1]) * dot(t.e[2], t.e[2]);
  if (dd > 2 * kFlat * kFlat * all) return false;
  for (int i = 0; i < 3; ++i)
    if (dd <= kFlat * kFlat * dot(t.n[i], t.n[i]) * dot(t.e[i], t.e[i])) return true;
  return false;
}

// From the newest vertex.
bool in_tetrahedron(Simplex& s, Nearest& nearest, double& inner_squared) {
  const int* const q = s.slots;
  const Vec3d p = s.w[q[3]];
  one_lane::Tetrahedron<double, Vec3d> t(p, s.w[q[0]] - p, s.w[q[1]] - p, s.w[q[2]] - p, 0);
  const double sign = is_flat(t) ? 0 : t.determinant > 0 ? 1 : -1;
  Nearest candidate;
  bool is_outside = false;
  for (const int across : {2, 0, 1}) {
    if (t.across[across] * sign > 0) continue;
    const int j = across == 2 ? 0 : across + 1, k = 3 - across - j;
    Nearest& target = is_outside ? candidate : nearest;
    on_triangle(s, q[3], q[j], q[k], p, t.e[j], t.e[k], t.n[across], target);
    if (is_outside && candidate.vv < nearest.vv) nearest = candidate;
    is_outside = true;
  }
  if (is_outside) return true;
  t.set_weights();
  if (!(t.rest > 0)) {
    on_triangle(s, q[0], q[1], q[2], nearest);
    return true;
  }
  for (int i = 0; i < 3; ++i) s.lambda[i] = t.weights[i];
  s.lambda[3] = t.rest;
  inner_squared = t.inner_squared();
  return false;
}

}  // namespace

Nearest nearest_on_triangle(const Simplex& s, int i, int j, int k) {
  Nearest nearest;
  on_triangle(s, i, j, k, nearest);
  return nearest;
}

bool find_nearest(Simplex& s, Nearest& nearest, double& inner_squared) {
  switch (s.count) {
    case 1:
      at_vertex(s, s.slots[0], nearest);
      return true;
    case 2:
      on_edge(s, s.slots[1], s.slots[0], nearest);
      return true;
    case 3:
      on_triangle(s, s.slots[2], s.slots[0], s.slots[1], nearest);
      return true;
    default:
      return in_tetrahedron(s, nearest, inner_squared);
  }
}

}  // namespace graze::inline GRAZE_ABI::gjk
