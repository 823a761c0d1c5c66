// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "graze/math/affine.h"

// Numbers of glm and back, float or double whatever Real is. Not part of graze.h: include it where glm is at
// hand.

namespace graze::inline GRAZE_ABI {

/// A point or a direction, rounded to Real.
template <class Scalar, glm::qualifier Q>
[[nodiscard]] Vec3 from_glm(const glm::vec<3, Scalar, Q>& v) {
  return {static_cast<Real>(v.x), static_cast<Real>(v.y), static_cast<Real>(v.z)};
}
/// A matrix, rounded to Real; both keep columns.
template <class Scalar, glm::qualifier Q>
[[nodiscard]] Mat3 from_glm(const glm::mat<3, 3, Scalar, Q>& m) {
  return {from_glm(m[0]), from_glm(m[1]), from_glm(m[2])};
}
/// A quaternion, rounded to Real.
template <class Scalar, glm::qualifier Q>
[[nodiscard]] Quat from_glm(const glm::qua<Scalar, Q>& q) {
  return {static_cast<Real>(q.x), static_cast<Real>(q.y), static_cast<Real>(q.z), static_cast<Real>(q.w)};
}
/// A placement from a model matrix. Refused like any other in make_affine(): the last row must be 0 0 0 1.
template <class Scalar, glm::qualifier Q>
[[nodiscard]] Result<Affine> from_glm(const glm::mat<4, 4, Scalar, Q>& m) {
  Scalar numbers[16];
  for (int i = 0; i < 16; ++i) numbers[i] = m[i / 4][i % 4];
  return make_affine(std::span<const Scalar, 16>(numbers));
}

/// A vector for glm; the scalar type is that of Real unless it is named: to_glm<float>(v).
template <class Scalar = Real>
[[nodiscard]] glm::vec<3, Scalar> to_glm(const Vec3& v) {
  return {static_cast<Scalar>(v.x), static_cast<Scalar>(v.y), static_cast<Scalar>(v.z)};
}
/// A matrix for glm.
template <class Scalar = Real>
[[nodiscard]] glm::mat<3, 3, Scalar> to_glm(const Mat3& m) {
  return {to_glm<Scalar>(m.columns[0]), to_glm<Scalar>(m.columns[1]), to_glm<Scalar>(m.columns[2])};
}
/// A quaternion for glm.
template <class Scalar = Real>
[[nodiscard]] glm::qua<Scalar> to_glm(const Quat& q) {
  return {static_cast<Scalar>(q.w), static_cast<Scalar>(q.x), static_cast<Scalar>(q.y),
          static_cast<Scalar>(q.z)};
}
/// A model matrix for glm.
template <class Scalar = Real>
[[nodiscard]] glm::mat<4, 4, Scalar> to_glm(const Affine& placement) {
  glm::mat<4, 4, Scalar> m(Scalar(1));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m[i][j] = static_cast<Scalar>(placement.linear().columns[i][j]);
  for (int j = 0; j < 3; ++j) m[3][j] = static_cast<Scalar>(placement.translation()[j]);
  return m;
}

}  // namespace graze::inline GRAZE_ABI
