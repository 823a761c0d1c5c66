// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Questions about objects in the terms of the C interface.

#include "graze/query/penetration.h"
#include "graze/query/ray_cast.h"
#include "records.h"

namespace graze::c_api {

/// penetration(); of complex shapes, that of the deepest pair of pieces. `contact` is what all pieces have in
/// common: touching where no pair overlaps.
[[nodiscard]] Penetration deepest_penetration(const Instance& a, const Instance& b,
                                              const QuerySettings& settings);

/// The ray of two points of the caller's; nothing, and an error, if it cannot be used.
[[nodiscard]] bool make_ray(const DT_Scalar* source, const DT_Scalar* target, DT_Scalar max_param, Ray& ray);

/// ray_cast(), but a ray in the plane of a triangle of a mesh without a margin misses it, as in the original:
/// it sees surfaces, not their edges.
[[nodiscard]] RayCast cast_at(const ObjectRecord& object, const Ray& ray, const QuerySettings& settings);

}  // namespace graze::c_api
