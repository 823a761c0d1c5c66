// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "math/rounding.h"

namespace graze::inline GRAZE_ABI {

/// Sign of the determinant |a-d, b-d, c-d|: +1, 0 or -1, exact for the coordinates given (finite, magnitudes
/// between 1e-70 and 1e70 or zero). Positive when d lies on the side of abc from which a, b, c turn
/// clockwise.
[[nodiscard]] int orient3d(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d);

}  // namespace graze::inline GRAZE_ABI
