// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/primitive/ball.h"
#include "graze/primitive/verdict.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Two balls; the verdict is exact. `nearest` is the centre of b.
[[nodiscard]] GRAZE_API Proximity sphere_sphere(const Ball& a, const Ball& b) noexcept;

}  // namespace graze::inline GRAZE_ABI::primitive
