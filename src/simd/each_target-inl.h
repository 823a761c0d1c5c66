// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Compiles the file that HWY_TARGET_INCLUDE names once per SIMD target, and brings Highway's vectors for the
// current one: "dynamic dispatch", see https://github.com/google/highway. No include guard: Highway's headers
// are seen again in every pass. Debian's Highway has no SSE2 target, and SSSE3 gains nothing over plain code.

#if !defined(HWY_DISABLED_TARGETS)
#define HWY_DISABLED_TARGETS (HWY_SSSE3)
#endif
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/target.h"
