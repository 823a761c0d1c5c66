// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/quat.h"

namespace graze::inline GRAZE_ABI {

/// Rigid motion: rotate, then translate. `world_from_a * p_a` is the world's name of the point `p_a`.
struct Pose {
  Mat3 rotation;
  Vec3 translation;

  constexpr Pose() = default;
  constexpr Pose(const Mat3& r, const Vec3& t) : rotation(r), translation(t) {}
  constexpr Pose(const Quat& q, const Vec3& t) : rotation(to_matrix(q)), translation(t) {}
  /// A translation.
  explicit constexpr Pose(const Vec3& t) : translation(t) {}

  friend constexpr Vec3 operator*(const Pose& pose, const Vec3& p) {
    return pose.rotation * p + pose.translation;
  }
  friend constexpr Pose operator*(const Pose& a, const Pose& b) {
    return {a.rotation * b.rotation, a * b.translation};
  }
  friend constexpr bool operator==(const Pose&, const Pose&) = default;
};

/// The pose of b seen from a. Origins are subtracted before anything rounds: {Raᵀ Rb, Raᵀ (tb - ta)}.
[[nodiscard]] constexpr Pose relative(const Pose& world_from_a, const Pose& world_from_b) {
  const Mat3& ra = world_from_a.rotation;
  return {Mat3{transpose_times(ra, world_from_b.rotation.columns[0]),
               transpose_times(ra, world_from_b.rotation.columns[1]),
               transpose_times(ra, world_from_b.rotation.columns[2])},
          transpose_times(ra, world_from_b.translation - world_from_a.translation)};
}

/// The inverse motion. Precondition: the rotation is orthonormal.
[[nodiscard]] constexpr Pose inverse(const Pose& pose) {
  return {transpose(pose.rotation), -transpose_times(pose.rotation, pose.translation)};
}

}  // namespace graze::inline GRAZE_ABI
