// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "math/rounding.h"

// Separating axes: two polytopes are apart along the normal of a face of one of them, or across an edge of
// each, or they meet. [Gottschalk96, Bergen03 §3.3] Shared by hull_axes.cpp and by the methods for pairs of
// bodies in src/literature.

namespace graze::inline GRAZE_ABI::depth {

/// Result of the axes tried so far. Lengths are those of the working frame.
struct SatSearch {
  double error = 0;  // what rounding may do to a support value
  double size = 0;   // no two points of the pair are farther apart
  Vec3d axis;        // unit, from a to b: one that separates by more than the error, or that of least overlap
  double least = std::numeric_limits<double>::infinity();  // overlap along it; negative: a gap
  // No facet of the difference is nearer to the origin than this, whatever rounding did to the axes.
  double certain = std::numeric_limits<double>::infinity();
  int count = 0;  // axes tried

  [[nodiscard]] bool is_apart() const { return least < -error; }
  /// Facets narrower than the error are left out (is_sliver), hence more than the error.
  [[nodiscard]] bool is_overlapping() const { return certain > 4 * error; }

  /// Overlap `height` along n, both times `norm`, the length of n.
  void keep_least(const Vec3d& n, double norm, double height) {
    if (!(height < least * norm)) return;
    least = height / norm;
    axis = n / norm;
  }
  /// How far the facet spanned by two edges of lengths u and w is at least, which lies at height / norm.
  /// Rounding may have turned both edges, and so the normal by that over the sine of the angle between them,
  /// norm / scale.
  [[nodiscard]] double facet_bound(double height, double norm, double scale, double u, double w) const {
    const double turn = error * (u + w) / (u * w) + 4 * kDoubleEpsilon;
    return (height - turn * scale * size) / norm;
  }
  void bound(double height) {
    if (!(height >= certain)) certain = height;  // NaN is no bound, and must not pass for one
  }
};

/// Whether a facet spanned by edges of lengths u and w is so narrow that it is nothing beside rounding:
/// parallel edges, or one without length. norm / scale is the sine of the angle between them. Without it the
/// difference grows by less than its width, as long as the origin is deeper than that below the facets next
/// to it.
[[nodiscard]] inline bool is_sliver(double norm, double scale, double u, double w, double error) {
  const double shorter = u < w ? u : w;
  return !(shorter * norm > 2 * error * scale);
}

/// How directions and normals pass between the frame of a hull and the working frame. Normals go with the
/// cofactors, turned by the sign of the determinant so that outward stays outward.
struct HullFrame {
  Mat3d linear;
  Mat3d unit;  // linear over `scale`, so that products of its entries neither overflow nor vanish
  Mat3d cofactors;
  double scale;
  double norm;       // of `unit`: the root of the sum of its entries' squares
  double volume;     // of `unit`: absolute value of its determinant
  double condition;  // at least 1

  explicit HullFrame(const Mat3d& m) : linear(m) {
    scale = std::max({max_abs(m.columns[0]), max_abs(m.columns[1]), max_abs(m.columns[2])});
    unit = m * (1 / scale);
    const Vec3d* c = unit.columns;
    const double determinant = dot(c[0], cross(c[1], c[2])), sign = determinant < 0 ? -1 : 1;
    cofactors = Mat3d{cross(c[1], c[2]), cross(c[2], c[0]), cross(c[0], c[1])} * sign;
    volume = std::abs(determinant);
    norm = norm_of(unit);
    condition = norm * norm_of(cofactors) / volume;
  }
  [[nodiscard]] Vec3d normal(const Vec3d& n) const { return cofactors * n; }
  /// A direction, and a normal, of the working frame in that of the hull, up to a positive factor.
  [[nodiscard]] Vec3d local(const Vec3d& d) const { return transpose_times(cofactors, d); }
  [[nodiscard]] Vec3d local_normal(const Vec3d& n) const { return transpose_times(unit, n); }

 private:
  static double norm_of(const Mat3d& m) {
    return std::sqrt(length_squared(m.columns[0]) + length_squared(m.columns[1]) +
                     length_squared(m.columns[2]));
  }
};

}  // namespace graze::inline GRAZE_ABI::depth
