// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Any vector is an axis on which boxes may turn out to be apart, as long as both are projected onto the same
// one. So the axes may be rounded to Real, and the inverse need not be exact: what matters are the errors of
// the projections, which are bounded here once for all boxes, from the bounds of both trees.

#include "tree/relative.h"

#include <cmath>

namespace graze::inline GRAZE_ABI {
namespace {

Vec3d absolute(const Vec3d& v) { return {std::abs(v.x), std::abs(v.y), std::abs(v.z)}; }
Vec3d largest_coordinates(const Aabb& box) {
  return max(absolute(Vec3d(box.lower)), absolute(Vec3d(box.upper)));
}

// Sums of three to six products in double, their factors themselves such sums: half a unit per operation, and
// plenty.
constexpr double kSum = 32 * kDoubleEpsilon;
// Kernels add three products in Real (two units), of an axis that was rounded (half a unit).
constexpr double kKernel = 8 * double(kEpsilon);
// What denormal numbers lose.
constexpr double kUnderflow = 16 * double(std::numeric_limits<Real>::min());

// Rounded to Real and a unit outward, without a branch.
double widened(double x, double sign) {
  return sizeof(Real) == 4 ? x + sign * (std::abs(x) * double(kEpsilon) + kUnderflow) : x;
}

}  // namespace

Relative::Relative(const Aabb& bounds_a, const Aabb& bounds_b, const RelativePlacement& a_from_b) {
  const BasicMat3<double>& linear = a_from_b.linear;
  const Vec3d& t = a_from_b.translation;
  const BasicMat3<double> back = inverse(linear);
  const Vec3d size_a = largest_coordinates(bounds_a), size_b = largest_coordinates(bounds_b),
              size_of_t = absolute(t);
  double squares = 0;
  for (int k = 0; k < 3; ++k) {
    const Vec3d row = linear.row(k), w = back.row(k), u = rounded(w), abs_u = absolute(u);
    squares += dot(row, row);
    // Coordinates of b's points in a.
    in_a_.set(k, row, t[k], a_from_b.slack + kSum * (dot(absolute(row), size_b) + size_of_t[k]));
    // Axes of a for nodes of b: rows of the linear part.
    Vec3d unit{0, 0, 0};
    unit[k] = 1;
    in_b_.set(3 + k, unit, -t[k],
              a_from_b.slack + kSum * (size_a[k] + size_of_t[k]) + kKernel * dot(absolute(row), size_b));
    // Axes of b for nodes of a: rows of the inverse, as rounded; and coordinates of a's points in b. Rows
    // times columns should give the identity: how far they are from it counts against b's own coordinates.
    Vec3d along;
    double lost = kSum * dot(abs_u, size_of_t) + kKernel * dot(abs_u, size_a);
    double off = kSum * dot(absolute(w), size_a + size_of_t);
    for (int j = 0; j < 3; ++j) {
      const Vec3d column = linear.column(j);
      along[j] = dot(u, column);
      lost += kSum * dot(abs_u, absolute(column)) * size_b[j];
      off += (std::abs(dot(w, column) - unit[j]) + kSum * dot(absolute(w), absolute(column))) * size_b[j];
      in_b_.axis[k][j] = static_cast<Real>(row[j]);
      in_a_.axis[k][j] = static_cast<Real>(w[j]);
    }
    in_a_.set(3 + k, along, dot(u, t), a_from_b.slack * length(u) + lost);
    in_b_.set(k, w, -dot(w, t), a_from_b.slack * length(w) + off);
  }
  b_scale_ = static_cast<Real>(std::sqrt(squares / 3));
}

void Relative::Side::set(int form, const Vec3d& r, double o, double e) {
  for (int j = 0; j < 3; ++j) {
    row[j][form] = r[j];
    absolute_row[j][form] = std::abs(r[j]);
  }
  offset[form] = o;
  error[form] = e * (1 + kSum) + kUnderflow;
}

TurnedBox Relative::turned(const Side& side, const Aabb& box) {
  const Vec3d lower(box.lower), upper(box.upper), c = (upper + lower) * 0.5, h = (upper - lower) * 0.5;
  double least[6], most[6];
  for (int i = 0; i < 6; ++i) {
    const double middle = side.offset[i] + side.row[0][i] * c.x + side.row[1][i] * c.y + side.row[2][i] * c.z;
    const double reach = side.absolute_row[0][i] * h.x + side.absolute_row[1][i] * h.y +
                         side.absolute_row[2][i] * h.z + side.error[i];
    least[i] = widened(middle - reach, -1);
    most[i] = widened(middle + reach, 1);
  }
  TurnedBox out;
  for (int k = 0; k < 3; ++k) {
    out.box.lower[k] = static_cast<Real>(least[k]);
    out.box.upper[k] = static_cast<Real>(most[k]);
    out.lower[k] = static_cast<Real>(least[3 + k]);
    out.upper[k] = static_cast<Real>(most[3 + k]);
    for (int j = 0; j < 3; ++j) out.axis[k][j] = side.axis[k][j];
  }
  return out;
}

}  // namespace graze::inline GRAZE_ABI
