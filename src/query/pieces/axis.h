// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "graze/shape/primitives.h"
#include "query/pieces/frame.h"
#include "shape/local_support.h"

namespace graze::inline GRAZE_ABI {

[[nodiscard]] inline double farthest_along(const Triangle& t, const Vec3d& axis) {
  return std::max({dot(axis, Vec3d(t.a)), dot(axis, Vec3d(t.b)), dot(axis, Vec3d(t.c))});
}

[[nodiscard]] inline double farthest_along(const Aabb& box, const Vec3d& axis) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) sum += axis[k] * double(axis[k] > 0 ? box.upper[k] : box.lower[k]);
  return sum;
}

/// A direction of the world along which boxes and triangles of two placed operands are compared, each seen
/// exactly as it is turned. Where the direction is that of the nearest pieces so far, this tells most others
/// that they are farther, which boxes turned into one frame do not.
class PieceAxis {
 public:
  PieceAxis(const Operand& a, const Operand& b, const PieceFrame& frame)
      : linear_a_(a.placement->linear()),
        linear_b_(b.placement->linear()),
        offset_(Vec3d(b.placement->translation()) - Vec3d(a.placement->translation())),
        // Placements are taken as they are, rigid or not: only sums in double are rounded.
        room_(double(a.margin) + double(b.margin) + 64 * kDoubleEpsilon * frame.size()),
        is_bounded_(frame.is_bounded()) {}

  /// From a to b; need not be unit. Zero: nothing is known along it.
  void set(const Vec3d& direction) {
    ++version_;
    const double size = length(direction);
    is_known_ = is_bounded_ && size > 0;
    if (!is_known_) return;
    const Vec3d unit = direction / size;
    along_a_ = transpose_times(linear_a_, unit);
    along_b_ = transpose_times(linear_b_, unit);
    distance_ = dot(unit, offset_) - room_;
  }

  /// No two points of the boxes, each in its own frame and grown by its margin, are closer than this.
  [[nodiscard]] double gap(const Aabb& a, const Aabb& b) const {
    return gap(farthest_along(a, along_a_), -farthest_along(b, -along_b_));
  }
  /// The axis in the frames of both.
  [[nodiscard]] const Vec3d& along_a() const { return along_a_; }
  [[nodiscard]] const Vec3d& along_b() const { return along_b_; }
  /// gap() along the line between the centres of the boxes, whatever the axis is.
  [[nodiscard]] double gap_of_centres(const Aabb& a, const Aabb& b) const {
    if (!is_bounded_) return -std::numeric_limits<double>::infinity();
    const Vec3d low_a(a.lower), low_b(b.lower);
    const Vec3d half_a = (Vec3d(a.upper) - low_a) * 0.5, half_b = (Vec3d(b.upper) - low_b) * 0.5;
    const Vec3d way = linear_b_ * (low_b + half_b) - linear_a_ * (low_a + half_a) + offset_;
    const double size = length(way);
    if (!(size > 0)) return -std::numeric_limits<double>::infinity();
    return size - (reach(linear_a_, half_a, way) + reach(linear_b_, half_b, way)) / size - room_;
  }
  /// Gap of two triangles as gap(far_a(triangle of a), near_b(triangle of b)); -infinity: nothing is known.
  /// The values of these two hold until the axis changes, and with it the version.
  [[nodiscard]] double gap(double far, double near) const {
    return is_known_ ? near - far + distance_ : -std::numeric_limits<double>::infinity();
  }
  [[nodiscard]] double far_a(const Triangle& t) const { return farthest_along(t, along_a_); }
  [[nodiscard]] double near_b(const Triangle& t) const { return -farthest_along(t, -along_b_); }
  [[nodiscard]] std::uint32_t version() const { return version_; }

 private:
  static double reach(const Mat3d& linear, const Vec3d& half, const Vec3d& way) {
    const Vec3d along = transpose_times(linear, way);
    return std::abs(along.x) * half.x + std::abs(along.y) * half.y + std::abs(along.z) * half.z;
  }

  Mat3d linear_a_, linear_b_;
  Vec3d offset_, along_a_, along_b_;
  double room_, distance_ = 0;
  std::uint32_t version_ = 0;
  bool is_bounded_, is_known_ = false;
};

/// A direction of the world that separated a convex operand from a triangle of a mesh: it does so with many
/// of the neighbours.
class SeparatingAxis {
 public:
  SeparatingAxis(const Operand& convex, const Operand& mesh, const PieceFrame& frame)
      : convex_(convex),
        mesh_(mesh),
        // With an upper bound of what a support loses in Real.
        room_(double(convex.margin) + double(mesh.margin) + 64 * double(kEpsilon) * frame.size()),
        is_bounded_(frame.is_bounded()) {}

  /// Unit, from the convex operand to the mesh.
  void set(const Vec3d& direction) {
    is_known_ = is_bounded_;
    if (!is_known_) return;
    const Vec3d along = transpose_times(Mat3d(convex_.placement->linear()), direction);
    const Vec3d offset = Vec3d(mesh_.placement->translation()) - Vec3d(convex_.placement->translation());
    along_mesh_ = transpose_times(Mat3d(mesh_.placement->linear()), direction);
    distance_ = dot(direction, offset) - dot(along, local_support(*convex_.shape, moderate(along))) - room_;
  }
  [[nodiscard]] bool separates(const Triangle& t) const {
    const double a = dot(along_mesh_, Vec3d(t.a)), b = dot(along_mesh_, Vec3d(t.b)),
                 c = dot(along_mesh_, Vec3d(t.c));
    return is_known_ && std::min({a, b, c}) + distance_ > 0;
  }

 private:
  Operand convex_, mesh_;
  Vec3d along_mesh_;
  double room_, distance_ = 0;
  bool is_bounded_, is_known_ = false;
};

}  // namespace graze::inline GRAZE_ABI
