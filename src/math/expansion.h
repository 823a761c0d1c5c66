// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "math/rounding.h"

namespace graze::inline GRAZE_ABI {

// Error-free transformations: each returns the rounded result and what rounding lost. [Knuth97 §4.2.2,
// Dekker71]
struct TwoTerm {
  double high;
  double low;
};

[[nodiscard]] inline TwoTerm two_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

/// Precondition: |a| >= |b| or a is zero.
[[nodiscard]] inline TwoTerm fast_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

// Dekker's product rather than a fused multiply-add: the same bytes on every x86-64. Exact below about 1e300.
[[nodiscard]] inline TwoTerm two_product(double a, double b) {
  constexpr double kSplit = 134217729;  // 2^27 + 1
  const double product = a * b;
  const double ca = kSplit * a, cb = kSplit * b;
  const double ah = ca - (ca - a), bh = cb - (cb - b);
  const double al = a - ah, bl = b - bh;
  return {product, ((ah * bh - product) + ah * bl + al * bh) + al * bl};
}

/// Unevaluated sum of two doubles: about 106 bits. [Dekker71]
struct DoubleDouble {
  double high = 0;
  double low = 0;

  constexpr DoubleDouble() = default;
  constexpr DoubleDouble(double x) : high(x) {}
  constexpr DoubleDouble(double h, double l) : high(h), low(l) {}

  friend DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
    const TwoTerm s = two_sum(a.high, b.high), t = two_sum(a.low, b.low);
    const TwoTerm u = fast_two_sum(s.high, s.low + t.high);
    const TwoTerm r = fast_two_sum(u.high, u.low + t.low);
    return {r.high, r.low};
  }
  friend DoubleDouble operator-(const DoubleDouble& a) { return {-a.high, -a.low}; }
  friend DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) { return a + (-b); }
  friend DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
    const TwoTerm p = two_product(a.high, b.high);
    const TwoTerm r = fast_two_sum(p.high, p.low + (a.high * b.low + a.low * b.high));
    return {r.high, r.low};
  }
  friend bool operator<(const DoubleDouble& a, const DoubleDouble& b) {
    return a.high < b.high || (a.high == b.high && a.low < b.low);
  }
  friend bool operator==(const DoubleDouble&, const DoubleDouble&) = default;
};

[[nodiscard]] inline DoubleDouble abs(const DoubleDouble& a) { return a.high < 0 ? -a : a; }
[[nodiscard]] inline DoubleDouble max(const DoubleDouble& a, const DoubleDouble& b) { return a < b ? b : a; }

/// Square root by one Newton step on the rounded root. [Karp93]
[[nodiscard]] inline DoubleDouble sqrt(const DoubleDouble& a) {
  if (!(a.high > 0)) return 0.0;
  const double root = std::sqrt(a.high);
  const TwoTerm square = two_product(root, root);
  const double correction = ((a.high - square.high) - square.low + a.low) / (2 * root);
  const TwoTerm r = fast_two_sum(root, correction);
  return {r.high, r.low};
}

/// A double-double with a bound on what its computation lost; zero when it lost nothing.
struct Enclosed {
  DoubleDouble value;
  double error = 0;

  Enclosed() = default;
  Enclosed(double x) : value(x) {}
  Enclosed(const DoubleDouble& x, double e = 0) : value(x), error(e) {}

  [[nodiscard]] bool is_short() const { return value.low == 0 && error == 0; }

  friend Enclosed operator+(const Enclosed& a, const Enclosed& b) {
    const DoubleDouble sum = a.value + b.value;
    const double lost = a.value.low == 0 && b.value.low == 0
                            ? 0  // two_sum() keeps everything
                            : 0x1p-100 * (std::abs(a.value.high) + std::abs(b.value.high));
    return {sum, a.error + b.error + lost};
  }
  friend Enclosed operator-(const Enclosed& a) { return {-a.value, a.error}; }
  friend Enclosed operator-(const Enclosed& a, const Enclosed& b) { return a + (-b); }
  friend Enclosed operator*(const Enclosed& a, const Enclosed& b) {
    const DoubleDouble product = a.value * b.value;
    const double size = std::abs(a.value.high) * std::abs(b.value.high);
    const double lost = a.value.low == 0 && b.value.low == 0 ? 0 : 0x1p-99 * size;
    // Below this the parts that two_product() splits off are no longer exact.
    const double underflow = size < 0x1p-900 && size != 0 ? 0x1p-1000 : 0;
    return {product,
            lost + underflow +
                (a.error * std::abs(b.value.high) + b.error * std::abs(a.value.high) + a.error * b.error) *
                    (1 + 4 * kDoubleEpsilon)};
  }
};

[[nodiscard]] inline Enclosed abs(const Enclosed& a) { return a.value.high < 0 ? -a : a; }

/// Encloses the larger of the two.
[[nodiscard]] inline Enclosed max(const Enclosed& a, const Enclosed& b) {
  Enclosed larger = a.value < b.value ? b : a;
  larger.error = a.error < b.error ? b.error : a.error;
  return larger;
}

[[nodiscard]] inline Enclosed sqrt(const Enclosed& a) {
  if (!(a.value.high > 0)) return {DoubleDouble(0.0), std::sqrt(a.error)};
  const DoubleDouble root = sqrt(a.value);
  const TwoTerm square = two_product(root.high, root.high);
  if (a.is_short() && root.low == 0 && square.high == a.value.high && square.low == 0) return {root, 0};
  // The root of x + e is at most sqrt(x) + e / sqrt(x), and at least sqrt(x) - e / sqrt(x).
  return {root, 0x1p-98 * root.high + 2 * a.error / root.high};
}

}  // namespace graze::inline GRAZE_ABI
