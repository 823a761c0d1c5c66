// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "hull/topology.h"
#include "kernel/depth/sat.h"
#include "shape/core/reader.h"

// Depth of two small hulls by separating axes. All faces are tried; how far the vertices of one hull lie
// below the faces of the other then bounds the height of every facet that an edge can take part in, and
// decides which pairs of edges span one. [Gregorius13] Few edges are left, and few pairs of them.

namespace graze::inline GRAZE_ABI::primitive {

/// Depth of the origin inside A - B: min over unit n of max over w of n · w lies in [lower, upper], but for
/// the error of a support value.
struct SatDepth {
  double lower = 0, upper = 0;
  Vec3d normal;  // unit, from a to b: the supporting plane normal · w = upper
  Vec3d a, b;    // points of A and B, a - b is about upper * normal
};

/// A small hull as make_hull() built it, and where it is.
struct SatSmallHull {
  const SmallHull& small;
  const HullTopology& topology;  // the exact one
  const VertexReader& reader;
};

/// `error`: what rounding may do to a support value; `size`: no two points of the pair are farther apart.
/// False when rounding could decide, when the hulls do not overlap by more than that, and when no point of
/// the nearest facet that is easy to find is the nearest.
[[nodiscard]] bool find_depth(const SatSmallHull& a, const SatSmallHull& b, double error, double size,
                              SatDepth& depth);

}  // namespace graze::inline GRAZE_ABI::primitive
