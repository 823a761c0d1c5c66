// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gmpxx.h>

#include "number.h"

namespace graze::test {

/// All numbers from `lower` to `upper`, both rational. Sums, differences, products and quotients of exact
/// values are exact; a square root is enclosed to 2^-120 of its value, or exact where it is rational.
struct RationalInterval {
  mpq_class lower, upper;

  RationalInterval() = default;
  explicit RationalInterval(int x) : lower(x), upper(x) {}
  explicit RationalInterval(double x) : lower(x), upper(x) {}
  explicit RationalInterval(const mpq_class& x) : lower(x), upper(x) {}
  RationalInterval(const mpq_class& lower_, const mpq_class& upper_) : lower(lower_), upper(upper_) {}

  [[nodiscard]] bool is_exact() const { return lower == upper; }

  friend RationalInterval operator+(const RationalInterval& a, const RationalInterval& b) {
    return {a.lower + b.lower, a.upper + b.upper};
  }
  friend RationalInterval operator-(const RationalInterval& a, const RationalInterval& b) {
    return {a.lower - b.upper, a.upper - b.lower};
  }
  friend RationalInterval operator*(const RationalInterval& a, const RationalInterval& b);
  /// Precondition: b does not contain zero.
  friend RationalInterval operator/(const RationalInterval& a, const RationalInterval& b);
};

/// The larger of two enclosed numbers; never chooses on overlap.
RationalInterval larger(const RationalInterval& a, const RationalInterval& b);
RationalInterval magnitude_of(const RationalInterval& x);
/// Root of the enclosed number; what is negative counts as zero.
RationalInterval root(const RationalInterval& x);
inline bool is_positive(const RationalInterval& x) { return x.lower > 0; }
/// Order of lower ends: enough to choose between points that are both of the set.
inline bool operator<(const RationalInterval& a, const RationalInterval& b) { return a.lower < b.lower; }

/// Exact: every Quad is a sum of three doubles.
mpq_class rational_of(Quad x);
V3<RationalInterval> rational_of(const V3<Quad>& v);

}  // namespace graze::test
