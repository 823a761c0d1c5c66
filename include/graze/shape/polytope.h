// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "graze/base/result.h"
#include "graze/math/plane.h"
#include "graze/shape/hull_builder.h"
#include "graze/shape/mass_properties.h"
#include "graze/shape/shape.h"

// Topology and planes of a polytope made by make_hull(). Everything is in its local frame. Vertices,
// faces and half-edges are numbered from 0; the numbers are the feature ids of contacts and stay with the
// shape. A shape that was not made by make_hull() has vertices at most: every function here says so by zero
// counts, empty spans or an error, and never follows an index that is not there.

namespace graze::inline GRAZE_ABI {

/// Counts and tolerances of a hull.
struct HullInfo {
  std::uint32_t vertices = 0;
  std::uint32_t edges = 0;
  std::uint32_t faces = 0;  ///< a flat hull has two, one per side; points and segments have none
  Real outward_error = 0;   ///< no input point is farther outside; 0 without a vertex budget
  Real face_tolerance = 0;  ///< no vertex of a face is farther below its plane
};
/// Counts and tolerances of a hull. Of another shape made of vertices only their number, of all others zeros.
[[nodiscard]] GRAZE_API HullInfo hull_info(const Shape& hull) noexcept;

/// Half-edge from `origin` to `end` with `face` on its left, seen from outside; `twin` runs back, `next` goes
/// on around the face. Edge and face corners are reached by walking.
struct HullEdge {
  std::uint32_t origin = 0, end = 0;
  std::uint32_t face = 0;
  std::uint32_t twin = 0, next = 0;
};
/// Number of half-edges, two per edge; 0 for shapes that are no hulls. The half-edges of a face are
/// consecutive and in order.
[[nodiscard]] GRAZE_API std::uint32_t half_edge_count(const Shape& hull) noexcept;
/// Half-edge by number, 0 .. half_edge_count() - 1; all zeros for a number that is not there.
[[nodiscard]] GRAZE_API HullEdge hull_edge(const Shape& hull, std::uint32_t half_edge) noexcept;
/// Vertex of a hull, or of another shape made of vertices, by number; the origin for a number that is not
/// there.
[[nodiscard]] GRAZE_API Vec3 hull_vertex(const Shape& hull, std::uint32_t vertex) noexcept;
/// Vertex numbers of a face, counterclockwise seen from outside. The span lives as long as the shape; it is
/// empty for a number that is not there.
[[nodiscard]] GRAZE_API std::span<const std::uint32_t> face_corners(const Shape& hull,
                                                                    std::uint32_t face) noexcept;
/// Plane of a face with outward unit normal; no vertex of the hull is above it by more than rounding. A
/// default plane for a number that is not there.
[[nodiscard]] GRAZE_API Plane face_plane(const Shape& hull, std::uint32_t face) noexcept;

/// Whether the point is in the closed hull: exact for the coordinates given, for points, segments and flat
/// hulls too. (Double precision: coordinates below 2^-280 of the size count as zero.) What cannot be answered
/// excludes nothing: true for a point that is not finite and for shapes that are no hulls. Cost: all faces.
[[nodiscard]] GRAZE_API bool contains(const Shape& hull, const Vec3& point) noexcept;

/// The nearest point of a hull's surface.
struct SurfacePoint {
  Real lower = 0, upper = 0;  ///< enclose the signed distance: positive outside, negative inside
  Vec3 point;
  Vec3 normal;  ///< unit, outward: from `point` to the point asked about, or of the face when inside
  std::uint32_t face = 0;  ///< one that holds it; 0 where there are none
};
/// Nearest point of a hull's surface to a point, inside or outside. With the size, the next power of two
/// above the hull's extent and the point's coordinates: `upper` is within 2^-46 of the size of the true
/// distance, and `lower` too, but for points at a small distance d from an edge or a corner, where the
/// direction has few digits, within 2^-48 size² / d. Then both are rounded to Real. The surface of a flat
/// hull, a segment or a point is all of it. Refuses shapes that are no hulls and points that are not finite.
/// Cost: all faces.
[[nodiscard]] GRAZE_API Result<SurfacePoint> nearest_surface_point(const Shape& hull, const Vec3& point);

/// Support mapping of a hull with a warm start, in its local frame: `vertex` is a guess going in (any number)
/// and the number of the farthest vertex coming out. Between calls with directions that turn little the cost
/// does not depend on the size of the hull. For other shapes it is support(shape, direction) and leaves
/// `vertex`.
[[nodiscard]] GRAZE_API Vec3 support(const Shape& hull, const Vec3& direction,
                                     std::uint32_t& vertex) noexcept;

}  // namespace graze::inline GRAZE_ABI
