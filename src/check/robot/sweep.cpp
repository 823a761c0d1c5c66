// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/robot/sweep.h"

#include <algorithm>

namespace graze::inline GRAZE_ABI::check {
namespace {

// Bounds are computed by some tens of roundings, which this covers.
constexpr Real kMore = 1 + 256 * kEpsilon;

}  // namespace

void LinkSweep::set(const io::Robot& robot, std::span<const std::uint32_t> chain,
                    const Pose& frame_from_first, std::span<const Real> from, std::span<const Real> to) {
  stages_.clear();
  joints_ = chain.size();
  Pose before = frame_from_first;
  for (const std::uint32_t joint : chain) {
    before = before * robot.joints[joint].parent_from_joint;
    const io::JointSweep sweep = io::joint_sweep(robot, joint, from, to);
    if (sweep.is_still()) {
      before = before * sweep.at(0);
      continue;
    }
    stages_.push_back({before, sweep});
    before = {};
  }
  after_ = before;
}

Pose LinkSweep::at(Real t) const {
  Pose out;
  for (const Stage& stage : stages_) out = out * stage.before * stage.sweep.at(t);
  return out * after_;
}

// From the link upwards. A stage turns about its own origin by w t and then shifts by v t. With x(t) what is
// below it, and the derivatives of R(t) x(t) in the turning frame, w x (w x x) + 2 w x x' + x'':
LinkSweep::Bounds LinkSweep::bounds(Real reach) const {
  Bounds out{0, 0, reach + length(after_.translation)};
  for (std::size_t i = stages_.size(); i-- > 0;) {
    const io::JointSweep& sweep = stages_[i].sweep;
    const Real w = std::abs(sweep.rate);
    out.acceleration += w * (w * out.reach + 2 * out.speed);
    out.speed += w * out.reach + length(sweep.velocity);
    out.reach += std::max(length(sweep.shift), length(sweep.shift + sweep.velocity)) +
                 length(stages_[i].before.translation);
  }
  return {out.speed * kMore, out.acceleration * kMore, out.reach * kMore};
}

// Each joint rounds sine and cosine, a rotation, two products and the angle itself.
Real LinkSweep::error(Real reach) const {
  Real angles = 0;
  for (const Stage& stage : stages_) angles += std::abs(stage.sweep.rate);
  return kEpsilon * (24 * static_cast<Real>(joints_ + 1) + 4 * angles) * bounds(reach).reach;
}

Path LinkSweep::path(const Affine& link_from_shape, Real reach) const {
  const Pose begin = at(0);
  const Affine from = Affine(begin) * link_from_shape;
  if (stages_.empty()) return Path(from);
  const io::JointSweep& first = stages_[0].sweep;
  const Mat3& frame = stages_[0].before.rotation;
  const bool is_shifted = !(first.velocity == Vec3());
  if (stages_.size() == 1 && first.rate == 0) return Path::linear(from, frame * first.velocity);
  if (stages_.size() == 1 && !is_shifted)
    return Path::screw(from, stages_[0].before * first.shift, frame * (first.start * first.axis), first.rate,
                       0);
  const Bounds bound = bounds(reach);
  OwnMotion motion;
  motion.pose = [](const void* sweep, Real t) { return static_cast<const LinkSweep*>(sweep)->at(t); };
  motion.context = this;
  motion.speed = bound.speed;
  motion.acceleration = bound.acceleration;
  return Path::own(motion, link_from_shape);
}

}  // namespace graze::inline GRAZE_ABI::check
