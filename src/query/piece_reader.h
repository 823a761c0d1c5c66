// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "mesh/pieces.h"
#include "query/pair.h"
#include "shape/local_support.h"

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
  Affine placement_;
};

/// bounds_of() a shape with few corners, a little larger and much faster; of others the same. Precondition:
/// a convex shape.
[[nodiscard]] inline Aabb quick_bounds(const ShapeView& shape, const Mat3& linear) {
  const bool has_corners =
      shape.kind == ShapeKind::box || shape.kind == ShapeKind::triangle || shape.kind == ShapeKind::polytope;
  if (!has_corners) return bounds_of(shape, Affine(linear, Vec3{}), 0);
  Aabb box;
  for (int k = 0; k < 3; ++k) {
    const Vec3d row(linear.row(k)), along = moderate(row);
    const Vec3d last = local_support(shape, along), first = local_support(shape, -along);
    // What a support may lose in Real, and plenty.
    const double lost = 64 * double(kEpsilon) * sum_abs(row) * std::max(max_abs(last), max_abs(first));
    box.lower[k] = round_down(dot(row, first) - lost);
    box.upper[k] = round_up(dot(row, last) + lost);
  }
  return box;
}

/// Box of all of an operand, in its own frame, without its margin; infinite for a half-space.
[[nodiscard]] inline Aabb local_bounds(const Operand& o) {
  const Pieces* pieces = pieces_of(*o.shape);
  return pieces != nullptr ? pieces->tree.bounds() : quick_bounds(*o.shape, Mat3{});
}

}  // namespace graze::inline GRAZE_ABI
