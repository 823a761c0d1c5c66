// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/io/robot.h"
#include "math/turn.h"

namespace graze::inline GRAZE_ABI::io {

/// Beyond it neighbouring doubles are an eighth of a radian apart.
inline constexpr Real kMostValue = 1e15;

/// Whether a quaternion x, y, z, w can be normalised.
[[nodiscard]] bool has_direction(const Real* q);

/// Value of a joint that turns or slides: that of its variable, through the mimic chain.
[[nodiscard]] Real joint_value(const Joint& joint, std::span<const Real> q);

/// Columns x, y and normal of the plane across a unit axis: the identity turned the shortest way from +z, or
/// from -z (then y is mirrored as well) for an axis below the horizon [Duff17].
[[nodiscard]] Mat3 plane_axes(const Vec3& axis);

/// A rotation about a unit axis.
struct Turn {
  Vec3 axis{0, 0, 1};
  Real angle = 0;  ///< in [0, pi]
};

/// The shorter turn that takes one unit quaternion to another: to = from * turn. The shorter way of opposite
/// ones is either.
[[nodiscard]] Turn turn_between(const Quat& from, const Quat& to);

}  // namespace graze::inline GRAZE_ABI::io
