// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "graze/base/function_ref.h"
#include "graze/query/contact.h"
#include "graze/query/piece.h"

namespace graze::inline GRAZE_ABI {

/// The contact set of one pair of convex pieces of two shapes, in the order of the call. Local points are in
/// the frames of the whole shapes.
///
/// Features of triangles are named after the mesh, and so are the same in neighbours: vertex: `first` is the
/// number of the mesh's vertex; edge: `first` < `second` are two of them; face: `first` is the triangle,
/// `second` 0 on the side from which its corners run counterclockwise, else 1. Features of other pieces are
/// those of the piece. Pieces and features together name a point: it keeps its name as long as the same
/// features meet.
struct ContactManifold {
  /// Triangles of a mesh, pieces of a compound; kNoPiece of a convex shape.
  std::uint32_t piece_a = kNoPiece, piece_b = kNoPiece;
  /// Within the innermost mesh or compound: the triangle, where a piece is a mesh itself.
  std::uint32_t leaf_a = kNoPiece, leaf_b = kNoPiece;
  ContactSet set;
};

struct ManifoldMemory;  // private to the library

/// The knowledge that visit_contact_manifolds() gained about the pairs of pieces that met or were close, for
/// the next call on the same pair of objects, which tries it first. Keep one for each pair of objects, pass
/// it as settings.manifolds with every query on that pair, drop it with the pair. It pays where a pair is
/// asked about from frame to frame and moves little in between.
///
/// A stale one, or one of another pair, costs time, never correctness: its content is proved again before it
/// is used, or known to hold from how far the objects have moved. Sets are those that there are without it,
/// within the bounds of the sets, in an order of their own.
///
/// Life time: made empty and without memory; the first query with it allocates, later ones where more pieces
/// meet than before, about a kilobyte for each pair that is not of two triangles. It holds a copy of both
/// shapes until it is cleared, dropped or used for another pair. A copy knows as much as the original; one
/// that was moved from is empty. Not to be shared between threads.
class GRAZE_API ManifoldCache {
 public:
  /// Pairs of pieces beyond these are asked about as without a cache.
  static constexpr std::size_t kCapacity = 64;

  ManifoldCache() noexcept;
  ManifoldCache(const ManifoldCache& other);
  ManifoldCache(ManifoldCache&& other) noexcept;
  ManifoldCache& operator=(const ManifoldCache& other);
  ManifoldCache& operator=(ManifoldCache&& other) noexcept;
  ~ManifoldCache();

  /// How many pairs of pieces there is memory for.
  [[nodiscard]] std::size_t size() const;
  /// Memory beyond the object itself.
  [[nodiscard]] std::size_t memory_bytes() const;
  /// Forgets everything, the shapes as well; most memory is kept.
  void clear();

 private:
  friend class KnownPieces;

  std::unique_ptr<ManifoldMemory> memory_;  // null: nothing is known yet
};

/// Called for every manifold; false ends the search.
using ManifoldVisitor = FunctionRef<bool(const ContactManifold& manifold)>;

/// Contact sets of two shapes, at least one of which is a mesh, a height field or a compound (two convex
/// shapes have the one of contacts()): one for each pair of pieces that meet or are closer than
/// settings.prediction. In no particular order, the same every time; (b, a) gives the mirrored sets in the
/// same order. Does not allocate, but for settings.manifolds.
///
/// Edges within a surface (settings.internal_edges). By itself a triangle pushes away what lies across its
/// edges and corners as much as what lies on it, and an object that slides over a flat floor would stumble at
/// every edge. Therefore a normal stands only if the surface around the point has it: seen along the normal,
/// no triangle that meets there rises above the point. At a flat or concave edge only the faces have such
/// normals, at a convex one everything between them. Otherwise the normal becomes that of the triangle's
/// face, and the set what is in common along it, with gaps measured along it; where nothing is, the neighbour
/// has the contact and this set is left out. Where the surface is bent outward and a face of the other shape
/// looks at it, the normal of that face stands; where two surfaces cross and no normal suits both, that of
/// the flatter one does. If nothing would be left, the deepest set stays as it is. A mesh has two sides,
/// unless it is solid: then normals point out of it, however deep the other shape is.
///
/// Who is whose neighbour is asked for at the place of the contact: vertices need not be shared, T-junctions
/// and refitted meshes are no exceptions.
///
/// Edges between the pieces of a compound, meshes and convex ones, are treated alike: a floor of boxes side
/// by side has the normal of the floor. At a point of one piece a normal stands only if no piece that meets
/// there rises above the point along it; otherwise the set becomes that along the face of either shape that
/// suits both and along which they overlap least, and where there is none a neighbour has the contact. Pieces
/// meet where they are no farther apart than 2e-4 of the size of the piece with the contact. So a step of
/// that height is none; a higher one is a step: its edge has all normals between its two sides, its riser its
/// own. Faces of polytopes are known if make_hull() made them.
///
/// A shape wholly inside a solid and farther from its surface than the prediction has no
/// manifolds: see penetration(). settings.cache must be null: it is of one convex pair. Converged, or
/// invalid_argument.
[[nodiscard]] GRAZE_API Status visit_contact_manifolds(const Instance& a, const Instance& b,
                                                       ManifoldVisitor visit,
                                                       const ContactSettings& settings = {});

struct ContactManifolds {
  std::span<ContactManifold> written;
  std::size_t found = 0;  ///< all of them, also those that did not fit
  Status status = Status::converged;
};
/// visit_contact_manifolds() into the caller's buffer.
[[nodiscard]] GRAZE_API ContactManifolds contact_manifolds(const Instance& a, const Instance& b,
                                                           std::span<ContactManifold> out,
                                                           const ContactSettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
