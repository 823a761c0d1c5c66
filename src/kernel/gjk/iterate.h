// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/gjk/simplex.h"

// GJK on the difference A - B, read through two support readers. [Bergen03 ch. 4]
//   v  point of A - B nearest to the origin, so far     w  vertex of A - B farthest against v
// One loop serves distance, intersection, common point and threshold: a query is the set of numbers at which
// it stops. Ray casts (advance.h) take its iterations one by one.

namespace graze::inline GRAZE_ABI::gjk {

/// When the iteration has answered. Distances are those of the cores, in the working frame.
struct Stop {
  double apart_above =
      std::numeric_limits<double>::infinity();  // done once the distance is certainly greater
  double meet_below = -1;                       // done once it is certainly not greater
  double relative = 1e-6;  // done once the bounds are this close, relative to | |v| - radius | + margins
  double radius = 0;       // the cores are grown by this much together
  double margins = 0;
  double error = 0;  // what rounding may do to v · w / |v|
  int max_iterations = 256;
};

enum class Outcome : std::uint8_t {
  apart,      // lower > apart_above
  near,       // upper <= meet_below
  inside,     // a tetrahedron holds the origin
  converged,  // the bounds met
  stalled,    // rounding ended it: the bounds hold, but are farther apart than was asked for
  limit,      // max_iterations
};

struct Search {
  Simplex simplex;
  Vec3d v;           // nearest point of the simplex
  double upper = 0;  // |v|
  double lower = 0;  // best of v · w / |v|; not greater than the distance but for rounding
  Vec3d axis;        // the v that gave `lower`; unit
  double inner = 0;  // inside: radius of a ball around the origin within A - B
  int count = 0;
  Outcome outcome = Outcome::limit;

  bool end(Outcome how) {
    outcome = how;
    return true;
  }
};

/// A - B of two support readers.
template <class A, class B>
struct Difference {
  const A& a;
  const B& b;
  void support_against(const Vec3d& v, Simplex& s, int slot) const {
    s.a[slot] = a.support(-v, s.index_a[slot]);
    s.b[slot] = b.support(v, s.index_b[slot]);
  }
};

inline constexpr int kIdleSteps = 16;

/// Whether w, the last vertex of the simplex, is one of the others.
[[nodiscard]] inline bool is_repeated(const Simplex& s, const Vec3d& w) {
  for (int i = 0; i + 1 < s.count; ++i)
    if (s.w[s.slots[i]] == w) return true;
  return false;
}

/// One iteration of GJK, seen from an origin that a ray cast moves on.
struct Iteration {
  Simplex& simplex;
  Vec3d v;                // nearest point of the simplex; of an empty one the direction to start in
  double vv = dot(v, v);  // |v|²
  Vec3d origin = {};
  bool is_point = simplex.count > 0;  // whether v is a point of A - B yet
  int idle = 0;                       // steps that did not shorten v
  // Last support: no point of A - B is nearer than `bound`, but for rounding.
  int slot = 0;
  Vec3d w = {};
  double length_of_v = 0, bound = 0;

