// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/quick_axis.h"

#include <algorithm>

namespace graze::inline GRAZE_ABI {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();

Vec3d to_local(const Affine& placement, const Vec3d& d) {
  const auto& c = placement.linear().columns;
  const auto along = [&d](const Vec3& v) {
    return double(v.x) * d.x + double(v.y) * d.y + double(v.z) * d.z;
  };
  return {along(c[0]), along(c[1]), along(c[2])};
}

double reach_of_discs(double bottom, double top, double half_height, const Vec3d& u) {
  const double across = std::sqrt(u.x * u.x + u.z * u.z);
  return std::max(top * across + half_height * u.y, bottom * across - half_height * u.y);
}

double reach_of_vertices(const ShapeBlock& block, const Vec3d& u) {
  return dot(block.vertices.vertex(farthest_vertex(block.vertices, u)), u);
}

// How far a placed shape reaches along d from its placement's translation. Composite kinds are left to the
// iteration.
double reach(const Operand& o, const Vec3d& d) {
  const Vec3d u = to_local(*o.placement, d);
  const ShapeView& shape = *o.shape;
  const Real* v = shape.values;
  switch (shape.kind) {
    case ShapeKind::box:
      return double(v[0]) * std::abs(u.x) + double(v[1]) * std::abs(u.y) + double(v[2]) * std::abs(u.z);
    case ShapeKind::sphere:
      return double(v[0]) * length(u);
    case ShapeKind::capsule:
      return double(v[0]) * length(u) + double(v[1]) * std::abs(u.y);
    case ShapeKind::cylinder:
      return double(v[0]) * std::sqrt(u.x * u.x + u.z * u.z) + double(v[1]) * std::abs(u.y);
    case ShapeKind::cone:
      return reach_of_discs(v[0], 0, v[1], u);
    case ShapeKind::tapered_cylinder:
      return reach_of_discs(v[0], v[1], v[2], u);
    case ShapeKind::polytope:
      return reach_of_vertices(*shape.block, u);
    default:
      return kUnknown;
  }
}

// No point of a shape under a similarity is farther from the placement's translation.
double extent(const Operand& o) { return extent_of(*o.shape) * double(o.placement->scale()); }

// The vertices of a polytope may lie anywhere; all other kinds are centred.
Vec3d centre_of_vertices(const Operand& o) {
  return Mat3d(o.placement->linear()) * o.shape->block->inner_point;
}

}  // namespace

bool find_quick_axis(const Operand& a, const Operand& b, const PairCache* cache, Vec3d& axis) {
  if (a.placement->kind() < Affine::Kind::similarity || b.placement->kind() < Affine::Kind::similarity)
    return false;
  const Vec3d offset = Vec3d(b.placement->translation()) - Vec3d(a.placement->translation());
  axis = offset;
  const bool has_vertices_a = a.shape->kind == ShapeKind::polytope,
             has_vertices_b = b.shape->kind == ShapeKind::polytope;
  if (has_vertices_a || has_vertices_b)  // in one difference, so that (b, a) gives the negative to the bit
    axis += (has_vertices_b ? centre_of_vertices(b) : Vec3d{}) -
            (has_vertices_a ? centre_of_vertices(a) : Vec3d{});
  if (cache != nullptr && max_abs(cache->axis) > 0) axis = Vec3d(cache->axis);
  const double squared = dot(axis, axis);
  if (!(squared > 0x1p-200 && squared < 0x1p200))
    return false;  // extremes are scaled first; NaN ends here too
  double reaches = reach(a, axis) + reach(b, -axis);
  const double margins = double(a.margin) + double(b.margin);
  if (margins > 0) reaches += margins * std::sqrt(squared);
  // Every term is a product of numbers below these; there are about as many roundings as in make_pair().
  const double size = (extent(a) + extent(b)) + (sum_abs(offset) + margins);
  return dot(axis, offset) - reaches > 16 * kDoubleEpsilon * size * sum_abs(axis) && size < 0x1p200;
}

}  // namespace graze::inline GRAZE_ABI
