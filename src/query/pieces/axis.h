// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "graze/shape/primitives.h"
#include "math/nearest.h"
#include "query/pieces/frame.h"
#include "shape/local_support.h"

namespace graze::inline GRAZE_ABI {

/// A direction of the world along which boxes and triangles of two placed operands are compared, each seen
/// exactly as it is turned. Where the direction is that of the nearest pieces so far, this tells most others
/// that they are farther, which boxes turned into one frame do not. A convex operand is its own support: the
/// box of a ball reaches farther than the ball.
class PieceAxis {
 public:
  PieceAxis(const Operand& a, const Operand& b, const PieceFrame& frame)
      : sides_{Side(a), Side(b)},
        offset_(Vec3d(b.placement->translation()) - Vec3d(a.placement->translation())),
        // Placements are taken as they are, rigid or not: only sums in double are rounded, and supports.
        room_(double(a.margin) + double(b.margin) + 64 * kDoubleEpsilon * frame.size() + sides_[0].lost +
              sides_[1].lost),
        is_bounded_(frame.is_bounded()) {}

  /// From a to b; need not be unit. Zero: nothing is known along it.
  void set(const Vec3d& direction) {
    ++version_;
    const double size = length(direction);
    is_known_ = is_bounded_ && size > 0;
    if (!is_known_) return;
    unit_ = direction / size;
    for (int k = 0; k < 2; ++k) {
      const Vec3d towards = transpose_times(sides_[k].linear, k == 0 ? unit_ : -unit_);
      along_[k] = k == 0 ? towards : -towards;
      if (sides_[k].is_convex()) convex_reach_ = sides_[k].reach(towards);
    }
    distance_ = dot(unit_, offset_) - room_;
  }

  /// No two points of the boxes, each in its own frame and grown by its margin, are closer than this.
  [[nodiscard]] double gap(const Aabb& a, const Aabb& b) const {
    return gap(sides_[0].is_convex() ? convex_reach_ : farthest_along(a, along_[0]),
               -(sides_[1].is_convex() ? convex_reach_ : farthest_along(b, -along_[1])));
  }
  /// The axis in the world, unit, and in the frames of both.
  [[nodiscard]] const Vec3d& unit() const { return unit_; }
  [[nodiscard]] const Vec3d& along_a() const { return along_[0]; }
  [[nodiscard]] const Vec3d& along_b() const { return along_[1]; }
  /// From the centre of one box to that of the other, in the world; of convex operands from an inner point.
  [[nodiscard]] Vec3d between_centres(const Aabb& a, const Aabb& b) const {
    return sides_[1].linear * sides_[1].centre(b) - sides_[0].linear * sides_[0].centre(a) + offset_;
  }
  /// gap() along another direction, which need not be unit.
  [[nodiscard]] double gap_along(const Vec3d& way, const Aabb& a, const Aabb& b) const {
    const double size = length(way);
    if (!is_bounded_ || !(size > 0)) return -std::numeric_limits<double>::infinity();
    const Vec3d along_a = transpose_times(sides_[0].linear, way),
                along_b = transpose_times(sides_[1].linear, -way);
    return (dot(way, offset_) - sides_[0].reach(along_a, a) - sides_[1].reach(along_b, b)) / size - room_;
  }
  /// Whether one operand is convex: then triangles of the other are compared with it.
  [[nodiscard]] bool has_convex() const { return sides_[0].is_convex() || sides_[1].is_convex(); }
  [[nodiscard]] double gap(const Triangle& t) const {
    return sides_[0].is_convex() ? gap(convex_reach_, near_b(t)) : gap(far_a(t), -convex_reach_);
  }
  /// Of a bounded convex shape in the frame of the operand that is made of pieces.
  [[nodiscard]] double gap(const ShapeView& piece) const {
    if (!is_known_) return -std::numeric_limits<double>::infinity();
    const int of_pieces = sides_[0].is_convex() ? 1 : 0;
    const double end = reach_of(piece, along_[of_pieces] * (of_pieces == 0 ? 1.0 : -1.0));
    return (of_pieces == 0 ? gap(end, -convex_reach_) : gap(convex_reach_, -end)) -
           lost_of(piece, sides_[of_pieces].linear);
  }
  /// gap() of such a shape along the line from an inner point of the convex operand to a point in its frame.
  [[nodiscard]] double gap_towards(const Vec3d& point, const ShapeView& piece) const {
    const int of_pieces = sides_[0].is_convex() ? 1 : 0;
    const Side &convex = sides_[1 - of_pieces], &pieces = sides_[of_pieces];
    const Vec3d offset = of_pieces == 0 ? offset_ : -offset_;
    const Vec3d way = convex.linear * convex.inner + offset - pieces.linear * point;
    const double size = length(way);
    if (!is_bounded_ || !(size > 0)) return -std::numeric_limits<double>::infinity();
    return (dot(way, offset) - convex.reach(transpose_times(convex.linear, -way)) -
            reach_of(piece, transpose_times(pieces.linear, way))) /
               size -
           room_ - lost_of(piece, pieces.linear);
  }
  /// The inner point of the convex operand in the frame of the one that is made of pieces, if that is placed
  /// rigidly.
  [[nodiscard]] Vec3d inner_in_pieces() const {
    const int of_pieces = sides_[0].is_convex() ? 1 : 0;
    const Side& convex = sides_[1 - of_pieces];
    return transpose_times(sides_[of_pieces].linear,
                           convex.linear * convex.inner + (of_pieces == 0 ? offset_ : -offset_));
  }
  /// Between an inner point of the convex operand and the point of the triangle that is nearest to it, from a
  /// to b in the world, after a has moved.
  [[nodiscard]] Vec3d between(const Triangle& t, const Vec3d& moved = {}) const {
    const int of_convex = sides_[0].is_convex() ? 0 : 1;
    const Side &convex = sides_[of_convex], &mesh = sides_[1 - of_convex];
    // Seen from where the mesh stands.
    const Vec3d inner = convex.linear * convex.inner + (of_convex == 1 ? offset_ - moved : moved - offset_);
    const Vec3d way = inner - nearest_on_triangle(inner, mesh.linear * Vec3d(t.a), mesh.linear * Vec3d(t.b),
                                                  mesh.linear * Vec3d(t.c));
    return of_convex == 1 ? way : -way;
  }
  [[nodiscard]] double gap_along(const Vec3d& way, const Triangle& t) const {
    const int of_convex = sides_[0].is_convex() ? 0 : 1;
    const double size = length(way);
    if (!is_bounded_ || !(size > 0)) return -std::numeric_limits<double>::infinity();
    const Vec3d towards_mesh = of_convex == 0 ? way : -way;
    const Side &convex = sides_[of_convex], &mesh = sides_[1 - of_convex];
    return (dot(way, offset_) - convex.reach(transpose_times(convex.linear, towards_mesh)) -
            farthest_along(t, transpose_times(mesh.linear, -towards_mesh))) /
               size -
           room_;
  }
  /// gap() along the line between the centres of the boxes, whatever the axis is.
  [[nodiscard]] double gap_of_centres(const Aabb& a, const Aabb& b) const {
    return gap_along(between_centres(a, b), a, b);
  }
  /// Gap of two triangles as gap(far_a(triangle of a), near_b(triangle of b)); -infinity: nothing is known.
  /// The values of these two hold until the axis changes, and with it the version.
  [[nodiscard]] double gap(double far, double near) const {
    return is_known_ ? near - far + distance_ : -std::numeric_limits<double>::infinity();
  }
  [[nodiscard]] double far_a(const Triangle& t) const { return farthest_along(t, along_[0]); }
  [[nodiscard]] double near_b(const Triangle& t) const { return -farthest_along(t, -along_[1]); }
  [[nodiscard]] std::uint32_t version() const { return version_; }

