// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "graze/math/aabb.h"
#include "graze/math/pose.h"
#include "graze/primitive/ball.h"

namespace graze::inline GRAZE_ABI::primitive {

// Axis-aligned boxes of objects that turn: four ways from loose and cheap to tight and dear. [Ericson05
// §4.2.3-4.2.6] Each is rounded outward: the box contains world_from_local * p for every point p of what it
// is made from, in exact arithmetic with the matrix as given. The matrix should be a rotation; only the first
// way needs it to be one, and allows for what rounding left of it.

/// 1. From a ball around the object: the same widths however it turns.
[[nodiscard]] GRAZE_API Aabb realigned(const Ball& local, const Pose& world_from_local) noexcept;

/// 2. From the local box: the box around the turned box. [Arvo90]
[[nodiscard]] GRAZE_API Aabb realigned(const Aabb& local, const Pose& world_from_local) noexcept;

/// 3. From all points: the tightest. Empty for no points.
[[nodiscard]] GRAZE_API Aabb realigned(std::span<const Vec3> points, const Pose& world_from_local) noexcept;

/// Vertices of a convex polytope and who is joined by an edge: those of vertex i are
/// neighbours[first[i]] .. neighbours[first[i + 1] - 1].
struct HullGraph {
  std::span<const Vec3> vertices;
  std::span<const std::uint32_t> first;  ///< one more than vertices
  std::span<const std::uint32_t> neighbours;
};

/// Where the last climb ended: lowest and highest vertex per axis. Any values are a start; those beyond the
/// last vertex count as 0.
struct ExtremeVertices {
  std::uint32_t lowest[3] = {};
  std::uint32_t highest[3] = {};
};

/// 4. From the six vertices where the object is widest, found by climbing from those of the last frame: as
/// tight as 3, and nearly free when the object turns little. Climbs by exact comparisons, so that on a convex
/// polytope it ends at an extreme vertex however flat it is. Precondition: the graph is that of a convex
/// polytope.
[[nodiscard]] GRAZE_API Aabb realigned(const HullGraph& hull, const Pose& world_from_local,
                                       ExtremeVertices& extremes) noexcept;

}  // namespace graze::inline GRAZE_ABI::primitive
