// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <unordered_map>

#include "graze/io/vrml.h"
#include "io/vrml/budget.h"
#include "io/vrml/graph.h"

namespace graze::inline GRAZE_ABI::io::vrml {

/// Where nodes of the graph have gone.
struct Places {
  std::unordered_map<LiveId, std::vector<std::uint32_t>> nodes;  ///< groups and shapes: nodes of the scene
  std::unordered_map<LiveId, std::vector<std::uint32_t>> geometries;  ///< geometry and Coordinate nodes
};

/// The tree of nodes and the geometries of a graph. Throws ReadFailure for limits.
[[nodiscard]] Places build_tree(const Graph& graph, const VrmlOptions& options, Budget& budget,
                                Report& report, SceneData& scene);

/// Clocks, tracks and channels: from every TimeSensor along the routes to what it moves.
void build_animation(const Graph& graph, const Places& places, const VrmlOptions& options, Budget& budget,
                     Report& report, SceneData& scene);

}  // namespace graze::inline GRAZE_ABI::io::vrml
