// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "graze/shape/hull_builder.h"
#include "shape/dk_layers.h"
#include "shape/hill_climb.h"
#include "shape/start_table.h"

namespace graze::inline GRAZE_ABI {

/// How the farthest vertex of a large hull is found without looking at all of them. All ways find the same
/// vertex: the exactly farthest, and the lexicographically greatest of several.
struct HullSupport {
  HullGraph graph;
  StartTable starts;
  DkLayers layers;
  double extent = 0;

  [[nodiscard]] std::size_t memory_bytes() const {
    return sizeof(HullSupport) + graph.memory_bytes() + layers.memory_bytes();
  }
};

// Sizes at which one way becomes faster than another, measured by bench/support_bench.cpp. Layers catch up
// with climbs from the table at 65536 vertices; because they take three times as long to build, they wait for
// more.
inline constexpr std::uint32_t kClimbFrom = 64;        // vertices: below, all of them are scanned
inline constexpr std::uint32_t kDescendFrom = 131072;  // below, a climb from the start table

/// Null for hulls that are scanned. Precondition: exact faces with planes.
[[nodiscard]] std::unique_ptr<const HullSupport> make_hull_support(std::span<const Vec3> vertices,
                                                                   const HullTopology& topology,
                                                                   double extent, HullSearch search);

/// The vertex farthest along d, which is of moderate size and not zero.
[[nodiscard]] inline std::uint32_t farthest_cold(const HullSupport& support, const Vec3d& d) {
  const Ahead is_ahead(d, support.extent);
  if (!support.layers.core.empty()) return descend(support.layers, is_ahead);
  return climb(support.graph, is_ahead, support.starts.near(d));
}

/// The same, faster where `start` is near it.
[[nodiscard]] inline std::uint32_t farthest_from(const HullSupport& support, const Vec3d& d,
                                                 const HullVertex& start) {
  return climb(support.graph, Ahead(d, support.extent), start);
}

}  // namespace graze::inline GRAZE_ABI
