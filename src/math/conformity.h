// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/mat3.h"

namespace graze::inline GRAZE_ABI {

/// How close a linear map is to `scale` times an orthonormal one: it maps the unit ball between the balls of
/// radius scale * (1 - defect) and scale * (1 + defect).
struct Conformity {
  double scale = 1;
  double defect = 0;
};
[[nodiscard]] Conformity conformity(const BasicMat3<double>& linear);

/// Up to this defect balls are treated as balls, and the defect is added to the bounds. A rotation matrix
/// rounded once from a quaternion stays well below it: 2e-7 in float, 2.6e-15 in double, the latter mostly of
/// its computation.
inline constexpr Real kSimilarityDefect = sizeof(Real) == 4 ? 4 * kEpsilon : 16 * kEpsilon;

}  // namespace graze::inline GRAZE_ABI
