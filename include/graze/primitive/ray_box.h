// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/aabb.h"
#include "graze/math/ray.h"
#include "graze/primitive/ray_hit.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Ray against a solid axis-aligned box: one exact decision, see RayHit. The normal is that of a face; at an
/// edge or corner, of the face with the lowest axis. The point lies in the box. An empty box is missed.
[[nodiscard]] GRAZE_API RayHit ray_box(const Ray& ray, const Aabb& box) noexcept;

}  // namespace graze::inline GRAZE_ABI::primitive
