// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "graze/base/config.h"

// The compiler's own vectors of 16 bytes, as every x86-64 has them, for code that is not compiled once per
// SIMD target. Operators work number by number; a comparison gives integers of ones or zeros.

namespace graze::inline GRAZE_ABI {

template <class T>
using Register [[gnu::vector_size(16)]] = T;
template <class T>
inline constexpr std::size_t kPerRegister = 16 / sizeof(T);

/// From, and to, an aligned place.
template <class T>
[[nodiscard]] inline Register<T> load_register(const T* from) {
  Register<T> x;
  __builtin_memcpy(&x, __builtin_assume_aligned(from, 16), sizeof x);
  return x;
}
template <class T>
inline void store_register(const Register<T>& x, T* to) {
  __builtin_memcpy(__builtin_assume_aligned(to, 16), &x, sizeof x);
}

/// Four numbers, put into registers one by one: written to memory one by one and read as a whole, they would
/// keep the processor waiting.
template <class T>
inline void store_four(T x, T y, T z, T w, T* to) {
  if constexpr (kPerRegister<T> == 4) {
    store_register<T>(Register<T>{x, y, z, w}, to);
  } else {
    store_register<T>(Register<T>{x, y}, to);
    store_register<T>(Register<T>{z, w}, to + 2);
  }
}

/// Bit k: whether a comparison held for number k.
template <class M>
[[nodiscard]] inline unsigned bits_of_register(const M& mask) {
#if defined(__SSE2__)
  if constexpr (sizeof(mask[0]) == 4) {
    return static_cast<unsigned>(__builtin_ia32_movmskps(reinterpret_cast<const Register<float>&>(mask)));
  } else {
    return static_cast<unsigned>(__builtin_ia32_movmskpd(reinterpret_cast<const Register<double>&>(mask)));
  }
#else
  unsigned bits = 0;
  for (std::size_t k = 0; k < 16 / sizeof(mask[0]); ++k) bits |= (mask[k] != 0 ? 1u : 0u) << k;
  return bits;
#endif
}

}  // namespace graze::inline GRAZE_ABI
