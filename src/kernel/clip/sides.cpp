// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/clip/sides.h"

// Compiled once per Highway target; see https://github.com/google/highway, "dynamic dispatch".
#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/clip/sides.cpp"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4)
#include "simd/each_target-inl.h"
#endif

#include "kernel/clip/polygons-inl.h"

GRAZE_LANES_BEGIN

using primitive::ClipPolygon;
using primitive::ClipSide;
using primitive::CornerMask;
using primitive::CornerSides;

/// Corners of p against the edges of q, as many edges at a time as a register has lanes.
GRAZE_LANE void compare_corners(const ClipSide& p, const ClipPolygon& polygon, double tolerance,
                                CornerSides& sides) {
  using F = Pack<double>;
  const ClipSide& q = polygon.side;
  sides.count = p.count;
  sides.all = ~CornerMask{0} >> (primitive::kMaxCorners - q.count);
  for (int i = 0; i < p.count; ++i) sides.masks[i] = 0;
  for (int k = 0; k < q.count; k += static_cast<int>(lane_count<double>())) {
    const EdgeLine<F> line(load(q.x + k), load(q.y + k), load(q.x + k + 1), load(q.y + k + 1),
                           F(polygon.orientation));
    const F least = line.least(F(tolerance));
    const CornerMask edges = sides.all >> k;
    for (int i = 0; i < p.count; ++i)
      sides.masks[i] |= (bits_of(least <= line.value(F(p.x[i]), F(p.y[i]))) & edges) << k;
  }
  sides.masks[p.count] = sides.masks[0];
}

void find_sides_here(const ClipPolygon& a, const ClipPolygon& b, double tolerance, CornerSides& of_a,
                     CornerSides& of_b) {
  compare_corners(a.side, b, tolerance, of_a);
  compare_corners(b.side, a, tolerance, of_b);
}

GRAZE_LANES_END

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI {

#if defined(GRAZE_SIMD)
HWY_EXPORT(find_sides_here);
#define GRAZE_FIND_SIDES HWY_DYNAMIC_DISPATCH(find_sides_here)
#else
#define GRAZE_FIND_SIDES one_lane::find_sides_here
#endif

void primitive::find_sides(const ClipPolygon& a, const ClipPolygon& b, double tolerance, CornerSides& of_a,
                           CornerSides& of_b) {
  GRAZE_FIND_SIDES(a, b, tolerance, of_a, of_b);
}

}  // namespace graze::inline GRAZE_ABI
#endif
