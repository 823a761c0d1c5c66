// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Planes of facets of a small surface, one facet per number of F: four of one surface (a row), or of several
// surfaces as many as the target has lanes (a pack). Included once per Highway target.

#if defined(GRAZE_KERNEL_DEPTH_FACET_PLANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_DEPTH_FACET_PLANES_INL
#undef GRAZE_KERNEL_DEPTH_FACET_PLANES_INL
#else
#define GRAZE_KERNEL_DEPTH_FACET_PLANES_INL
#endif

#include <limits>

#include "simd/pack-inl.h"

GRAZE_LANES_BEGIN

/// The outward normal of a facet, as long as twice its area, the height of its first corner along it, and
/// what rounding may do to that: the origin is behind the facet for certain where the height is more.
template <class F>
GRAZE_LANE void set_plane(const LaneVec<F>& p, const LaneVec<F>& q, const LaneVec<F>& r, LaneVec<F>& normal,
                          F& height, F& doubt) {
  const LaneVec<F> e1 = q - p, e2 = r - p;
  normal = cross(e1, e2);
  height = dot(normal, p);
  doubt = sum_abs(p) * sum_abs(e1) * sum_abs(e2) * (16 * kDoubleEpsilon);
}

/// The facet of least key, the first of several; `count` where no key is below infinity. NaN is passed over.
/// Up to a multiple of the lanes there is infinity after the last key.
GRAZE_LANE std::uint32_t find_least_key(const double* keys, std::uint32_t count) {
  using F = Pack<double>;
  const F far(std::numeric_limits<double>::infinity());
  const std::size_t lanes = lane_count<double>();
  F number = lane_numbers(), facet = number, least = load(keys);
  least = select(least < far, least, far);
  for (std::size_t f = lanes; f < count; f += lanes) {
    const F key = load(keys + f);
    const auto is_less = key < least;
    number = number + F(static_cast<double>(lanes));
    least = select(is_less, key, least);
    facet = select(is_less, number, facet);
  }
  const double nearest = least_lane(least);
  if (!(nearest < std::numeric_limits<double>::infinity())) return count;
  return static_cast<std::uint32_t>(least_lane(select(least == F(nearest), facet, far)));
}

GRAZE_LANES_END

#endif
