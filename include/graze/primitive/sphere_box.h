// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/aabb.h"
#include "graze/primitive/ball.h"
#include "graze/primitive/verdict.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Ball and solid axis-aligned box; the verdict is exact, and so is `nearest`. An empty box is apart,
/// infinitely far.
[[nodiscard]] GRAZE_API Proximity sphere_box(const Ball& ball, const Aabb& box) noexcept;

}  // namespace graze::inline GRAZE_ABI::primitive
