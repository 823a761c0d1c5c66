// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "literature/obb_traverse.h"

#include <cmath>

namespace graze::inline GRAZE_ABI {

// Axes are stored in Real: their products differ from the identity by a few units, and those of the placement
// by what is measured here. Every projection below is a sum of at most a dozen such terms.
ObbRelative::ObbRelative(const RelativePlacement& a_from_b) : a_from_b_(a_from_b) {
  double off = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const double product = dot(a_from_b.linear.column(i), a_from_b.linear.column(j));
      off += std::abs(product - (i == j ? 1 : 0));
    }
  error_ = 64 * double(kEpsilon) + 16 * off;
}

bool ObbRelative::are_apart(const Obb& a, const Obb& b, ObbAxes axes) const {
  const BasicMat3<double> axes_a(a.axes), axes_b = a_from_b_.linear * BasicMat3<double>(b.axes);
  const Vec3d half_a(a.half_extents), half_b(b.half_extents), centre_a(a.centre), centre_b(b.centre);
  const Vec3d placed = a_from_b_.linear * centre_b, world = (placed - centre_a) + a_from_b_.translation;
  const Vec3d t = transpose_times(axes_a, world);
  const double rounding =
      32 * kDoubleEpsilon * (sum_abs(centre_a) + 2 * sum_abs(centre_b) + sum_abs(a_from_b_.translation));
  const double extra =
      a_from_b_.slack + rounding + error_ * (sum_abs(half_a) + sum_abs(half_b) + sum_abs(world));
  double r[3][3], abs_r[3][3];  // products of axes
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      r[i][j] = dot(axes_a.column(i), axes_b.column(j));
      abs_r[i][j] = std::abs(r[i][j]);
    }
  for (int i = 0; i < 3; ++i) {
    const double reach = abs_r[i][0] * half_b.x + abs_r[i][1] * half_b.y + abs_r[i][2] * half_b.z;
    if (std::abs(t[i]) > half_a[i] + reach + extra) return true;
  }
  for (int j = 0; j < 3; ++j) {
    const double reach = abs_r[0][j] * half_a.x + abs_r[1][j] * half_a.y + abs_r[2][j] * half_a.z;
    const double gap = r[0][j] * t.x + r[1][j] * t.y + r[2][j] * t.z;
    if (std::abs(gap) > half_b[j] + reach + extra) return true;
  }
  if (axes == ObbAxes::six) return false;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const double reach_a = half_a[i1] * abs_r[i2][j] + half_a[i2] * abs_r[i1][j];
      const double reach_b = half_b[j1] * abs_r[i][j2] + half_b[j2] * abs_r[i][j1];
      if (std::abs(t[i2] * r[i1][j] - t[i1] * r[i2][j]) > reach_a + reach_b + extra) return true;
    }
  return false;
}

}  // namespace graze::inline GRAZE_ABI
