// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "math/rounding.h"

namespace graze::inline GRAZE_ABI {

struct SinCos {
  double sin = 0, cos = 1;
};

/// Sine and cosine by Taylor polynomials, the same bytes on every machine, which those of libm are not. Off
/// by at most 2 epsilon + epsilon |angle|. Precondition: |angle| < 2^50.
[[nodiscard]] inline SinCos sin_cos(double angle) {
  // pi / 2 in two parts; the first has 33 bits, so that its multiples up to 2^20 are exact.
  constexpr double kHigh = 0x1.921fb544p+0, kLow = 0x1.0b4611a626331p-34, kInverse = 0x1.45f306dc9c883p-1;
  constexpr double kRound = 0x1.8p52;  // adding it rounds to an integer
  const double quarters = (angle * kInverse + kRound) - kRound;
  const double x = (angle - quarters * kHigh) - quarters * kLow, z = x * x;
  // |x| <= pi / 4 and a little: the first terms left out are x^19 / 19! < 1e-19 and x^18 / 18! < 3e-18.
  double s = 1.0 / 355687428096000.0;
  s = s * z - 1.0 / 1307674368000.0;
  s = s * z + 1.0 / 6227020800.0;
  s = s * z - 1.0 / 39916800.0;
  s = s * z + 1.0 / 362880.0;
  s = s * z - 1.0 / 5040.0;
  s = s * z + 1.0 / 120.0;
  s = s * z - 1.0 / 6.0;
  s = s * z * x + x;
  double c = 1.0 / 20922789888000.0;
  c = c * z - 1.0 / 87178291200.0;
  c = c * z + 1.0 / 479001600.0;
  c = c * z - 1.0 / 3628800.0;
  c = c * z + 1.0 / 40320.0;
  c = c * z - 1.0 / 720.0;
  c = c * z + 1.0 / 24.0;
  c = c * z * z - 0.5 * z + 1.0;
  switch (static_cast<std::int64_t>(quarters) & 3) {
    case 0:
      return {s, c};
    case 1:
      return {c, -s};
    case 2:
      return {-s, -c};
    default:
      return {-c, s};
  }
}

/// The rotation about a unit axis.
[[nodiscard]] inline Mat3d turn_about(const Vec3d& u, const SinCos& angle) {
  const Vec3d s = u * angle.sin, v = u * (1 - angle.cos);
  const double xy = v.x * u.y, yz = v.y * u.z, zx = v.z * u.x;
  return {{v.x * u.x + angle.cos, xy + s.z, zx - s.y},
          {xy - s.z, v.y * u.y + angle.cos, yz + s.x},
          {zx + s.y, yz - s.x, v.z * u.z + angle.cos}};
}

}  // namespace graze::inline GRAZE_ABI
