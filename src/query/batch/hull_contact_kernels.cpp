// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/batch/kernels.h"

// Contact sets of polytopes. Compiled once per Highway target; see https://github.com/google/highway,
// "dynamic dispatch".
#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/batch/hull_contact_kernels.cpp"
#include "simd/each_target-inl.h"
#endif

#include "query/batch/hull_contacts-inl.h"

GRAZE_LANES_BEGIN

void fill_hull_contact_kernels(LaneKernels& k) {
  k.meet_hulls = meet_hulls_block<false>;
  k.meet_round = meet_hulls_block<true>;
}

GRAZE_LANES_END

#if !defined(GRAZE_SIMD)
namespace graze::inline GRAZE_ABI {
void set_hull_contact_kernels(LaneKernels& kernels) { one_lane::fill_hull_contact_kernels(kernels); }
}  // namespace graze::inline GRAZE_ABI
#elif HWY_ONCE
namespace graze::inline GRAZE_ABI {
HWY_EXPORT(fill_hull_contact_kernels);
void set_hull_contact_kernels(LaneKernels& kernels) {
  HWY_DYNAMIC_DISPATCH(fill_hull_contact_kernels)(kernels);
}
}  // namespace graze::inline GRAZE_ABI
#endif
