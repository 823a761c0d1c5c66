// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "query/pair/answers.h"
#include "query/pieces/operands.h"

namespace graze::inline GRAZE_ABI {

/// A box of a mesh's tree as a convex operand, so that a pair query tells what no axis does: whether the
/// other operand, which is convex, may meet anything below that node. It costs about as much as asking one
/// triangle, so it is worth it once many of these were asked in vain. Lives on the stack.
class BoxPiece {
 public:
  /// How many triangles are asked before any box is.
  static constexpr int kPatience = 16;

  explicit BoxPiece(const Operand& mesh)
      : linear_(mesh.placement->linear()), piece_{&view_, &placement_, 0}, mesh_(mesh) {
    view_.kind = ShapeKind::box;
    for (const Vec3d& column : linear_.columns) stretch_ += length(column);
  }
  BoxPiece(const BoxPiece&) = delete;
  BoxPiece& operator=(const BoxPiece&) = delete;

  /// The box, given in the frame of the mesh, and no less than it; valid until the next call.
  [[nodiscard]] const Operand& at(const Aabb& box) {
    const Vec3d low(box.lower), high(box.upper), origin(mesh_.placement->translation());
    const Vec3 centre = to_real((low + high) * 0.5);
    const Vec3d half = max(Vec3d(centre) - low, high - Vec3d(centre));
    const double far = max_abs(low) + max_abs(high);
    // No side is so short beside the others that it is lost.
    const double least = std::max(0x1p-20 * max_abs(half), double(kEpsilon) * far);
    for (int k = 0; k < 3; ++k) view_.values[k] = round_up(std::max(half[k], least));
    const Vec3d at = linear_ * Vec3d(centre) + origin;
    const Vec3 rounded = to_real(at);
    placement_ = Affine(mesh_.placement->linear(), rounded);
    piece_.margin = round_up(double(mesh_.margin) + sum_abs(Vec3d(rounded) - at) +
                             16 * kDoubleEpsilon * (stretch_ * far + sum_abs(at) + sum_abs(origin)));
    return piece_;
  }

 private:
  Mat3d linear_;
  double stretch_ = 0;
  Affine placement_;
  ShapeView view_;
  Operand piece_, mesh_;
};

/// Lower bounds of the distance of a convex operand from boxes of a mesh.
class BoxDistance {
 public:
  /// Precondition: the operands are a convex one and a mesh.
  explicit BoxDistance(const PieceOperands& pieces)
      : is_a_mesh_(pieces.a.is_triangles()),
        convex_((is_a_mesh_ ? pieces.b : pieces.a).whole()),
        box_((is_a_mesh_ ? pieces.a : pieces.b).whole()) {}

  /// No point of the convex operand is closer to the box of the mesh, which is one of these, each in its own
  /// frame; any number above `limit` will do where that is so. `gap`: another bound.
  [[nodiscard]] double find(double gap, const Aabb& a, const Aabb& b, double limit,
                            const QuerySettings& settings) {
    QuerySettings coarse = settings;
    coarse.threshold = limit < double(kInfinity) ? round_up(std::max(0.0, limit)) : kInfinity;
    coarse.relative_error = std::max(settings.relative_error, Real(0.05));
    return std::max(gap, double(distance_of(convex_, box_.at(is_a_mesh_ ? a : b), coarse).lower));
  }

 private:
  bool is_a_mesh_;
  Operand convex_;
  BoxPiece box_;
};

}  // namespace graze::inline GRAZE_ABI
