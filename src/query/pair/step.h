// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "kernel/gjk/vertex_number.h"

// The words that the route table is written in; see route.h.

namespace graze::inline GRAZE_ABI {

/// An operand as methods see it. "Keeps balls round": its placement is a similarity, but for rounding.
/// Classes up to `discs` keep balls round, so that they have reaches along directions in closed form.
enum class RouteClass : std::uint8_t {
  round,         ///< sphere or capsule that keeps balls round, with any margin
  box,           ///< box that keeps balls round, without a margin
  grown_box,     ///< box that keeps balls round, with a margin
  lane_hull,     ///< polytope of at most kLaneVertices that keeps balls round, with any margin
  scanned_hull,  ///< polytope of at most kScanVertices, padding included, likewise
  large_hull,    ///< polytope of more, likewise
  discs,         ///< cylinder, cone or tapered cylinder that keeps balls round, with any margin
  point,
  segment,
  triangle,
  vertices,    ///< tetrahedron, convex polygon; polytope under another placement
  quadric,     ///< ellipsoid, tapered capsule; the kinds of the first rows under another placement
  convex,      ///< shapes of the algebra, and callers' own support mappings
  half_space,  ///< the one unbounded kind
  pieces,      ///< meshes and compounds
  invalid,     ///< invalid shape or placement; negative or infinite margin
};
inline constexpr int kRouteClasses = int(RouteClass::invalid) + 1;
/// Vertices of a polytope that batches have in lanes, at most.
inline constexpr std::uint32_t kLaneVertices = 64;

/// A core as methods see it.
enum class CoreClass : std::uint8_t {
  line,        ///< one or two points: spheres and capsules become these, too
  points,      ///< three or four points
  small_hull,  ///< polytope of make_hull() whose faces and edges are in a SmallHull
  vertices,    ///< other polytopes and polygons
  box,         ///< box under any affine placement, with any radius
  curved,      ///< everything else that is bounded
  half_space,
};
inline constexpr int kCoreClasses = int(CoreClass::half_space) + 1;

/// One method: how it answers, and when it declines.
enum class Step : std::uint8_t {
  none,          ///< padding of lists
  refuse,        ///< Status::invalid_argument
  convex_whole,  ///< meshes that are convex solids as their hulls; declines unless both operands are convex
  pieces,  ///< meshes and compounds: pairs of pieces that boxes cannot tell apart, each by its own route
  // From the operands.
  quick_axis,  ///< apart along the line of centres or the cached axis; declines otherwise
  cached,      ///< nearest vertices of the last query; declines without a cache, or if they no longer are
  round,  ///< closed form of segments with radii, of casts, too; declines where centre lines touch, if too
          ///< close, and casts that start in contact
  box_decision,  ///< fifteen axes of two boxes, or a common point; declines within rounding of contact
  box_depth,     ///< axis of least overlap; declines if the depth or its witness is not unique, and where the
                 ///< distance of boxes that are apart is wanted
  corner_search,  ///< GJK in float, proved in double; declines within rounding of contact, where the depth of
                  ///< cores that meet is wanted, and if the cache has vertices to start from
  vertex_search,  ///< GJK in float over scanned vertices of polytopes; declines as corner_search
  box_contacts,   ///< fifteen axes, faces clipped or edges crossed; declines with margins, and if too close
  ray_form,       ///< ray at a sphere, a capsule, a box, or a polytope whose face planes are known; declines
                  ///< with margins on flat faces, and within rounding of a graze
  quadric_form,   ///< ray at a triangle, or at a shape with a closed form, proved; declines with any radius
  pierce,         ///< portal of supports around the ray; declines with any radius, and if the ray grazes
  advance,        ///< conservative advancement by GJK distances; always answers
  cores,          ///< the rest of the list is that of the cores; always answers
  // On cores.
  plane,          ///< support against the plane of a half-space; always answers
  triangle_axes,  ///< eleven axes of two triangles; declines unless both are triangles, and deep
  depth_proof,    ///< surface of triangles around the origin, with a cache that of the last frame; declines
                  ///< unless the cores overlap, and without a cache if there is a radius
  segments,       ///< closed form of segments; declines where they touch, or if their angle is noise
  box_axes,       ///< fifteen axes of two parallelepipeds; declines as box_depth
  hull_axes,      ///< separating axes of two small hulls; declines if apart, or if rounding could decide
  gjk,            ///< GJK with bounds; declines where cores meet and depth or certainty is wanted
  expansion,      ///< expanding polytope, decided by exact signs; always answers
};
inline constexpr int kSteps = int(Step::expansion) + 1;

/// Words of the printed table; static strings.
[[nodiscard]] const char* to_string(RouteClass c) noexcept;
[[nodiscard]] const char* to_string(CoreClass c) noexcept;
[[nodiscard]] const char* to_string(Step step) noexcept;

}  // namespace graze::inline GRAZE_ABI
