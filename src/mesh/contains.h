// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "mesh/pieces.h"

namespace graze::inline GRAZE_ABI {

/// Where a point of the mesh's frame is: apart (outside), touching (on a triangle) or overlapping (inside:
/// the surface winds around it). Exact for the coordinates given, degenerate triangles included. (Double
/// precision: coordinates below 2^-280 of the mesh's largest on the same axis count as zero.) Points that are
/// not finite are apart. Precondition: is_triangles(); for a surface with a border, inside has no meaning.
[[nodiscard]] Contact contains_point(const Pieces& mesh, const Vec3d& point);

template <class T>
[[nodiscard]] Contact contains(const Pieces& mesh, const BasicVec3<T>& point) {
  return contains_point(mesh, Vec3d{double(point.x), double(point.y), double(point.z)});
}

/// Whether p is on the closed triangle, which may be a segment or a point. Exact for the coordinates of
/// orient3d().
[[nodiscard]] bool is_on_triangle(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c);

}  // namespace graze::inline GRAZE_ABI
