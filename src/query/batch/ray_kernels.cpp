// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/batch/kernels.h"

// Blocks of rays. Compiled once per Highway target; see https://github.com/google/highway, "dynamic
// dispatch".
#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/batch/ray_kernels.cpp"
#include "simd/each_target-inl.h"
#endif

#include "query/batch/rays-inl.h"

GRAZE_LANES_BEGIN

void fill_ray_kernels(LaneKernels& k) {
  k.cast_round = cast_block<RayTarget::round>;
  k.cast_boxes = cast_block<RayTarget::box>;
  k.cast_hulls = cast_hull_block;
}

GRAZE_LANES_END

#if !defined(GRAZE_SIMD)
namespace graze::inline GRAZE_ABI {
void set_ray_kernels(LaneKernels& kernels) { one_lane::fill_ray_kernels(kernels); }
}  // namespace graze::inline GRAZE_ABI
#elif HWY_ONCE
namespace graze::inline GRAZE_ABI {
HWY_EXPORT(fill_ray_kernels);
void set_ray_kernels(LaneKernels& kernels) { HWY_DYNAMIC_DISPATCH(fill_ray_kernels)(kernels); }
}  // namespace graze::inline GRAZE_ABI
#endif
