// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <utility>

#include "mesh/pieces.h"

// The steps that lead from arrays to a mesh: those of a caller, or those of a file.

namespace graze::inline GRAZE_ABI {

/// Reads and checks all numbers; refuses as make_triangle_mesh() does.
[[nodiscard]] Result<PlainTriangles> read_triangles(const BorrowedArrays& arrays);

/// The hull of closed triangles if they bound a convex body; else an invalid shape.
[[nodiscard]] Shape convex_hull_of(std::span<const Vec3> vertices,
                                   std::span<const Pieces::Corners> triangles);

/// Everything but the tree and the hull. `arrays` are what `plain` was read from.
[[nodiscard]] std::shared_ptr<Pieces> make_pieces(PlainTriangles plain, const BorrowedArrays& arrays,
                                                  MeshLayout layout, bool is_solid);

struct MeshAccess {
  /// Precondition: complete, tree and all.
  [[nodiscard]] static TriangleMesh make(std::shared_ptr<Pieces> pieces) {
    TriangleMesh mesh;
    mesh.shape_ = make_complex_shape(pieces);
    mesh.pieces_ = std::move(pieces);
    return mesh;
  }
};

}  // namespace graze::inline GRAZE_ABI
