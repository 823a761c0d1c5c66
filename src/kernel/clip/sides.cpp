// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/clip/sides.h"

// Compiled once per Highway target; see https://github.com/google/highway, "dynamic dispatch".
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/clip/sides.cpp"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4)
#include "simd/each_target-inl.h"
// Once per target:
#include "kernel/clip/polygons-inl.h"

GRAZE_LANES_BEGIN

using primitive::ClipSide;
using primitive::CornerMask;
using primitive::CornerSides;

/// Corners of p against the edges of q, as many edges at a time as a register has lanes.
GRAZE_LANE void compare_corners(const ClipSide& p, const ClipSide& q, double tolerance, CornerSides& sides) {
  using F = Pack<double>;
  const F orientation(orientation_of<double>(q));
  sides.count = p.count;
  sides.all = ~CornerMask{0} >> (primitive::kMaxCorners - q.count);
  for (int i = 0; i < p.count; ++i) sides.masks[i] = 0;
  for (int k = 0; k < q.count; k += static_cast<int>(lane_count<double>())) {
    const EdgeLine<F> line(load(q.x + k), load(q.y + k), load(q.x + k + 1), load(q.y + k + 1), orientation);
    const F least = line.least(F(tolerance));
    const CornerMask edges = sides.all >> k;
    for (int i = 0; i < p.count; ++i)
      sides.masks[i] |= (bits_of(least <= line.value(F(p.x[i]), F(p.y[i]))) & edges) << k;
  }
  sides.masks[p.count] = sides.masks[0];
}

void find_sides_here(const ClipSide& a, const ClipSide& b, double tolerance, CornerSides& of_a,
                     CornerSides& of_b) {
  compare_corners(a, b, tolerance, of_a);
  compare_corners(b, a, tolerance, of_b);
}

GRAZE_LANES_END

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI {

GRAZE_EXPORT(find_sides_here);

void primitive::find_sides(const ClipSide& a, const ClipSide& b, double tolerance, CornerSides& of_a,
                           CornerSides& of_b) {
  GRAZE_DISPATCH(find_sides_here)(a, b, tolerance, of_a, of_b);
}

}  // namespace graze::inline GRAZE_ABI
#endif
