// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/primitive/ball.h"
#include "graze/primitive/polygon.h"
#include "graze/primitive/verdict.h"
#include "graze/shape/primitives.h"

namespace graze::inline GRAZE_ABI::primitive {

// Where a point is, in the frame of the shape: overlapping is strictly inside, touching is on the border,
// apart is outside. Shapes without volume have nothing inside. Exact for the numbers given, but for the
// tapered capsule, whose border is known to 2^-90 of its size: nearer than that is `touching`. Shapes that
// make_shape() would refuse, and points that are not finite, are refused.

[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const Point& point) noexcept;
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const Segment& segment) noexcept;
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const Triangle& triangle) noexcept;
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const Tetrahedron& tetrahedron) noexcept;
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const Box& box) noexcept;
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const Sphere& sphere) noexcept;
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const Ball& ball) noexcept;
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const Ellipsoid& ellipsoid) noexcept;
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const Capsule& capsule) noexcept;
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const TaperedCapsule& capsule) noexcept;
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const Cylinder& cylinder) noexcept;
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const Cone& cone) noexcept;
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const TaperedCylinder& cylinder) noexcept;
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const HalfSpace& half_space) noexcept;
/// A polygon is flat: in it is `touching`. See point_in_polygon() for the view along its axis.
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const Polygon& polygon) noexcept;

}  // namespace graze::inline GRAZE_ABI::primitive
