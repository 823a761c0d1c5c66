// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "query/pieces/axis.h"

namespace graze::inline GRAZE_ABI {

/// Lower bounds of the time at which pieces touch, of which those of a move, along directions of which the
/// gap and the speed are known; the normal of the earliest contact so far tells most.
class CastBounds {
 public:
  /// a moves by `translation` in a unit of time.
  CastBounds(const Operand& a, const Operand& b, const PieceFrame& frame, const Vec3d& translation)
      : axis_(a, b, frame),
        translation_(translation),
        squared_(length_squared(translation_)),
        rounding_(64 * kDoubleEpsilon * sum_abs(translation_)) {}

  /// The earliest contact so far, which tells most about others near it.
  void set_contact(const Vec3& normal, Real time) {
    axis_.set(Vec3d(normal));
    moved_ = translation_ * double(time);
  }

  /// Of boxes, each in its own frame, that do not touch before `time`; any number above `limit` will do where
  /// that is later.
  [[nodiscard]] double find(double time, const Aabb& a, const Aabb& b, double limit) const {
    if (!(time > limit)) time = std::max(time, after(axis_.gap(a, b), axis_.unit()));
    if (time > limit) return time;
    const Vec3d between = axis_.between_centres(a, b) - moved_, beside = across(between);
    time = std::max(time, after(axis_.gap_along(beside, a, b), beside));
    return time > limit ? time : std::max(time, after(axis_.gap_along(between, a, b), between));
  }
  /// Of a triangle and a convex operand.
  [[nodiscard]] bool is_later(const Triangle& t, double limit) const {
    if (after(axis_.gap(t), axis_.unit()) > limit) return true;
    const Vec3d between = axis_.between(t, moved_), beside = across(between);
    return after(axis_.gap_along(beside, t), beside) > limit ||
           after(axis_.gap_along(between, t), between) > limit;
  }

 private:
  // The part of a vector across the way.
  [[nodiscard]] Vec3d across(const Vec3d& v) const {
    return squared_ > 0 ? v - translation_ * (dot(v, translation_) / squared_) : v;
  }
  // When a gap along a direction is closed.
  [[nodiscard]] double after(double gap, const Vec3d& direction) const {
    if (!(gap > 0)) return 0;
    const double closing = dot(direction, translation_) / length(direction) + rounding_;
    return closing > 0 ? gap / closing * (1 - 4 * kDoubleEpsilon) : kInfinite;
  }

  PieceAxis axis_;
  Vec3d translation_, moved_;  // moved_: of a at that contact
  double squared_, rounding_;
};

}  // namespace graze::inline GRAZE_ABI
