// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "graze/shape/primitives.h"

namespace graze::inline GRAZE_ABI {

/// Barycentric coordinates of a point on a triangle: how much of corners a, b and c it is. None is negative
/// and their sum is 1, but for rounding. Of a point beside the triangle those of the point of it that is
/// nearest; triangles without area are segments or points here. Zeros if a number is not finite.
///
/// Results about meshes name the triangle (piece) and the point in the frame of the mesh (local_point,
/// local_a, local_b): barycentric(mesh.triangle(cast.piece), cast.local_point) has the weights with which to
/// blend whatever the caller keeps per vertex.
[[nodiscard]] GRAZE_API std::array<Real, 3> barycentric(const Triangle& triangle, const Vec3& point) noexcept;

}  // namespace graze::inline GRAZE_ABI
