// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Compiles the file that HWY_TARGET_INCLUDE names once per SIMD target, and brings Highway's vectors for the
// current one: "dynamic dispatch", see https://github.com/google/highway. No include guard: Highway's headers
// are seen again in every pass. Debian's Highway has no SSE2 target, and SSSE3 gains nothing over plain code.
// Without GRAZE_SIMD the file is compiled once, for one lane.
//
// GRAZE_EXPORT(kernel) stands once in a file, and GRAZE_DISPATCH(kernel) is the kernel for this machine.

#undef GRAZE_EXPORT
#undef GRAZE_DISPATCH
#if defined(GRAZE_SIMD)
#if !defined(HWY_DISABLED_TARGETS)
#define HWY_DISABLED_TARGETS (HWY_SSSE3)
#endif
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/target.h"
#define GRAZE_EXPORT(kernel) HWY_EXPORT(kernel)
#define GRAZE_DISPATCH(kernel) HWY_DYNAMIC_DISPATCH(kernel)
#else
#undef HWY_TARGET_INCLUDE
#define GRAZE_EXPORT(kernel) static_assert(true)
#define GRAZE_DISPATCH(kernel) one_lane::kernel
#endif
