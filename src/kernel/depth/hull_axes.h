// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "hull/topology.h"
#include "kernel/depth/result.h"
#include "shape/core/reader.h"

// Depth of two small hulls by separating axes. All faces are tried; how far the vertices of one hull lie
// below the faces of the other then bounds the height of every facet that an edge can take part in, and
// decides which pairs of edges span one. [Gregorius13] Few edges are left, and few pairs of them.

namespace graze::inline GRAZE_ABI::depth {

/// A small hull, with the exact topology that make_hull() gave it, in its place.
struct PlacedHull {
  const SmallHull& small;
  const HullTopology& topology;  // the exact one
  const VertexReader& reader;
};

/// `error`: what rounding may do to a support value; `size`: no two points of the pair are farther apart.
/// False when rounding could decide, when the hulls do not overlap by more than that, and when no point of
/// the nearest facet that is easy to find is the nearest.
[[nodiscard]] bool find_hull_depth(const PlacedHull& a, const PlacedHull& b, double error, double size,
                                   Depth& depth);

}  // namespace graze::inline GRAZE_ABI::depth
