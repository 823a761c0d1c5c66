// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/manifold/surface.h"

namespace graze::inline GRAZE_ABI {

/// The other pieces of the compounds that a leaf is part of, around a place of its surface: the surface of
/// the compound there may be another than that of the leaf. They are asked for at that place; nothing is
/// kept.
///
/// Pieces meet where they are no farther apart than 2e-4 of the leaf's size (its own, or what rounding leaves
/// of its coordinates, if that is more): as exactly as contact points are found on curved shapes. So a step
/// of that height between two boxes of a floor is none, and the floor is flat; a higher one is a step, and
/// its edge an edge of the floor, with all normals between its sides.
class PieceSiblings {
 public:
  explicit PieceSiblings(const PieceLeaf& leaf);

  [[nodiscard]] bool are_there() const { return compound_of(leaf_) != nullptr; }
  /// Adds them to the surface around a point: `outward` is unit and leads away from the leaf, `local` is a
  /// point of its surface in its own frame, `facing` the normal of its face, on the same side as `outward`,
  /// or zero.
  void add_to(const Vec3d& outward, const Vec3d& facing, const Vec3& local, SurfaceAtPoint& surface) const;

 private:
  // The innermost part around this one that is in a compound, itself included; null: there is none.
  [[nodiscard]] static const PieceLeaf* compound_of(const PieceLeaf& leaf);
  struct Place;
  void add_pieces_at(const Place& place, SurfaceAtPoint& surface) const;

  const PieceLeaf& leaf_;
  double room_ = 0;      // within which pieces meet, world
  double rounding_ = 0;  // of contact points
};

}  // namespace graze::inline GRAZE_ABI
