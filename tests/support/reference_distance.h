// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// The checker's own Gilbert-Johnson-Keerthi iteration. Only its two bounds are trusted, and they hold
// whatever the iteration does: `lower` is read off a separating plane, `upper` off a convex combination of
// points of A - B.

#include "reference_simplex.h"

namespace graze::test {

/// Goal of a run about the separation of the cores. It ends when [lower, upper] is inside [least,
/// most], or when it is certain that the separation is outside of it.
template <class T>
struct Goal {
  T least, most;
};

template <class T>
struct Separated {
  T lower, upper;  // certified bounds of the separation of the cores
  V3<T> axis;      // from a to b; attains `lower`
  Simplex<T> simplex;
  bool contains_origin = false;  // the simplex does, up to rounding
  int iterations = 0;
};

template <class T>
bool is_answered(const Goal<T>& goal, const T& lower, const T& upper) {
  return (lower >= goal.least && upper <= goal.most) || lower > goal.most || upper < goal.least;
}

/// Raises `run.lower` by the plane across `v` that supports the corner w.
template <class T>
void use_plane(const PairModel<T>& model, const V3<T>& v, const V3<T>& w, Separated<T>& run) {
  const T norm = length(v);
  if (!(norm > T(0))) return;
  const T gap = dot(v, w) / norm;
  // |d . s(d) - h(d)| <= 3 error |d|: one for the value, one for the point, one for the choice.
  const T certain = gap - T(4 * model.error()) - T(16 * Number<T>::kRoundoff) * magnitude_of(gap);
  if (!(certain > run.lower)) return;
  run.lower = certain;
  run.axis = -v;
}

/// Radius of a ball around the origin that is certainly in the tetrahedron, or a value below zero.
template <class T>
T ball_inside(const Simplex<T>& s, double error) {
  const V3<T>&a = s.corners[0].w, &b = s.corners[1].w, &c = s.corners[2].w, &d = s.corners[3].w;
  const bool is_right_handed = dot(cross(b - a, c - a), d - a) < T(0);
  const V3<T>&e = is_right_handed ? b : c, &f = is_right_handed ? c : b;
  T nearest = T(1e300);
  for (const Facet<T>& facet : {facet_of(a, e, f), facet_of(a, d, e), facet_of(e, d, f), facet_of(f, d, a)})
    nearest = -larger(-nearest, facet.plane > T(0) ? -facet.lower : T(1));
  return nearest - T(2 * error);
}

/// `start`: any guess of the direction from a to b.
template <class T>
Separated<T> separate(const PairModel<T>& model, const V3<T>& start, const Goal<T>& goal,
                      int max_iterations) {
  Separated<T> run;
  run.lower = T(-1e300), run.upper = T(1e300);
  V3<T> v = dot(start, start) > T(0) ? -start : V3<T>(T(1), T(0), T(0));
  Simplex<T>& s = run.simplex;
  for (; run.iterations < max_iterations; ++run.iterations) {
    const Corner<T> corner = corner_along(model, -v);
    use_plane(model, v, corner.w, run);
    if (is_answered(goal, run.lower, run.upper)) break;
    for (int i = 0; i < s.count; ++i)
      if (length(s.corners[i].w - corner.w) <= T(0)) return run;  // nothing beyond what is known
    Simplex<T> grown = s;
    grown.corners[grown.count++] = corner;
    const Simplex<T> nearest = nearest_face(grown);
    if (s.count != 0 && !(nearest.squared < s.squared)) break;  // no progress: rounding
    s = nearest;
    run.upper = length(s.v) * (T(1) + T(8 * Number<T>::kRoundoff)) + T(2 * model.error());
    run.contains_origin = s.count == 4 || s.squared <= T(0);
    if (s.count == 4) {
      const T ball = ball_inside(s, model.error());
      if (ball > T(0)) run.upper = -ball;
    }
    if (run.contains_origin || is_answered(goal, run.lower, run.upper)) break;
    v = s.v;
  }
  return run;
}

}  // namespace graze::test
