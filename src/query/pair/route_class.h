// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/pair/pair.h"
#include "query/pair/route.h"
#include "shape/shape_block.h"

// The rows and columns of the route table that operands and cores belong to.

namespace graze::inline GRAZE_ABI {
namespace route_detail {

// A kind of shape in both tables, by its number.
struct KindClasses {
  RouteClass round, other;  // under a placement that keeps balls round, and under another
  CoreClass core;           // under one that does
};
inline constexpr auto kKinds = [] {
  using R = RouteClass;
  using C = CoreClass;
  return std::array<KindClasses, kShapeKindCount>{{{R::invalid, R::invalid, C::curved},
                                                   {R::point, R::point, C::line},
                                                   {R::segment, R::segment, C::line},
                                                   {R::triangle, R::triangle, C::points},
                                                   {R::vertices, R::vertices, C::points},    // tetrahedron
                                                   {R::vertices, R::vertices, C::vertices},  // polygon
                                                   {R::lane_hull, R::vertices, C::small_hull},
                                                   {R::box, R::quadric, C::box},
                                                   {R::round, R::quadric, C::line},      // sphere
                                                   {R::round, R::quadric, C::line},      // capsule
                                                   {R::quadric, R::quadric, C::curved},  // ellipsoid
                                                   {R::quadric, R::quadric, C::curved},  // tapered capsule
                                                   {R::discs, R::quadric, C::curved},    // cylinder
                                                   {R::discs, R::quadric, C::curved},    // cone
                                                   {R::discs, R::quadric, C::curved},    // tapered cylinder
                                                   {R::convex, R::convex, C::curved},    // affine image
                                                   {R::convex, R::convex, C::curved},    // Minkowski sum
                                                   {R::convex, R::convex, C::curved},    // convex hull
                                                   {R::convex, R::convex, C::curved},    // expanded
                                                   {R::convex, R::convex, C::curved},    // custom
                                                   {R::half_space, R::half_space, C::half_space},
                                                   {R::pieces, R::pieces, C::curved},    // mesh
                                                   {R::pieces, R::pieces, C::curved}}};  // compound
}();

// By kind of placement, then of shape; rows of a power of two. Meshes and compounds check their placements
// themselves.
inline constexpr auto kClasses = [] {
  std::array<std::array<RouteClass, 32>, 4> classes{};
  static_assert(kShapeKindCount <= 32);
  for (std::size_t p = 0; p < classes.size(); ++p)
    for (std::size_t k = 0; k < kShapeKindCount; ++k) {
      const RouteClass c = Affine::Kind(p) >= Affine::Kind::similarity ? kKinds[k].round : kKinds[k].other;
      const bool is_refused = Affine::Kind(p) == Affine::Kind::invalid && c != RouteClass::pieces;
      classes[p][k] = is_refused ? RouteClass::invalid : c;
    }
  return classes;
}();

[[nodiscard]] inline RouteClass class_of_hull(const VertexSet& vertices) {
  if (vertices.count <= kLaneVertices) return RouteClass::lane_hull;
  return vertices.padded <= kScanVertices ? RouteClass::scanned_hull : RouteClass::large_hull;
}

[[nodiscard]] inline RouteClass with_margin(RouteClass c, Real margin) {
  if (c == RouteClass::pieces) return c;
  if (!(margin >= 0 && margin <= std::numeric_limits<Real>::max())) return RouteClass::invalid;
  return c == RouteClass::box ? RouteClass::grown_box : c;
}

}  // namespace route_detail

/// The class of an operand. Only shapes of the algebra have supports that round: a polytope's vertices are
/// what they are.
[[nodiscard]] inline RouteClass class_of(const Operand& o) {
  RouteClass c = route_detail::kClasses[std::size_t(o.placement->kind())][std::size_t(o.shape->kind)];
  if (c == RouteClass::lane_hull) c = route_detail::class_of_hull(polytope_of(*o.shape).vertices);
  return o.margin == 0 ? c : route_detail::with_margin(c, o.margin);
}

[[nodiscard]] inline CoreClass class_of(const Core& core) {
  switch (core.reader) {
    case Core::Reader::points:
      return core.shape->block == nullptr || polytope_of(*core.shape).vertices.count <= 2 ? CoreClass::line
                                                                                          : CoreClass::points;
    case Core::Reader::vertices:
      return polytope_of(*core.shape).small_hull ? CoreClass::small_hull : CoreClass::vertices;
    case Core::Reader::box:
      return CoreClass::box;
    case Core::Reader::half_space:
      return CoreClass::half_space;
    default:
      return CoreClass::curved;
  }
}

/// Of a polytope with up to kLaneVertices vertices: whether the planes of its faces are known, and few enough
/// for lanes.
inline constexpr std::uint32_t kLaneFaces = 2 * kLaneVertices - 4;
[[nodiscard]] inline bool has_ray_lanes(const ShapeView& polytope) {
  const HullTopology* topology = exact_topology_of(polytope);
  return topology != nullptr && topology->face_count() > 0 && topology->face_count() <= kLaneFaces;
}

}  // namespace graze::inline GRAZE_ABI
