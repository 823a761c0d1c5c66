// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "hull/climb.h"

namespace graze::inline GRAZE_ABI {

/// Hulls within hulls, each without some vertices of the one around it, no two of them neighbours. Every
/// nonoptimal vertex has a neighbour ahead of it, so the second farthest vertex of a hull is a neighbour of
/// the farthest. Hence, if v is farthest of the inner hull, the farthest of the outer one is v or one of the
/// vertices left out that are neighbours of v there: one short list per layer. [Dobkin90]
struct DkLayers {
  // Vertices are known here by rank: the lower, the farther in. `HullVertex::index` is a rank.
  std::vector<std::uint32_t> vertex_of_rank;
  std::vector<HullVertex> core;     // all of the innermost hull; empty when layers are not worth it
  std::vector<VertexLists> layers;  // innermost first; per rank of the inner hull its neighbours left out

  [[nodiscard]] std::size_t memory_bytes() const;
};

/// A vertex has at most this many neighbours left out per layer, and a vertex left out no more edges: the
/// work per layer is bounded.
inline constexpr std::uint32_t kMostLeftOut = 10;

/// Empty when fewer than 1 in 20 vertices can be left out while many remain: cones, whose rim meets in one
/// vertex.
[[nodiscard]] DkLayers make_layers(std::span<const Vec3> vertices, VertexLists neighbours);

/// The vertex farthest along the direction; climb() finds it too. Precondition: the core is not empty.
[[nodiscard]] std::uint32_t descend(const DkLayers& layers, const Ahead& is_ahead);

}  // namespace graze::inline GRAZE_ABI
