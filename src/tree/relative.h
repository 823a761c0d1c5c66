// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/mat3.h"
#include "math/rounding.h"
#include "tree/kernels.h"

namespace graze::inline GRAZE_ABI {

/// Where tree b is, seen from tree a: x_a = linear * x_b + translation.
struct RelativePlacement {
  BasicMat3<double> linear;
  Vec3d translation;
  double slack = 0;  ///< boxes that are no farther apart than this, in the frame of a, count as met
};

/// What a pair of trees under one placement has in common for all pairs of their boxes. The linear part may
/// be anything; where it has no inverse, fewer axes separate.
class Relative {
 public:
  Relative(const Aabb& bounds_a, const Aabb& bounds_b, const RelativePlacement& a_from_b);

  /// A box of b against nodes of a, and the other way round.
  [[nodiscard]] TurnedBox in_a(const Aabb& box_b) const { return turned(in_a_, box_b); }
  [[nodiscard]] TurnedBox in_b(const Aabb& box_a) const { return turned(in_b_, box_a); }
  /// Lengths of b in a, on average.
  [[nodiscard]] Real b_scale() const { return b_scale_; }

 private:
  // Six numbers for each point x of the other frame, row * x + offset, known up to the error: its coordinates
  // in the frame of the node, then its places on the axes. Side by side, so that they are computed at once.
  struct Side {
    double row[3][6] = {}, absolute_row[3][6] = {}, offset[6] = {}, error[6] = {};
    Real axis[3][3] = {};
    void set(int form, const Vec3d& r, double o, double e);
  };
  Side in_a_, in_b_;
  Real b_scale_ = 1;

  static TurnedBox turned(const Side& side, const Aabb& box);
};

}  // namespace graze::inline GRAZE_ABI
