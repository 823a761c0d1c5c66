// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "broad/box_tree.h"
#include "broad/sweep.h"

#if defined(__SSE2__) && !defined(GRAZE_DOUBLE)
#include <emmintrin.h>
#define GRAZE_BOX_LANES 1
#endif

// A box or a ray against the children of a node, all at once. With and without SSE2 the operations, hence the
// answers, are the same.

namespace graze::inline GRAZE_ABI {

/// The children that overlap a box; touching counts.
[[nodiscard]] inline unsigned overlapping(const BoxNode& node, const Aabb& box) {
#if defined(GRAZE_BOX_LANES)
  __m128 in = _mm_castsi128_ps(_mm_set1_epi32(-1));
  for (int k = 0; k < 3; ++k) {
    in = _mm_and_ps(in, _mm_cmple_ps(_mm_load_ps(node.lower[k]), _mm_set1_ps(box.upper[k])));
    in = _mm_and_ps(in, _mm_cmpge_ps(_mm_load_ps(node.upper[k]), _mm_set1_ps(box.lower[k])));
  }
  return static_cast<unsigned>(_mm_movemask_ps(in)) & node.used;
#else
  unsigned out = 0;
  for (int i = 0; i < kBoxWidth; ++i) {
    int is_in = 1;  // not a bool: without branches
    for (int k = 0; k < 3; ++k)
      is_in &= int{node.lower[k][i] <= box.upper[k]} & int{node.upper[k][i] >= box.lower[k]};
    out |= unsigned(is_in) << i;
  }
  return out & node.used;
#endif
}

/// A sweep for the nodes of a tree, in Real: lets every box through that enter() does, and a few more. Times
/// are scaled by a power of two, so that no inverse is small.
class NodeSweep {
 public:
  explicit NodeSweep(const Sweep& sweep);
  /// The sweep ends earlier.
  void set_end(Real max_t);

  [[nodiscard]] bool reaches(Real t) const { return t <= end_; }
  /// The children that are entered before the end; `near` gets lower bounds of the scaled times.
  [[nodiscard]] unsigned enter(const BoxNode& node, Real (&near)[kBoxWidth]) const;

 private:
  // The far end is off by three roundings, as the near one is; and by less than kTiny where it is tiny.
  static constexpr Real kOut = 1 + 8 * kEpsilon, kTiny = std::numeric_limits<Real>::min();

  Real from_lower_[3], from_upper_[3];
  Real inverse_[3];  // 0: on this axis boxes only have to overlap what is between the two above
  Real end_ = 0;
  double scale_ = 1;
};

inline unsigned NodeSweep::enter(const BoxNode& node, Real (&near)[kBoxWidth]) const {
#if defined(GRAZE_BOX_LANES)
  __m128 first = _mm_setzero_ps(), last = _mm_set1_ps(kInfinity), out = _mm_setzero_ps();
  for (int k = 0; k < 3; ++k) {
    const __m128 from_lower = _mm_set1_ps(from_lower_[k]), from_upper = _mm_set1_ps(from_upper_[k]);
    const __m128 lower = _mm_load_ps(node.lower[k]), upper = _mm_load_ps(node.upper[k]);
    if (inverse_[k] == 0) {
      out = _mm_or_ps(out, _mm_or_ps(_mm_cmpgt_ps(lower, from_lower), _mm_cmplt_ps(upper, from_upper)));
      continue;
    }
    const __m128 inverse = _mm_set1_ps(inverse_[k]);
    const __m128 s = _mm_mul_ps(_mm_sub_ps(lower, from_lower), inverse);
    const __m128 t = _mm_mul_ps(_mm_sub_ps(upper, from_upper), inverse);
    first = _mm_max_ps(first, _mm_min_ps(s, t));
    last = _mm_min_ps(last, _mm_max_ps(s, t));
  }
  last = _mm_add_ps(_mm_mul_ps(last, _mm_set1_ps(kOut)), _mm_set1_ps(kTiny));
  const __m128 in = _mm_and_ps(_mm_cmple_ps(first, last), _mm_cmple_ps(first, _mm_set1_ps(end_)));
  _mm_storeu_ps(near, first);
  return static_cast<unsigned>(_mm_movemask_ps(_mm_andnot_ps(out, in))) & node.used;
#else
  unsigned met = 0;
  for (int i = 0; i < kBoxWidth; ++i) {
    Real first = 0, last = kInfinity;
    bool is_out = false;
    for (int k = 0; k < 3; ++k) {
      if (inverse_[k] == 0) {
        is_out |= (node.lower[k][i] > from_lower_[k]) | (node.upper[k][i] < from_upper_[k]);
        continue;
      }
      const Real s = (node.lower[k][i] - from_lower_[k]) * inverse_[k];
      const Real t = (node.upper[k][i] - from_upper_[k]) * inverse_[k];
      first = std::max(first, std::min(s, t));
      last = std::min(last, std::max(s, t));
    }
    near[i] = first;
    met |= unsigned(!is_out & (first <= last * kOut + kTiny) & (first <= end_)) << i;
  }
  return met & node.used;
#endif
}

}  // namespace graze::inline GRAZE_ABI
