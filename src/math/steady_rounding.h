// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "math/rounding.h"

// round_up() and round_down() to the bit, without a branch: whether a bound that was just computed has to be
// moved is as good as random, and a wrong guess costs more than the rest of the rounding.

namespace graze::inline GRAZE_ABI {

namespace rounding_detail {

// The neighbour of r towards +infinity (direction 1) or -infinity (-1) where it is wanted, else r. A step up
// is one more in the bits of a positive number, one less in those of a negative one. A zero that has to be
// moved has the sign of what was rounded to it.
[[nodiscard]] inline float moved(float r, bool is_wanted, int direction) {
  const auto bits = std::bit_cast<std::int32_t>(r);
  const std::int32_t sign = bits >> 31, step = (static_cast<std::int32_t>(is_wanted) ^ sign) - sign;
  return std::bit_cast<float>(bits + direction * step);
}

}  // namespace rounding_detail

[[nodiscard]] inline Real round_down_steadily(double x) {
  if constexpr (sizeof(Real) == sizeof(double)) {
    return static_cast<Real>(x);
  } else {
    const float r = rounding_detail::opaque(static_cast<float>(x));
    return rounding_detail::moved(r, static_cast<double>(r) > x, -1);
  }
}
[[nodiscard]] inline Real round_up_steadily(double x) {
  if constexpr (sizeof(Real) == sizeof(double)) {
    return static_cast<Real>(x);
  } else {
    const float r = rounding_detail::opaque(static_cast<float>(x));
    return rounding_detail::moved(r, static_cast<double>(r) < x, 1);
  }
}

}  // namespace graze::inline GRAZE_ABI
