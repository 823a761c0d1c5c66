// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/mat3.h"
#include "shape/shape_block.h"

namespace graze::inline GRAZE_ABI {

/// Volume, centroid and second moments about the centroid, the integral of x xᵀ. Without volume the centroid
/// is that of the area, length or place.
struct Moments {
  double volume = 0;
  Vec3d centroid;
  BasicMat3<double> second = BasicMat3<double>::diagonal(0, 0, 0);
};

/// Adds v vᵀ times a factor.
inline void add_square(BasicMat3<double>& m, const Vec3d& v, double factor) {
  for (int i = 0; i < 3; ++i) m.columns[i] += v * (v[i] * factor);
}

/// Volume, first and second moments about the origin of tetrahedra between the origin and triangles.
struct TetrahedronSums {
  double volume = 0;
  Vec3d first;
  BasicMat3<double> second = BasicMat3<double>::diagonal(0, 0, 0);

  void add(const Vec3d& a, const Vec3d& b, const Vec3d& c);
  /// Preconditions: origin at `origin`, lengths were scaled by 2^-exponent; the volume is not negative.
  [[nodiscard]] Moments moments(const Vec3d& origin, int exponent) const;
};

/// Precondition: a polytope of make_hull().
[[nodiscard]] Moments moments_of_hull(const ShapeView& hull);
/// The hull grown by a ball. Precondition: a polytope of make_hull() with three vertices at least.
[[nodiscard]] Moments moments_of_grown_hull(const ShapeView& hull, double radius);

}  // namespace graze::inline GRAZE_ABI
