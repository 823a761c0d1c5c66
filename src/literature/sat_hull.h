// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "hull/topology.h"
#include "literature/sat_small.h"

// Separating axes of hulls that know their faces and edges. Only those pairs of edges are tried that span a
// facet of the difference: on the sphere of normals an edge is the arc between the normals of its two faces,
// and a pair spans a facet when the arc of one crosses the opposite of the other's. [Gregorius13]

namespace graze::inline GRAZE_ABI::primitive {

struct SatHull {
  const HullTopology& topology;
  const VertexReader& reader;
};

/// Number of edges and faces that are exact: not joined at a tolerance.
[[nodiscard]] inline bool is_exact(const SatHull& hull) { return hull.topology.tolerance == 0; }

/// Stops at the first axis that separates. Whether the hulls overlap is certain only where both are exact.
void try_axes(const SatHull& a, const SatHull& b, SatSearch& search);
void try_axes(const PointsReader& a, const SatHull& b, SatSearch& search);
void try_axes(const SatHull& a, const BoxReader& b, const Mat3d& directions_b, SatSearch& search);

}  // namespace graze::inline GRAZE_ABI::primitive
