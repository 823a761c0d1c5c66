// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/gjk/simplex.h"

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
  r.v = p + e * t;
  r.v -=
      e * (dot(r.v, e) * inverse);  // a long edge leaves a component along itself, which would tilt the axis
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

// The faces at the newest vertex p, and the one across from it. With edges e0, e1, e2 from p to the others,
// the height of each vertex over the face across from it is the same determinant over the length of that
// face's normal.
bool in_tetrahedron(Simplex& s, Nearest& nearest, double& inner_squared) {
  const int i = s.slots[3], q0 = s.slots[0], q1 = s.slots[1], q2 = s.slots[2];
  const Vec3d p = s.w[i];
  const Vec3d e0 = s.w[q0] - p, e1 = s.w[q1] - p, e2 = s.w[q2] - p;
  const Vec3d n2 = cross(e0, e1), n0 = cross(e1, e2), n1 = cross(e2, e0);  // by the vertex across
  const double determinant = dot(n0, e0);
  const double o0 = -dot(n0, p), o1 = -dot(n1, p), o2 = -dot(n2, p);
  // Flat across a face: the height is what rounding of the determinant could leave.
  constexpr double kFlat = 8 * kDoubleEpsilon;
  const double dd = determinant * determinant;
  const double nn0 = dot(n0, n0), nn1 = dot(n1, n1), nn2 = dot(n2, n2);
  const bool is_flat = dd <= kFlat * kFlat * nn0 * dot(e0, e0) || dd <= kFlat * kFlat * nn1 * dot(e1, e1) ||
                       dd <= kFlat * kFlat * nn2 * dot(e2, e2);
  const double sign = determinant > 0 ? 1 : -1;
  const bool outside0 = is_flat || !(o0 * sign > 0), outside1 = is_flat || !(o1 * sign > 0),
             outside2 = is_flat || !(o2 * sign > 0);
  if (outside0 || outside1 || outside2) {
    Nearest candidate;
    bool found = false;
    const auto consider = [&](int j, int k, const Vec3d& u, const Vec3d& v, const Vec3d& n) {
      Nearest& target = found ? candidate : nearest;
      on_triangle(s, i, j, k, p, u, v, n, target);
      if (found && candidate.vv < nearest.vv) nearest = candidate;
      found = true;
    };
    if (outside2) consider(q0, q1, e0, e1, n2);
    if (outside0) consider(q1, q2, e1, e2, n0);
    if (outside1) consider(q2, q0, e2, e0, n1);
    return true;
  }
  const double inverse = 1 / determinant;
  const double l0 = o0 * inverse, l1 = o1 * inverse, l2 = o2 * inverse, rest = 1 - l0 - l1 - l2;
  if (!(rest > 0)) {
    on_triangle(s, q0, q1, q2, nearest);
    return true;
  }
  s.lambda[0] = l0;
  s.lambda[1] = l1;
  s.lambda[2] = l2;
  s.lambda[3] = rest;
  // Squared distances of the origin from the four faces, less what rounding may have added: none, if it could
  // be on the other side of one.
  const Vec3d n = cross(e1 - e0, e2 - e0);
  const double s0 = sum_abs(e0), s1 = sum_abs(e1), s2 = sum_abs(e2),
               unsure = 16 * kDoubleEpsilon * sum_abs(p);
  const double u0 = unsure * s1 * s2, u1 = unsure * s2 * s0, u2 = unsure * s0 * s1;
  const double u3 = u0 + u1 + u2 + 16 * kDoubleEpsilon * s0 * s1 * s2;
  const auto squared = [](double value, double doubt, double nn_of_face) {
    const double certain = std::abs(value) - doubt;
    return certain > 0 ? certain * certain / nn_of_face : 0;
  };
  const double depths[4] = {squared(o0, u0, nn0), squared(o1, u1, nn1), squared(o2, u2, nn2),
                            squared(rest * determinant, u3, dot(n, n))};
  inner_squared = depths[0];
  for (const double depth : depths) inner_squared = depth < inner_squared ? depth : inner_squared;
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
