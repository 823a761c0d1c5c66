// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/primitive/point_contact.h"

namespace graze::inline GRAZE_ABI::primitive {

// How far a point is from a closed shape, in the shape's frame; zero inside. `nearest` is the nearest point
// of the shape, the point itself when it is inside. The contact is that of point_contact(). Ellipsoids and
// whatever else has no closed form: graze/query/point_distance.h.

/// Distance of p from a point in its local frame, with bounds; zero inside. `nearest` is its point nearest
/// to p.
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const Point& point) noexcept;
/// Distance of p from a segment in its local frame, with bounds; zero inside. `nearest` is its point
/// nearest to p.
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const Segment& segment) noexcept;
/// Distance of p from a triangle in its local frame, with bounds; zero inside. `nearest` is its point
/// nearest to p.
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const Triangle& triangle) noexcept;
/// Distance of p from a tetrahedron in its local frame, with bounds; zero inside. `nearest` is its point
/// nearest to p.
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const Tetrahedron& tetrahedron) noexcept;
/// Distance of p from a box in its local frame, with bounds; zero inside. `nearest` is its point nearest to
/// p.
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const Box& box) noexcept;
/// Distance of p from a sphere in its local frame, with bounds; zero inside. `nearest` is its point nearest
/// to p.
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const Sphere& sphere) noexcept;
/// Distance of p from a ball in its local frame, with bounds; zero inside. `nearest` is its point nearest
/// to p.
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const Ball& ball) noexcept;
/// Distance of p from a capsule in its local frame, with bounds; zero inside. `nearest` is its point
/// nearest to p.
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const Capsule& capsule) noexcept;
/// Distance of p from a tapered capsule in its local frame, with bounds; zero inside. `nearest` is its
/// point nearest to p.
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const TaperedCapsule& capsule) noexcept;
/// Distance of p from a cylinder in its local frame, with bounds; zero inside. `nearest` is its point
/// nearest to p.
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const Cylinder& cylinder) noexcept;
/// Distance of p from a cone in its local frame, with bounds; zero inside. `nearest` is its point nearest
/// to p.
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const Cone& cone) noexcept;
/// Distance of p from a tapered cylinder in its local frame, with bounds; zero inside. `nearest` is its
/// point nearest to p.
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const TaperedCylinder& cylinder) noexcept;
/// Distance of p from a half-space in its local frame, with bounds; zero inside. `nearest` is its point
/// nearest to p.
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const HalfSpace& half_space) noexcept;
/// Distance of p from a polygon with holes in its local frame, with bounds; zero inside. `nearest` is its
/// point nearest to p.
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const Polygon& polygon) noexcept;

}  // namespace graze::inline GRAZE_ABI::primitive
