// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>

#include "math/exact.h"

// Numbers with a bound, rounded to Real so that the bound stays a bound in both libraries. round_up() of
// rounding.h does that for the float library only.

namespace graze::inline GRAZE_ABI {

/// The next Real towards +infinity (step 1) or -infinity (step -1). Precondition: x is finite.
[[nodiscard]] inline Real next_real(Real x, int step) {
  if (x == 0)
    return step > 0 ? std::numeric_limits<Real>::denorm_min() : -std::numeric_limits<Real>::denorm_min();
  using Bits = std::conditional_t<sizeof(Real) == 4, std::int32_t, std::int64_t>;
  const auto bits = std::bit_cast<Bits>(x);
  return std::bit_cast<Real>(static_cast<Bits>(x > 0 ? bits + step : bits - step));
}

/// Not less than the number enclosed.
[[nodiscard]] inline Real upper_real(const Enclosed& x) {
  const double rest = x.value.low + x.error;
  const double sum = x.value.high + rest;
  // When nothing was lost the sum is the number itself, and may be a Real.
  const bool is_exact = x.error == 0 && sum == x.value.high && x.value.low == 0;
  if (is_exact) return round_up(sum);
  return next_real(round_up(sum), 1);
}
/// Not greater than the number enclosed.
[[nodiscard]] inline Real lower_real(const Enclosed& x) { return -upper_real(-x); }

}  // namespace graze::inline GRAZE_ABI
