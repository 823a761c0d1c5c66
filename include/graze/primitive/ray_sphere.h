// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/ray.h"
#include "graze/primitive/ball.h"
#include "graze/primitive/ray_hit.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Ray against a solid ball: one exact decision, see RayHit. A negative radius is refused.
[[nodiscard]] GRAZE_API RayHit ray_sphere(const Ray& ray, const Ball& ball) noexcept;

}  // namespace graze::inline GRAZE_ABI::primitive
