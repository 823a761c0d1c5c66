// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "graze/math/mat3.h"
#include "graze/math/vec3.h"

namespace graze::inline GRAZE_ABI {

// Kernels compute in double, whatever Real is: a float input is exact in double, and a float answer is then
// right to its last bit. These bring an answer back to Real.
using Vec3d = BasicVec3<double>;
using Mat3d = BasicMat3<double>;
inline constexpr double kDoubleEpsilon = std::numeric_limits<double>::epsilon();
/// Stands for "no vertex", "no face", "no edge" where indices are kept.
inline constexpr std::uint32_t kNoIndex = 0xffffffff;
inline constexpr double kInfinite = std::numeric_limits<double>::infinity();

namespace rounding_detail {

// g++ 12 merges two neighbouring conversions to float and back into one vector operation, and then drops it
// (seen at -O2 and -O3). This hides where the float comes from.
[[nodiscard]] inline float opaque(float x) {
#if defined(__GNUC__) && defined(__SSE2__)
  __asm__("" : "+x"(x));
#endif
  return x;
}

// The neighbour of r towards +infinity (direction 1) or -infinity (-1) where it is wanted, else r. A step up
// is one more in the bits of a positive number, one less in those of a negative one. A zero that has to be
// moved has the sign of what was rounded to it. Without a branch: whether a bound that was just computed has
// to be moved is as good as random, and a wrong guess costs more than the rest of the rounding.
[[nodiscard]] inline float moved(float r, bool is_wanted, int direction) {
  const auto bits = std::bit_cast<std::int32_t>(r);
  const std::int32_t sign = bits >> 31, step = (static_cast<std::int32_t>(is_wanted) ^ sign) - sign;
  return std::bit_cast<float>(bits + direction * step);
}

}  // namespace rounding_detail

/// Largest Real that is not greater than x.
[[nodiscard]] inline Real round_down(double x) {
  if constexpr (sizeof(Real) == sizeof(double)) {
    return static_cast<Real>(x);
  } else {
    const float r = rounding_detail::opaque(static_cast<float>(x));
    return rounding_detail::moved(r, static_cast<double>(r) > x, -1);
  }
}

/// Smallest Real that is not less than x.
[[nodiscard]] inline Real round_up(double x) {
  if constexpr (sizeof(Real) == sizeof(double)) {
    return static_cast<Real>(x);
  } else {
    const float r = rounding_detail::opaque(static_cast<float>(x));
    return rounding_detail::moved(r, static_cast<double>(r) < x, 1);
  }
}

/// Each component rounded to Real and back.
[[nodiscard]] inline Vec3d rounded(const Vec3d& v) {
  if constexpr (sizeof(Real) == sizeof(double)) {
    return v;
  } else {
    const auto r = [](double x) {
      return static_cast<double>(rounding_detail::opaque(static_cast<float>(x)));
    };
    return {r(v.x), r(v.y), r(v.z)};
  }
}

/// A vector rounded to Real. Components that are nothing beside the others become zero: as denormals they
/// would round in steps that do not scale.
[[nodiscard]] inline Vec3 to_real(const Vec3d& p) {
  const double nothing = 0x1p-80 * max_abs(p);
  const auto keep = [nothing](double x) { return std::abs(x) < nothing ? 0.0 : x; };
  return Vec3(Vec3d{keep(p.x), keep(p.y), keep(p.z)});
}

}  // namespace graze::inline GRAZE_ABI
