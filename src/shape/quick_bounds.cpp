// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "graze/shape/bounds.h"
#include "math/rounding.h"
#include "shape/height.h"
#include "shape/local_support.h"
#include "shape/shape_block.h"
#include "shape/vertex_scan.h"
#include "simd/register.h"

namespace graze::inline GRAZE_ABI {
namespace {

// More vertices than this are better asked for their farthest.
constexpr std::uint32_t kFewVertices = 32;
// Every extent below is a sum of at most six rounded terms, roots included, each of one sign or bounded by
// the extent of the shape: it is off by less than 16 epsilons of what is added up.
constexpr double kSlack = 16 * kDoubleEpsilon;
// Rounding of a support mapping in Real, with plenty of room.
constexpr double kLost = 64 * double(kEpsilon);
// Squares of a row that is this much smaller than the matrix may vanish.
constexpr double kVanishing = 0x1p-200;
constexpr double kSmallest = 0x1p-300, kGreatest = 0x1p300;

// How far the linear image reaches along the axes of the world: lower <= 0 <= upper need not hold.
struct Reach {
  double lower[3], upper[3];
};

// Into `reach`: a copy would wait for what was just written.
void set_analytic_reach(const ShapeView& shape, const Mat3d& m, Reach& reach) {
  const bool is_mirrored = shape.kind != ShapeKind::cone;  // the others are their own mirror images
  with_height(shape, [&](auto height) {
    for (int i = 0; i < 3; ++i) {
      const double x = m.columns[0][i], y = m.columns[1][i], z = m.columns[2][i];
      reach.upper[i] = height(x, y, z);
      reach.lower[i] = is_mirrored ? -reach.upper[i] : -height(-x, -y, -z);
    }
  });
}

Reach reach_of_vertices(const VertexSet& vertices, const Mat3d& m) {
  Reach reach{{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
  for (std::uint32_t k = 0; k < vertices.count; ++k) {
    const double x = double(vertices.x[k]), y = double(vertices.y[k]), z = double(vertices.z[k]);
    for (int i = 0; i < 3; ++i) {
      const double at = m.columns[0][i] * x + m.columns[1][i] * y + m.columns[2][i] * z;
      reach.lower[i] = std::min(reach.lower[i], at);
      reach.upper[i] = std::max(reach.upper[i], at);
    }
  }
  return reach;
}

// One pass over all vertices, in Real: a sum of three products is off by less than two epsilons of their
// sizes. Padding repeats the first vertex.
Reach reach_by_scan(const VertexSet& vertices, const Mat3d& m) {
  using Lane = Register<Real>;
  Lane lower[3], upper[3];
  Real rows[3][3];
  for (int i = 0; i < 3; ++i) {
    lower[i] = Lane{} + kInfinity;
    upper[i] = Lane{} - kInfinity;
    for (int k = 0; k < 3; ++k) rows[i][k] = static_cast<Real>(m.columns[k][i]);
  }
  for (std::uint32_t k = 0; k < vertices.padded; k += std::uint32_t{kPerRegister<Real>}) {
    const Lane x = load_register(vertices.x + k), y = load_register(vertices.y + k),
               z = load_register(vertices.z + k);
    for (int i = 0; i < 3; ++i) {
      const Lane at = x * rows[i][0] + y * rows[i][1] + z * rows[i][2];
      lower[i] = at < lower[i] ? at : lower[i];
      upper[i] = at > upper[i] ? at : upper[i];
    }
  }
  Reach reach;
  for (int i = 0; i < 3; ++i) {
    const double lost = 2 * double(kEpsilon) * sum_abs(m.row(i)) * vertices.extent;
    reach.lower[i] = reach.upper[i] = double(lower[i][0]);
    for (std::size_t k = 0; k < kPerRegister<Real>; ++k) {
      reach.lower[i] = std::min(reach.lower[i], double(lower[i][k]));
      reach.upper[i] = std::max(reach.upper[i], double(upper[i][k]));
    }
    reach.lower[i] -= lost;
    reach.upper[i] += lost;
  }
  return reach;
}

Reach reach_of_many(const ShapeView& shape, const Mat3d& m) {
  Reach reach;
  for (int i = 0; i < 3; ++i) {
    const Vec3d row = m.row(i), along = moderate(row);
    const double lost = kLost * sum_abs(row) * extent_of(shape);
    reach.lower[i] = dot(row, local_support(shape, -along)) - lost;
    reach.upper[i] = dot(row, local_support(shape, along)) + lost;
  }
  return reach;
}

Reach reach_of_box(const Aabb& box, const Mat3d& m) {
  Reach reach;
  for (int i = 0; i < 3; ++i) {
    reach.lower[i] = reach.upper[i] = 0;
    for (int k = 0; k < 3; ++k) {
      const double first = m.columns[k][i] * double(box.lower[k]),
                   last = m.columns[k][i] * double(box.upper[k]);
      reach.lower[i] += std::min(first, last);
      reach.upper[i] += std::max(first, last);
    }
  }
  return reach;
}

// Whether the box of the image of a box is that of any set with that box.
bool is_along_axes(const Mat3d& m) {
  for (int i = 0; i < 3; ++i) {
    const Vec3d row = m.row(i);
    if (int{row.x != 0} + int{row.y != 0} + int{row.z != 0} > 1) return false;
  }
  return true;
}

// Products of Real neither overflow nor lose more than their last digits.
bool is_moderate_real(double size) { return size > 1e-20 && size < 1e30; }

Reach reach_of_polytope(const ShapeView& shape, const Mat3d& m) {
  const PolytopeBlock& block = polytope_of(shape);
  // Few come first: triangles of meshes have no box.
  if (block.vertices.count <= kFewVertices) return reach_of_vertices(block.vertices, m);
  if (is_along_axes(m)) return reach_of_box(block.box, m);
  const bool has_structure = block.cells != nullptr || block.hull_support != nullptr;
  const double largest = std::max({max_abs(m.columns[0]), max_abs(m.columns[1]), max_abs(m.columns[2])});
  return !has_structure && is_moderate_real(largest * block.extent) ? reach_by_scan(block.vertices, m)
                                                                    : reach_of_many(shape, m);
}

// False: another shape.
bool find_reach(const ShapeView& shape, const Mat3d& m, Reach& reach) {
  switch (shape.kind) {
    case ShapeKind::box:
    case ShapeKind::sphere:
    case ShapeKind::capsule:
    case ShapeKind::ellipsoid:
    case ShapeKind::cylinder:
    case ShapeKind::cone:
      set_analytic_reach(shape, m, reach);
      return true;
    case ShapeKind::triangle:
    case ShapeKind::polytope:
      reach = reach_of_polytope(shape, m);
      return true;
    default:
      return false;
  }
}

// Rounds to Real downward (way -1) or upward (way 1), a rounding or two farther than round_down() and
// round_up(), and without a branch.
Real outward(double x, double way) {
  if constexpr (sizeof(Real) == 8) return static_cast<Real>(x);  // the slack has it
  return static_cast<Real>(x + way * (0x1p-22 * std::abs(x) + 0x1p-140));
}

bool is_moderate(double size) { return size > kSmallest && size < kGreatest; }

}  // namespace

Aabb quick_bounds(const ShapeView& shape, const Mat3& linear, const Vec3& translation, Real margin) {
  const Mat3d m(linear);
  const double largest = std::max({max_abs(m.columns[0]), max_abs(m.columns[1]), max_abs(m.columns[2])});
  Reach reach;
  double extent = 0;
  bool is_quick = is_moderate(largest);
  if (is_quick && is_complex(shape.kind)) {
    const Aabb local = piece_bounds_of(shape);
    extent = std::max(max_abs(Vec3d(local.lower)), max_abs(Vec3d(local.upper)));
    reach = reach_of_box(local, m);
  } else if (is_quick) {
    is_quick = find_reach(shape, m, reach);
    extent = is_quick ? extent_of(shape) : 0;
  }
  const double size = 3 * largest * extent;  // no point of the image is farther from its centre
  if (!is_quick || !is_moderate(size)) return bounds_of(shape, Affine(linear, translation), margin);
  Aabb box;
  for (int axis = 0; axis < 3; ++axis) {
    const double centre = double(translation[axis]), grown = double(margin);
    const double slack = kSlack * (std::abs(centre) + size + grown) + kVanishing * size;
    box.lower[axis] = outward(centre + reach.lower[axis] - grown - slack, -1);
    box.upper[axis] = outward(centre + reach.upper[axis] + grown + slack, 1);
  }
  return box;
}

}  // namespace graze::inline GRAZE_ABI
