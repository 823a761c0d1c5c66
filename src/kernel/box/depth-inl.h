// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The axis along which two boxes overlap least, the axes of a row at a time. Numbers are those of
// primitive::least_overlap() and kernel/box/axes-inl.h, operation by operation, so that a batch and a single
// query take the same axis. [Gottschalk96]

#if defined(GRAZE_KERNEL_BOX_DEPTH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_BOX_DEPTH_INL
#undef GRAZE_KERNEL_BOX_DEPTH_INL
#else
#define GRAZE_KERNEL_BOX_DEPTH_INL
#endif

#include "kernel/box/contact_axes-inl.h"

GRAZE_LANES_BEGIN

/// Three axes each, infinite in the spare lane.
template <int kRows>
GRAZE_LANE primitive::BoxAxisHeight lowest_of(const Quad (&heights)[kRows]) {
  Quad lowest = heights[0];
  for (int k = 1; k < kRows; ++k) lowest = quad_min(heights[k], lowest);
  const double least = least_of(lowest);
  const Quad infinite(std::numeric_limits<double>::infinity());
  Quad higher = infinite;
  std::uint32_t found = 0;
  for (int k = 0; k < kRows; ++k) {
    const QuadMask is_least = heights[k] == Quad(least);
    higher = quad_min(select(is_least, infinite, heights[k]), higher);
    found |= (bits_of(is_least) & 7u) << 3 * k;
  }
  const bool is_alone = (found & (found - 1)) == 0;
  return {std::countr_zero(found), least, is_alone ? least_of(higher) : least};
}

GRAZE_LANE primitive::BoxAxisHeight least_overlap(const BoxPair& f) {
  const double infinity = std::numeric_limits<double>::infinity();
  const Quad spare(-infinity, -infinity, -infinity, infinity);
  const EdgeSizes sizes(f);
  const Quad* const m = sizes.m;
  const Quad of_b =
      quad_abs(f.columns[0]) * f.b[0] + quad_abs(f.columns[1]) * f.b[1] + quad_abs(f.columns[2]) * f.b[2];
  const Quad along_b = f.rows[0] * f.t[0] + f.rows[1] * f.t[1] + f.rows[2] * f.t[2];
  const Quad by_a = f.of_a + of_b - quad_abs(f.of_t),
             by_b = f.of_b + (m[0] * f.a[0] + m[1] * f.a[1] + m[2] * f.a[2]) - quad_abs(along_b);
  const primitive::BoxAxisHeight face = lowest_of<2>({by_a, by_b});
  if (face.height < -f.error) return face;
  Quad heights[5] = {by_a, by_b}, flattest(1.0);
  for (int i = 0; i < 3; ++i) {
    const EdgeRow row = overlap_across(f, sizes, i);
    heights[2 + i] = quad_max(row.overlap / quad_sqrt(row.squared), spare);
    flattest = quad_min(quad_max(row.squared, spare), flattest);
  }
  // Edges too parallel for this arithmetic: no decision without it.
  return least_of(flattest) > 1e-6 ? lowest_of<5>(heights)
                                   : primitive::BoxAxisHeight{primitive::kNoAxis, 0, 0};
}

GRAZE_LANES_END

#endif
