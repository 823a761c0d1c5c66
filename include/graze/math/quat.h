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

/// Unit quaternion of a rotation matrix, with w >= 0; of another matrix with a positive determinant that of a
/// rotation near it. By the largest of the four components, which keeps the others sharp. Computed in double.
[[nodiscard]] inline Quat to_quat(const Mat3& rotation) {
  const BasicMat3<double> m(rotation);
  const double xx = m.columns[0].x, yy = m.columns[1].y, zz = m.columns[2].z;
  const double squares[4] = {1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz, 1 + xx + yy + zz};
  int k = 3;
  for (int i = 0; i < 3; ++i)
    if (squares[i] > squares[k]) k = i;
  // Four times products of components: of w with x, y and z, and of these.
  const double wx = m.columns[1].z - m.columns[2].y, wy = m.columns[2].x - m.columns[0].z,
               wz = m.columns[0].y - m.columns[1].x, xy = m.columns[0].y + m.columns[1].x,
               yz = m.columns[1].z + m.columns[2].y, zx = m.columns[2].x + m.columns[0].z;
  const double rows[4][4] = {
      {squares[0], xy, zx, wx}, {xy, squares[1], yz, wy}, {zx, yz, squares[2], wz}, {wx, wy, wz, squares[3]}};
  const double* q = rows[k];
  const double n = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (!(n > 0)) return {};
  const double s = (q[3] < 0 ? -1 : 1) / n;
  return {static_cast<Real>(q[0] * s), static_cast<Real>(q[1] * s), static_cast<Real>(q[2] * s),
          static_cast<Real>(q[3] * s)};
}

}  // namespace graze::inline GRAZE_ABI
