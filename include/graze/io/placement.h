// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "graze/math/mat3.h"
#include "graze/math/quat.h"

namespace graze::inline GRAZE_ABI::io {

/// p -> linear * p + translation. Unlike Affine it may be singular: files scale by zero.
struct Placement {
  Mat3 linear;
  Vec3 translation;

  friend Vec3 operator*(const Placement& m, const Vec3& p) { return m.linear * p + m.translation; }
  friend Placement operator*(const Placement& a, const Placement& b) {
    return {a.linear * b.linear, a * b.translation};
  }
};

/// Parent from child: T C R O S O⁻¹ C⁻¹, with T the translation, C the centre, R the rotation, O the
/// orientation of the scale, S the scale. Rotations are those of the normalised quaternions.
struct LocalTransform {
  Vec3 translation;
  Quat rotation;
  Vec3 scale{1, 1, 1};
  Vec3 centre;
  Quat scale_orientation;
  std::optional<Placement> matrix;  ///< stands for all of the above
};

/// Exact but for rounding. A quaternion of length zero is the identity.
[[nodiscard]] GRAZE_API Placement to_placement(const LocalTransform& local);

}  // namespace graze::inline GRAZE_ABI::io
