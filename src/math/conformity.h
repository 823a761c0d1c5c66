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

/// Up to this defect balls are treated as balls, and the defect is added to the bounds.
inline constexpr Real kSimilarityDefect = 4 * kEpsilon;

}  // namespace graze::inline GRAZE_ABI
