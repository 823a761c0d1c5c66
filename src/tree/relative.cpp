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
// Loss by denormal numbers, whose rounding does not scale.
constexpr double kUnderflow = 16 * double(std::numeric_limits<Real>::min());

// How the places of points are evaluated, in Real: the factors, the half sums of sides and the products are
// rounded (half a unit each), so are three sums; twice, for the middle and the reach, and the sum of both.
constexpr double kTurning = 16 * double(kEpsilon);

struct Form {
  Vec3d row;
  double offset, error;
};
// `size`: of the points that will be asked about.
void set_form(TurnedFrame& frame, int i, const Form& form, const Vec3d& size) {
  const double largest = dot(absolute(form.row), size) + std::abs(form.offset);
  const double error = (form.error + kTurning * largest) * (1 + kTurning) + kUnderflow;
  // Numbers that sums could make infinite tell nothing.
  constexpr double kMost = double(std::numeric_limits<Real>::max()) / 8;
  const bool is_known = largest + error < kMost;
  for (int j = 0; j < 3; ++j) {
    frame.row[j][i] = is_known ? static_cast<Real>(form.row[j]) : 0;
    frame.absolute_row[j][i] = std::abs(frame.row[j][i]);
  }
  frame.offset[i] = is_known ? static_cast<Real>(form.offset) : 0;
  frame.error[i] = is_known ? static_cast<Real>(error) : kInfinity;
}

// The placement, its inverse, and bounds on coordinates: shared by both directions of a pair of trees.
struct Sizes {
  const RelativePlacement& a_from_b;
  BasicMat3<double> back;
  Vec3d a, b, t;

  Sizes(const Aabb& bounds_a, const Aabb& bounds_b, const RelativePlacement& placement)
      : a_from_b(placement),
        back(inverse(placement.linear)),
        a(largest_coordinates(bounds_a)),
        b(largest_coordinates(bounds_b)),
        t(absolute(placement.translation)) {}
};

// Boxes of b for nodes of a: coordinates in a, and places along the axes of b: rows of the inverse, as
// rounded.
TurnedFrame frame_in_a(const Sizes& size) {
  const auto& [linear, t, slack] = size.a_from_b;
  TurnedFrame out;
  for (int k = 0; k < 3; ++k) {
    const Vec3d row = linear.row(k), w = size.back.row(k), u = rounded(w), abs_u = absolute(u);
    set_form(out, k, {row, t[k], slack + kSum * (dot(absolute(row), size.b) + size.t[k])}, size.b);
    Vec3d along;
    double lost = kSum * dot(abs_u, size.t) + kKernel * dot(abs_u, size.a);
    for (int j = 0; j < 3; ++j) {
      const Vec3d& column = linear.column(j);
      along[j] = dot(u, column);
      lost += kSum * dot(abs_u, absolute(column)) * size.b[j];
      out.axis[k][j] = static_cast<Real>(w[j]);
    }
    set_form(out, 3 + k, {along, dot(u, t), slack * length(u) + lost}, size.b);
  }
  return out;
}

// Boxes of a for nodes of b: coordinates in b, and places along the axes of a: rows of the linear part. Rows
// of the inverse times columns should give the identity: how far they are from it counts against b's
// coordinates.
TurnedFrame frame_in_b(const Sizes& size) {
  const auto& [linear, t, slack] = size.a_from_b;
  TurnedFrame out;
  for (int k = 0; k < 3; ++k) {
    const Vec3d row = linear.row(k), w = size.back.row(k), abs_w = absolute(w);
    Vec3d unit{0, 0, 0};
    unit[k] = 1;
    const double lost = kSum * (size.a[k] + size.t[k]) + kKernel * dot(absolute(row), size.b);
    set_form(out, 3 + k, {unit, -t[k], slack + lost}, size.a);
    double off = kSum * dot(abs_w, size.a + size.t);
    for (int j = 0; j < 3; ++j) {
      const Vec3d& column = linear.column(j);
      off += (std::abs(dot(w, column) - unit[j]) + kSum * dot(abs_w, absolute(column))) * size.b[j];
      out.axis[k][j] = static_cast<Real>(row[j]);
    }
    set_form(out, k, {w, -dot(w, t), slack * length(w) + off}, size.a);
  }
  return out;
}

// The axis that is most like u, which has least to tell beside it.
int nearest_axis(const Real (&axes)[3][3], const Vec3d& u) {
  int best = 0;
  double most = -1;
  for (int k = 0; k < 3; ++k) {
    const Vec3d axis{double(axes[k][0]), double(axes[k][1]), double(axes[k][2])};
    const double size = length(axis), along = size > 0 ? std::abs(dot(axis, u)) / size : 0;
    if (!(along > most)) continue;
    most = along;
    best = k;
  }
  return best;
}

}  // namespace

void cut(TurnedBox& box, const Vec3d& axis, double most, const Aabb& bounds) {
  const int k = nearest_axis(box.axis, axis);
  const double lost = kKernel * dot(absolute(axis), largest_coordinates(bounds));
  for (int j = 0; j < 3; ++j) box.axis[k][j] = static_cast<Real>(axis[j]);
  box.reach.least[3 + k] = -kInfinity;
  box.reach.most[3 + k] = round_up(most + lost + kUnderflow);
}

TurnedFrame turned_frame(const Aabb& bounds_a, const Aabb& bounds_b, const RelativePlacement& a_from_b) {
  return frame_in_a(Sizes(bounds_a, bounds_b, a_from_b));
}

Relative::Relative(const Aabb& bounds_a, const Aabb& bounds_b, const RelativePlacement& a_from_b) {
  const Sizes sizes(bounds_a, bounds_b, a_from_b);
  in_a_ = frame_in_a(sizes);
  in_b_ = frame_in_b(sizes);
  double squares = 0;
  for (const Vec3d& column : a_from_b.linear.columns) squares += dot(column, column);
  b_scale_ = static_cast<Real>(std::sqrt(squares / 3));
}

}  // namespace graze::inline GRAZE_ABI
