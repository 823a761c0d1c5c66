// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/vec3.h"

namespace graze::inline GRAZE_ABI {

/// Closed axis-aligned box from its lower to its upper corner. Default: empty, the neutral element of
/// merge().
struct Aabb {
  Vec3 lower{kInfinity, kInfinity, kInfinity};
  Vec3 upper{-kInfinity, -kInfinity, -kInfinity};

  /// Whether no point is in the box: a lower side above the upper one, or NaN.
  [[nodiscard]] constexpr bool is_empty() const {
    return !(lower.x <= upper.x && lower.y <= upper.y && lower.z <= upper.z);
  }
  friend constexpr bool operator==(const Aabb&, const Aabb&) = default;
};

/// Middle of the box, rounded. Halves are added, so that large boxes do not overflow. Precondition: not
/// empty.
[[nodiscard]] constexpr Vec3 centre(const Aabb& box) { return box.lower * Real(0.5) + box.upper * Real(0.5); }
/// Half of the box's size along each axis, rounded. Precondition: not empty.
[[nodiscard]] constexpr Vec3 half_extents(const Aabb& box) {
  return box.upper * Real(0.5) - box.lower * Real(0.5);
}
/// Smallest box around both boxes; an empty box adds nothing. Exact.
[[nodiscard]] constexpr Aabb merge(const Aabb& a, const Aabb& b) {
  return {min(a.lower, b.lower), max(a.upper, b.upper)};
}
/// Smallest box around a box and a point. Exact.
[[nodiscard]] constexpr Aabb merge(const Aabb& box, const Vec3& p) {
  return {min(box.lower, p), max(box.upper, p)};
}

/// Boxes are closed: touching counts.
[[nodiscard]] constexpr bool overlaps(const Aabb& a, const Aabb& b) {
  return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
         b.lower.y <= a.upper.y && a.lower.z <= b.upper.z && b.lower.z <= a.upper.z;
}
/// Whether the closed box contains the point; false for NaN.
[[nodiscard]] constexpr bool contains(const Aabb& box, const Vec3& p) {
  return box.lower.x <= p.x && p.x <= box.upper.x && box.lower.y <= p.y && p.y <= box.upper.y &&
         box.lower.z <= p.z && p.z <= box.upper.z;
}
/// Whether every point of `inner` is in the closed box `outer`. Precondition: `inner` is not empty.
[[nodiscard]] constexpr bool contains(const Aabb& outer, const Aabb& inner) {
  return contains(outer, inner.lower) && contains(outer, inner.upper);
}

}  // namespace graze::inline GRAZE_ABI
