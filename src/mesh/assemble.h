// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <utility>

#include "mesh/pieces.h"

// The steps that lead from arrays to a mesh: those of a caller, or those of a file.

namespace graze::inline GRAZE_ABI {

/// Reads and checks all numbers; refuses bad arrays with the errors of make_triangle_mesh().
[[nodiscard]] Result<PlainTriangles> read_triangles(const BorrowedArrays& arrays);

/// Cuts a flat face into triangles, which are appended to `out` and run as the outline does. `loops` are
/// vertex numbers: the outline, then the holes; three corners each at least. Returns whether the triangles
/// fill the face without overlap; when the loops make that impossible, only their border is that of the face.
[[nodiscard]] bool triangulate(std::span<const Vec3> vertices,
                               std::span<const std::span<const std::uint32_t>> loops,
                               std::vector<Pieces::Corners>& out);

/// Whether a solid is convex, as far as its maker knows: a height field never is.
enum class Convexity : std::uint8_t { unknown, not_convex };

/// Finds connected parts, a vertex of each, and the hull of a convex solid. To be called whenever vertices
/// have moved; does nothing for surfaces that are not solid.
void set_solid(Pieces& pieces, std::span<const Vec3> vertices, std::span<const Pieces::Corners> triangles,
               Convexity convexity = Convexity::unknown);

/// How the triangles are to be kept.
struct Keeping {
  MeshLayout layout = MeshLayout::fast;
  bool is_solid = false;
  Convexity convexity = Convexity::unknown;
};

/// Everything but the tree. `arrays` are what `plain` was read from.
[[nodiscard]] std::shared_ptr<Pieces> make_pieces(PlainTriangles plain, const BorrowedArrays& arrays,
                                                  const Keeping& keeping);

/// Builds the tree of all the rest. ErrorCode::cancelled when the progress function said so.
[[nodiscard]] Result<TriangleMesh> finish_mesh(std::shared_ptr<Pieces> pieces, const MeshSettings& settings);

struct MeshAccess {
  [[nodiscard]] static Pieces& pieces(TriangleMesh& mesh) { return *mesh.pieces_; }
  /// Precondition: complete, tree and all.
  [[nodiscard]] static TriangleMesh make(std::shared_ptr<Pieces> pieces) {
    TriangleMesh mesh;
    mesh.shape_ = make_complex_shape(pieces);
    mesh.pieces_ = std::move(pieces);
    return mesh;
  }
};

}  // namespace graze::inline GRAZE_ABI
