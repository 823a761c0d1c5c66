// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "hull/topology.h"
#include "math/predicates.h"

namespace graze::inline GRAZE_ABI {

/// A vertex of many edges. Its normals fill a cone of many sides; a direction in the cone needs no test of
/// the edges, and one outside leaves the cone through the side of an edge that leads up. The side is found by
/// halving.
struct ManyEdges {
  Vec3d centre, across_x, across_y;  // orthonormal; centre is inside the cone
  double slope = 0;                  // every edge falls along the centre by this times its length, or more
  std::vector<Vec3d> normals;        // of face i, between edges i - 1 and i, counterclockwise
  std::vector<Planar> around;        // where normal i is, seen along the centre
};

/// Precondition: faces are exact, planes are set.
[[nodiscard]] ManyEdges make_many_edges(std::span<const Vec3> vertices, const HullTopology& topology,
                                        std::uint32_t vertex);

/// Where a climb goes on from a vertex of many edges.
enum class Way { farthest, along_edge, unknown };

/// Is the vertex farthest along d, or which edge leads up? `unknown` within rounding: then all edges are
/// looked at.
[[nodiscard]] Way find_way_up(const ManyEdges& edges, const Vec3d& d, std::uint32_t& edge);

}  // namespace graze::inline GRAZE_ABI
