// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/piece.h"
#include "mesh/pieces.h"
#include "query/pieces/frame.h"
#include "shape/shape_block.h"

namespace graze::inline GRAZE_ABI {

/// An operand, one piece at a time. A convex operand is its only piece. Lives on the stack; what operator[]
/// returns is valid until the next call.
class PieceReader {
 public:
  explicit PieceReader(const Operand& whole)
      : pieces_(pieces_of(*whole.shape)), whole_(whole), piece_(whole) {}
  PieceReader(const PieceReader&) = delete;
  PieceReader& operator=(const PieceReader&) = delete;

  [[nodiscard]] const Pieces* pieces() const { return pieces_; }
  [[nodiscard]] const Operand& whole() const { return whole_; }
  [[nodiscard]] bool is_triangles() const { return pieces_ != nullptr && pieces_->is_triangles(); }

  [[nodiscard]] const Operand& operator[](std::uint32_t id) {
    if (pieces_ == nullptr) return whole_;
    if (pieces_->is_triangles()) {
      if (id == last_) return piece_;  // walks ask for one beside many
      last_ = id;
      const Triangle t = pieces_->triangle(id);
      triangle_.set(t.a, t.b, t.c);
      piece_.shape = &triangle_.view();
      return piece_;
    }
    piece_.shape = &pieces_->shapes[id].view();
    const Affine& local = pieces_->placements[id];
    if (local == Affine()) {
      piece_.placement = whole_.placement;
    } else {
      placement_ = *whole_.placement * local;
      piece_.placement = &placement_;
    }
    return piece_;
  }

 private:
  const Pieces* pieces_;
  Operand whole_, piece_;
  TriangleView triangle_;
  std::uint32_t last_ = kNoPiece;  // the triangle that is in it
  Affine placement_;
};

/// Box of all of an operand, in its own frame, without its margin; infinite for a half-space.
[[nodiscard]] inline Aabb local_bounds(const Operand& o) {
  const Pieces* pieces = pieces_of(*o.shape);
  if (o.shape->kind == ShapeKind::polytope) return polytope_of(*o.shape).box;
  return pieces != nullptr ? pieces->tree.bounds() : quick_bounds(*o.shape, Mat3{});
}

/// The answer for (a, b) from that for (b, a).
template <class R>
[[nodiscard]] R mirrored(R r) {
  r.normal = -r.normal;
  if constexpr (requires { r.point_a; }) std::swap(r.point_a, r.point_b);
  std::swap(r.local_a, r.local_b);
  if constexpr (requires { r.piece_a; }) std::swap(r.piece_a, r.piece_b);
  if constexpr (requires { r.feature_a; }) std::swap(r.feature_a, r.feature_b);
  return r;
}

/// How b was placed, seen from a, and what bounds the error of that: all that has to be kept to tell later by
/// how much the pair has moved.
struct PairPlacement {
  BasicMat3<double> linear;
  BasicVec3<double> translation;
  double defects = 0;  // how far the placements were from rigid ones
  double size = 0;     // PieceFrame::size()
};

/// Two operands of which at least one is made of pieces, read a piece at a time, and the frame in which boxes
/// of their pieces are compared. PairWalk says which pairs of pieces matter, PlacedTriangles places the
/// triangles of meshes.
class PieceOperands {
 public:
  PieceReader a, b;

  PieceOperands(const Operand& whole_a, const Operand& whole_b)
      : a(whole_a),
        b(whole_b),
        reach_a_(local_bounds(whole_a)),
        reach_b_(local_bounds(whole_b)),
        frame_(whole_a, whole_b, reach_a_, reach_b_) {}

  [[nodiscard]] const PieceFrame& frame() const { return frame_; }
  /// Boxes of the whole operands, each in its own frame, without margins.
  [[nodiscard]] const Aabb& reach_a() const { return reach_a_; }
  [[nodiscard]] const Aabb& reach_b() const { return reach_b_; }
  [[nodiscard]] double margins() const { return double(a.whole().margin) + double(b.whole().margin); }

