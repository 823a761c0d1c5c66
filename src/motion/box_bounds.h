// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/aabb.h"
#include "motion/axis.h"
#include "motion/pair.h"

namespace graze::inline GRAZE_ABI {

/// Lower bounds on the time at which two boxes in the frames of moving shapes touch, by gaps along axes that
/// stay (axis.h): those of both shapes as they stand at the start, the normal of the earliest contact so far,
/// and the way between the centres. A half-space that does not turn is its plane.
class BoxBounds {
 public:
  BoxBounds(const MovingOperand& a, const MovingOperand& b, const MotionSettings& settings, double end);

  /// No time after it matters.
  void set_end(double end);
  /// World, unit: of the earliest contact so far.
  void set_normal(const Vec3& normal);
  /// Infinite: not until the end. Zero: nothing is known.
  [[nodiscard]] double find(const Aabb& a, const Aabb& b) const;

 private:
  // A box in the frame of the reader of its core.
  struct Placed {
    Vec3d centre, axes[3];
    double reach;
  };
  struct Side {
    Mat3d linear;  // from the frame of the shape to that of the reader
    Vec3d arm;
    Stance at[2];  // at the start and at the end
    bool is_plane = false;
  };
  // Needs nothing of the boxes: how both sides are seen along it at both times, and how fast it closes.
  struct Axis {
    Vec3d n, seen[2][2];  // by side and time
    double offset[2];     // of the origins
    double across[2];     // |axis x n| of both sides
    double straight, others, strain;
  };
  static constexpr int kMost = 7;

  [[nodiscard]] Placed place(int side, const Aabb& box) const;
  [[nodiscard]] Axis make_axis(const Vec3d& n) const;
  [[nodiscard]] double along(const Axis& axis, const Placed& a, const Placed& b) const;

  MovingPair pair_;
  bool is_bounded_;
  double room_, end_;
  Side sides_[2];
  Axis axes_[kMost];
  int count_ = 0;
};

}  // namespace graze::inline GRAZE_ABI
