// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Planes of facets of a small surface, one facet per lane of F: four of one surface (Quad), or of several
// surfaces as many as the target has lanes (Pack). Included once per Highway target.

#if defined(GRAZE_KERNEL_DEPTH_FACET_PLANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_DEPTH_FACET_PLANES_INL
#undef GRAZE_KERNEL_DEPTH_FACET_PLANES_INL
#else
#define GRAZE_KERNEL_DEPTH_FACET_PLANES_INL
#endif

#include <bit>
#include <limits>

#include "simd/pack-inl.h"

GRAZE_LANES_BEGIN

/// How keys of facets are read into F, and the least of its lanes out of it: of a Pack, unless specialized.
template <class F>
struct KeyLanes {
  static GRAZE_LANE std::size_t count() { return lane_count<double>(); }
  static GRAZE_LANE F read(const double* from) { return load(from); }
  static GRAZE_LANE double least(F x) {
    alignas(64) double all[8];
    store(-greatest(-x), all);
    return all[0];
  }
};

/// The outward normal of a facet, as long as twice its area, the height of its first corner along it, and
/// what rounding may do to that: the origin is behind the facet for certain where the height is more.
template <class F>
GRAZE_LANE void set_plane(const LaneVec<F>& p, const LaneVec<F>& q, const LaneVec<F>& r, LaneVec<F>& normal,
                          F& height, F& doubt) {
  const LaneVec<F> e1 = q - p, e2 = r - p;
  normal = cross(e1, e2);
  height = dot(normal, p);
  doubt = sum_abs(p) * sum_abs(e1) * sum_abs(e2) * F(16 * kDoubleEpsilon);
}

/// The facet of least key, the first of several; `count` where no key is below infinity. NaN is passed over.
/// Up to a multiple of the lanes there is infinity after the last key.
template <class F>
GRAZE_LANE std::uint32_t find_least_key(const double* keys, std::uint32_t count) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  alignas(64) static constexpr double kNumbers[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  const std::size_t lanes = KeyLanes<F>::count();
  F number = KeyLanes<F>::read(kNumbers), facet = number, least = KeyLanes<F>::read(keys);
  least = select(least < F(kFar), least, F(kFar));
  for (std::size_t f = lanes; f < count; f += lanes) {
    const F key = KeyLanes<F>::read(keys + f);
    const auto is_less = key < least;
    number = number + F(static_cast<double>(lanes));
    least = select(is_less, key, least);
    facet = select(is_less, number, facet);
  }
  const double nearest = KeyLanes<F>::least(least);
  if (!(nearest < kFar)) return count;
  return static_cast<std::uint32_t>(KeyLanes<F>::least(select(least == F(nearest), facet, F(kFar))));
}

GRAZE_LANES_END

#endif
