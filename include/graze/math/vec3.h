// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <type_traits>

#include "graze/math/real.h"

namespace graze::inline GRAZE_ABI {

/// Three numbers: a point or a direction. Which one, and in which frame, is in the name of the variable.
template <class T>
struct BasicVec3 {
  T x = 0;
  T y = 0;
  T z = 0;

  constexpr BasicVec3() = default;
  constexpr BasicVec3(T x_, T y_, T z_) : x(x_), y(y_), z(z_) {}
  /// Conversion between precisions is always written out.
  template <class U>
  requires(!std::is_same_v<T, U>) explicit constexpr BasicVec3(const BasicVec3<U>& v)
      : x(static_cast<T>(v.x)), y(static_cast<T>(v.y)), z(static_cast<T>(v.z)) {}

  constexpr T& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
  constexpr const T& operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }

  constexpr BasicVec3& operator+=(const BasicVec3& v) { return *this = {x + v.x, y + v.y, z + v.z}; }
  constexpr BasicVec3& operator-=(const BasicVec3& v) { return *this = {x - v.x, y - v.y, z - v.z}; }
  constexpr BasicVec3& operator*=(T s) { return *this = {x * s, y * s, z * s}; }
  constexpr BasicVec3& operator/=(T s) { return *this = {x / s, y / s, z / s}; }

  friend constexpr BasicVec3 operator+(const BasicVec3& a, const BasicVec3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  friend constexpr BasicVec3 operator-(const BasicVec3& a, const BasicVec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  friend constexpr BasicVec3 operator-(const BasicVec3& v) { return {-v.x, -v.y, -v.z}; }
  friend constexpr BasicVec3 operator*(const BasicVec3& v, T s) { return {v.x * s, v.y * s, v.z * s}; }
  friend constexpr BasicVec3 operator*(T s, const BasicVec3& v) { return {s * v.x, s * v.y, s * v.z}; }
  friend constexpr BasicVec3 operator/(const BasicVec3& v, T s) { return {v.x / s, v.y / s, v.z / s}; }
  friend constexpr bool operator==(const BasicVec3&, const BasicVec3&) = default;
};

using Vec3 = BasicVec3<Real>;

/// Scalar product, summed from x to z.
template <class T>
[[nodiscard]] constexpr T dot(const BasicVec3<T>& a, const BasicVec3<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// Vector product, right-handed.
template <class T>
[[nodiscard]] constexpr BasicVec3<T> cross(const BasicVec3<T>& a, const BasicVec3<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Squared length; overflows from about the square root of the largest number on.
template <class T>
[[nodiscard]] constexpr T length_squared(const BasicVec3<T>& v) {
  return dot(v, v);
}

// std::abs rather than comparing with zero: a sign is as good as random, and a mispredicted branch costs
// more.
/// Largest absolute coordinate.
template <class T>
[[nodiscard]] inline T max_abs(const BasicVec3<T>& v) {
  const T ax = std::abs(v.x), ay = std::abs(v.y), az = std::abs(v.z);
  const T m = ax < ay ? ay : ax;
  return m < az ? az : m;
}

/// Sum of the absolute coordinates: never less than the length.
template <class T>
[[nodiscard]] inline T sum_abs(const BasicVec3<T>& v) {
  return std::abs(v.x) + std::abs(v.y) + std::abs(v.z);
}

/// Euclidean length; may overflow or underflow where length_squared does. See normalized() for directions of
/// any size.
template <class T>
[[nodiscard]] inline T length(const BasicVec3<T>& v) {
  return std::sqrt(dot(v, v));
}

/// Whether no coordinate is infinite or NaN.
template <class T>
[[nodiscard]] inline bool is_finite(const BasicVec3<T>& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// Unit vector along v, for every finite v: denormal and huge ones are scaled first, the zero vector gives
/// +x.
template <class T>
[[nodiscard]] inline BasicVec3<T> normalized(BasicVec3<T> v) {
  T squared = dot(v, v);
  constexpr T kLow = std::numeric_limits<T>::min() / std::numeric_limits<T>::epsilon();
  if (!(squared > kLow && squared < std::numeric_limits<T>::max())) {
    const T m = max_abs(v);
    if (!(m > 0)) return {1, 0, 0};
    int exponent = 0;
    (void)std::frexp(m, &exponent);
    v = {std::ldexp(v.x, -exponent), std::ldexp(v.y, -exponent), std::ldexp(v.z, -exponent)};
    squared = dot(v, v);
  }
  return v / std::sqrt(squared);
}

/// Lesser of each coordinate.
template <class T>
[[nodiscard]] constexpr BasicVec3<T> min(const BasicVec3<T>& a, const BasicVec3<T>& b) {
  return {b.x < a.x ? b.x : a.x, b.y < a.y ? b.y : a.y, b.z < a.z ? b.z : a.z};
}

/// Greater of each coordinate.
template <class T>
[[nodiscard]] constexpr BasicVec3<T> max(const BasicVec3<T>& a, const BasicVec3<T>& b) {
  return {a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y, a.z < b.z ? b.z : a.z};
}

}  // namespace graze::inline GRAZE_ABI
