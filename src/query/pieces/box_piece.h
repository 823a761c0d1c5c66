// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

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

}  // namespace graze::inline GRAZE_ABI
