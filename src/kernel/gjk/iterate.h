// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/gjk/simplex.h"

// GJK on the difference A - B, read through two support readers. [Bergen03 ch. 4]
//   v  point of A - B nearest to the origin, so far     w  vertex of A - B farthest against v
// One loop serves distance, intersection, common point and threshold: a query is the set of numbers at which
// it stops.

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
[[nodiscard]] inline bool is_known(const Simplex& s, const Vec3d& w) {
  for (int i = 0; i + 1 < s.count; ++i)
    if (s.w[s.slots[i]] == w) return true;
  return false;
}

/// The only GJK loop. `search.v` is where it starts: a direction when the simplex is empty (any but zero),
/// otherwise the nearest point of the simplex. A search that has a count goes on: its bound and axis hold.
template <class Difference>
void iterate(const Difference& difference, const Stop& stop, Search& search) {
  Simplex& s = search.simplex;
  Vec3d v = search.v;
  double vv = dot(v, v);
  bool known = s.count > 0;  // whether v is a point of A - B yet
  int idle = 0;
  if (search.count == 0) search.lower = -std::numeric_limits<double>::infinity();
  search.outcome = Outcome::limit;
  for (;;) {
    const int slot = s.free_slot();
    difference.support_against(v, s, slot);
    const Vec3d w = s.a[slot] - s.b[slot];
    ++search.count;
    const double length_of_v = std::sqrt(vv), own = dot(v, w) / length_of_v;
    if (own > search.lower) {
      search.lower = own;
      search.axis = v;
      if (own - stop.error > stop.apart_above) {
        search.outcome = Outcome::apart;
        if (!known) {
          s.w[slot] = w;
          s.slots[0] = slot;
          s.lambda[0] = 1;
          s.count = 1;
          v = w;
        }
        search.upper = length(v);
        break;
      }
    }
    if (known) {
      search.upper = length_of_v;
      // By the bound of v itself, so that axis and nearest point belong together.
      const double gap = length_of_v - own;
      // Bounds on both sides of contact go on to what rounding allows.
      const bool is_contested = own - stop.error <= stop.radius && stop.radius <= length_of_v + stop.error;
      const double value = std::abs(length_of_v - stop.radius) + stop.margins;
      if (gap <= stop.error || (gap <= stop.relative * value && !is_contested)) {
        search.lower = own;
        search.axis = v;
        search.outcome = Outcome::converged;
        break;
      }
      if (length_of_v + stop.error <= stop.meet_below) {
        search.outcome = Outcome::near;
        break;
      }
      if (search.count >= stop.max_iterations) break;
    }
    s.w[slot] = w;
    s.slots[s.count++] = slot;
    Nearest nearest;
    double inner_squared = 0;
    if (!find_nearest(s, nearest, inner_squared)) {
      // Rounding must not turn a pair that an axis separates into one that meets.
      if (search.lower > stop.error) {
        --s.count;
        search.outcome = Outcome::stalled;
        break;
      }
      search.inner = std::sqrt(inner_squared);
      search.upper = 0;
      search.outcome = Outcome::inside;
      break;
    }
    // A vertex far off that violates v by little shortens v by less than rounding shows, and still turns it
    // the right way: a few such steps are allowed. A vertex that is there already is the end.
    if (known && !(nearest.vv < vv) &&
        (++idle > kIdleSteps || nearest.vv > vv * (1 + 16 * kDoubleEpsilon) || is_known(s, w))) {
      --s.count;  // no progress: keep the face we had
      search.outcome = Outcome::stalled;
      break;
    }
    keep_face(s, nearest);
    v = nearest.v;
    vv = nearest.vv;
    known = true;
    if (!(vv > stop.error * stop.error)) {  // as good as the origin itself
      search.upper = std::sqrt(vv);
      search.outcome = Outcome::stalled;
      break;
    }
  }
  search.v = v;
  search.axis = search.axis / length(search.axis);
}

/// Weighted sum of the simplex's points of A or of B.
[[nodiscard]] inline Vec3d combine(const Simplex& s, const Vec3d (&points)[4]) {
  Vec3d sum;
  for (int i = 0; i < s.count; ++i) sum += points[s.slots[i]] * s.lambda[i];
  return sum;
}

}  // namespace graze::inline GRAZE_ABI::gjk
