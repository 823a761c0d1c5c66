// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "math/expansion.h"

// Numbers for formulas that are written once and evaluated as sharply as needed: Bounded (double and a bound
// of its error), Enclosed (double-double and a bound, expansion.h), Exact (no error at all). A sign that one
// cannot tell is asked of the next. [Shewchuk97]
//
// Exact where no product underflows or overflows: for polynomials of degree d in coordinates that are zero or
// have magnitudes between 2^(53 - 1022 / d) and 2^(1000 / d); up to degree 6 that is 1e-35 to 2^150, and
// every float. Closed forms refuse larger ones (is_usable).

namespace graze::inline GRAZE_ABI {

/// A double and a bound on how far it is from the number meant.
struct Bounded {
  double value = 0;
  double error = 0;

  constexpr Bounded() = default;
  constexpr Bounded(double x, double e = 0) : value(x), error(e) {}

  // Half an epsilon for the operation; the factor covers the roundings of the bound itself.
  static constexpr double kHalf = kDoubleEpsilon / 2;
  static constexpr double kSlack = 1 + 8 * kDoubleEpsilon;

  friend Bounded operator+(const Bounded& a, const Bounded& b) {
    const double v = a.value + b.value;
    return {v, (a.error + b.error + kHalf * std::abs(v)) * kSlack};
  }
  friend Bounded operator-(const Bounded& a) { return {-a.value, a.error}; }
  friend Bounded operator-(const Bounded& a, const Bounded& b) { return a + (-b); }
  friend Bounded operator*(const Bounded& a, const Bounded& b) {
    const double v = a.value * b.value;
    return {v, (a.error * (std::abs(b.value) + b.error) + b.error * std::abs(a.value) + kHalf * std::abs(v)) *
                   kSlack};
  }
  /// Infinite error when the divisor may be zero.
  friend Bounded operator/(const Bounded& a, const Bounded& b) {
    const double least = std::abs(b.value) - b.error;
    if (!(least > 0)) return {0, std::numeric_limits<double>::infinity()};
    const double v = a.value / b.value;
    return {v, ((a.error + std::abs(v) * b.error) / least + kHalf * std::abs(v)) * kSlack};
  }
};

/// Square root with its error bound. Negative numbers count as zero: callers know that only rounding made
/// them so.
[[nodiscard]] inline Bounded sqrt(const Bounded& a) {
  if (!(a.value > 4 * a.error)) {
    const double top = std::sqrt(a.value > 0 ? a.value + a.error : a.error) * Bounded::kSlack;
    return {top / 2, top / 2 * Bounded::kSlack};
  }
  const double root = std::sqrt(a.value);
  return {root, (a.error / root + Bounded::kHalf * root) * Bounded::kSlack};
}

/// Infinite error when the divisor may be zero.
[[nodiscard]] inline Enclosed operator/(const Enclosed& a, const Enclosed& b) {
  const double least = std::abs(b.value.high) * (1 - kDoubleEpsilon) - b.error;
  if (!(least > 0)) return {DoubleDouble(0.0), std::numeric_limits<double>::infinity()};
  const double q = a.value.high / b.value.high;
  const DoubleDouble rest = a.value - b.value * DoubleDouble(q);
  const TwoTerm r = fast_two_sum(q, rest.high / b.value.high);
  const double size = std::abs(r.high);
  // The remainder is known to 2^-99 of a, and its quotient is rounded once more.
  return {DoubleDouble{r.high, r.low},
          ((a.error + size * b.error) / least + 0x1p-97 * size) * (1 + 8 * kDoubleEpsilon)};
}

/// A sum of doubles kept without rounding, by increasing magnitude, no two overlapping. Fixed storage: once
/// compressed, neighbours are 53 bits apart, and the range of a double holds 41 of those. [Shewchuk97 §2.4,
/// §2.8]
class Exact {
 public:
  Exact() = default;
  Exact(double x) { add(x); }
  Exact(const Exact& other) : count_(other.count_) { copy(other); }
  Exact& operator=(const Exact& other) {
    count_ = other.count_;
    copy(other);
    return *this;
  }

  [[nodiscard]] int sign() const {
    return count_ == 0 ? 0 : terms_[static_cast<std::size_t>(count_ - 1)] > 0 ? 1 : -1;
  }
  /// The sum to its last digits.
  [[nodiscard]] double rounded() const {
    double sum = 0;
    for (int i = 0; i < count_; ++i) sum += terms_[static_cast<std::size_t>(i)];
    return sum;
  }

