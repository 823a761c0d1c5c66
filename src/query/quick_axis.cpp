// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/quick_axis.h"

#include <algorithm>

namespace graze::inline GRAZE_ABI {
namespace {

// How far a placed shape reaches along d from its placement's translation, and the size of the numbers that
// went into it. Composite kinds are left to the iteration.
struct Reach {
  double value;
  double magnitude;
};

constexpr Reach kUnknown{std::numeric_limits<double>::infinity(), 0};

Vec3d to_local(const Affine& placement, const Vec3d& d) {
  const auto& c = placement.linear().columns;
  const auto along = [&d](const Vec3& v) {
    return double(v.x) * d.x + double(v.y) * d.y + double(v.z) * d.z;
  };
  return {along(c[0]), along(c[1]), along(c[2])};
}

Reach reach_of_discs(double bottom, double top, double half_height, const Vec3d& u) {
  const double across = std::sqrt(u.x * u.x + u.z * u.z);
  const double up = top * across + half_height * u.y, down = bottom * across - half_height * u.y;
  return {std::max(up, down), (bottom + top) * across + half_height * std::abs(u.y)};
}

Reach reach_of_vertices(const ShapeBlock& block, const Vec3d& u) {
  const Vec3d p = block.vertices.vertex(farthest_vertex(block.vertices, u));
  return {dot(p, u), block.extent * sum_abs(u)};
}

Reach reach(const Operand& o, const Vec3d& d) {
  const Vec3d u = to_local(*o.placement, d);
  const ShapeView& shape = *o.shape;
  const Real* v = shape.values;
  double value = 0;
  switch (shape.kind) {
    case ShapeKind::box:
      value = double(v[0]) * std::abs(u.x) + double(v[1]) * std::abs(u.y) + double(v[2]) * std::abs(u.z);
      break;
    case ShapeKind::sphere:
      value = double(v[0]) * length(u);
      break;
    case ShapeKind::capsule:
      value = double(v[0]) * length(u) + double(v[1]) * std::abs(u.y);
      break;
    case ShapeKind::cylinder:
      value = double(v[0]) * std::sqrt(u.x * u.x + u.z * u.z) + double(v[1]) * std::abs(u.y);
      break;
    case ShapeKind::cone:
      return reach_of_discs(v[0], 0, v[1], u);
    case ShapeKind::tapered_cylinder:
      return reach_of_discs(v[0], v[1], v[2], u);
    case ShapeKind::polytope:
      return reach_of_vertices(*shape.block, u);
    default:
      return kUnknown;
  }
  return {value, value};
}

Vec3d centre_of(const Operand& o) {
  const Vec3d t(o.placement->translation());
  if (o.shape->kind != ShapeKind::polytope) return t;
  return Mat3d(o.placement->linear()) * o.shape->block->inner_point + t;
}

}  // namespace

bool find_quick_axis(const Operand& a, const Operand& b, const PairCache* cache, Vec3d& axis) {
  const Vec3d offset = Vec3d(b.placement->translation()) - Vec3d(a.placement->translation());
  axis = centre_of(b) - centre_of(a);
  if (cache != nullptr && max_abs(cache->axis) > 0) axis = Vec3d(cache->axis);
  const double squared = dot(axis, axis);
  if (!(squared > 0x1p-200 && squared < 0x1p200))
    return false;  // what is extreme is scaled first; NaN ends here too
  const Reach ra = reach(a, axis), rb = reach(b, -axis);
  const double between = dot(axis, offset);
  double reaches = ra.value + rb.value;
  double magnitude = (ra.magnitude + rb.magnitude) + max_abs(axis) * sum_abs(offset);
  if (a.margin > 0 || b.margin > 0) {
    const double margins = (double(a.margin) + double(b.margin)) * std::sqrt(squared);
    reaches += margins;
    magnitude += margins;
  }
  // Products and sums of at most five terms each: 16 epsilon is more than they lose.
  return between - reaches > 16 * kDoubleEpsilon * magnitude && magnitude < 0x1p300;
}

}  // namespace graze::inline GRAZE_ABI
