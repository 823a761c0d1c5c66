// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Pieces of the reference solvers: corners of A - B, the point of a simplex that is nearest to the origin,
// and certified distances of triangles from the origin.

#include "operand.h"

namespace graze::test {

/// A point w of A - B, and the direction d whose support it is: s_A(d) - s_B(-d).
template <class T>
struct Corner {
  V3<T> w, d;
};

template <class T>
Corner<T> corner_along(const PairModel<T>& model, const V3<T>& d) {
  return {model.a.point(d) - model.b.point(-d), d};
}

/// Up to four corners and the convex combination v of them that is nearest to the origin.
template <class T>
struct Simplex {
  Corner<T> corners[4];
  T weights[4] = {};
  int count = 0;
  V3<T> v;
  T squared{0};  // |v|^2

  V3<T> edge(int i) const { return corners[i].w - corners[count - 1].w; }
};

/// Tries the face of `s` spanned by its last corner and the `chosen` others (with their weights; the last
/// corner has the rest). Keeps it in `best` if it is nearer.
template <class T>
void consider(const Simplex<T>& s, const int* chosen, const T* weights, int n, Simplex<T>& best) {
  T rest(1);
  V3<T> v = s.corners[s.count - 1].w;
  for (int k = 0; k < n; ++k) {
    if (!(weights[k] >= T(0))) return;
    rest = rest - weights[k];
    v = v + s.edge(chosen[k]) * weights[k];
  }
  if (!(rest >= T(0))) return;
  const T squared = dot(v, v);
  if (best.count != 0 && !(squared < best.squared)) return;
  best.count = n + 1;
  for (int k = 0; k < n; ++k) best.corners[k] = s.corners[chosen[k]], best.weights[k] = weights[k];
  best.corners[n] = s.corners[s.count - 1];
  best.weights[n] = rest;
  best.v = v;
  best.squared = squared;
}

template <class T>
void consider_edge(const Simplex<T>& s, int i, Simplex<T>& best) {
  const V3<T> e = s.edge(i);
  const T ee = dot(e, e);
  if (!(ee > T(0))) return;
  const T weight = -dot(s.corners[s.count - 1].w, e) / ee;
  consider(s, &i, &weight, 1, best);
}

template <class T>
void consider_triangle(const Simplex<T>& s, int i, int j, Simplex<T>& best) {
  const V3<T> e = s.edge(i), f = s.edge(j), o = s.corners[s.count - 1].w;
  const V3<T> n = cross(e, f);
  const T nn = dot(n, n);
  if (!(nn > T(0))) return;
  // The foot of the origin is o + x e + y f; areas of the sub-triangles over n.
  const T weights[2] = {dot(cross(f, o), n) / nn, dot(cross(o, e), n) / nn};
  const int chosen[2] = {i, j};
  consider(s, chosen, weights, 2, best);
}

template <class T>
void consider_tetrahedron(const Simplex<T>& s, Simplex<T>& best) {
  const V3<T> e = s.edge(0), f = s.edge(1), g = s.edge(2), o = s.corners[3].w;
  const T volume = dot(e, cross(f, g));
  if (!(magnitude_of(volume) > T(0))) return;
  const T weights[3] = {-dot(o, cross(f, g)) / volume, -dot(e, cross(o, g)) / volume,
                        -dot(e, cross(f, o)) / volume};
  const int chosen[3] = {0, 1, 2};
  consider(s, chosen, weights, 3, best);
}

/// The face nearest to the origin among those that contain the last corner [GJK: no other can be].
template <class T>
Simplex<T> nearest_face(const Simplex<T>& s) {
  Simplex<T> best;
  const int n = s.count - 1;
  consider(s, nullptr, static_cast<const T*>(nullptr), 0, best);
  for (int i = 0; i < n; ++i) consider_edge(s, i, best);
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) consider_triangle(s, i, j, best);
  if (n == 3) consider_tetrahedron(s, best);
  return best;
}

/// Distance of the origin from the segment.
template <class T>
T segment_distance(const V3<T>& a, const V3<T>& b) {
  const V3<T> e = b - a;
  const T ee = dot(e, e), along = -dot(a, e);
  if (!(along > T(0))) return length(a);
  if (!(along < ee)) return length(b);
  return length(a + e * (along / ee));
}

/// A triangle seen from the origin.
template <class T>
struct Facet {
  V3<T> normal;  // not unit
  T plane{0};    // signed distance of its plane
  T lower{0};    // the triangle is no nearer than this, roundings counted; negative if the origin is outside
};

template <class T>
Facet<T> facet_of(V3<T> a, V3<T> b, V3<T> c) {
  constexpr double u = Number<T>::kRoundoff;
  T ab = length(b - a), bc = length(c - b), ca = length(a - c);
  const T perimeter = ab + bc + ca;
  // The two shortest edges give the normal with the least error: 9 u |e| |f|.
  while (ab > bc || ca > bc) {
    const V3<T> t = a;
    a = b, b = c, c = t;
    const T l = ab;
    ab = bc, bc = ca, ca = l;
  }
  Facet<T> facet;
  facet.normal = cross(b - a, c - a);
  const T area = length(facet.normal), away = length(a);
  const T nearest_edge =
      -larger(-segment_distance(a, b), larger(-segment_distance(b, c), -segment_distance(c, a)));
  const T farthest = larger(away, larger(length(b), length(c)));
  // A point of a triangle is no farther from its edges than the radius of the inscribed circle.
  const T by_edges = nearest_edge - (perimeter > T(0) ? area / perimeter : T(0)) - T(16 * u) * farthest;
  facet.lower = by_edges;
  if (area > T(0)) {
    facet.plane = dot(facet.normal, a) / area;
    const T error = (T(32 * u) * ab * ca / area + T(16 * u)) * away;
    if (facet.plane < -error)
      facet.lower = facet.plane;
    else
      facet.lower = larger(by_edges, facet.plane - error);
  }
  return facet;
}

}  // namespace graze::test
