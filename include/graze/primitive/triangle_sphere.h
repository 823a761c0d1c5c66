// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/primitive/ball.h"
#include "graze/primitive/verdict.h"
#include "graze/shape/primitives.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Closed triangle and solid ball; the verdict is exact. The triangle may be a segment or a point.
[[nodiscard]] GRAZE_API Proximity triangle_sphere(const Triangle& triangle, const Ball& ball) noexcept;

}  // namespace graze::inline GRAZE_ABI::primitive
