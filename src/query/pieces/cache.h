// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/piece.h"
#include "query/pieces/axis.h"
#include "query/pieces/operands.h"

namespace graze::inline GRAZE_ABI {

/// A PairCache as queries on shapes made of pieces use it: it holds the pieces that the last answer was
/// about, and the axis from one to the other. Hints only: numbers that do not exist are not followed, and
/// everything is asked again. Operands are in the order of the call.
class PieceCache {
 public:
  PieceCache(const Operand& a, const Operand& b, PairCache* cache) : a_(a), b_(b), cache_(cache) {}

  /// use(piece of a, its number, piece of b, its number), if there are such pieces. Whole operands that are
  /// convex have no number.
  template <class Use>
  void with_last(Use use) const {
    if (cache_ == nullptr || cache_->vertex_count == 0) return;
    const std::uint32_t ia = cache_->vertices_a[0], ib = cache_->vertices_b[0];
    if (!is_there(a_, ia) || !is_there(b_, ib)) return;
    PieceReader reader_a(a_), reader_b(b_);
    use(reader_a[ia], ia, reader_b[ib], ib);
  }
  /// The numbers of these, or false.
  bool find_last(std::uint32_t& piece_a, std::uint32_t& piece_b) const {
    bool is_any = false;
    with_last([&](const Operand&, std::uint32_t ia, const Operand&, std::uint32_t ib) {
      piece_a = ia;
      piece_b = ib;
      is_any = true;
    });
    return is_any;
  }
  /// From a to b; zero: none is known.
  [[nodiscard]] Vec3 axis() const {
    return cache_ != nullptr && is_finite(cache_->axis) ? cache_->axis : Vec3{};
  }
  /// Whether the last axis still separates the boxes of all.
  [[nodiscard]] bool is_apart() const {
    if (axis() == Vec3{}) return false;
    const Aabb reach_a = local_bounds(a_), reach_b = local_bounds(b_);
    const PieceFrame frame(a_, b_, reach_a, reach_b);
    PieceAxis along(a_, b_, frame);
    along.set(Vec3d(axis()));
    return along.gap(reach_a, reach_b) > 0;
  }
  /// After the answer that they are apart: an axis that separates the boxes of all, if one of the frame does.
  void keep_axis_between_boxes() const {
    if (cache_ == nullptr) return;
    const Aabb reach_a = local_bounds(a_), reach_b = local_bounds(b_);
    const PieceFrame frame(a_, b_, reach_a, reach_b);
    const PieceFrame::Box box_a = frame.place_a(reach_a), box_b = frame.place_b(reach_b);
    double widest = 0;
    for (int k = 0; k < 3; ++k) {
      const double way = box_b.centre[k] - box_a.centre[k];
      const double apart = std::abs(way) - (box_a.half[k] + box_b.half[k]);
      if (!(apart > widest)) continue;
      widest = apart;
      cache_->axis =
          (frame.is_frame_of_a() ? a_.placement->linear() : Mat3{}).columns[k] * Real(way < 0 ? -1 : 1);
    }
  }
  /// After an answer; a zero normal leaves the axis, kNoPiece on both sides the pieces.
  void keep(std::uint32_t piece_a, std::uint32_t piece_b, const Vec3& normal) const {
    if (cache_ == nullptr) return;
    if (normal != Vec3{}) cache_->axis = normal;
    if (piece_a == kNoPiece && piece_b == kNoPiece) return;
    cache_->vertices_a[0] = piece_a;
    cache_->vertices_b[0] = piece_b;
    cache_->vertex_count = 1;
  }

 private:
  static bool is_there(const Operand& o, std::uint32_t id) {
    const Pieces* pieces = pieces_of(*o.shape);
    return pieces == nullptr ? id == kNoPiece : id < pieces->count();
  }

  const Operand &a_, &b_;
  PairCache* cache_;
};

}  // namespace graze::inline GRAZE_ABI
