// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/depth/expand_steps.h"

// Contact proved by two witnesses: a plane that no point of A - B is beyond, and a point of A - B, both as
// near to the origin as rounding can tell. No exact sign could say more.

namespace graze::inline GRAZE_ABI::depth {

/// Looks for a supporting plane of A - B no higher than `error`, where GJK found a point of A - B that near
/// to the origin: along `likely_normal`, across the triangle of `simplex`, then by GJK from points a little
/// outside. `size` bounds the extent of A - B. False: none found, although there may be one.
[[nodiscard]] bool find_touching_plane(DifferenceSupport support, const gjk::Simplex& simplex,
                                       const Vec3d& likely_normal, double error, double size, Plane& plane);

}  // namespace graze::inline GRAZE_ABI::depth
