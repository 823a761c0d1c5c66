// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "graze/shape/hull_builder.h"
#include "hull/climb.h"
#include "hull/layers.h"
#include "hull/start_table.h"

namespace graze::inline GRAZE_ABI {

/// Search structures for the support mapping of a large hull. All find one vertex: the exactly farthest, and
/// the lexicographically greatest of several.
struct HullSupport {
  HullGraph graph;
  StartTable starts;
  DkLayers layers;
  double extent = 0;

  [[nodiscard]] std::size_t memory_bytes() const {
    return sizeof(HullSupport) + graph.memory_bytes() + layers.memory_bytes();
  }
};

// Sizes at which one way becomes faster than another. Asked for the same directions again and again, as by
// bench/support_bench.cpp, climbs catch up with scans at 64 vertices; but in a query no branch of a climb can
// be predicted: measured there (depth and distance of hulls), scans win up to these sizes. Layers catch up
// with climbs from the table at 65536 vertices; because they take three times as long to build, they wait for
// more.
inline constexpr std::uint32_t kClimbFrom = sizeof(Real) == 4 ? 2048 : 1024;  // below, all are scanned
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

/// The vertex farthest along d, faster where `last` is near it: the climb starts there or at the table's
/// vertex, whichever is farther along.
[[nodiscard]] inline std::uint32_t farthest_from(const HullSupport& support, const Vec3d& d,
                                                 const HullVertex& last) {
  const Ahead is_ahead(d, support.extent);
  const HullVertex& cold = support.starts.near(d);
  return climb(support.graph, is_ahead,
               is_ahead.value(last.point()) < is_ahead.value(cold.point()) ? cold : last);
}

}  // namespace graze::inline GRAZE_ABI
