// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/base/function_ref.h"
#include "graze/query/contact.h"
#include "graze/query/penetration.h"
#include "graze/query/piece.h"

namespace graze::inline GRAZE_ABI {

/// Which pieces an answer is about: triangles of a mesh, pieces of a compound; kNoPiece of a convex shape.
/// Pieces of a mesh within a compound count as the compound's piece.
struct PieceNumbers {
  std::uint32_t a = kNoPiece, b = kNoPiece;
};

/// Called for every pair of convex pieces; false ends the search.
using PenetrationVisitor = FunctionRef<bool(const PieceNumbers& pieces, const Penetration& depth)>;
using ContactVisitor = FunctionRef<bool(const PieceNumbers& pieces, const ContactSet& set)>;

/// penetration() of every pair of pieces of a and b that meet, each by itself: moving b by a pair's normal *
/// upper separates that pair, not the wholes. A triangle is as thin as it is; solids count by their surfaces.
/// In no particular order, the same every time. Converged, or invalid_argument.
[[nodiscard]] GRAZE_API Status visit_piece_penetrations(const Instance& a, const Instance& b,
                                                        PenetrationVisitor visit,
                                                        const QuerySettings& settings = {});

/// The pair of pieces that overlap most, with their numbers.
struct PieceDepth {
  Penetration deepest;
  Real clearance = 0;  ///< where all pieces are apart: none are closer than this; zero: nothing is known
};

/// The deepest of visit_piece_penetrations(); of pairs as deep the one of the lowest numbers. Touching where
/// no pair overlaps and one touches. Far fewer pairs are asked: boxes and directions show most of them to be
/// less deep. settings.cache keeps the pieces, which are asked first the next time; of pairs that
/// settings.relative_error cannot tell apart it may so decide which one is told.
[[nodiscard]] GRAZE_API PieceDepth deepest_pieces(const Instance& a, const Instance& b,
                                                  const QuerySettings& settings = {});

/// contacts() of every pair of pieces that has points: those that meet, and those closer than
/// settings.prediction. Each pair has its own normal: where triangles of a mesh meet in a flat or convex
/// edge, the normal of one triangle's edge may lean over its neighbour; nothing is filtered, whatever
/// settings.internal_edges says: contact_manifolds() is the query that does. settings.cache must be null: it
/// is of one pair.
[[nodiscard]] GRAZE_API Status visit_piece_contacts(const Instance& a, const Instance& b,
                                                    ContactVisitor visit,
                                                    const ContactSettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
