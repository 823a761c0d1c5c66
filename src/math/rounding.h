// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <limits>

#include "graze/math/vec3.h"

namespace graze::inline GRAZE_ABI {

// Kernels compute in double, whatever Real is: a float input is exact in double, and a float answer is then
// right to its last bit. These bring an answer back to Real.
using Vec3d = BasicVec3<double>;
inline constexpr double kDoubleEpsilon = std::numeric_limits<double>::epsilon();

/// Largest Real that is not greater than x.
[[nodiscard]] inline Real round_down(double x) {
  if constexpr (sizeof(Real) == sizeof(double)) return static_cast<Real>(x);
  const Real r = static_cast<Real>(x);
  return static_cast<double>(r) > x ? std::nextafter(r, -kInfinity) : r;
}

/// Smallest Real that is not less than x.
[[nodiscard]] inline Real round_up(double x) {
  if constexpr (sizeof(Real) == sizeof(double)) return static_cast<Real>(x);
  const Real r = static_cast<Real>(x);
  return static_cast<double>(r) < x ? std::nextafter(r, kInfinity) : r;
}

}  // namespace graze::inline GRAZE_ABI
