// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/aabb.h"
#include "motion/axis.h"
#include "motion/pair.h"

namespace graze::inline GRAZE_ABI {

/// Lower bounds on the time at which two boxes in the frames of moving shapes touch, by gaps along axes that
/// stay (axis.h). A range of times is cut into slabs, more for more turns, so that little is lost to
/// curvature in each. The axes of a slab are those of both shapes as they stand when it begins, the normal of
/// the earliest contact so far, and the way between the centres. A half-space that does not turn is its
/// plane.
class BoxBounds {
 public:
  BoxBounds(const MovingOperand& a, const MovingOperand& b, const MotionSettings& settings, double end);

  /// The longest range in which slabs bound well what turns, or is placed by the caller.
  [[nodiscard]] double window() const { return window_; }
  /// Times before are of no interest, nor those after.
  void set_range(double begin, double end);
  /// No time after it matters.
  void set_end(double end) { end_ = end; }
  /// World, unit: of the earliest contact so far.
  void set_normal(const Vec3& normal);
  /// Infinite: not until the end. Zero: nothing is known. Slabs are made when they are first reached.
  [[nodiscard]] double find(const Aabb& a, const Aabb& b);

 private:
  // A box in the frame of the reader of its core.
  struct Placed {
    Vec3d centre, axes[3];
    double reach;
  };
  struct Side {
    Mat3d linear;  // from the frame of the shape to that of the reader
    Vec3d arm;
    bool is_plane = false;
  };
  // Needs nothing of the boxes: how both sides are seen along it at both ends, and how fast it closes.
  struct Axis {
    Vec3d seen[2][2];  // by side and end
    double offset[2];  // of the origins
    double across[2];  // |axis x n| of both sides
    double straight, others, strain;
  };
  static constexpr int kMost = 7, kSlabs = 8;
  struct Slab {
    double begin = 0, duration = 0;
    Stance at[2][2];  // by side and end
    Axis axes[kMost];
    int count = 0;
  };

  [[nodiscard]] Placed place(int side, const Aabb& box) const;
  [[nodiscard]] Axis make_axis(const Slab& slab, const Vec3d& n) const;
  void make_slab(int index);
  [[nodiscard]] double along(const Slab& slab, const Axis& axis, const Placed& a, const Placed& b) const;
  [[nodiscard]] double stays_apart(const Slab& slab, const Placed& a, const Placed& b) const;

  MovingPair pair_;
  bool is_bounded_;
  double room_, begin_ = 0, end_, width_ = 1, window_ = 1, turn_ = 0;  // turn_: radians per unit of time
  Side sides_[2];
  Slab slabs_[kSlabs];
  int slab_count_ = 1, made_ = 0;
  Vec3d normal_;
};

}  // namespace graze::inline GRAZE_ABI
