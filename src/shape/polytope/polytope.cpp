// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/shape/polytope.h"

#include <algorithm>
#include <cmath>

#include "graze/shape/support.h"
#include "shape/local_support.h"
#include "shape/shape_block.h"
#include "shape/vertex_scan.h"

namespace graze::inline GRAZE_ABI {
namespace {

const VertexSet* vertices_of(const Shape& shape) {
  return has_vertices(shape.kind()) ? &polytope_of(shape.view()).vertices : nullptr;
}

}  // namespace

HullInfo hull_info(const Shape& hull) noexcept {
  HullInfo info;
  if (const VertexSet* set = vertices_of(hull)) info.vertices = set->count;
  if (const HullTopology* t = topology_of(hull.view())) {
    info.edges = static_cast<std::uint32_t>(t->origin.size() / 2);
    info.faces = t->face_count();
    info.face_tolerance = round_up(t->tolerance);
    info.outward_error = round_up(polytope_of(hull.view()).outward_error);
  }
  return info;
}

std::uint32_t half_edge_count(const Shape& hull) noexcept {
  const HullTopology* t = topology_of(hull.view());
  return t != nullptr ? static_cast<std::uint32_t>(t->origin.size()) : 0;
}

HullEdge hull_edge(const Shape& hull, std::uint32_t half_edge) noexcept {
  const HullTopology* t = topology_of(hull.view());
  if (t == nullptr || half_edge >= t->origin.size()) return {};
  const std::uint32_t next = t->next(half_edge);
  return {t->origin[half_edge], t->origin[next], t->face[half_edge], t->twin[half_edge], next};
}

Vec3 hull_vertex(const Shape& hull, std::uint32_t vertex) noexcept {
  const VertexSet* set = vertices_of(hull);
  if (set == nullptr || vertex >= set->count) return {};
  return {set->x[vertex], set->y[vertex], set->z[vertex]};
}

std::span<const std::uint32_t> face_corners(const Shape& hull, std::uint32_t face) noexcept {
  const HullTopology* t = topology_of(hull.view());
  if (t == nullptr || face >= t->face_count()) return {};
  return t->loop(face);
}

Plane face_plane(const Shape& hull, std::uint32_t face) noexcept {
  const HullTopology* t = topology_of(hull.view());
  if (t == nullptr || face >= t->face_count()) return {};
  return {Vec3(t->normals[face]), static_cast<Real>(t->offsets[face])};
}

Vec3 support(const Shape& hull, const Vec3& direction, std::uint32_t& vertex) noexcept {
  const VertexSet* set = vertices_of(hull);
  if (set == nullptr || !is_finite(direction)) return support(hull, direction);
  const Vec3d d = moderate(Vec3d(direction));
  const HullSupport* search = polytope_of(hull.view()).hull_support.get();
  if (search == nullptr)
    vertex = farthest_vertex(*set, d);
  else if (vertex < set->count)
    vertex = farthest_from(*search, d, {set->x[vertex], set->y[vertex], set->z[vertex], vertex});
  else
    vertex = farthest_cold(*search, d);
  return {set->x[vertex], set->y[vertex], set->z[vertex]};
}

}  // namespace graze::inline GRAZE_ABI
