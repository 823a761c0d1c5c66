// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <span>

#include "graze/math/mat3.h"
#include "math/rounding.h"

namespace graze::inline GRAZE_ABI {

/// Axes of largest to least spread of a cloud of points, orthonormal: eigenvectors of its covariance by
/// Jacobi rotations. [Ericson05 §4.3.3, Golub13 §8.5]
struct PrincipalAxes {
  BasicMat3<double> axes;
  Vec3d mean;
};

/// Eigenvectors, as columns, of the symmetric matrix m; m becomes (nearly) diagonal.
[[nodiscard]] inline BasicMat3<double> diagonalise(double (&m)[3][3]) {
  double v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  // Convergence is quadratic: a handful of sweeps reach rounding.
  for (int sweep = 0; sweep < 32; ++sweep) {
    const double off = std::abs(m[0][1]) + std::abs(m[0][2]) + std::abs(m[1][2]);
    const double on = std::abs(m[0][0]) + std::abs(m[1][1]) + std::abs(m[2][2]);
    if (!(off > 1e-16 * on)) break;
    for (int p = 0; p < 2; ++p)
      for (int q = p + 1; q < 3; ++q) {
        if (m[p][q] == 0) continue;
        const double r = (m[q][q] - m[p][p]) / (2 * m[p][q]);
        const double t = (r >= 0 ? 1 : -1) / (std::abs(r) + std::sqrt(1 + r * r));
        const double c = 1 / std::sqrt(1 + t * t), s = t * c;
        for (int k = 0; k < 3; ++k) {
          const double a = m[k][p], b = m[k][q];
          m[k][p] = c * a - s * b;
          m[k][q] = s * a + c * b;
        }
        for (int k = 0; k < 3; ++k) {
          const double a = m[p][k], b = m[q][k];
          m[p][k] = c * a - s * b;
          m[q][k] = s * a + c * b;
          const double x = v[k][p], y = v[k][q];
          v[k][p] = c * x - s * y;
          v[k][q] = s * x + c * y;
        }
      }
  }
  return {{v[0][0], v[1][0], v[2][0]}, {v[0][1], v[1][1], v[2][1]}, {v[0][2], v[1][2], v[2][2]}};
}

[[nodiscard]] inline PrincipalAxes find_principal_axes(std::span<const Vec3> points) {
  const Vec3d first(points[0]);
  Vec3d sum;
  double extent = 0;
  for (const Vec3& p : points) {
    sum += Vec3d(p) - first;
    extent = std::max(extent, max_abs(Vec3d(p) - first));
  }
  PrincipalAxes r;
  const Vec3d offset = sum / static_cast<double>(points.size());
  r.mean = first + offset;
  if (!(extent > 0)) return r;
  double m[3][3] = {};
  for (const Vec3& p : points) {
    const Vec3d d = (Vec3d(p) - first - offset) / extent;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) m[i][j] += d[i] * d[j];
  }
  const BasicMat3<double> axes = diagonalise(m);
  int order[3] = {0, 1, 2};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2 - i; ++j)
      if (m[order[j]][order[j]] < m[order[j + 1]][order[j + 1]]) std::swap(order[j], order[j + 1]);
  // Orthonormal to rounding, and right-handed.
  const Vec3d x = normalized(axes.columns[order[0]]);
  const Vec3d y = normalized(axes.columns[order[1]] - x * dot(x, axes.columns[order[1]]));
  r.axes = {x, y, cross(x, y)};
  return r;
}

}  // namespace graze::inline GRAZE_ABI
