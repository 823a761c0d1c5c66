// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "shape/shape_block.h"

namespace graze::inline GRAZE_ABI {

/// Farthest point of a shape in the local direction d, in double whatever Real is. d is nonzero and of
/// moderate size (see moderate()). Half-spaces are not read this way.
[[nodiscard]] Vec3d nested_support(const ShapeView& shape, const Vec3d& d);

/// A direction along d whose square is far from overflow and underflow, +x for the zero vector.
[[nodiscard]] Vec3d moderated(const Vec3d& d);
[[nodiscard]] inline Vec3d moderate(const Vec3d& d) {
  const double squared = dot(d, d);
  return squared > 0x1p-400 && squared < 0x1p400 ? d : moderated(d);
}

namespace support_detail {

// Convex hull of two discs around y; a cone is one with a top of radius zero. On the axis every rim point is
// as far: +x. [Bergen03 §4.3.4]
[[nodiscard]] inline Vec3d discs(double bottom, double top, double half_height, const Vec3d& d) {
  double x = d.x, z = d.z, across = std::sqrt(x * x + z * z);
  if (!(across > 0x1p-450)) {  // so close to the axis that the square is no longer exact enough
    const Vec3d u = normalized(Vec3d{x, 0, z});
    x = u.x;
    z = u.z;
    if (!(max_abs(Vec3d{d.x, 0, d.z}) > 0)) across = 0;
    const bool up = top * across + half_height * d.y >= bottom * across - half_height * d.y;
    return {x * (up ? top : bottom), up ? half_height : -half_height, z * (up ? top : bottom)};
  }
  const bool up = (top - bottom) * across + 2 * half_height * d.y >= 0;
  const double scale = (up ? top : bottom) / across;
  return {x * scale, up ? half_height : -half_height, z * scale};
}

[[nodiscard]] inline Vec3d ball(double radius, const Vec3d& d) { return d * (radius / std::sqrt(dot(d, d))); }

// The gradient of sqrt(Σ (r_i d_i)²).
[[nodiscard]] inline Vec3d ellipsoid(const Vec3d& r, const Vec3d& d) {
  const Vec3d rd{r.x * d.x, r.y * d.y, r.z * d.z};
  const double squared = dot(rd, rd);
  if (squared > 0x1p-900 && squared < 0x1p900) {
    const double s = 1 / std::sqrt(squared);
    return {r.x * rd.x * s, r.y * rd.y * s, r.z * rd.z * s};
  }
  if (!(max_abs(rd) > 0)) return {};  // flat across d: every point is as far, the centre included
  const Vec3d u = normalized(rd);
  return {r.x * u.x, r.y * u.y, r.z * u.z};
}

}  // namespace support_detail

/// The analytic kinds, inline for the kernels; everything else goes on to nested_support().
[[nodiscard]] inline Vec3d local_support(const ShapeView& shape, const Vec3d& d) {
  using namespace support_detail;
  const Real* v = shape.values;
  switch (shape.kind) {
    case ShapeKind::cylinder:
      return discs(v[0], v[0], v[1], d);
    case ShapeKind::cone:
      return discs(v[0], 0, v[1], d);
    case ShapeKind::tapered_cylinder:
      return discs(v[0], v[1], v[2], d);
    case ShapeKind::ellipsoid:
      return ellipsoid({double(v[0]), double(v[1]), double(v[2])}, d);
    case ShapeKind::sphere:
      return ball(v[0], d);
    default:
      return nested_support(shape, d);
  }
}

}  // namespace graze::inline GRAZE_ABI
