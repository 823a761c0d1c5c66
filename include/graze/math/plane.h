// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/vec3.h"

namespace graze::inline GRAZE_ABI {

/// Points p with dot(normal, p) = offset. A signed distance is positive on the side that the unit normal
/// points to.
struct Plane {
  Vec3 normal{0, 1, 0};
  Real offset = 0;

  friend constexpr bool operator==(const Plane&, const Plane&) = default;
};

/// Height of p over the plane times the length of the normal; positive on the side that the normal points to.
[[nodiscard]] constexpr Real signed_distance(const Plane& plane, const Vec3& p) {
  return dot(plane.normal, p) - plane.offset;
}

}  // namespace graze::inline GRAZE_ABI
