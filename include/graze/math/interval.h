// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/real.h"

namespace graze::inline GRAZE_ABI {

/// Closed interval of numbers. Default: empty.
struct Interval {
  Real lower = kInfinity;
  Real upper = -kInfinity;

  /// Whether no number is in the interval: its lower end is above the upper one, or NaN.
  [[nodiscard]] constexpr bool is_empty() const { return !(lower <= upper); }
  /// Whether x is in the closed interval.
  [[nodiscard]] constexpr bool contains(Real x) const { return lower <= x && x <= upper; }
  friend constexpr bool operator==(const Interval&, const Interval&) = default;
};

/// Closed intervals: touching counts.
[[nodiscard]] constexpr bool overlaps(const Interval& a, const Interval& b) {
  return a.lower <= b.upper && b.lower <= a.upper;
}
/// Smallest interval around both; an empty one adds nothing.
[[nodiscard]] constexpr Interval merge(const Interval& a, const Interval& b) {
  return {b.lower < a.lower ? b.lower : a.lower, a.upper < b.upper ? b.upper : a.upper};
}

}  // namespace graze::inline GRAZE_ABI
