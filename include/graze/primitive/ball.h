// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/vec3.h"

namespace graze::inline GRAZE_ABI {

/// Closed ball with a centre of its own, for closed forms and bounding volumes. Sphere is the shape at the
/// origin.
struct Ball {
  Vec3 centre;
  Real radius = 0;

  friend constexpr bool operator==(const Ball&, const Ball&) = default;
};

}  // namespace graze::inline GRAZE_ABI
