// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "shape/core/reader.h"

namespace graze::inline GRAZE_ABI::depth {

/// How directions and normals pass between the frame of a hull and the working frame. Normals go with the
/// cofactors, turned by the sign of the determinant so that outward stays outward.
struct HullFrame {
  Mat3d linear;
  Mat3d unit;  // linear over `scale`, so that products of its entries neither overflow nor vanish
  Mat3d cofactors;
  double scale;
  double norm;       // of `unit`: the root of the sum of its entries' squares
  double volume;     // of `unit`: absolute value of its determinant
  double condition;  // at least 1

  explicit HullFrame(const Mat3d& m) : linear(m) {
    scale = std::max({max_abs(m.columns[0]), max_abs(m.columns[1]), max_abs(m.columns[2])});
    unit = m * (1 / scale);
    const Vec3d* c = unit.columns;
    const double determinant = dot(c[0], cross(c[1], c[2])), sign = determinant < 0 ? -1 : 1;
    cofactors = Mat3d{cross(c[1], c[2]), cross(c[2], c[0]), cross(c[0], c[1])} * sign;
    volume = std::abs(determinant);
    norm = norm_of(unit);
    condition = norm * norm_of(cofactors) / volume;
  }
  [[nodiscard]] Vec3d normal(const Vec3d& n) const { return cofactors * n; }
  /// A direction, and a normal, of the working frame in that of the hull, up to a positive factor.
  [[nodiscard]] Vec3d local(const Vec3d& d) const { return transpose_times(cofactors, d); }
  [[nodiscard]] Vec3d local_normal(const Vec3d& n) const { return transpose_times(unit, n); }

 private:
  static double norm_of(const Mat3d& m) {
    return std::sqrt(length_squared(m.columns[0]) + length_squared(m.columns[1]) +
                     length_squared(m.columns[2]));
  }
};

}  // namespace graze::inline GRAZE_ABI::depth
