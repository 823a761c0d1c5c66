// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// The numbers of the checker. Its formulas are written once, for
//   double, long double, Quad   plain arithmetic with unit roundoff Number<T>::kRoundoff; errors are bounded
//   by
//                               counting roundings (operand.h), and
//   RationalInterval            enclosures by rationals, where only square roots are not exact (rational.h).
// Nothing here is shared with the kernels under src/.

#include <cmath>

namespace graze::test {

__extension__ typedef __float128 Quad;  // 113 bits

template <class T>
struct Number;
template <>
struct Number<double> {
  static constexpr double kRoundoff = 0x1p-53;
};
template <>
struct Number<long double> {
  static constexpr double kRoundoff = 0x1p-64;
};
template <>
struct Number<Quad> {
  static constexpr double kRoundoff = 0x1p-113;
};

inline double root(double x) { return x > 0 ? std::sqrt(x) : 0; }
inline long double root(long double x) { return x > 0 ? std::sqrt(x) : 0; }
/// One Newton step on the 64-bit root doubles its bits; the error is below 3 roundoffs.
inline Quad root(Quad x) {
  if (!(x > 0)) return 0;
  const Quad y = std::sqrt(static_cast<long double>(x));
  return y + (x - y * y) / (2 * y);
}

template <class T>
T magnitude_of(const T& x) {
  return x < T(0) ? T(0) - x : x;
}
template <class T>
T larger(const T& a, const T& b) {
  return a < b ? b : a;
}
template <class T>
bool is_positive(const T& x) {
  return x > T(0);
}

template <class T>
struct V3 {
  T x{}, y{}, z{};

  V3() = default;
  V3(T x_, T y_, T z_) : x(x_), y(y_), z(z_) {}
  template <class U>
  explicit V3(const V3<U>& v) : x(static_cast<T>(v.x)), y(static_cast<T>(v.y)), z(static_cast<T>(v.z)) {}

  friend V3 operator+(const V3& a, const V3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend V3 operator-(const V3& a, const V3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend V3 operator-(const V3& a) { return {T(0) - a.x, T(0) - a.y, T(0) - a.z}; }
  friend V3 operator*(const V3& a, const T& s) { return {a.x * s, a.y * s, a.z * s}; }
  friend bool operator==(const V3&, const V3&) = default;
};
using V3d = V3<double>;

template <class T>
T dot(const V3<T>& a, const V3<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
V3<T> cross(const V3<T>& a, const V3<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T>
T length(const V3<T>& v) {
  return root(dot(v, v));
}

/// p -> x column.x + y column.y + z column.z + translation, as numbers of any kind.
template <class T>
struct Map {
  V3<T> x{T(1), T(0), T(0)}, y{T(0), T(1), T(0)}, z{T(0), T(0), T(1)};
  V3<T> translation{T(0), T(0), T(0)};

  Map() = default;
  Map(const V3<T>& x_, const V3<T>& y_, const V3<T>& z_, const V3<T>& t)
      : x(x_), y(y_), z(z_), translation(t) {}
  template <class U>
  explicit Map(const Map<U>& m) : x(m.x), y(m.y), z(m.z), translation(m.translation) {}

  V3<T> direction(const V3<T>& v) const { return x * v.x + y * v.y + z * v.z; }
  V3<T> point(const V3<T>& p) const { return direction(p) + translation; }
  V3<T> transposed(const V3<T>& v) const { return {dot(x, v), dot(y, v), dot(z, v)}; }
  friend bool operator==(const Map&, const Map&) = default;
};
using Mapd = Map<double>;

/// Frobenius norm of the linear part, rounded up: no vector grows more.
inline double norm_of(const Mapd& m) {
  return std::sqrt(dot(m.x, m.x) + dot(m.y, m.y) + dot(m.z, m.z)) * (1 + 0x1p-40);
}

}  // namespace graze::test
