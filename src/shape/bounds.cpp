// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/shape/bounds.h"

#include <algorithm>

#include "math/expansion.h"
#include "shape/height.h"
#include "shape/local_support.h"
#include "shape/shape_block.h"
#include "shape/vertex_scan.h"

// Boxes by support values along the axes, in double-double: about 106 bits, so that even where a translation
// cancels an extent the bound is within an ulp or two of the exact one, and on its outer side.

namespace graze::inline GRAZE_ABI {
namespace {

struct Direction {
  Enclosed x, y, z;
};

Enclosed dot(const Direction& d, const Vec3d& p) { return d.x * p.x + d.y * p.y + d.z * p.z; }
Enclosed norm(const Enclosed& x, const Enclosed& y, const Enclosed& z) { return sqrt(x * x + y * y + z * z); }

Direction transform(const Mat3& linear, const Direction& d) {
  return {dot(d, Vec3d(linear.columns[0])), dot(d, Vec3d(linear.columns[1])),
          dot(d, Vec3d(linear.columns[2]))};
}

// Rounding of the plain scan is far below the distance to any vertex that the exact maximum could be, except
// for ties; those within its error are evaluated exactly.
Enclosed vertices_height(const VertexSet& set, const Direction& d) {
  const Vec3d plain{d.x.value.high, d.y.value.high, d.z.value.high};
  const std::uint32_t at = farthest_vertex(set, plain);
  const auto value = [&](std::uint32_t i) { return graze::dot(set.vertex(i), plain); };
  double reach = 0;
  for (std::uint32_t i = 0; i < set.count; ++i) reach = std::max(reach, max_abs(set.vertex(i)));
  const double limit = value(at) - 16 * kDoubleEpsilon * reach * sum_abs(plain);
  Enclosed best = dot(d, set.vertex(at));
  for (std::uint32_t i = 0; i < set.count; ++i)
    if (value(i) >= limit) best = max(best, dot(d, set.vertex(i)));
  return best;
}

Enclosed box_height(const Aabb& box, const Direction& d) {
  const Vec3d low(box.lower), high(box.upper);
  return max(d.x * low.x, d.x * high.x) + max(d.y * low.y, d.y * high.y) + max(d.z * low.z, d.z * high.z);
}

Enclosed shape_height(const ShapeView& shape, const Direction& d);

// Factor by factor: their rounded product is not the image that was asked for.
Enclosed image_height(const ImageBlock& image, const Direction& d) {
  Direction inner = d;
  Enclosed offset;
  for (const Affine& factor : image.factors) {
    offset = offset + dot(inner, Vec3d(factor.translation()));
    inner = transform(factor.linear(), inner);
  }
  return shape_height(image.children[0].view(), inner) + offset;
}

Enclosed composite_height(const ShapeView& shape, const Direction& d) {
  if (shape.kind == ShapeKind::affine_image) return image_height(image_of(shape), d);
  const std::vector<Shape>& children = composite_of(shape).children;
  if (shape.kind == ShapeKind::expanded) {
    const Enclosed radius = DoubleDouble(expansion_of(shape).radius, expansion_of(shape).radius_low);
    return shape_height(children[0].view(), d) + radius * norm(d.x, d.y, d.z);
  }
  if (shape.kind == ShapeKind::minkowski_sum) {
    Enclosed sum;
    for (const Shape& child : children) sum = sum + shape_height(child.view(), d);
    return sum;
  }
  Enclosed best = shape_height(children[0].view(), d);
  for (std::size_t i = 1; i < children.size(); ++i) best = max(best, shape_height(children[i].view(), d));
  return best;
}

Enclosed custom_height(const CustomSupport& custom, const Direction& d) {
  const Vec3d plain = normalized(Vec3d{d.x.value.high, d.y.value.high, d.z.value.high});
  return dot(d, Vec3d(custom.support(custom.context, Vec3(plain))));
}

// Largest d · p over a shape without a block; infinite for half-spaces and invalid shapes.
Enclosed primitive_height(const ShapeView& shape, const Direction& d) {
  Enclosed height = std::numeric_limits<double>::infinity();
  with_height(shape, [&](auto height_of) { height = height_of(d.x, d.y, d.z); });
  return height;
}

// Largest d · p over the shape.
Enclosed shape_height(const ShapeView& shape, const Direction& d) {
  if (shape.block == nullptr) return primitive_height(shape, d);
  if (has_vertices(shape.kind)) return vertices_height(polytope_of(shape).vertices, d);
  if (has_children(shape.kind)) return composite_height(shape, d);
  if (is_complex(shape.kind)) return box_height(piece_bounds_of(shape), d);
  return custom_height(custom_of(shape).custom, d);
}

// As high along d as along -d.
bool is_symmetric(ShapeKind kind) {
  return kind == ShapeKind::sphere || kind == ShapeKind::ellipsoid || kind == ShapeKind::box ||
         kind == ShapeKind::capsule || kind == ShapeKind::cylinder;
}

// Smallest Real not below anything that is enclosed.
Real round_up(const Enclosed& x) {
  const double beyond = x.value.low + x.error;  // above value.high; a sum of two that are both far below it
  const Real rounded = graze::round_up(x.value.high);
  if (!(beyond > 0)) return rounded;
  if (double(rounded) > x.value.high && double(rounded) - x.value.high >= 2 * beyond) return rounded;
  const double next = std::nextafter(x.value.high + 2 * beyond, kInfinity);
  return graze::round_up(next);
}

}  // namespace

Aabb bounds_of(const ShapeView& shape, const Affine& placement, Real margin) noexcept {
  if (shape.kind == ShapeKind::invalid || !placement.is_valid() || !(margin >= 0)) return {};
  if (shape.kind == ShapeKind::half_space)
    return {{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}};
  Aabb box;
  const Mat3d linear(placement.linear());
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3d row = linear.row(axis);
    const Enclosed offset = double(placement.translation()[axis]), grow = double(margin);
    const Enclosed up = shape_height(shape, {row.x, row.y, row.z});
    const Enclosed down = is_symmetric(shape.kind) ? up : shape_height(shape, {-row.x, -row.y, -row.z});
    box.upper[axis] = round_up(up + offset + grow);
    box.lower[axis] = -round_up(down - offset + grow);
  }
  return box;
}

Aabb bounds(const Shape& shape, const Affine& placement, Real margin) noexcept {
  return bounds_of(shape.view(), placement, margin);
}
Aabb bounds(const Instance& instance) noexcept {
  return bounds_of(instance.shape.view(), instance.placement, instance.margin);
}

}  // namespace graze::inline GRAZE_ABI
