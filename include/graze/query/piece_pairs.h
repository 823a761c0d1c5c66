// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include "graze/base/function_ref.h"
#include "graze/base/status.h"
#include "graze/query/contact_state.h"
#include "graze/query/piece.h"
#include "graze/query/settings.h"
#include "graze/shape/instance.h"

namespace graze::inline GRAZE_ABI {

/// Two pieces that meet: triangles of meshes, pieces of compounds; a convex shape is its own only piece
/// (kNoPiece).
struct PiecePair {
  std::uint32_t piece_a = kNoPiece, piece_b = kNoPiece;
  Contact contact = Contact::apart;  ///< touching or overlapping: never apart
  bool has_segment = false;          ///< two triangles, not in one plane, of meshes without margins
  Segment segment;                   ///< common to both, in the world; one point when they meet in one
};

/// Called for every pair; false ends the search.
using PairVisitor = FunctionRef<bool(const PiecePair& pair)>;

/// All pairs of pieces of a and b that meet, each once, in no particular order, the same for (b, a) mirrored.
/// Triangles of meshes without margins are decided exactly, after each vertex was rounded once into a common
/// frame; other pairs as intersects() does. Solids count by their surfaces here. Converged, invalid_argument,
/// or of two convex shapes the status of intersects().
[[nodiscard]] GRAZE_API Status visit_intersecting_pieces(const Instance& a, const Instance& b,
                                                         PairVisitor visit,
                                                         const QuerySettings& settings = {});

struct PiecePairs {
  std::span<PiecePair> written;
  std::size_t found = 0;  ///< all of them, also those that did not fit
  Status status = Status::converged;
};
/// visit_intersecting_pieces() into the caller's buffer.
[[nodiscard]] GRAZE_API PiecePairs intersecting_pieces(const Instance& a, const Instance& b,
                                                       std::span<PiecePair> out,
                                                       const QuerySettings& settings = {});

/// Pairs of triangles of one mesh, lower number first, that meet although they should not: triangles without
/// a common corner that touch or cross, and triangles with common corners that cross. Corners are common if
/// they are at the same place. (Neighbours folded onto each other in one plane are not told apart from
/// neighbours.) In the frame of the mesh, exact. A shape that is not a triangle mesh: Status::unsupported.
[[nodiscard]] GRAZE_API Status visit_self_intersections(const Shape& mesh, PairVisitor visit);

}  // namespace graze::inline GRAZE_ABI
