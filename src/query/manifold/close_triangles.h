// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "query/manifold/known_pieces.h"
#include "query/manifold/separating_planes.h"
#include "query/pieces/block_pairs.h"
#include "query/pieces/placed_triangles.h"

namespace graze::inline GRAZE_ABI {

/// The pairs of triangles of two meshes, or of a mesh and a convex operand, that may be closer than a
/// distance, one after the other: those whose boxes are, less those that a plane tells apart. Pairs that met
/// in the last visit are not tested. Lives on the stack.
class CloseTriangles {
 public:
  /// `a`, `b`: where the operands come from, as the cache names them. `kept`: all pairs that can be close;
  /// null: they are found in the trees.
  CloseTriangles(const PieceOperands& pieces, const PieceLeaf& a, const PieceLeaf& b,
                 const KnownPieces& known, double within, const ClosePairList* kept = nullptr)
      : pieces_(pieces),
        a_(a),
        b_(b),
        known_(known),
        within_(within),
        are_meshes_(pieces.are_triangles()),
        is_second_(pieces.a.pieces() == nullptr),
        kept_(kept) {
    CutPlane first;
    if (!are_meshes_) first = begin_planes();
    if (are_meshes_ && kept != nullptr)
      placed_.emplace(pieces);
    else if (are_meshes_)
      blocks_.emplace(pieces, within);
    else if (kept == nullptr)
      walk_.emplace(pieces, within, &first);
  }

  [[nodiscard]] static bool can_find(const PieceOperands& pieces) {
    if (pieces.are_triangles()) return pieces.frame().is_frame_of_a();
    const PieceReader& convex = pieces.a.pieces() == nullptr ? pieces.a : pieces.b;
    return pieces.is_convex_and_triangles() && convex.whole().shape->kind != ShapeKind::half_space;
  }

  /// Goes on to the next pair; false: that was the last one.
  [[nodiscard]] bool next(PieceIds& ids) {
    if (blocks_) return next_in_blocks(ids);
    while (kept_ != nullptr ? next_kept(ids) : walk_->next(ids))
      if (!(are_meshes_ ? are_placed_apart(ids) : is_apart_from_convex(ids))) return true;
    return false;
  }
  /// Fills a list that is to be kept with all pairs; whether they are few enough.
  [[nodiscard]] bool fill(ClosePairList& list) {
    bool has_room = true;
    for (PieceIds ids; has_room && next(ids);) has_room = list.add(ids);
    return list.finish(within_);
  }

 private:
  [[nodiscard]] bool met(const PieceIds& ids) const {
    return known_.met(KnownPieces::name_below(a_, b_, ids));
  }
  [[nodiscard]] bool next_kept(PieceIds& ids) {
    if (next_kept_ == kept_->pairs().size()) return false;
    ids = kept_->pairs()[next_kept_++];
    return true;
  }

  // Two meshes. Boxes and planes of triangles tell most pairs apart, block by block; axes across pairs of
  // edges are left.
  [[nodiscard]] bool next_in_blocks(PieceIds& ids) {
    for (;;) {
      while (block_pairs_ == 0) {
        if (!blocks_->next()) return false;
        block_pairs_ = blocks_->find_close();
      }
      BlockPairs::Corners s, t;
      ids = blocks_->take_lowest(block_pairs_, s, t);
      if (met(ids) || !TriangleAxes(s, t, within_ + pieces_.margins()).are_apart_across()) return true;
    }
  }
  [[nodiscard]] bool are_placed_apart(const PieceIds& ids) {
    return !met(ids) &&
           TriangleAxes(placed_->corners_a(ids.a), placed_->corners_b(ids.b), within_ + pieces_.margins())
               .are_apart();
  }

  // A mesh and a convex operand.
  [[nodiscard]] bool is_apart_from_convex(const PieceIds& ids) {
    return planes_->are_apart(mesh().triangle(is_second_ ? ids.b : ids.a), [&] { return met(ids); });
  }
  // The first plane is square to the normal of the deepest set of the last visit.
  CutPlane begin_planes() {
    const Operand &a = pieces_.a.whole(), &b = pieces_.b.whole();
    const Aabb box = mesh().tree.bounds();
    const double extent = std::max(max_abs(Vec3d(box.lower)), max_abs(Vec3d(box.upper)));
    planes_.emplace(is_second_ ? a : b, is_second_ ? b : a, extent, within_);
    CutPlane first;
    const Vec3d away = is_second_ ? known_.axis() : -known_.axis();  // from the convex operand to the mesh
    if (away != Vec3d{}) first.most = planes_->level_along(away, first.axis);
    return first;
  }
  [[nodiscard]] const Pieces& mesh() const { return *(is_second_ ? pieces_.b : pieces_.a).pieces(); }

  const PieceOperands& pieces_;
  const PieceLeaf &a_, &b_;
  const KnownPieces& known_;
  double within_;
  bool are_meshes_;
  bool is_second_;  // the mesh, where one operand is convex
  const ClosePairList* kept_;
  std::size_t next_kept_ = 0;
  std::optional<BlockPairs> blocks_;       // of two meshes
  std::uint32_t block_pairs_ = 0;          // of the present blocks, a bit each
  std::optional<PlacedTriangles> placed_;  // of two meshes, pairs of which are kept
  std::optional<PlanesBetween> planes_;    // of a mesh and a convex operand
  std::optional<PairWalk> walk_;           // of these
};

}  // namespace graze::inline GRAZE_ABI