  /// The vertex of A - B farthest against v.
  template <class Difference>
  void find_support(const Difference& difference) {
    slot = simplex.free_slot();
    difference.support_against(v, simplex, slot);
    w = simplex.a[slot] - simplex.b[slot] - origin;
    length_of_v = std::sqrt(vv);
    bound = dot(v, w) / length_of_v;
  }
  void keep_support() {
    simplex.w[slot] = w;
    simplex.slots[simplex.count++] = slot;
  }
  enum class Progress : std::uint8_t { nearer, none, inside };
  /// Adds that vertex: v becomes the nearest point of the simplex, and the face that has it is kept. `none`:
  /// rounding allows no more, and v stays. `inside`: four vertices hold the origin, with `inner_squared` as
  /// in find_nearest().
  Progress add_support(double& inner_squared);
  void keep_nearest(const Nearest& nearest) {
    keep_face(simplex, nearest);
    v = nearest.v;
    vv = nearest.vv;
  }
};

[[gnu::always_inline]] inline Iteration::Progress Iteration::add_support(double& inner_squared) {
  const double before = is_point ? vv : std::numeric_limits<double>::infinity();
  keep_support();
  is_point = true;
  Nearest nearest;
  if (!find_nearest(simplex, nearest, inner_squared)) return Progress::inside;
  // A vertex far off that violates v by little shortens v by less than rounding shows, and still turns it
  // the right way: a few such steps are allowed. A vertex that is there already is the end.
  if (!(nearest.vv < before) &&
      (++idle > kIdleSteps || nearest.vv > before * (1 + 16 * kDoubleEpsilon) || is_repeated(simplex, w))) {
    --simplex.count;
    return Progress::none;
  }
  keep_nearest(nearest);
  return Progress::nearer;
}

/// Whether the bounds after a support are what was asked for; sets them, and the outcome if so.
[[gnu::always_inline]] inline bool is_answered(const Stop& stop, Iteration& step, Search& search) {
  const double upper = step.length_of_v, lower = step.bound;
  if (lower > search.lower) {
    search.lower = lower;
    search.axis = step.v;
    if (lower - stop.error > stop.apart_above) {
      if (!step.is_point) {
        step.keep_support();
        search.simplex.lambda[0] = 1;
        step.v = step.w;
      }
      search.upper = length(step.v);
      return search.end(Outcome::apart);
    }
  }
  if (!step.is_point) return false;
  search.upper = upper;
  // By the bound of v itself, so that axis and nearest point belong together.
  const double gap = upper - lower, value = std::abs(upper - stop.radius) + stop.margins;
  // Bounds on both sides of contact go on to what rounding allows.
  const bool is_contested = lower - stop.error <= stop.radius && stop.radius <= upper + stop.error;
  if (gap <= stop.error || (gap <= stop.relative * value && !is_contested)) {
    search.lower = lower;
    search.axis = step.v;
    return search.end(Outcome::converged);
  }
  if (upper + stop.error <= stop.meet_below) return search.end(Outcome::near);
  return search.count >= stop.max_iterations;
}

/// Adds the support. Whether that leaves nothing to do, with the outcome; rounding may be the reason.
[[gnu::always_inline]] inline bool is_exhausted(const Stop& stop, Iteration& step, Search& search) {
  double inner_squared = 0;
  const Iteration::Progress progress = step.add_support(inner_squared);
  // Rounding must not turn a pair that an axis separates into one that meets.
  const bool is_apart = search.lower > stop.error;
  if (progress == Iteration::Progress::inside && !is_apart) {
    search.inner = std::sqrt(inner_squared);
    search.upper = 0;
    return search.end(Outcome::inside);
  }
  if (progress == Iteration::Progress::inside) --search.simplex.count;
  if (progress != Iteration::Progress::nearer) return search.end(Outcome::stalled);
  if (step.vv > stop.error * stop.error) return false;
  search.upper = std::sqrt(step.vv);  // as good as the origin itself
  return search.end(Outcome::stalled);
}

/// GJK from a fixed origin. `search.v` is where it starts: a direction when the simplex is empty (any but
/// zero), otherwise the nearest point of the simplex. A search that has a count goes on: its bound and axis
/// hold.
template <class Difference>
void iterate(const Difference& difference, const Stop& stop, Search& search) {
  Iteration step{search.simplex, search.v};
  if (search.count == 0) search.lower = -std::numeric_limits<double>::infinity();
  search.outcome = Outcome::limit;
  do {
    step.find_support(difference);
    ++search.count;
  } while (!is_answered(stop, step, search) && !is_exhausted(stop, step, search));
  search.v = step.v;
  search.axis = search.axis / length(search.axis);
}

/// Weighted sum of the simplex's points of A or of B.
[[nodiscard]] inline Vec3d combine(const Simplex& s, const Vec3d (&points)[4]) {
  Vec3d sum;
  for (int i = 0; i < s.count; ++i) sum += points[s.slots[i]] * s.lambda[i];
  return sum;
}

}  // namespace graze::inline GRAZE_ABI::gjk
