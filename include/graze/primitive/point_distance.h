// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/primitive/point_contact.h"

namespace graze::inline GRAZE_ABI::primitive {

// How far a point is from a closed shape, in the shape's frame; zero inside. `nearest` is the nearest point
// of the shape, the point itself when it is inside. The contact is that of point_contact(). Ellipsoids and
// whatever else has no closed form: graze/query/point_distance.h.

[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const Point& point) noexcept;
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const Segment& segment) noexcept;
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const Triangle& triangle) noexcept;
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const Tetrahedron& tetrahedron) noexcept;
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const Box& box) noexcept;
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const Sphere& sphere) noexcept;
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const Ball& ball) noexcept;
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const Capsule& capsule) noexcept;
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const TaperedCapsule& capsule) noexcept;
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const Cylinder& cylinder) noexcept;
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const Cone& cone) noexcept;
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const TaperedCylinder& cylinder) noexcept;
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const HalfSpace& half_space) noexcept;
[[nodiscard]] GRAZE_API Proximity point_distance(const Vec3& p, const Polygon& polygon) noexcept;

}  // namespace graze::inline GRAZE_ABI::primitive
