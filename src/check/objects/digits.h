// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/real.h"

namespace graze::inline GRAZE_ABI::check {

/// Decimal digits of the shortest text that reads as this double.
struct Digits {
  int significant = 0;  ///< 0 of zero
  int decimals = 0;     ///< behind the point; below zero where the number ends with zeros before it
};
[[nodiscard]] Digits digits_of(double x) noexcept;

/// Numbers of five digits and fewer were typed by somebody who meant them; programs print six and more.
inline constexpr int kTypedDigits = 5;
/// Numbers of so many digits were computed in double, or printed so that nothing is lost.
inline constexpr int kDoubleDigits = 15;

/// Whether a float holds the number exactly.
[[nodiscard]] inline bool is_float(double x) noexcept { return double(float(x)) == x; }

/// How far a single number may be from what it was before it was written: half a unit of its last digit, or
/// half an ulp of the float that it is. Zero for numbers that were typed, or computed in double.
[[nodiscard]] double rounding_of(double x) noexcept;

/// How numbers that were written together were rounded: learned from all of them, told for a magnitude.
class Rounding {
 public:
  void add(double x) noexcept;
  /// Bound on the error of a number of this magnitude.
  [[nodiscard]] double at(double magnitude) const noexcept;

 private:
  bool has_decimals_ = false;           // some number is no float, and has fewer digits than a double
  bool has_long_floats_ = false;        // some float has more digits than are typed
  int significant_ = 0, decimals_ = 0;  // the most of those that are no floats
};

}  // namespace graze::inline GRAZE_ABI::check
