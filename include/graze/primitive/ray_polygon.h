// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/ray.h"
#include "graze/primitive/polygon.h"
#include "graze/primitive/ray_hit.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Ray against a flat polygon, from either side; the outcome is exact for the set that Polygon describes, and
/// its border belongs to it. A ray in the polygon's plane hits the border; the normal then lies in that
/// plane.
[[nodiscard]] GRAZE_API RayHit ray_polygon(const Ray& ray, const Polygon& polygon) noexcept;

}  // namespace graze::inline GRAZE_ABI::primitive
