// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/piece.h"
#include "mesh/pieces.h"
#include "query/pair/pair.h"
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

/// The answer to arguments that are not usable.
template <class R>
[[nodiscard]] R refused() {
  R r;
  if constexpr (requires { r.contact; }) r.contact = Contact::apart;
  r.status = Status::invalid_argument;
  return r;
}

/// The answer for (a, b) from that for (b, a).
template <class R>
[[nodiscard]] R mirrored(R r) {
  r.normal = -r.normal;
  std::swap(r.point_a, r.point_b);
  std::swap(r.local_a, r.local_b);
  if constexpr (requires { r.piece_a; }) std::swap(r.piece_a, r.piece_b);
  return r;
}

}  // namespace graze::inline GRAZE_ABI
