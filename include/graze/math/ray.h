// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/vec3.h"

namespace graze::inline GRAZE_ABI {

/// Points origin + t * direction for t in [0, max_t]. The direction need not be unit: t counts in its
/// lengths.
struct Ray {
  Vec3 origin;
  Vec3 direction{1, 0, 0};
  Real max_t = kInfinity;

  /// Point of the ray at parameter t, which counts lengths of `direction`.
  [[nodiscard]] constexpr Vec3 at(Real t) const { return origin + direction * t; }
  friend constexpr bool operator==(const Ray&, const Ray&) = default;
};

}  // namespace graze::inline GRAZE_ABI
