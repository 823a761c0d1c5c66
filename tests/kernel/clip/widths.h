// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Tests of kernels that are one text on F: the facts of a kernel are found under every SIMD target, of which
// the scalar one has F = double and the others a pack, as plain doubles. Included once per Highway target.

#include <limits>
#include <type_traits>

#include "simd/pack-inl.h"

#if defined(GRAZE_TESTS_KERNEL_CLIP_WIDTHS) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TESTS_KERNEL_CLIP_WIDTHS
#undef GRAZE_TESTS_KERNEL_CLIP_WIDTHS
#else
#define GRAZE_TESTS_KERNEL_CLIP_WIDTHS
#endif

GRAZE_LANES_BEGIN

/// The number of the last lane, which must be that of the others.
template <class F>
double number_of(F x) {
  if constexpr (std::is_arithmetic_v<F>) {
    return double(x);
  } else {
    double lanes[64];
    store(x, lanes);
    for (std::size_t l = 0; l < lane_count<double>(); ++l)
      if (lanes[l] != lanes[0]) return std::numeric_limits<double>::quiet_NaN();
    return lanes[lane_count<double>() - 1];
  }
}
/// 1 or 0.
template <class M>
double holds(M mask) {
  return is_all(mask) ? 1 : is_any(mask) ? -1 : 0;
}

GRAZE_LANES_END

#endif

#undef GRAZE_CALL_TARGET
#if defined(GRAZE_SIMD)
#define GRAZE_CALL_TARGET(function) HWY_DYNAMIC_DISPATCH(function)
#else
#define GRAZE_CALL_TARGET(function) one_lane::function
#define HWY_EXPORT(function) static_assert(true)
#endif
