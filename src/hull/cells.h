// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "hull/topology.h"
#include "math/rounding.h"

namespace graze::inline GRAZE_ABI {

/// Directions in cells, each side of a cube around the origin cut into squares. The normals of a vertex fill
/// a cone, and only the few vertices whose cones reach into a cell can be farthest along its directions.
struct DirectionCells {
  std::uint32_t side = 0;            // squares along an edge of the cube
  std::vector<std::uint32_t> first;  // per cell, and one more: where its vertices start
  std::vector<std::uint16_t> names;  // per cell: its vertices, in rising order

  /// Precondition: of moderate size and not zero.
  [[nodiscard]] std::span<const std::uint16_t> near(const Vec3d& d) const {
    const std::uint32_t cell = cell_of(d);
    return {names.data() + first[cell], first[cell + 1] - first[cell]};
  }
  [[nodiscard]] std::uint32_t cell_of(const Vec3d& d) const {
    const double sizes[3] = {std::abs(d.x), std::abs(d.y), std::abs(d.z)};
    const std::uint32_t xy = sizes[1] > sizes[0] ? 1 : 0, axis = sizes[2] > sizes[xy] ? 2 : xy;
    const double around[5] = {d.x, d.y, d.z, d.x, d.y}, half = 0.5 * side, scale = half / sizes[axis];
    const auto place = [&](double x) {
      return std::min(static_cast<std::uint32_t>(static_cast<std::int32_t>(x * scale + half)), side - 1);
    };
    const std::uint32_t face = 2 * axis + (around[axis] < 0 ? 1 : 0);
    return (face * side + place(around[axis + 1])) * side + place(around[axis + 2]);
  }
  [[nodiscard]] std::size_t memory_bytes() const {
    return sizeof(DirectionCells) + first.capacity() * sizeof(std::uint32_t) +
           names.capacity() * sizeof(std::uint16_t);
  }
};

/// Vertices from which there are cells. Below, few packs hold all vertices. Above, hulls that are at hand
/// gain, and many different ones, whose cells are not in a cache, do not lose.
inline constexpr std::uint32_t kCellsFrom = 256;

/// Null for hulls that are flat, large, or of extreme size. Precondition: exact faces with planes.
[[nodiscard]] std::unique_ptr<const DirectionCells> make_direction_cells(std::span<const Vec3> vertices,
                                                                         const HullTopology& topology,
                                                                         double extent);

}  // namespace graze::inline GRAZE_ABI