  [[nodiscard]] bool are_trees() const { return a.pieces() != nullptr && b.pieces() != nullptr; }
  [[nodiscard]] bool are_triangles() const { return a.is_triangles() && b.is_triangles(); }
  /// Whether an operand is sheared, or scaled along its axes: in a common frame its boxes tell little, and
  /// whether the two meet is found far sooner than how near they are.
  [[nodiscard]] bool is_any_sheared() const {
    return a.whole().placement->kind() == Affine::Kind::general ||
           b.whole().placement->kind() == Affine::Kind::general;
  }
  /// Both are meshes without margins: their triangles are decided exactly, each vertex rounded once into the
  /// frame that has the axes of the world and its origin where a stands.
  [[nodiscard]] bool are_plain_triangles() const {
    return are_triangles() && a.whole().margin == 0 && b.whole().margin == 0;
  }
  /// One is convex and the other a mesh, with or without margins.
  [[nodiscard]] bool is_convex_and_triangles() const {
    return a.pieces() == nullptr ? b.is_triangles() : b.pieces() == nullptr && a.is_triangles();
  }
  /// The triangle of these numbers, of which one has no meaning. Precondition: is_convex_and_triangles().
  [[nodiscard]] Triangle triangle(std::uint32_t piece_a, std::uint32_t piece_b) const {
    return a.is_triangles() ? a.pieces()->triangle(piece_a) : b.pieces()->triangle(piece_b);
  }

  [[nodiscard]] PairPlacement placement() const {
    return {frame_.linear_b(), frame_.translation_b(), defects(), frame_.size()};
  }
  /// How far the placements are from rigid ones.
  [[nodiscard]] double defects() const { return defect_of(a) + defect_of(b); }
  /// No point of b has moved farther, seen from a, since it was placed like this: a box moves most at a
  /// corner. Rounding, and the defects of both placements, are added.
  [[nodiscard]] double most_motion(const PairPlacement& since) const {
    double most = 0;
    for (int corner = 0; corner < 8; ++corner) {
      Vec3d way = frame_.translation_b() - since.translation;
      for (int k = 0; k < 3; ++k)
        way += (frame_.linear_b().columns[k] - since.linear.columns[k]) *
               double((corner >> k & 1) != 0 ? reach_b_.upper[k] : reach_b_.lower[k]);
      most = std::max(most, length_squared(way));
    }
    return std::sqrt(most) +
           (64 * kDoubleEpsilon + 8 * (defects() + since.defects)) * (frame_.size() + since.size);
  }
  /// An upper bound of what a support along a unit vector loses in Real.
  [[nodiscard]] double support_error() const { return 64 * double(kEpsilon) * frame_.size(); }
  /// From the origin of a to that of b, in the axes of the world.
  [[nodiscard]] Vec3d offset() const {
    return Vec3d(b.whole().placement->translation()) - Vec3d(a.whole().placement->translation()) + moved_b_;
  }
  /// Takes b from where it was placed by a way in the world, for boxes and for triangles without margins:
  /// walks, blocks and placed triangles that are made from here on find it there.
  void move_b(const Vec3d& way) {
    moved_b_ = way;
    frame_.move_b(way);
  }
  /// A point given in the axes of the world, with the origin where a stands.
  [[nodiscard]] Vec3 to_world(const Vec3d& p) const {
    return to_real(Vec3d(a.whole().placement->translation()) + p);
  }

 private:
  static double defect_of(const PieceReader& reader) {
    const Affine& placement = *reader.whole().placement;
    return double(placement.defect()) + std::abs(double(placement.scale()) - 1);
  }

  Aabb reach_a_, reach_b_;
  PieceFrame frame_;
  Vec3d moved_b_;
};

}  // namespace graze::inline GRAZE_ABI
