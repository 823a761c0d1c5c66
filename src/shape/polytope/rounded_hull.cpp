// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "shape/polytope/rounded_hull.h"

#include <algorithm>
#include <cmath>

#include "graze/shape/hull_builder.h"
#include "graze/shape/polytope.h"

namespace graze::inline GRAZE_ABI {
namespace {

using Mat3d = BasicMat3<double>;
using Found = std::optional<RoundedHull>;

// A sum has as many points as its children have pairs of them: beyond these only corners are kept.
constexpr std::size_t kManyPoints = 256, kMostPoints = 1u << 20;

// How much a similarity grows; zero: it is none, by more than what the rounding of its numbers does.
double growth_of(const Mat3d& m) {
  const double squares[3] = {length_squared(m.columns[0]), length_squared(m.columns[1]),
                             length_squared(m.columns[2])};
  const double rounding = 16 * double(kEpsilon) * squares[0];
  for (int i = 0; i < 3; ++i)
    if (!(std::abs(squares[i] - squares[0]) <= rounding &&
          std::abs(dot(m.columns[i], m.columns[(i + 1) % 3])) <= rounding))
      return 0;
  return std::cbrt(std::abs(determinant(m)));
}

Found grown(Found hull, double radius, const Mat3d& linear) {
  if (!hull || radius == 0) return hull;
  const double growth = growth_of(linear);
  if (growth == 0) return {};
  hull->radius += radius * growth;
  return hull;
}

// Sums round to Real here, as coordinates of a shape do.
bool keep_corners(std::vector<Vec3d>& points) {
  if (points.size() <= kManyPoints) return true;
  const Vec3d first = points[0];
  std::vector<Vec3> rounded;
  rounded.reserve(points.size());
  for (const Vec3d& p : points) rounded.push_back(Vec3(p - first));
  const Result<Shape> hull = make_hull(rounded);
  if (!hull) return false;
  const VertexSet& set = polytope_of(hull->view()).vertices;
  points.clear();
  for (std::uint32_t i = 0; i < set.count; ++i) points.push_back(first + set.vertex(i));
  return true;
}

Found sum_of(const std::vector<Shape>& children, const Mat3d& linear) {
  RoundedHull sum{{Vec3d{}}, 0};
  for (const Shape& child : children) {
    Found part = rounded_hull_of(child.view(), linear);
    if (!part || !keep_corners(part->points)) return {};
    if (sum.points.size() > kMostPoints / part->points.size()) return {};
    std::vector<Vec3d> points;
    for (const Vec3d& p : sum.points)
      for (const Vec3d& q : part->points) points.push_back(p + q);
    if (!keep_corners(points)) return {};
    sum = {std::move(points), sum.radius + part->radius};
  }
  return sum;
}

Found hull_of(const std::vector<Shape>& children, const Mat3d& linear) {
  Found all;
  for (const Shape& child : children) {
    Found part = rounded_hull_of(child.view(), linear);
    if (!part || (all && part->radius != all->radius)) return {};
    if (!all)
      all = std::move(part);
    else
      all->points.insert(all->points.end(), part->points.begin(), part->points.end());
  }
  return all;
}

RoundedHull corners_of_box(const Vec3d& half, const Mat3d& linear) {
  RoundedHull box;
  for (int i = 0; i < 8; ++i)
    box.points.push_back(linear * Vec3d{(i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y,
                                        (i & 4) != 0 ? half.z : -half.z});
  return box;
}

}  // namespace

Found rounded_hull_of(const ShapeView& shape, const Mat3d& linear) {
  const Real* v = shape.values;
  const auto at = [&](double x, double y, double z) { return linear * Vec3d{x, y, z}; };
  switch (shape.kind) {
    case ShapeKind::point:
      return RoundedHull{{at(double(v[0]), double(v[1]), double(v[2]))}, 0};
    case ShapeKind::segment:
      return RoundedHull{
          {at(double(v[0]), double(v[1]), double(v[2])), at(double(v[3]), double(v[4]), double(v[5]))}, 0};
    case ShapeKind::triangle:
    case ShapeKind::tetrahedron:
    case ShapeKind::convex_polygon:
    case ShapeKind::polytope: {
      RoundedHull hull;
      const VertexSet& set = polytope_of(shape).vertices;
      for (std::uint32_t i = 0; i < set.count; ++i) hull.points.push_back(linear * set.vertex(i));
      return hull;
    }
    case ShapeKind::box:
      return corners_of_box({double(v[0]), double(v[1]), double(v[2])}, linear);
    case ShapeKind::sphere:
      return grown(RoundedHull{{Vec3d{}}, 0}, double(v[0]), linear);
    case ShapeKind::capsule:
      return grown(RoundedHull{{at(0, -double(v[1]), 0), at(0, double(v[1]), 0)}, 0}, double(v[0]), linear);
    case ShapeKind::affine_image: {
      const ImageBlock& block = image_of(shape);
      Found image = rounded_hull_of(block.children[0].view(), linear * block.linear);
      if (image)
        for (Vec3d& p : image->points) p += linear * block.translation;
      return image;
    }
    case ShapeKind::expanded: {
      const ExpansionBlock& block = expansion_of(shape);
      return grown(rounded_hull_of(block.children[0].view(), linear), block.radius, linear);
    }
    case ShapeKind::minkowski_sum:
      return sum_of(composite_of(shape).children, linear);
    case ShapeKind::convex_hull:
      return hull_of(composite_of(shape).children, linear);
    default:
      return {};
  }
}

}  // namespace graze::inline GRAZE_ABI
