// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/real.h"

namespace graze::inline GRAZE_ABI {

/// Closed interval of numbers. Default: empty.
struct Interval {
  Real lower = kInfinity;
  Real upper = -kInfinity;

  [[nodiscard]] constexpr bool is_empty() const { return !(lower <= upper); }
  [[nodiscard]] constexpr bool contains(Real x) const { return lower <= x && x <= upper; }
  friend constexpr bool operator==(const Interval&, const Interval&) = default;
};

/// Closed intervals: touching counts.
[[nodiscard]] constexpr bool overlaps(const Interval& a, const Interval& b) {
  return a.lower <= b.upper && b.lower <= a.upper;
}
[[nodiscard]] constexpr Interval merge(const Interval& a, const Interval& b) {
  return {b.lower < a.lower ? b.lower : a.lower, a.upper < b.upper ? b.upper : a.upper};
}

}  // namespace graze::inline GRAZE_ABI
