// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/mat3.h"

namespace graze::inline GRAZE_ABI {

/// Quaternion x i + y j + z k + w. A rotation is that of the normalised quaternion, whatever its length.
struct Quat {
  Real x = 0;
  Real y = 0;
  Real z = 0;
  Real w = 1;

  friend constexpr bool operator==(const Quat&, const Quat&) = default;
};

/// Rotation by b, then by a.
[[nodiscard]] constexpr Quat operator*(const Quat& a, const Quat& b) {
  return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
          a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

/// The opposite rotation of a unit quaternion.
[[nodiscard]] constexpr Quat conjugate(const Quat& q) { return {-q.x, -q.y, -q.z, q.w}; }

/// Rotation by `angle` radians, counter-clockwise when the axis points at the viewer. The axis need not be
/// unit.
[[nodiscard]] inline Quat rotation_about(const Vec3& axis, Real angle) {
  const Vec3 u = normalized(axis);
  const Real s = std::sin(angle / 2);
  return {u.x * s, u.y * s, u.z * s, std::cos(angle / 2)};
}

/// The quaternion scaled to unit length; the identity where its length is zero.
[[nodiscard]] inline Quat normalized(const Quat& q) {
  const Real n = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  return n > 0 ? Quat{q.x / n, q.y / n, q.z / n, q.w / n} : Quat{};
}

/// Rotation matrix of the normalised quaternion. It is computed in double, also in the float library, so that
/// each entry is rounded once. Precondition: q is not zero.
[[nodiscard]] constexpr Mat3 to_matrix(const Quat& q) {
  const double x = q.x, y = q.y, z = q.z, w = q.w;
  const double s = 2 / (x * x + y * y + z * z + w * w);
  using M = BasicMat3<double>;
  const M m{{1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)},
            {s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)},
            {s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)}};
  return Mat3(m);
}

}  // namespace graze::inline GRAZE_ABI
