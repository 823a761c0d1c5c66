// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/clip/sides.h"

// Compiled once per Highway target; see https://github.com/google/highway, "dynamic dispatch".
#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/clip/sides.cpp"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4)
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::inline GRAZE_ABI::primitive {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR
void find_sides(const ClipPolygon& a, const ClipPolygon& b, double tolerance, CornerSides& of_a,
                CornerSides& of_b) {
  find_sides_scalar(a, b, tolerance, of_a, of_b);
}
#else
namespace hn = hwy::HWY_NAMESPACE;

// Corners of p and edges of q, a few edges at a time.
HWY_INLINE void look_from(const ClipSide& p, const ClipPolygon& polygon, double tolerance,
                          CornerSides& sides) {
  const hn::CappedTag<double, 4> d;
  const ClipSide& q = polygon.side;
  const auto turn = hn::Set(d, polygon.orientation), slack = hn::Set(d, -tolerance);
  for (int i = 0; i < p.count; ++i) sides.masks[i] = 0;
  for (int k = 0; k < q.count; k += static_cast<int>(hn::Lanes(d))) {
    const auto x = hn::LoadU(d, q.x + k), y = hn::LoadU(d, q.y + k);
    const auto nx = hn::Mul(hn::Sub(y, hn::LoadU(d, q.y + k + 1)), turn),
               ny = hn::Mul(hn::Sub(hn::LoadU(d, q.x + k + 1), x), turn);
    const auto least = hn::Mul(slack, hn::Add(hn::Abs(nx), hn::Abs(ny)));
    const CornerMask edges = ~CornerMask{0} >> (kMaxCorners - q.count) >> k;
    for (int i = 0; i < p.count; ++i) {
      const auto value =
          hn::Add(hn::Mul(nx, hn::Sub(hn::Set(d, p.x[i]), x)), hn::Mul(ny, hn::Sub(hn::Set(d, p.y[i]), y)));
      std::uint8_t bits[8];
      hn::StoreMaskBits(d, hn::Ge(value, least), bits);
      sides.masks[i] |= (bits[0] & edges) << k;
    }
  }
  sides.masks[p.count] = sides.masks[0];
}

void find_sides(const ClipPolygon& a, const ClipPolygon& b, double tolerance, CornerSides& of_a,
                CornerSides& of_b) {
  look_from(a.side, b, tolerance, of_a);
  look_from(b.side, a, tolerance, of_b);
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace graze::inline GRAZE_ABI::primitive
HWY_AFTER_NAMESPACE();
#endif  // GRAZE_SIMD

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI::primitive {

namespace {

void look_from_scalar(const ClipSide& p, const ClipPolygon& polygon, double tolerance, CornerSides& sides) {
  const ClipSide& q = polygon.side;
  for (int i = 0; i < p.count; ++i) sides.masks[i] = 0;
  for (int k = 0; k < q.count; ++k) {
    const EdgeLine line(q, k, polygon.orientation, tolerance);
    for (int i = 0; i < p.count; ++i) sides.masks[i] |= CornerMask{line.holds(p.x[i], p.y[i])} << k;
  }
  sides.masks[p.count] = sides.masks[0];
}

}  // namespace

void find_sides_scalar(const ClipPolygon& a, const ClipPolygon& b, double tolerance, CornerSides& of_a,
                       CornerSides& of_b) {
  look_from_scalar(a.side, b, tolerance, of_a);
  look_from_scalar(b.side, a, tolerance, of_b);
}

#if defined(GRAZE_SIMD)
HWY_EXPORT(find_sides);
#endif
void find_sides(const ClipPolygon& a, const ClipPolygon& b, double tolerance, CornerSides& of_a,
                CornerSides& of_b) {
#if defined(GRAZE_SIMD)
  HWY_DYNAMIC_DISPATCH(find_sides)(a, b, tolerance, of_a, of_b);
#else
  find_sides_scalar(a, b, tolerance, of_a, of_b);
#endif
}

}  // namespace graze::inline GRAZE_ABI::primitive
#endif
