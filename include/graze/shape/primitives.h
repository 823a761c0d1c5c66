// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "graze/math/vec3.h"

namespace graze::inline GRAZE_ABI {

// Convex primitives: closed, bounded sets in local coordinates, plain data. Sizes are half extents, radii and
// half heights; the axis of cylinders, cones and capsules is the local y axis, the centre is the origin
// (VRML97's axes). A size may be zero: the shape is then flat or a point. Making a Shape of one checks it.

/// One point.
struct Point {
  Vec3 position;
};

/// Line segment from a to b.
struct Segment {
  Vec3 a, b;
};

/// Convex hull of three points; they may be collinear or equal.
struct Triangle {
  Vec3 a, b, c;
};

/// Convex hull of four points, in any order; it may be flat.
struct Tetrahedron {
  Vec3 a, b, c, d;
};

/// Box with faces across the axes.
struct Box {
  Vec3 half_extents{1, 1, 1};
};

/// Ball around the origin.
struct Sphere {
  Real radius = 1;
};

/// Axes along x, y and z.
struct Ellipsoid {
  Vec3 radii{1, 1, 1};
};

/// All points within `radius` of the segment from y = -half_height to y = half_height.
struct Capsule {
  Real radius = 1;
  Real half_height = 1;
};

/// Convex hull of two spheres, centred at y = -half_height and y = half_height.
struct TaperedCapsule {
  Real bottom_radius = 1;
  Real top_radius = 1;
  Real half_height = 1;
};

/// Points within `radius` of the y axis with |y| <= half_height.
struct Cylinder {
  Real radius = 1;
  Real half_height = 1;
};

/// Base disc at y = -half_height, apex at y = half_height.
struct Cone {
  Real radius = 1;
  Real half_height = 1;
};

/// Convex hull of two discs, at y = -half_height and y = half_height.
struct TaperedCylinder {
  Real bottom_radius = 1;
  Real top_radius = 1;
  Real half_height = 1;
};

/// Flat convex polygon: the convex hull of its vertices, in any order. The vertices are copied into the
/// Shape.
struct ConvexPolygon {
  std::span<const Vec3> vertices;
};

/// Convex hull of any points, inner ones included. The points are copied into the Shape.
struct Polytope {
  std::span<const Vec3> vertices;
};

/// Points p with dot(normal, p) <= offset: the one unbounded shape. The normal need not be unit, only not
/// zero; the offset is in units of its length, as in the formula.
struct HalfSpace {
  Vec3 normal{0, 1, 0};
  Real offset = 0;
};

}  // namespace graze::inline GRAZE_ABI
