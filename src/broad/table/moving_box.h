// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <optional>

#include "graze/broad/broad_phase.h"
#include "math/rounding.h"

namespace graze::inline GRAZE_ABI {

/// A ray, or a box that moves along one, made ready for many boxes. In double: a float is exact in it.
struct Sweep {
  double from_lower[3];  // from here to the lower sides of boxes: the upper side of what moves, rounded up
  double from_upper[3];  // from here to the upper sides: the lower side of what moves, rounded down
  double inverse[3];     // of the direction; 0 on an axis along which every box is reached
  bool is_parallel[3];   // direction 0: between the sides or never
  Real max_t;
};

/// None when the ray is not usable, see BroadPhase.
[[nodiscard]] std::optional<Sweep> make_sweep(const Ray& ray);
[[nodiscard]] std::optional<Sweep> make_sweep(const Aabb& box, const Ray& ray);

inline constexpr double kMissed = -1;
inline constexpr double kOutward = 1 + 8 * kDoubleEpsilon;

/// Whether what is entered at t still counts.
[[nodiscard]] inline bool reaches(const Sweep& sweep, double t) {
  return t <= kOutward * double(sweep.max_t);
}

/// Parameter at which the box is entered, or kMissed. Never misses a box that is met in truth before max_t:
/// both ends are off by three roundings at most, for which the far one is moved out [Ize13]. A larger
/// box gives no later entry, so nodes of trees may be tested too.
[[nodiscard]] inline double enter(const Sweep& sweep, const Aabb& box) {
  double near = 0, far = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    const double lower = double(box.lower[k]), upper = double(box.upper[k]);
    if (sweep.is_parallel[k]) {
      if (lower > sweep.from_lower[k] || upper < sweep.from_upper[k]) return kMissed;
    } else if (sweep.inverse[k] != 0) {
      const double s = (lower - sweep.from_lower[k]) * sweep.inverse[k];
      const double t = (upper - sweep.from_upper[k]) * sweep.inverse[k];
      near = std::max(near, sweep.inverse[k] > 0 ? s : t);
      far = std::min(far, sweep.inverse[k] > 0 ? t : s);
    }
  }
  return near <= kOutward * far && reaches(sweep, near) ? near : kMissed;
}

/// Calls hit for a box that is entered at t, and takes over its answer. False: the query ends.
[[nodiscard]] inline bool call_hit(Sweep& sweep, ProxyId id, double t, ProxyRayVisitor hit) {
  const Real most = std::min(sweep.max_t, std::numeric_limits<Real>::max());
  const Real end = hit(id, std::min(round_down(t), most), sweep.max_t);
  if (!(end >= 0)) return false;
  sweep.max_t = std::min(sweep.max_t, end);
  return true;
}

}  // namespace graze::inline GRAZE_ABI
