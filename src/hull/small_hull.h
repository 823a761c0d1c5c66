// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "hull/topology.h"

namespace graze::inline GRAZE_ABI {

inline constexpr std::uint32_t kSmallVertices = 32;
inline constexpr std::uint32_t kSmallFaces = 64;  // a hull of 32 vertices has at most 60
inline constexpr std::uint32_t kSmallEdges = 96;  // and 90 edges
inline constexpr std::uint32_t kFacePadding = 8;  // faces in one pack, at most

/// From vertex `from` to vertex `to`, between faces `left` and `right`.
struct SmallEdge {
  std::uint8_t from, to, left, right;
};

/// The exact faces and edges of a hull of few vertices, packed for tests of all of them. Normals and
/// offsets are those of the topology, coordinate by coordinate, each padded with copies of the first.
struct SmallHull {
  std::uint32_t face_count = 0, padded = 0;
  std::vector<double> planes;  // x of all, then y, z and offsets
  std::vector<SmallEdge> edges;

  [[nodiscard]] std::size_t memory_bytes() const {
    return sizeof(SmallHull) + planes.capacity() * sizeof(double) + edges.capacity() * sizeof(SmallEdge);
  }
};

/// Null for hulls that are large, flat, or have faces that are not exact.
[[nodiscard]] std::unique_ptr<const SmallHull> make_small_hull(std::uint32_t vertex_count,
                                                               const HullTopology& topology);

}  // namespace graze::inline GRAZE_ABI
