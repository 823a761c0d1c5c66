// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "kernel/box/decide-inl.h"
#include "query/pair/steps.h"

namespace graze::inline GRAZE_ABI {
namespace {

constexpr Real kUnknown = std::numeric_limits<Real>::infinity();

Real reach_of_discs(Real bottom, Real top, Real half_height, const Vec3& u) {
  const Real across = std::sqrt(u.x * u.x + u.z * u.z);
  return std::max(top * across + half_height * u.y, bottom * across - half_height * u.y);
}

Real reach_of_vertices(const PolytopeBlock& block, const Vec3& u) {
  return static_cast<Real>(dot(block.vertices.vertex(farthest_vertex(block.vertices, Vec3d(u))), Vec3d(u)));
}

// How far a placed shape reaches along d from its placement's translation. Composite kinds are left to the
// iteration.
[[gnu::always_inline]] inline Real reach(const Operand& o, const Vec3& d) {
  const Vec3 u = transpose_times(o.placement->linear(), d);
  const ShapeView& shape = *o.shape;
  const Real* v = shape.values;
  switch (shape.kind) {
    case ShapeKind::box:
      return v[0] * std::abs(u.x) + v[1] * std::abs(u.y) + v[2] * std::abs(u.z);
    case ShapeKind::sphere:
      return v[0] * length(u);
    case ShapeKind::capsule:
      return v[0] * length(u) + v[1] * std::abs(u.y);
    case ShapeKind::cylinder:
      return v[0] * std::sqrt(u.x * u.x + u.z * u.z) + v[1] * std::abs(u.y);
    case ShapeKind::cone:
      return reach_of_discs(v[0], 0, v[1], u);
    case ShapeKind::tapered_cylinder:
      return reach_of_discs(v[0], v[1], v[2], u);
    case ShapeKind::polytope:
      return reach_of_vertices(polytope_of(shape), u);
    default:
      return kUnknown;
  }
}

// No point of a shape under a similarity is farther from the placement's translation, but for rounding.
Real extent(const Operand& o) {
  const ShapeView& shape = *o.shape;
  const Real* v = shape.values;
  const Real size = shape.block != nullptr ? static_cast<Real>(shape.block->extent) : v[0] + v[1] + v[2];
  return size * o.placement->scale();
}

// The vertices of a polytope may lie anywhere; all other kinds are centred.
Vec3 centre_of_vertices(const Operand& o) {
  return o.placement->linear() * Vec3(o.shape->block->inner_point);
}

}  // namespace

bool find_quick_axis(const Operand& a, const Operand& b, const PairCache* cache, Vec3& axis, double* gap) {
  if (a.placement->kind() < Affine::Kind::similarity || b.placement->kind() < Affine::Kind::similarity)
    return false;
  const Vec3 offset = b.placement->translation() - a.placement->translation();
  axis = offset;
  const bool has_vertices_a = a.shape->kind == ShapeKind::polytope;
  const bool has_vertices_b = b.shape->kind == ShapeKind::polytope;
  if (has_vertices_a || has_vertices_b)  // in one difference, so that (b, a) gives the negative to the bit
    axis +=
        (has_vertices_b ? centre_of_vertices(b) : Vec3{}) - (has_vertices_a ? centre_of_vertices(a) : Vec3{});
  if (cache != nullptr && max_abs(cache->axis) > 0) axis = cache->axis;
  const Real squared = dot(axis, axis);
  if (!(squared > one_lane::kQuickTiny && squared < one_lane::kQuickHuge))
    return false;  // extremes are scaled first; NaN ends here too
  Real reaches = reach(a, axis) + reach(b, -axis);
  const Real margins = a.margin + b.margin;
  if (margins > 0) reaches += margins * std::sqrt(squared);
  const Real size = (extent(a) + extent(b)) +
                    (sum_abs(a.placement->translation()) + sum_abs(b.placement->translation()) + margins);
  const Real room = dot(axis, offset) - reaches,
             error = one_lane::kQuickEpsilons * kEpsilon * size * sum_abs(axis);
  if (!(size < one_lane::kQuickLargest && room > error)) return false;
  if (gap != nullptr) *gap = (double(room) - double(error)) / std::sqrt(double(squared)) * (1 - 8 * kEpsilon);
  return true;
}

bool find_axis_of_far(const Operand& a, const Operand& b, Vec3& axis) {
  constexpr Real kFar = Real(0.7);  // of both extents: hulls of points of a sphere overlap below 1
  const Vec3 offset = b.placement->translation() - a.placement->translation();
  const Real far = kFar * (extent(a) + extent(b)) + (a.margin + b.margin);
  return dot(offset, offset) > far * far && find_quick_axis(a, b, nullptr, axis);
}

}  // namespace graze::inline GRAZE_ABI
