// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/base/result.h"
#include "graze/math/mat3.h"
#include "graze/shape/instance.h"
#include "graze/shape/shape.h"

namespace graze::inline GRAZE_ABI {

/// Volume, centroid and inertia for density 1. `inertia` is about the centroid, in the axes of the frame.
/// Flat hulls, segments and points have the centroid of their area, length or place, and no volume and
/// inertia.
struct MassProperties {
  Real volume = 0;
  Vec3 centroid;
  Mat3 inertia = Mat3::diagonal(0, 0, 0);
};

/// Mass properties of a shape in its own frame.
///
/// Exact but for rounding: primitives by closed forms; polytopes, polygons and triangles as their hulls (made
/// on the way, unless make_hull() made the shape); sums of boxes, vertices, spheres and capsules, their
/// expansions, and hulls of those that are as round as one another, whose corners are rounded to Real; affine
/// images of all these. Hulls of make_hull(): a few roundings in double per face, relative to the
/// size of the hull and wherever it is; hence a hull as thin as 2^-50 of its size may come out flat, and none
/// has a negative volume. Meshes: what the surface of a solid encloses, in one pass over its triangles, less
/// sharply. Compounds: the sum of their pieces; where these overlap, it counts as often.
///
/// Refuses (ErrorCode::unsupported) half-spaces, surfaces that bound nothing, and what has no closed form:
/// other sums, hulls and expansions, custom shapes; of a compound, with the position of the piece.
/// Also refused are invalid shapes and results that are too large for Real.
[[nodiscard]] GRAZE_API Result<MassProperties> mass_properties(const Shape& shape);
/// Mass properties of a placed shape in the world: the inertia is in the world's axes. Refuses invalid
/// instances, and margins of what cannot be expanded: meshes, compounds, curved shapes but for spheres and
/// capsules that stay round.
[[nodiscard]] GRAZE_API Result<MassProperties> mass_properties(const Instance& instance);

}  // namespace graze::inline GRAZE_ABI
