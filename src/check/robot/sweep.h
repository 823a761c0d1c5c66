// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "graze/io/robot.h"
#include "graze/motion/path.h"

namespace graze::inline GRAZE_ABI::check {

/// How a link moves in the frame of another one above it, or in the world, while the robot's variables go
/// straight from one configuration to another. Paths refer to it: it must stay where it is while they are
/// in use.
class LinkSweep {
 public:
  /// Chain of joints from the frame down to the link; `frame_from_first` is the placement of the frame that
  /// the first joint hangs from.
  void set(const io::Robot& robot, std::span<const std::uint32_t> chain, const Pose& frame_from_first,
           std::span<const Real> from, std::span<const Real> to);

  /// Path of a shape that lies in a link at `link_from_shape`, no point of which is farther than `reach` from
  /// the origin of the link. Exact formulas where one joint of the chain moves, or none; else an own motion
  /// with bounds on speed and acceleration from the rates of the joints.
  [[nodiscard]] Path path(const Affine& link_from_shape, Real reach) const;
  /// No point within `reach` of the origin of the link moves faster, is accelerated more, or gets farther
  /// from the origin of the frame.
  struct Bounds {
    Real speed = 0, acceleration = 0, reach = 0;
  };
  [[nodiscard]] Bounds bounds(Real reach) const;
  /// Bounds how far rounding leaves such a point from where it should be.
  [[nodiscard]] Real error(Real reach) const;
  /// Frame from link at part t in [0, 1].
  [[nodiscard]] Pose at(Real t) const;

 private:
  /// A joint that moves, and the rigid part before it.
  struct Stage {
    Pose before;
    io::JointSweep sweep;
  };
  std::vector<Stage> stages_;
  Pose after_;  // behind the last stage
  std::size_t joints_ = 0;
};

}  // namespace graze::inline GRAZE_ABI::check