 private:
  [[nodiscard]] static double reach_of(const ShapeView& convex, const Vec3d& along) {
    return dot(along, local_support(convex, moderate(along)));
  }
  // By a support in Real.
  [[nodiscard]] static double lost_of(const ShapeView& convex, const Mat3d& linear) {
    if (convex.block == nullptr) return 0;
    double stretch = 0;
    for (const Vec3d& column : linear.columns) stretch += sum_abs(column);
    return stretch * ((64 + roundings_of(convex)) * double(kEpsilon) * extent_of(convex));
  }

  // An operand: boxes of its pieces, or a convex shape as it is.
  struct Side {
    const ShapeView* convex;  // null: made of pieces, or unbounded
    Mat3d linear;
    Vec3d inner;      // of a convex shape
    double lost = 0;  // by its support, in Real where it is searched for

    explicit Side(const Operand& o)
        : convex(is_complex(o.shape->kind) || o.shape->kind == ShapeKind::half_space ? nullptr : o.shape),
          linear(o.placement->linear()),
          inner(convex != nullptr ? inner_point_of(*convex) : Vec3d{}) {
      if (convex != nullptr) lost = lost_of(*convex, linear);
    }
    [[nodiscard]] bool is_convex() const { return convex != nullptr; }
    [[nodiscard]] Vec3d centre(const Aabb& box) const {
      return is_convex() ? inner : (Vec3d(box.lower) + Vec3d(box.upper)) * 0.5;
    }
    [[nodiscard]] double reach(const Vec3d& along) const { return reach_of(*convex, along); }
    [[nodiscard]] double reach(const Vec3d& along, const Aabb& box) const {
      return is_convex() ? reach(along) : farthest_along(box, along);
    }
  };

  Side sides_[2];
  Vec3d offset_, unit_, along_[2];
  double room_, distance_ = 0;
  double convex_reach_ = 0;  // of the convex operand along the axis, towards the other
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
  /// Of a box in the frame of the mesh.
  [[nodiscard]] bool separates(const Aabb& box) const {
    return is_known_ && distance_ - farthest_along(box, -along_mesh_) > 0;
  }

 private:
  Operand convex_, mesh_;
  Vec3d along_mesh_;
  double room_, distance_ = 0;
  bool is_bounded_, is_known_ = false;
};

}  // namespace graze::inline GRAZE_ABI
