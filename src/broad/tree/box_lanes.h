// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "broad/table/moving_box.h"
#include "broad/table/nearest.h"
#include "broad/tree/box_tree.h"

// Where the compiler may use it anyway, as on any x86-64. The double library and other machines run the plain
// version, which the tests in double compare with brute force.
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

/// The children that may hold one of the nearest boxes of a list, and their squared distances from the point.
[[nodiscard]] inline unsigned nearer_children(const BoxNode& node, const Vec3& point, const NearestList& list,
                                              Real (&squared)[kBoxWidth]) {
  unsigned out = 0;
  for (int i = 0; i < kBoxWidth; ++i) {
    squared[i] = squared_distance(point, node.box(i));
    out |= unsigned(list.reaches(squared[i])) << i;
  }
  return out & node.used;
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

  /// One axis, in as many lanes as a node has children. Of both sides of a box `near` is the one that is
  /// passed first.
  struct Axis {
    alignas(16) Real from_near[kBoxWidth], from_far[kBoxWidth], inverse[kBoxWidth];
    bool is_upper_near = false;
    bool is_known = false;  // otherwise boxes only have to overlap what is between from_far and from_near
  };
  Axis axis_[3];
  bool is_known_ = false;  // all of them
  Real end_ = 0;
  double scale_ = 1;

  [[nodiscard]] unsigned overlapped(const BoxNode& node) const;
};

inline unsigned NodeSweep::enter(const BoxNode& node, Real (&near)[kBoxWidth]) const {
  unsigned among = node.used;
  if (!is_known_) among &= overlapped(node);
#if defined(GRAZE_BOX_LANES)
  __m128 first = _mm_setzero_ps(), last = _mm_set1_ps(kInfinity);
  for (int k = 0; k < 3; ++k) {
    const Axis& axis = axis_[k];
    if (!is_known_ && !axis.is_known) continue;
    const __m128 inverse = _mm_load_ps(axis.inverse);
    const __m128 s = _mm_sub_ps(_mm_load_ps(axis.is_upper_near ? node.upper[k] : node.lower[k]),
                                _mm_load_ps(axis.from_near));
    const __m128 t = _mm_sub_ps(_mm_load_ps(axis.is_upper_near ? node.lower[k] : node.upper[k]),
                                _mm_load_ps(axis.from_far));
    first = _mm_max_ps(first, _mm_mul_ps(s, inverse));
    last = _mm_min_ps(last, _mm_mul_ps(t, inverse));
  }
  last = _mm_add_ps(_mm_mul_ps(last, _mm_set1_ps(kOut)), _mm_set1_ps(kTiny));
  const __m128 in = _mm_and_ps(_mm_cmple_ps(first, last), _mm_cmple_ps(first, _mm_set1_ps(end_)));
  _mm_storeu_ps(near, first);
  return static_cast<unsigned>(_mm_movemask_ps(in)) & among;
#else
  unsigned met = 0;
  for (int i = 0; i < kBoxWidth; ++i) {
    Real first = 0, last = kInfinity;
    for (int k = 0; k < 3; ++k) {
      const Axis& axis = axis_[k];
      if (!axis.is_known) continue;
      const Real from = axis.is_upper_near ? node.upper[k][i] : node.lower[k][i];
      const Real to = axis.is_upper_near ? node.lower[k][i] : node.upper[k][i];
      first = std::max(first, (from - axis.from_near[i]) * axis.inverse[i]);
      last = std::min(last, (to - axis.from_far[i]) * axis.inverse[i]);
    }
    near[i] = first;
    met |= unsigned((first <= last * kOut + kTiny) & (first <= end_)) << i;
  }
  return met & among;
#endif
}

/// Calls hit for a box that is entered at t; nodes beyond the new end are left out. False: the query ends.
[[nodiscard]] inline bool call_hit(Sweep& sweep, NodeSweep& nodes, ProxyId id, double t,
                                   ProxyRayVisitor hit) {
  const bool goes_on = call_hit(sweep, id, t, hit);
  nodes.set_end(sweep.max_t);
  return goes_on;
}

}  // namespace graze::inline GRAZE_ABI
