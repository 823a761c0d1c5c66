// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/objects/digits.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace graze::inline GRAZE_ABI::check {
namespace {

int decimal_exponent(double x) { return static_cast<int>(std::floor(std::log10(std::abs(x)))); }

// Half an ulp of a float is at most this part of it.
constexpr double kHalfUlp = 0x1p-24;

}  // namespace

Digits digits_of(double x) noexcept {
  if (x == 0 || !std::isfinite(x)) return {};
  char text[32];
  const char* end = std::to_chars(text, text + sizeof(text), std::abs(x), std::chars_format::scientific).ptr;
  const char* e = std::find(static_cast<const char*>(text), end, 'e');
  int exponent = 0;
  std::from_chars(e[1] == '+' ? e + 2 : e + 1, end, exponent);
  const auto significant = static_cast<int>(e - text) - (e - text > 1 ? 1 : 0);  // without the point
  return {significant, significant - 1 - exponent};
}

double rounding_of(double x) noexcept {
  const Digits digits = digits_of(x);
  if (digits.significant <= kTypedDigits) return 0;
  if (is_float(x)) return std::abs(x) * kHalfUlp;
  return digits.significant < kDoubleDigits ? 0.5 * std::pow(10.0, -digits.decimals) : 0;
}

void Rounding::add(double x) noexcept {
  const Digits digits = digits_of(x);
  if (is_float(x)) {
    has_long_floats_ = has_long_floats_ || digits.significant > kTypedDigits;
  } else if (digits.significant < kDoubleDigits) {
    has_decimals_ = true;
    significant_ = std::max(significant_, digits.significant);
    decimals_ = std::max(decimals_, digits.decimals);
  }
}

// Decimals of text are a fixed number of places behind the point, or of digits: whichever is coarser here.
double Rounding::at(double magnitude) const noexcept {
  if (!(magnitude > 0)) return 0;
  if (has_decimals_) {
    if (significant_ <= kTypedDigits) return 0;
    const int by_digits = significant_ - 1 - decimal_exponent(magnitude);
    return 0.5 * std::pow(10.0, -std::min(decimals_, by_digits));
  }
  return has_long_floats_ ? magnitude * kHalfUlp : 0;
}

}  // namespace graze::inline GRAZE_ABI::check
