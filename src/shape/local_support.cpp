// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "shape/local_support.h"

#include "graze/shape/support.h"
#include "shape/vertex_scan.h"

namespace graze::inline GRAZE_ABI {
namespace {

Vec3d hull_support(const CompositeBlock& block, const Vec3d& d) {
  Vec3d best = local_support(block.children[0].view(), d);
  double farthest = dot(best, d);
  for (std::size_t i = 1; i < block.children.size(); ++i) {
    const Vec3d p = local_support(block.children[i].view(), d);
    if (dot(p, d) > farthest) {
      farthest = dot(p, d);
      best = p;
    }
  }
  return best;
}

Vec3d sum_support(const CompositeBlock& block, const Vec3d& d) {
  Vec3d sum;
  for (const Shape& child : block.children) sum += local_support(child.view(), d);
  return sum;
}

Vec3d tapered_capsule_support(double bottom, double top, double half_height, const Vec3d& d) {
  const Vec3d u = d / std::sqrt(dot(d, d));
  const bool up = half_height * u.y + top > -half_height * u.y + bottom;
  Vec3d p = u * (up ? top : bottom);
  p.y += up ? half_height : -half_height;
  return p;
}

// The plane's point nearest to the local origin.
Vec3d half_space_point(const Real* v) {
  const Vec3d normal{double(v[0]), double(v[1]), double(v[2])}, n = normalized(normal);
  return n * (double(v[3]) / dot(n, normal));
}

}  // namespace

Vec3d moderated(const Vec3d& d) {
  const double m = max_abs(d);
  if (!(m > 0)) return {1, 0, 0};
  int exponent = 0;
  (void)std::frexp(m, &exponent);
  return {std::ldexp(d.x, -exponent), std::ldexp(d.y, -exponent), std::ldexp(d.z, -exponent)};
}

Vec3d nested_support(const ShapeView& shape, const Vec3d& d) {
  const Real* v = shape.values;
  switch (shape.kind) {
    case ShapeKind::point:
      return {double(v[0]), double(v[1]), double(v[2])};
    case ShapeKind::segment: {
      const Vec3d a{double(v[0]), double(v[1]), double(v[2])}, b{double(v[3]), double(v[4]), double(v[5])};
      return dot(b, d) > dot(a, d) ? b : a;
    }
    case ShapeKind::triangle:
    case ShapeKind::tetrahedron:
    case ShapeKind::convex_polygon:
    case ShapeKind::polytope: {
      const PolytopeBlock& p = polytope_of(shape);
      return p.vertices.vertex(p.hull_support ? farthest_cold(*p.hull_support, d)
                                              : farthest_vertex(p.vertices, d));
    }
    case ShapeKind::box:
      return {d.x < 0 ? -double(v[0]) : double(v[0]), d.y < 0 ? -double(v[1]) : double(v[1]),
              d.z < 0 ? -double(v[2]) : double(v[2])};
    case ShapeKind::capsule: {
      Vec3d p = support_detail::ball(v[0], d);
      p.y += d.y < 0 ? -double(v[1]) : double(v[1]);
      return p;
    }
    case ShapeKind::tapered_capsule:
      return tapered_capsule_support(v[0], v[1], v[2], d);
    case ShapeKind::affine_image: {
      const ImageBlock& block = image_of(shape);
      const Vec3d inner = moderate(transpose_times(block.linear, d));
      return block.linear * local_support(block.children[0].view(), inner) + block.translation;
    }
    case ShapeKind::minkowski_sum:
      return sum_support(composite_of(shape), d);
    case ShapeKind::convex_hull:
      return hull_support(composite_of(shape), d);
    case ShapeKind::expanded:
      return local_support(composite_of(shape).children[0].view(), d) +
             support_detail::ball(expansion_of(shape).radius, d);
    case ShapeKind::custom: {
      const CustomSupport& custom = custom_of(shape).custom;
      return Vec3d(custom.support(custom.context, Vec3(normalized(d))));
    }
    case ShapeKind::half_space:
      return half_space_point(v);
    case ShapeKind::cylinder:
    case ShapeKind::cone:
    case ShapeKind::tapered_cylinder:
    case ShapeKind::ellipsoid:
    case ShapeKind::sphere:
      return local_support(shape, d);
    case ShapeKind::triangle_mesh:
    case ShapeKind::compound:
    case ShapeKind::invalid:
      break;
  }
  return {};
}

Vec3 support(const Shape& shape, const Vec3& direction) noexcept {
  if (!is_finite(direction)) return {};
  return Vec3(local_support(shape.view(), moderate(Vec3d(direction))));
}

}  // namespace graze::inline GRAZE_ABI
