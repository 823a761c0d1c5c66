// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/mat3.h"

namespace graze::inline GRAZE_ABI {

/// Oriented box: centre, orthonormal axes (the columns) and half extents along them.
struct Obb {
  Vec3 centre;
  Mat3 axes;
  Vec3 half_extents;

  friend constexpr bool operator==(const Obb&, const Obb&) = default;
};

}  // namespace graze::inline GRAZE_ABI
