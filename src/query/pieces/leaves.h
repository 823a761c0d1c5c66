// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/pair/complex.h"
#include "query/pieces/pair_walk.h"

namespace graze::inline GRAZE_ABI {

/// A convex part of an operand, and where it comes from.
struct PieceLeaf {
  Operand operand;                    // the part, placed
  const Pieces* mesh = nullptr;       // whose triangle it is; null: none's
  std::uint32_t piece = kNoPiece;     // in the whole
  std::uint32_t number = kNoPiece;    // in the innermost mesh or compound
  const PieceLeaf* within = nullptr;  // that mesh or compound, while it is visited

  /// The part of it with this number; valid until the reader is asked for another.
  [[nodiscard]] PieceLeaf below(PieceReader& reader, std::uint32_t id) const {
    if (reader.pieces() == nullptr) return *this;
    return {reader[id], reader.is_triangles() ? reader.pieces() : nullptr, piece_of(id), id, this};
  }
  /// Which piece of the whole the part with this number belongs to.
  [[nodiscard]] std::uint32_t piece_of(std::uint32_t id) const { return piece == kNoPiece ? id : piece; }
};

/// use(leaf of a, leaf of b) for pairs of convex parts that may be closer than `within`; false ends it.
/// Recursive, as deep as compounds are nested.
template <class Use>
bool visit_leaves(const PieceLeaf& a, const PieceLeaf& b, double within, const Use& use) {
  if (!is_any_complex(a.operand, b.operand)) return use(a, b);
  PieceOperands pieces(a.operand, b.operand);
  PairWalk walk(pieces, within);
  for (PieceIds ids; walk.next(ids);)
    if (!visit_leaves(a.below(pieces.a, ids.a), b.below(pieces.b, ids.b), within, use)) return false;
  return true;
}

}  // namespace graze::inline GRAZE_ABI
