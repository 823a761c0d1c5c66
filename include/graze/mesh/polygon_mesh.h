// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/result.h"
#include "graze/mesh/arrays.h"
#include "graze/mesh/triangle_mesh.h"

namespace graze::inline GRAZE_ABI {

/// Flat faces, each an outline with any number of holes. Loops are closed: the last corner is followed by the
/// first. The outline of a face runs counterclockwise seen from outside; holes may run either way. Faces need
/// not be convex, and need be flat only as far as rounding allows.
struct PolygonFaces {
  IndexArray corners;                              ///< of all loops, one after the other
  std::span<const std::uint32_t> corners_of_loop;  ///< how many each loop has, three at least
  /// How many loops each face has: its outline, then its holes. Empty: one each.
  std::span<const std::uint32_t> loops_of_face;
};

/// Faces cut into triangles. No vertex is added, and the triangles of a face fill it without overlap.
struct PolygonMesh {
  TriangleMesh mesh;
  std::vector<std::uint32_t> face_of_triangle;
  /// Faces that no such triangles exist for: loops that cross or touch themselves or one another, holes
  /// outside, no area. They are cut up so that their border at least is right.
  std::vector<std::uint32_t> improper_faces;
};

/// Triangulates by cutting off ears, with exact decisions in the coordinate plane that a face is most
/// parallel to. Time is quadratic in the corners of a face at worst. Refuses what make_triangle_mesh()
/// refuses, MeshLayout::borrowed, numbers of corners or loops that do not add up, and loops of fewer than
/// three corners (position of the loop or face).
[[nodiscard]] GRAZE_API Result<PolygonMesh> make_polygon_mesh(const VertexArray& vertices,
                                                              const PolygonFaces& faces,
                                                              const MeshSettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
