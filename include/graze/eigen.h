// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Geometry>

#include "graze/math/affine.h"

// Numbers of Eigen and back, float or double whatever Real is. Not part of graze.h: include it where Eigen 3
// is at hand.

namespace graze::inline GRAZE_ABI {

/// A point or a direction, rounded to Real.
template <class Scalar>
[[nodiscard]] Vec3 from_eigen(const Eigen::Matrix<Scalar, 3, 1>& v) {
  return {static_cast<Real>(v.x()), static_cast<Real>(v.y()), static_cast<Real>(v.z())};
}
/// A matrix, rounded to Real.
template <class Scalar>
[[nodiscard]] Mat3 from_eigen(const Eigen::Matrix<Scalar, 3, 3>& m) {
  Mat3 result;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) result.columns[i][j] = static_cast<Real>(m(j, i));
  return result;
}
/// A quaternion, rounded to Real.
template <class Scalar>
[[nodiscard]] Quat from_eigen(const Eigen::Quaternion<Scalar>& q) {
  return {static_cast<Real>(q.x()), static_cast<Real>(q.y()), static_cast<Real>(q.z()),
          static_cast<Real>(q.w())};
}
/// A placement: Eigen::Affine3f, Isometry3d and their like. Refused like any other in make_affine().
template <class Scalar, int Mode>
[[nodiscard]] Result<Affine> from_eigen(const Eigen::Transform<Scalar, 3, Mode>& m) {
  return make_affine(from_eigen(Eigen::Matrix<Scalar, 3, 3>(m.linear())),
                     from_eigen(Eigen::Matrix<Scalar, 3, 1>(m.translation())));
}

/// A vector for Eigen; the scalar type is that of Real unless it is named: to_eigen<double>(v).
template <class Scalar = Real>
[[nodiscard]] Eigen::Matrix<Scalar, 3, 1> to_eigen(const Vec3& v) {
  return {static_cast<Scalar>(v.x), static_cast<Scalar>(v.y), static_cast<Scalar>(v.z)};
}
/// A matrix for Eigen.
template <class Scalar = Real>
[[nodiscard]] Eigen::Matrix<Scalar, 3, 3> to_eigen(const Mat3& m) {
  Eigen::Matrix<Scalar, 3, 3> result;
  for (int i = 0; i < 3; ++i) result.col(i) = to_eigen<Scalar>(m.columns[i]);
  return result;
}
/// A quaternion for Eigen.
template <class Scalar = Real>
[[nodiscard]] Eigen::Quaternion<Scalar> to_eigen(const Quat& q) {
  return {static_cast<Scalar>(q.w), static_cast<Scalar>(q.x), static_cast<Scalar>(q.y),
          static_cast<Scalar>(q.z)};
}
/// A placement for Eigen.
template <class Scalar = Real>
[[nodiscard]] Eigen::Transform<Scalar, 3, Eigen::Affine> to_eigen(const Affine& placement) {
  Eigen::Transform<Scalar, 3, Eigen::Affine> result = Eigen::Transform<Scalar, 3, Eigen::Affine>::Identity();
  result.linear() = to_eigen<Scalar>(placement.linear());
  result.translation() = to_eigen<Scalar>(placement.translation());
  return result;
}

}  // namespace graze::inline GRAZE_ABI
