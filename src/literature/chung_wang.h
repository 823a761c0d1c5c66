// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/depth/expand.h"
#include "kernel/gjk/simplex.h"

// The separating-vector search of Chung and Wang for polytopes. [Chung96, Bergen03 §4.2.1]
//   s  the axis tried, unit, from A to B      m  vertex of B - A farthest against s      r  m / |m|
// An axis that does not separate is reflected in the plane across r. The vertices met so far must lie in one
// half-space through the origin, or the polytopes collide; a vertex that is met again sends the search to the
// pole of that half-space, where either the pole separates or the vertex is new: so it ends. What the paper
// decides by a comparison with zero is decided here outside of what rounding can do.

namespace graze::inline GRAZE_ABI::gjk {

using depth::DifferenceSupport;
using depth::DifferenceVertex;

/// Vertices that a search keeps; no search takes more steps.
inline constexpr int kChungWangSteps = 512;

struct ChungWangStop {
  double error = 0;  // what rounding may do to a support value
  int max_iterations = 256;
};

enum class ChungWangOutcome : std::uint8_t {
  apart,        // the axis separates by more than the error
  overlapping,  // the simplex holds a ball around the origin that is larger than the error
  unclear,      // rounding ended it
  limit,        // max_iterations
};

struct ChungWang {
  Vec3d axis;       // the last that was tried
  double gap = 0;   // of A and B along it; negative: they overlap
  Simplex simplex;  // overlapping: four vertices of A - B with the weights of the origin
  int count = 0;    // axes tried
  int repeats = 0;  // vertices met again
  ChungWangOutcome outcome = ChungWangOutcome::limit;
};

/// `start` is unit. Not for curved shapes: only finitely many vertices make it end.
[[nodiscard]] ChungWang chung_wang(DifferenceSupport support, const Vec3d& start, const ChungWangStop& stop);

/// Radius of a ball around the origin that is certainly within the tetrahedron of s, whatever rounding did;
/// zero or less when there is none to be sure of. Sets the weights of the origin.
[[nodiscard]] double certain_ball(Simplex& s);

}  // namespace graze::inline GRAZE_ABI::gjk
