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

/// Takes one of the axes of the box for another one, on which the box ends at `most`; what is asked about are
/// nodes within `bounds`.
void cut(TurnedBox& box, const Vec3d& axis, double most, const Aabb& bounds);

/// Boxes of b against nodes of a, for one box or few: half of a Relative.
[[nodiscard]] TurnedFrame turned_frame(const Aabb& bounds_a, const Aabb& bounds_b,
                                       const RelativePlacement& a_from_b);

/// Rotation, bounds and rounding that all pairs of boxes of two trees under one placement share. The linear
/// part may be anything; where it has no inverse, fewer axes separate.
class Relative {
 public:
  Relative(const Aabb& bounds_a, const Aabb& bounds_b, const RelativePlacement& a_from_b);

  /// Boxes of b against nodes of a, and the other way round.
  [[nodiscard]] const TurnedFrame& b_in_a() const { return in_a_; }
  [[nodiscard]] const TurnedFrame& a_in_b() const { return in_b_; }
  [[nodiscard]] TurnedBox in_a(const Aabb& box_b) const { return turned_box(in_a_, box_b); }
  [[nodiscard]] TurnedBox in_b(const Aabb& box_a) const { return turned_box(in_b_, box_a); }
  /// Lengths of b in a, on average.
  [[nodiscard]] Real b_scale() const { return b_scale_; }

 private:
  TurnedFrame in_a_, in_b_;
  Real b_scale_ = 1;
};

}  // namespace graze::inline GRAZE_ABI
