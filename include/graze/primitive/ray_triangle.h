// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/ray.h"
#include "graze/primitive/ray_hit.h"
#include "graze/shape/primitives.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Ray against a closed triangle, from either side. Watertight: the outcome is exact, so a ray through a
/// shared edge or vertex hits every triangle that has it, and none slips between two. A ray in the triangle's
/// plane hits its border; the normal then lies in that plane. Triangles may be segments or points.
[[nodiscard]] GRAZE_API RayHit ray_triangle(const Ray& ray, const Triangle& triangle) noexcept;

}  // namespace graze::inline GRAZE_ABI::primitive
