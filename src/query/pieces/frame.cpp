// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/pieces/frame.h"

// Half-spaces, kept away from the code for boxes.

namespace graze::inline GRAZE_ABI {

// Normals go with the cofactors: the inverse transpose but for a factor, whose sign is that of the
// determinant.
void PieceFrame::set_plane(int operand, const ShapeView& half_space, const Aabb& other_reach) {
  const Map& map = maps_[operand];
  const Vec3d normal{double(half_space.values[0]), double(half_space.values[1]),
                     double(half_space.values[2])};
  const Vec3d unit = normalized(normal);
  const Vec3d foot = map.linear * (unit * (double(half_space.values[3]) / dot(unit, normal)));
  const auto& c = map.linear.columns;
  const Mat3d cofactors{cross(c[1], c[2]), cross(c[2], c[0]), cross(c[0], c[1])};
  plane_.operand = operand;
  plane_.up = normalized(cofactors * unit) * (dot(c[0], cofactors.columns[0]) < 0 ? -1.0 : 1.0);
  const Map& other = maps_[1 - operand];
  plane_.size = size_of(other, other_reach) + sum_abs(foot) + sum_abs(map.translation) + margins_;
  plane_.height = dot(plane_.up, foot + map.translation) + margins_ + relative_ * plane_.size;
  plane_.along = transpose_times(other.linear, plane_.up);
  plane_.level = plane_.height - dot(plane_.up, other.translation);
}

double PieceFrame::above_plane(const Box& a, const Box& b) const {
  if (!has_plane()) return -kInfinite;
  const Box& box = plane_.operand == 0 ? b : a;
  double reach = 0;
  for (int k = 0; k < 3; ++k) reach += std::abs(plane_.up[k]) * box.half[k];
  const double above = dot(plane_.up, box.centre) - reach - plane_.height;
  return above > -kInfinite ? above : -kInfinite;
}

double PieceFrame::time_of_fall(double above, const Vec3d& way) const {
  if (!(above > 0)) return 0;
  const double along = dot(plane_.up, way);
  const double falling = (plane_.operand == 0 ? along : -along) + relative_ * sum_abs(way);
  return falling > 0 ? above / falling * (1 - 4 * kDoubleEpsilon) : kInfinite;
}

}  // namespace graze::inline GRAZE_ABI
