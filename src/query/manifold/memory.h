// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "graze/query/contact_manifolds.h"
#include "query/pieces/pair_walk.h"

namespace graze::inline GRAZE_ABI {

/// The pairs of pieces of two rigid objects that are closer than a reach. They are all that can come close
/// before the objects have moved so far against each other, and until then no tree is walked [Verlet67].
class ClosePairList {
 public:
  struct Shapes {
    const Shape *a, *b;
  };

  [[nodiscard]] static bool can_hold(const PieceOperands& pieces) {
    return pieces.a.whole().placement->is_rigid() && pieces.b.whole().placement->is_rigid() &&
           pieces.frame().is_bounded();
  }
  /// Whether it holds all pairs that are closer than `within` now. If not, it is empty, and `reach` is the
  /// distance up to which it is worth being filled; negative: it is not.
  [[nodiscard]] bool is_complete(const PieceOperands& pieces, const Shapes& shapes, double within,
                                 double& reach);
  /// Adds a pair that is closer than the reach; false: they are too many.
  bool add(const PieceIds& ids) {
    pairs_.push_back(ids);
    return pairs_.size() <= ManifoldCache::kCapacity;
  }
  /// After all were added, or one too many; whether it is complete up to the reach.
  bool finish(double reach);

  /// By the numbers of pieces: pairs of one piece of a follow each other.
  [[nodiscard]] std::span<const PieceIds> pairs() const { return pairs_; }
  [[nodiscard]] std::size_t memory_bytes() const { return pairs_.capacity() * sizeof(PieceIds); }

 private:
  [[nodiscard]] bool is_of(const PieceOperands& pieces, const Shapes& shapes) const;
  void begin(const PieceOperands& pieces, const Shapes& shapes);

  Shape shapes_[2];  // copies, so that no other shape can take their place
  std::uint64_t versions_[2] = {};
  double margins_ = 0;
  PairPlacement placement_;  // when it was filled
  double reach_ = -1;        // negative: it is not complete
  int age_ = 0;              // in visits
  int pause_ = 0;            // visits for which it is not filled: they were too many
  std::vector<PieceIds> pairs_;
};

/// The inside of a ManifoldCache.
struct ManifoldMemory {
  struct Key {
    std::uint32_t piece_a, piece_b, leaf_a, leaf_b;
    std::uint32_t visit;  // that it was used in
    bool is_met = false;  // whether there was a contact then
  };
  std::uint32_t visits = 0;
  ClosePairList close;
  Vec3 axis;  // normal of the deepest set
  std::vector<Key> keys;
  std::vector<ContactCache> caches;  // of the same places, as far as there is something to keep
};

}  // namespace graze::inline GRAZE_ABI
