// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <limits>
#include <utility>

#include "graze/base/function_ref.h"
#include "kernel/gjk/iterate.h"

// First point of a ray in C, the difference A - B grown by a ball, read through support readers. The ray is
// the set of points s * direction, s in [0, limit]; lengths are those of the working frame. Two searches:
//
//   pierce   no ball. The three support points around the line that cross it earliest, one exchanged at a
//            time: the simplex method on "least s with s * direction in the hull", columns found by support.
//            A portal in the words of [Snethen08]. Where it starts is a search in the shadow of C along the
//            direction. It is what is left of [Bergen04] when the nearest point is given up for the point on
//            the line: that point, unlike v, does not vanish at the end.
//   Advance  with a ball, in advance.h: planes across the nearest point push the ray's point on until it is
//            `radius` away from the cores; probes beyond it show that it gets inside. [Bergen04]
//
// Whatever rounding does on the way, both ends of the answer are proofs: `lower` is where the ray passes a
// plane that no point of C is beyond, `upper` a point of the ray that is a convex combination of points of C.

namespace graze::inline GRAZE_ABI::gjk {

enum class CastOutcome : std::uint8_t {
  miss,     // certain
  hit,      // certain: upper is not beyond the limit
  behind,   // certain: the line enters C before the ray starts, which is inside C or past it
  unclear,  // rounding cannot tell: the ray ends within the error of C, or (advance) passes within it
  grazing,  // pierce: the line passes the edge of C's shadow within the error, or C is as thin as that
  limit,    // max_iterations, or rounding ended it
};

struct CastTask {
  Vec3d direction;       // unit
  double limit = 0;      // s ends here; finite
  double radius = 0;     // of the ball
  double error = 0;      // what rounding may do to a support value, and to s times a cosine
  double tolerance = 0;  // the search ends once the bounds are this close, measured across the surface
  double accepted = 0;   // what was asked for, or what rounding makes of it; not less than the tolerance
  double reach = 1;      // about how far C goes from its inner point
  int max_iterations = 256;

  /// Of a line that certainly enters C at or before `upper`.
  [[nodiscard]] CastOutcome outcome_at(double upper) const {
    return upper < 0 ? CastOutcome::behind : upper <= limit ? CastOutcome::hit : CastOutcome::unclear;
  }
};

struct Cast {
  double lower = 0;     // no point of C before it
  double upper = 0;     // hit: a point of C at or before it
  double estimate = 0;  // between them, without the allowances for rounding
  Vec3d normal;         // unit, outward of C, against the direction; of the plane that gave `lower`
  Vec3d a, b;           // points of the cores
  Vec3d across;         // a - b less the ray's point: within the radius
  int count = 0;        // supports
  bool has_met_tolerance = false;
  CastOutcome outcome = CastOutcome::limit;
};

/// A point of A - B. `q` is what is left of it across the direction.
struct ColumnPoint {
  Vec3d w, q, a, b;
  std::uint32_t index_a = 0, index_b = 0;
};

/// Three points around the line, counter-clockwise seen along the direction.
struct Portal {
  ColumnPoint p[3];
};

/// Where a search starts, if anything is known, and where it ended. Nothing of it is believed.
struct CastMemory {
  Vec3d axis;  // unit, outward of C where the ray last met it, or of a plane that it passed; zero: unknown
  Portal portal;
  bool has_portal = false;
};

/// Points of C around the line prove this: within `depth` of the line, across the direction, C has
/// points in every direction that are not beyond `farthest`.
struct Anchor {
  double depth = 0;
  double farthest = 0;
  // By how much s changes when the line moves across the direction, on the portal that the crossing is on.
  double slope = std::numeric_limits<double>::infinity();
};

/// A point of C, the line's crossing with a portal from weights that are clamped to the triangle.
struct Crossing {
  double along = 0;  // the direction
  double off = 0;    // the line, at most
};

/// Sets a and b as well.
[[nodiscard]] Crossing find_crossing(const CastTask& task, const Portal& portal, Cast& out);

/// The upper bound that an anchor allows, if it is better than the one that is known. True once it is close
/// enough to the lower one.
bool bound_cast(const CastTask& task, const Crossing& crossing, const Anchor& anchor, Cast& out);

/// The disc of the portal that the crossing is on, with its slope.
[[nodiscard]] Anchor anchor_at_crossing(const Vec3d& direction, const Portal& portal);

/// A - B as the search reads it.
struct ColumnSource {
  FunctionRef<void(const Vec3d& along, ColumnPoint& p)> support;  // sets a and b
  std::uint32_t vertices;                                         // of the one that has more; zero: curved
};

/// No ball. `towards`: a point of C, best an inner one. `memory`, if not null, is read and written.
void pierce(const ColumnSource& difference, const CastTask& task, const Vec3d& towards, CastMemory* memory,
            Cast& out);
template <class A, class B>
void pierce(const Difference<A, B>& difference, const CastTask& task, const Vec3d& towards,
            CastMemory* memory, Cast& out) {
  const auto support = [&](const Vec3d& along, ColumnPoint& p) {
    p.a = difference.a.support(along, p.index_a);
    p.b = difference.b.support(-along, p.index_b);
  };
  pierce({support, std::max(difference.a.count, difference.b.count)}, task, towards, memory, out);
}

}  // namespace graze::inline GRAZE_ABI::gjk
