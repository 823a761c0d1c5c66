// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/math/mat3.h"

namespace graze::inline GRAZE_ABI {

/// How close a linear map is to `scale` times an orthonormal one: it maps the unit ball between the balls of
/// radius scale * (1 - defect) and scale * (1 + defect).
struct Conformity {
  double scale = 1;
  double defect = 0;
};
[[nodiscard]] Conformity conformity(const BasicMat3<double>& linear);

/// Up to this defect balls are treated as balls, and the defect is added to the bounds. A rotation matrix
/// rounded once from a quaternion stays well below it: 2e-7 in float, 2.6e-15 in double, the latter mostly of
/// its computation.
inline constexpr Real kSimilarityDefect = sizeof(Real) == 4 ? 4 * kEpsilon : 16 * kEpsilon;

/// No unit vector becomes longer. For columns at right angles, rotations and scales among them, it is the
/// longest column but for rounding, so that a chain of such maps does not grow a bound: the root of the
/// largest sum of a row of the absolute products of columns, or of their trace. Precondition: finite, and not
/// all zero.
[[nodiscard]] inline double largest_stretch(const BasicMat3<double>& linear) {
  const auto& c = linear.columns;
  const double size = std::max({max_abs(c[0]), max_abs(c[1]), max_abs(c[2])});
  const bool is_moderate = size > 0x1p-200 && size < 0x1p200;  // otherwise squares might overflow
  const double largest = is_moderate ? 1 : size;
  BasicVec3<double> x = c[0], y = c[1], z = c[2];
  if (!is_moderate) x = x / size, y = y / size, z = z / size;
  const double xx = dot(x, x), yy = dot(y, y), zz = dot(z, z);
  const double xy = std::abs(dot(x, y)), yz = std::abs(dot(y, z)), zx = std::abs(dot(z, x));
  const double row = std::max({xx + xy + zx, xy + yy + yz, zx + yz + zz});
  return largest * std::sqrt(std::min(row, xx + yy + zz)) * (1 + 8 * std::numeric_limits<double>::epsilon());
}

/// inverse(m), for columns of any lengths: products of three of them may be beyond what double holds. Powers
/// of two change no bit of what would have been representable. Precondition: no column is zero.
[[nodiscard]] inline BasicMat3<double> balanced_inverse(const BasicMat3<double>& m) {
  const auto is_moderate = [](const BasicVec3<double>& column) {
    const double size = max_abs(column);
    return size > 0x1p-64 && size < 0x1p64;
  };
  if (is_moderate(m.columns[0]) && is_moderate(m.columns[1]) && is_moderate(m.columns[2])) return inverse(m);
  BasicMat3<double> balanced;
  BasicVec3<double> factors;
  for (int k = 0; k < 3; ++k) {
    int exponent = 0;
    (void)std::frexp(max_abs(m.columns[k]), &exponent);
    factors[k] = std::ldexp(1.0, std::clamp(-exponent, -1000, 1000));
    balanced.columns[k] = m.columns[k] * factors[k];
  }
  BasicMat3<double> result = inverse(balanced);
  for (BasicVec3<double>& column : result.columns)
    for (int k = 0; k < 3; ++k) column[k] *= factors[k];
  return result;
}

}  // namespace graze::inline GRAZE_ABI
