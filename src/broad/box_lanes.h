// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "broad/sweep.h"

#if defined(__SSE2__) && !defined(GRAZE_DOUBLE)
#include <emmintrin.h>
#define GRAZE_BOX_LANES 1
#endif

// Boxes against boxes and rays, all axes at once. Which of six comparisons fails first is as good as random,
// and a mispredicted branch costs more than all of them. With and without SSE2 the operations, hence the
// answers, are the same.

namespace graze::inline GRAZE_ABI {

#if defined(GRAZE_BOX_LANES)
/// Three lower sides, and another number.
[[nodiscard]] inline __m128 lower_lanes(const Aabb& box) { return _mm_loadu_ps(&box.lower.x); }
/// Three upper sides, and one of them again: the four numbers that end with them, turned.
[[nodiscard]] inline __m128 upper_lanes(const Aabb& box) {
  const __m128 end = _mm_loadu_ps(&box.lower.x + 2);
  return _mm_shuffle_ps(end, end, _MM_SHUFFLE(3, 3, 2, 1));
}
#endif

/// overlaps(a, b) without branches.
[[nodiscard]] inline bool overlap_at_once(const Aabb& a, const Aabb& b) {
#if defined(GRAZE_BOX_LANES)
  const __m128 both =
      _mm_and_ps(_mm_cmple_ps(lower_lanes(a), upper_lanes(b)), _mm_cmple_ps(lower_lanes(b), upper_lanes(a)));
  return (_mm_movemask_ps(both) & 7) == 7;
#else
  bool out = true;
  for (int k = 0; k < 3; ++k) out &= a.lower[k] <= b.upper[k] && b.lower[k] <= a.upper[k];
  return out;
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
  /// A lower bound of the scaled time at which the box is entered, or a negative number.
  [[nodiscard]] Real enter(const Aabb& box) const {
    if (has_parallel_ && is_beside(box)) return Real(kMissed);
    const Times times = times_of(box);
    const Real near = std::max(times.near, Real(0));
    // The far end is off by three roundings, as the near one is; and by less than this where it is tiny.
    constexpr Real kOut = 1 + 8 * kEpsilon, kTiny = std::numeric_limits<Real>::min();
    const bool is_met = (near <= times.far * kOut + kTiny) & (near <= end_);
    return is_met ? near : Real(kMissed);
  }

 private:
  struct Times {
    Real near, far;
  };
  // On an axis without a direction, or with one that says nothing, all numbers are 0 but far_, which is
  // infinite.
  alignas(16) Real from_lower_[4] = {}, from_upper_[4] = {}, inverse_[4] = {}, far_[4] = {};
  Aabb between_;  // on axes without a direction: what boxes must overlap; infinite on others
  Real end_ = 0;
  double scale_ = 1;
  bool has_parallel_ = false;

  [[nodiscard]] bool is_beside(const Aabb& box) const { return !overlap_at_once(box, between_); }
  [[nodiscard]] Times times_of(const Aabb& box) const {
#if defined(GRAZE_BOX_LANES)
    const __m128 inverse = _mm_load_ps(inverse_);
    const __m128 s = _mm_mul_ps(_mm_sub_ps(lower_lanes(box), _mm_load_ps(from_lower_)), inverse);
    const __m128 t = _mm_mul_ps(_mm_sub_ps(upper_lanes(box), _mm_load_ps(from_upper_)), inverse);
    __m128 near = _mm_min_ps(s, t), far = _mm_add_ps(_mm_max_ps(s, t), _mm_load_ps(far_));
    near = _mm_max_ps(near, _mm_shuffle_ps(near, near, _MM_SHUFFLE(3, 0, 2, 1)));
    far = _mm_min_ps(far, _mm_shuffle_ps(far, far, _MM_SHUFFLE(3, 0, 2, 1)));
    near = _mm_max_ss(near, _mm_movehl_ps(near, near));
    far = _mm_min_ss(far, _mm_movehl_ps(far, far));
    return {_mm_cvtss_f32(near), _mm_cvtss_f32(far)};
#else
    Times out{-kInfinity, kInfinity};
    for (int k = 0; k < 3; ++k) {
      const Real s = (box.lower[k] - from_lower_[k]) * inverse_[k];
      const Real t = (box.upper[k] - from_upper_[k]) * inverse_[k];
      out.near = std::max(out.near, std::min(s, t));
      out.far = std::min(out.far, std::max(s, t) + far_[k]);
    }
    return out;
#endif
  }
};

}  // namespace graze::inline GRAZE_ABI