  friend Exact operator+(const Exact& a, const Exact& b) {
    Exact sum = a;
    for (int i = 0; i < b.count_; ++i) sum.add(b.terms_[static_cast<std::size_t>(i)]);
    return sum;
  }
  friend Exact operator-(const Exact& a) {
    Exact negated = a;
    for (int i = 0; i < a.count_; ++i)
      negated.terms_[static_cast<std::size_t>(i)] = -a.terms_[static_cast<std::size_t>(i)];
    return negated;
  }
  friend Exact operator-(const Exact& a, const Exact& b) { return a + (-b); }
  friend Exact operator*(const Exact& a, const Exact& b) {
    Exact product;
    for (int i = 0; i < a.count_; ++i)
      for (int j = 0; j < b.count_; ++j) {
        const TwoTerm p =
            two_product(a.terms_[static_cast<std::size_t>(i)], b.terms_[static_cast<std::size_t>(j)]);
        product.add(p.low);
        product.add(p.high);
      }
    return product;
  }

 private:
  static constexpr int kCapacity = 64;

  void copy(const Exact& other) {
    for (int i = 0; i < count_; ++i)
      terms_[static_cast<std::size_t>(i)] = other.terms_[static_cast<std::size_t>(i)];
  }
  void add(double x) {
    if (x == 0) return;
    if (count_ == kCapacity) {
      compress();
      if (count_ == kCapacity) return;  // only after an overflow; the sign is lost, memory is not
    }
    int kept = 0;
    for (int i = 0; i < count_; ++i) {
      const TwoTerm s = two_sum(x, terms_[static_cast<std::size_t>(i)]);
      x = s.high;
      if (s.low != 0) terms_[static_cast<std::size_t>(kept++)] = s.low;
    }
    if (x != 0) terms_[static_cast<std::size_t>(kept++)] = x;
    count_ = kept;
  }
  void compress() {
    int bottom = count_ - 1;
    double q = terms_[static_cast<std::size_t>(bottom)];
    for (int i = count_ - 2; i >= 0; --i) {
      const TwoTerm s = fast_two_sum(q, terms_[static_cast<std::size_t>(i)]);
      q = s.high;
      if (s.low != 0) {
        terms_[static_cast<std::size_t>(bottom--)] = s.high;
        q = s.low;
      }
    }
    terms_[static_cast<std::size_t>(bottom)] = q;
    int top = 0;
    for (int i = bottom + 1; i < count_; ++i) {
      const TwoTerm s = fast_two_sum(terms_[static_cast<std::size_t>(i)], q);
      q = s.high;
      if (s.low != 0) terms_[static_cast<std::size_t>(top++)] = s.low;
    }
    terms_[static_cast<std::size_t>(top++)] = q;
    count_ = top;
  }

  std::array<double, kCapacity> terms_;  // only the first count_ are set
  int count_ = 0;
};

[[nodiscard]] inline Bounded bounded(const Bounded& x) { return x; }
[[nodiscard]] inline Bounded bounded(const Enclosed& x) {
  return {x.value.high, (x.error + std::abs(x.value.low)) * Bounded::kSlack};
}

namespace exact_detail {
// A certain sign, or 2. Comparisons are such that NaN and infinite errors stay uncertain.
[[nodiscard]] inline int certain_sign(double value, double error) {
  if (value > error) return 1;
  if (value < -error) return -1;
  return error == 0 && value == 0 ? 0 : 2;
}
}  // namespace exact_detail

/// Exact sign of the polynomial that `f` evaluates: f(T{}) computes it in numbers of type T from doubles by
/// sums, differences and products.
template <class F>
[[nodiscard]] int sign_of(const F& f) {
  const Bounded rough = f(Bounded{});
  if (const int s = exact_detail::certain_sign(rough.value, rough.error); s != 2) return s;
  const Enclosed fine = f(Enclosed{});
  if (fine.value.high != 0 && std::isfinite(fine.value.high)) {
    const int s = exact_detail::certain_sign(fine.value.high, fine.error * (1 + 16 * kDoubleEpsilon));
    if (s != 2) return s;
  }
  return f(Exact{}).sign();
}

/// Polynomials of degree six of numbers up to here do not overflow; every float is among them. Closed forms
/// refuse what is larger, and what is not finite.
inline constexpr double kLargestCoordinate = 0x1p150;
[[nodiscard]] inline bool is_usable(double x) { return std::abs(x) <= kLargestCoordinate; }
template <class T>
[[nodiscard]] bool is_usable(const BasicVec3<T>& v) {
  return is_usable(static_cast<double>(v.x)) && is_usable(static_cast<double>(v.y)) &&
         is_usable(static_cast<double>(v.z));
}

/// The vector in numbers of type T.
template <class T>
[[nodiscard]] BasicVec3<T> lift(const Vec3d& v) {
  return {T(v.x), T(v.y), T(v.z)};
}
/// a - b in numbers of type T: for Exact, without rounding.
template <class T>
[[nodiscard]] BasicVec3<T> difference(const Vec3d& a, const Vec3d& b) {
  return {T(a.x) - T(b.x), T(a.y) - T(b.y), T(a.z) - T(b.z)};
}

}  // namespace graze::inline GRAZE_ABI
