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

struct Bounds {
  double least, most;
};
template <class Form>
Bounds values(const Form& form, const Aabb& box) {
  double least = form.offset, most = form.offset;
  for (int j = 0; j < 3; ++j) {
    const double r = form.row[j], p = r * double(box.lower[j]), q = r * double(box.upper[j]);
    least += r < 0 ? q : p;
    most += r < 0 ? p : q;
  }
  return {least - form.error, most + form.error};
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
    const Vec3d row = linear.row(k), w = back.row(k);
    squares += dot(row, row);
    // Coordinates of b's points in a, and the other way round.
    in_a_.box[k] = {row, t[k], a_from_b.slack + kSum * (dot(absolute(row), size_b) + size_of_t[k])};
    in_b_.box[k] = {w, -dot(w, t), a_from_b.slack * length(w) + kSum * dot(absolute(w), size_a + size_of_t)};
    // Axes of a for nodes of b: rows of the linear part.
    const double lost_b = kKernel * dot(absolute(row), size_b);
    in_b_.along[k].row[k] = 1;
    in_b_.along[k].offset = -t[k];
    in_b_.along[k].error = a_from_b.slack + kSum * (size_a[k] + size_of_t[k]) + lost_b;
    // Axes of b for nodes of a: rows of the inverse, as rounded.
    for (int j = 0; j < 3; ++j) {
      in_b_.axis[k][j] = static_cast<Real>(row[j]);
      in_a_.axis[k][j] = static_cast<Real>(w[j]);
    }
    const Vec3d u = rounded(w), abs_u = absolute(u);
    Form& form = in_a_.along[k];
    form.offset = dot(u, t);
    double lost = kSum * dot(abs_u, size_of_t) + kKernel * dot(abs_u, size_a);
    for (int j = 0; j < 3; ++j) {
      const Vec3d column = linear.column(j);
      form.row[j] = dot(u, column);
      lost += kSum * dot(abs_u, absolute(column)) * size_b[j];
      // The inverse is not exact: what it makes of b's own coordinates.
      const double off =
          std::abs(dot(w, column) - (j == k ? 1 : 0)) + kSum * dot(absolute(w), absolute(column));
      in_b_.box[k].error += off * size_b[j];
    }
    form.error = a_from_b.slack * length(u) + lost;
  }
  for (Side* side : {&in_a_, &in_b_})
    for (int k = 0; k < 3; ++k) {
      side->box[k].error = side->box[k].error * (1 + kSum) + kUnderflow;
      side->along[k].error = side->along[k].error * (1 + kSum) + kUnderflow;
    }
  b_scale_ = static_cast<Real>(std::sqrt(squares / 3));
}

TurnedBox Relative::turned(const Side& side, const Aabb& box) {
  TurnedBox out;
  for (int k = 0; k < 3; ++k) {
    const Bounds place = values(side.box[k], box), along = values(side.along[k], box);
    out.box.lower[k] = round_down(place.least);
    out.box.upper[k] = round_up(place.most);
    out.lower[k] = round_down(along.least);
    out.upper[k] = round_up(along.most);
    for (int j = 0; j < 3; ++j) out.axis[k][j] = side.axis[k][j];
  }
  return out;
}

}  // namespace graze::inline GRAZE_ABI
