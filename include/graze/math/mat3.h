// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/vec3.h"

namespace graze::inline GRAZE_ABI {

/// 3 x 3 matrix by columns: m * e_x is column(0).
template <class T>
struct BasicMat3 {
  BasicVec3<T> columns[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

  constexpr BasicMat3() = default;
  constexpr BasicMat3(const BasicVec3<T>& x, const BasicVec3<T>& y, const BasicVec3<T>& z)
      : columns{x, y, z} {}
  template <class U>
  requires(!std::is_same_v<T, U>) explicit constexpr BasicMat3(const BasicMat3<U>& m)
      : columns{BasicVec3<T>(m.columns[0]), BasicVec3<T>(m.columns[1]), BasicVec3<T>(m.columns[2])} {}

  /// Matrix that scales the axes by x, y and z.
  [[nodiscard]] static constexpr BasicMat3 diagonal(T x, T y, T z) {
    return {{x, 0, 0}, {0, y, 0}, {0, 0, z}};
  }

  /// Column i: the image of axis i. Precondition: 0 <= i < 3.
  [[nodiscard]] constexpr const BasicVec3<T>& column(int i) const { return columns[i]; }
  /// Row i. Precondition: 0 <= i < 3.
  [[nodiscard]] constexpr BasicVec3<T> row(int i) const {
    return {columns[0][i], columns[1][i], columns[2][i]};
  }

  friend constexpr BasicVec3<T> operator*(const BasicMat3& m, const BasicVec3<T>& v) {
    return m.columns[0] * v.x + m.columns[1] * v.y + m.columns[2] * v.z;
  }
  friend constexpr BasicMat3 operator*(const BasicMat3& a, const BasicMat3& b) {
    return {a * b.columns[0], a * b.columns[1], a * b.columns[2]};
  }
  friend constexpr BasicMat3 operator*(const BasicMat3& m, T s) {
    return {m.columns[0] * s, m.columns[1] * s, m.columns[2] * s};
  }
  friend constexpr bool operator==(const BasicMat3&, const BasicMat3&) = default;
};

using Mat3 = BasicMat3<Real>;

/// transpose(m) * v without forming the transpose.
template <class T>
[[nodiscard]] constexpr BasicVec3<T> transpose_times(const BasicMat3<T>& m, const BasicVec3<T>& v) {
  return {dot(m.columns[0], v), dot(m.columns[1], v), dot(m.columns[2], v)};
}

/// Rows as columns; of a rotation its inverse.
template <class T>
[[nodiscard]] constexpr BasicMat3<T> transpose(const BasicMat3<T>& m) {
  return {m.row(0), m.row(1), m.row(2)};
}

/// Volume of the image of the unit cube; negative where the matrix mirrors.
template <class T>
[[nodiscard]] constexpr T determinant(const BasicMat3<T>& m) {
  return dot(m.columns[0], cross(m.columns[1], m.columns[2]));
}

/// Inverse by cofactors. Precondition: determinant(m) is not zero.
template <class T>
[[nodiscard]] constexpr BasicMat3<T> inverse(const BasicMat3<T>& m) {
  const BasicVec3<T> r0 = cross(m.columns[1], m.columns[2]);
  const BasicVec3<T> r1 = cross(m.columns[2], m.columns[0]);
  const BasicVec3<T> r2 = cross(m.columns[0], m.columns[1]);
  const T d = dot(m.columns[0], r0);
  return transpose(BasicMat3<T>{r0 / d, r1 / d, r2 / d});
}

}  // namespace graze::inline GRAZE_ABI
