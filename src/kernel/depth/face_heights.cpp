// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/depth/face_heights.h"

// Compiled once per Highway target; see https://github.com/google/highway, "dynamic dispatch".
#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/depth/face_heights.cpp"
#include "simd/each_target-inl.h"
#endif

#include "kernel/depth/face_heights-inl.h"

#if !defined(GRAZE_SIMD)
namespace graze::inline GRAZE_ABI {
depth::FaceKernels depth::face_kernels() { return one_lane::make_face_kernels(); }
}  // namespace graze::inline GRAZE_ABI
#elif HWY_ONCE
namespace graze::inline GRAZE_ABI {
HWY_EXPORT(make_face_kernels);
depth::FaceKernels depth::face_kernels() { return HWY_DYNAMIC_DISPATCH(make_face_kernels)(); }
}  // namespace graze::inline GRAZE_ABI
#endif
