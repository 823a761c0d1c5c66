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

/// Whether p is the point, exactly.
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const Point& point) noexcept;
/// Where p is in relation to a segment: `touching` on it, never `overlapping`; local frame.
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const Segment& segment) noexcept;
/// Where p is in relation to a triangle: `touching` on it, never `overlapping`; local frame.
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const Triangle& triangle) noexcept;
/// Whether p is outside (apart), on the border (touching) or inside (overlapping) of a tetrahedron; local
/// frame, exact.
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const Tetrahedron& tetrahedron) noexcept;
/// Whether p is outside (apart), on the border (touching) or inside (overlapping) of a box; local frame,
/// exact.
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const Box& box) noexcept;
/// Whether p is outside (apart), on the border (touching) or inside (overlapping) of a sphere; local frame,
/// exact.
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const Sphere& sphere) noexcept;
/// Whether p is outside (apart), on the border (touching) or inside (overlapping) of a ball; local frame,
/// exact.
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const Ball& ball) noexcept;
/// Whether p is outside (apart), on the border (touching) or inside (overlapping) of an ellipsoid; local
/// frame, exact.
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const Ellipsoid& ellipsoid) noexcept;
/// Whether p is outside (apart), on the border (touching) or inside (overlapping) of a capsule; local
/// frame, exact.
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const Capsule& capsule) noexcept;
/// Where p is in relation to a tapered capsule, whose border is known to 2^-90 of its size; local frame.
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const TaperedCapsule& capsule) noexcept;
/// Whether p is outside (apart), on the border (touching) or inside (overlapping) of a cylinder; local
/// frame, exact.
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const Cylinder& cylinder) noexcept;
/// Whether p is outside (apart), on the border (touching) or inside (overlapping) of a cone; local frame,
/// exact.
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const Cone& cone) noexcept;
/// Whether p is outside (apart), on the border (touching) or inside (overlapping) of a tapered cylinder;
/// local frame, exact.
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const TaperedCylinder& cylinder) noexcept;
/// Whether p is outside (apart), on the border (touching) or inside (overlapping) of a half-space; local
/// frame, exact.
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const HalfSpace& half_space) noexcept;
/// A polygon is flat: in it is `touching`. See point_in_polygon() for the view along its axis.
[[nodiscard]] GRAZE_API Verdict point_contact(const Vec3& p, const Polygon& polygon) noexcept;

}  // namespace graze::inline GRAZE_ABI::primitive
