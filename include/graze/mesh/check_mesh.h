// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "graze/mesh/arrays.h"

namespace graze::inline GRAZE_ABI {

/// How many there are, and the first of them.
template <class T>
struct MeshOffenders {
  std::size_t count = 0;
  std::array<T, 8> first{};  ///< min(count, 8) of them are set

  /// Whether there was no offender.
  [[nodiscard]] bool is_empty() const { return count == 0; }
  /// Counts an offender, and keeps it while there is room.
  void add(const T& offender) {
    if (count < first.size()) first[count] = offender;
    ++count;
  }
};

/// A side of a triangle, as the triangle runs along it.
struct MeshEdge {
  std::uint32_t from = 0, to = 0;  ///< vertices
  std::uint32_t triangle = 0;      ///< the first that has this edge
};

/// Defects of a mesh: counts and the first offenders of each. Vertices at the same place count as one, so
/// that a surface whose vertices were split is as closed as it looks. Triangles that name a vertex which is
/// not there or not finite are only counted as such; those with fewer than three different corners have no
/// edges.
struct MeshReport {
  std::size_t vertices = 0;
  std::size_t triangles = 0;
  std::size_t left_over = 0;  ///< indices at the end that make no triangle: 0, 1 or 2

  MeshOffenders<std::size_t> out_of_range;  ///< positions in the index array
  MeshOffenders<std::size_t> not_finite;    ///< vertices: not finite, or too large for Real; used or not
  MeshOffenders<std::uint32_t> degenerate;  ///< triangles without area: corners equal or on one line, exactly
  MeshOffenders<std::uint32_t> duplicate;   ///< triangles with the corners of an earlier one, in any order
  MeshOffenders<MeshEdge> open_edges;       ///< of an odd number of triangles: a border runs along them
  MeshOffenders<MeshEdge> flipped_edges;    ///< of an even number, but not half of them in either direction
  MeshOffenders<MeshEdge> non_manifold_edges;  ///< of more than two triangles

  /// Nothing keeps make_triangle_mesh() from building it.
  [[nodiscard]] bool is_readable() const {
    return triangles > 0 && left_over == 0 && out_of_range.is_empty() && not_finite.is_empty();
  }
  /// The surface has no border.
  [[nodiscard]] bool is_closed() const { return is_readable() && open_edges.is_empty(); }
  /// Neighbours agree on which side is out.
  [[nodiscard]] bool is_oriented() const { return flipped_edges.is_empty(); }
  /// May be declared solid (MeshSettings::is_solid).
  [[nodiscard]] bool may_be_solid() const { return is_closed() && is_oriented(); }
};

/// Looks at everything and refuses nothing; null arrays count as empty. Offenders are in the order of their
/// numbers, edges in that of their vertices. Coordinates count as they are rounded to Real. O(n log n).
[[nodiscard]] GRAZE_API MeshReport check_mesh(const VertexArray& vertices, const IndexArray& triangles);

}  // namespace graze::inline GRAZE_ABI
