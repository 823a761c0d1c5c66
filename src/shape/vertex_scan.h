// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "shape/shape_block.h"

namespace graze::inline GRAZE_ABI {

/// Index of the vertex farthest in direction d; ties go to the lowest index (of vertices so close together
/// that rounding decides, to one of them). Every SIMD target evaluates each vertex with equal operations
/// in equal order, so all of them, and the scalar version, agree to the bit.
using FarthestVertex = std::uint32_t (*)(const VertexSet& vertices, const Vec3d& d);

/// Whether a scan covers only the vertices of a cell of directions. Where products vanish, it covers all: the
/// first of all is the answer then, not the first of a cell.
[[nodiscard]] inline bool has_cell(const VertexSet& vertices, const Vec3d& d) {
  return vertices.cells != nullptr && max_abs(d) > 0x1p-400 && max_abs(d) < 0x1p400;
}

/// Precondition: has_cell().
[[nodiscard]] inline std::uint32_t farthest_in_cell(const VertexSet& vertices, const Vec3d& d) {
  std::uint32_t at = 0;
  double top = -std::numeric_limits<double>::infinity();
  for (const std::uint32_t i : vertices.cells->near(d)) {
    const double v =
        (double(vertices.x[i]) * d.x + double(vertices.y[i]) * d.y) + double(vertices.z[i]) * d.z;
    // Which is, cannot be predicted: bits, because compilers turn a choice into a branch.
    const std::uint32_t is_farther = v > top ? 1 : 0;
    at ^= (at ^ i) & (0u - is_farther);
    top = std::max(top, v);
  }
  return at;
}

/// Our own scalar version, also the reference for the others.
[[nodiscard]] std::uint32_t farthest_vertex_scalar(const VertexSet& vertices, const Vec3d& d);

/// The version for this machine; resolved once per query rather than once per support.
[[nodiscard]] FarthestVertex farthest_vertex_kernel();

[[nodiscard]] inline std::uint32_t farthest_vertex(const VertexSet& vertices, const Vec3d& d) {
  return vertices.count <= 8 ? farthest_vertex_scalar(vertices, d) : farthest_vertex_kernel()(vertices, d);
}

}  // namespace graze::inline GRAZE_ABI
