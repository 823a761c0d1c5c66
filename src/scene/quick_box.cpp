// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "scene/quick_box.h"

#include <algorithm>
#include <cmath>

#include "graze/shape/bounds.h"
#include "math/rounding.h"
#include "shape/shape_block.h"

namespace graze::inline GRAZE_ABI {
namespace {

// More vertices than this are better asked for their farthest.
constexpr std::uint32_t kFewVertices = 32;
// Every extent below is a sum of at most six rounded terms, roots included, each of one sign or bounded by
// the extent of the shape: it is off by less than 16 epsilons of what is added up.
constexpr double kSlack = 16 * kDoubleEpsilon;
// Squares of a row that is this much smaller than the matrix may vanish.
constexpr double kVanishing = 0x1p-200;
constexpr double kSmallest = 0x1p-300, kGreatest = 0x1p300;

// How far the linear image reaches along an axis of the world: lower <= 0 <= upper need not hold.
struct Reach {
  double lower = 0, upper = 0;
};

Reach both(double extent) { return {-extent, extent}; }

// x, y, z: the row of the linear part that belongs to the axis.
Reach reach_of(const ShapeView& shape, double x, double y, double z) {
  const Real* v = shape.values;
  const double a = double(v[0]), b = double(v[1]), c = double(v[2]);
  switch (shape.kind) {
    case ShapeKind::box:
      return both(std::abs(x) * a + std::abs(y) * b + std::abs(z) * c);
    case ShapeKind::sphere:
      return both(a * std::sqrt(x * x + y * y + z * z));
    case ShapeKind::capsule:
      return both(std::abs(y) * b + a * std::sqrt(x * x + y * y + z * z));
    case ShapeKind::ellipsoid:
      return both(std::sqrt(x * a * (x * a) + y * b * (y * b) + z * c * (z * c)));
    case ShapeKind::cylinder:
      return both(std::abs(y) * b + a * std::sqrt(x * x + z * z));
    case ShapeKind::cone: {
      const double apex = y * b, rim = a * std::sqrt(x * x + z * z);
      return {std::min(apex, -apex - rim), std::max(apex, rim - apex)};
    }
    default:
      break;
  }
  const VertexSet& vertices = shape.block->vertices;
  Reach reach{HUGE_VAL, -HUGE_VAL};
  for (std::uint32_t i = 0; i < vertices.count; ++i) {
    const double at = x * double(vertices.x[i]) + y * double(vertices.y[i]) + z * double(vertices.z[i]);
    reach.lower = std::min(reach.lower, at);
    reach.upper = std::max(reach.upper, at);
  }
  return reach;
}

bool is_quick(const ShapeView& shape) {
  switch (shape.kind) {
    case ShapeKind::box:
    case ShapeKind::sphere:
    case ShapeKind::capsule:
    case ShapeKind::ellipsoid:
    case ShapeKind::cylinder:
    case ShapeKind::cone:
      return true;
    case ShapeKind::polytope:
      return shape.block->vertices.count <= kFewVertices;
    default:
      return false;
  }
}

}  // namespace

Aabb quick_box(const Instance& instance) {
  const ShapeView& shape = instance.shape.view();
  if (!is_quick(shape) || !instance.placement.is_valid()) return bounds(instance);
  const BasicMat3<double> m(instance.placement.linear());
  const double largest = std::max({max_abs(m.columns[0]), max_abs(m.columns[1]), max_abs(m.columns[2])});
  const double size = 3 * largest * extent_of(shape);  // no point of the image is farther from its centre
  if (!(size > kSmallest && size < kGreatest && largest > kSmallest && largest < kGreatest))
    return bounds(instance);
  Aabb box;
  const double margin = double(instance.margin);
  for (int axis = 0; axis < 3; ++axis) {
    const Reach reach = reach_of(shape, m.columns[0][axis], m.columns[1][axis], m.columns[2][axis]);
    const double centre = double(instance.placement.translation()[axis]);
    const double slack = kSlack * (std::abs(centre) + size + margin) + kVanishing * size;
    box.lower[axis] = round_down(centre + reach.lower - margin - slack);
    box.upper[axis] = round_up(centre + reach.upper + margin + slack);
  }
  return box;
}

}  // namespace graze::inline GRAZE_ABI
