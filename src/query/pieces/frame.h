// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "graze/math/aabb.h"
#include "graze/shape/primitives.h"
#include "math/linear_map.h"
#include "query/pair/pair.h"
#include "tree/relative.h"

namespace graze::inline GRAZE_ABI {

[[nodiscard]] inline double farthest_along(const Triangle& t, const Vec3d& axis) {
  return std::max({dot(axis, Vec3d(t.a)), dot(axis, Vec3d(t.b)), dot(axis, Vec3d(t.c))});
}

[[nodiscard]] inline double farthest_along(const Aabb& box, const Vec3d& axis) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) sum += axis[k] * double(axis[k] > 0 ? box.upper[k] : box.lower[k]);
  return sum;
}

/// The parameters at which a ray may be inside all slabs that it was cut by: between pairs of planes, each
/// across an axis. Rounding of products grows with the parameter, so the ends of an interval are allowed
/// more.
class Slabs {
 public:
  /// The ray begins at 0.
  explicit Slabs(double end) : high_(end) {}

  /// A slab seen from the origin of the ray, which moves by `way` along the axis.
  void cut(double from, double to, double way) {
    if (way == 0) {
      if (from > 0 || to < 0) high_ = -kInfinite;
      return;
    }
    double near = from / way, away = to / way;
    if (near > away) std::swap(near, away);
    low_ = std::max(low_, near - std::abs(near) * kRelative);
    high_ = std::min(high_, away + std::abs(away) * kRelative);
  }
  /// Infinite: never.
  [[nodiscard]] double entry() const { return low_ <= high_ ? low_ : kInfinite; }

 private:
  static constexpr double kRelative = 64 * kDoubleEpsilon;  // of the direction, which is rounded too
  double low_ = 0, high_;
};

/// Where the boxes of two placed operands are compared: axes of the first operand where its placement is
/// rigid, so that its boxes stay tight, and of the world otherwise; lengths are those of the world. Boxes are
/// mapped in double and grown by more than rounding may lose.
class PieceFrame {
 public:
  /// A box of operand a or b, given in its own frame, as centre and half extents here.
  struct Box {
    Vec3d centre, half;
  };

  /// Where one operand is a half-space: its plane, from which the other one keeps away.
  struct Plane {
    int operand = -1;            // which one is the half-space; none
    Vec3d up;                    // out of it, unit, in this frame
    double height = 0;           // of the plane, and of all that margins and rounding add to it
    Vec3d along;                 // `up` in the frame of the other operand
    double level = 0, size = 0;  // the height there; no number of a point above it is larger

    /// No point of a triangle of the other operand, given in its own frame, is lower.
    [[nodiscard]] double gap(const Triangle& t) const { return -farthest_along(t, -along) - level; }
  };

  /// `reach_a`, `reach_b`: boxes that hold all of an operand, each in its own frame.
  PieceFrame(const Operand& a, const Operand& b, const Aabb& reach_a, const Aabb& reach_b);

  [[nodiscard]] Box place_a(const Aabb& box) const { return place(maps_[0], box); }
  [[nodiscard]] Box place_b(const Aabb& box) const { return place(maps_[1], box); }
  /// No two points of the boxes, each grown by its margin, are closer than this; negative when they overlap
  /// along every axis. A half-space is the whole of it: minus this, its depth is not greater.
  [[nodiscard]] double gap(const Box& a, const Box& b) const;
  /// gap() of boxes that are given in the frames of the operands.
  [[nodiscard]] double gap(const Aabb& a, const Aabb& b) const { return gap(place_a(a), place_b(b)); }

  [[nodiscard]] const Plane& plane() const { return plane_; }
  [[nodiscard]] bool has_plane() const { return plane_.operand >= 0; }
  /// When what is so far above the plane reaches it, where a moves by `way`.
  [[nodiscard]] double time_of_fall(double above, const Vec3d& way) const;
  /// How much margins and rounding add to the reach of a box, when one operand moves by `way`.
  [[nodiscard]] double room(const Vec3d& way) const { return margins_ + slack_ + relative_ * sum_abs(way); }
  /// Sum of the largest coordinates of both operands here and of the margins.
  [[nodiscard]] double size() const { return size_; }
  /// The earliest time at which boxes touch of which a moves by `way` in the axes of this frame, from time 0
  /// to 1; infinite: never.
  [[nodiscard]] double entry(const Box& a, const Box& b, const Vec3d& way) const;
  /// Whether boxes say anything: not when an operand is unbounded, or larger than double holds.
  [[nodiscard]] bool is_bounded() const { return slack_ <= std::numeric_limits<double>::max(); }

  /// Whether this is the frame of operand a; then b is placed in it by linear_b() and translation_b().
  [[nodiscard]] bool is_frame_of_a() const { return maps_[0].is_plain; }
  [[nodiscard]] const Mat3d& linear_b() const { return maps_[1].linear; }
  [[nodiscard]] const Vec3d& translation_b() const { return maps_[1].translation; }

  /// For kernels that compare boxes of a and b: those no farther apart than a distance and the room count.
  /// Precondition: is_frame_of_a().
  [[nodiscard]] RelativePlacement placement_within(double distance) const {
    return {linear_b(), translation_b(), distance + room({})};
  }
  /// placement_within() in the frame of operand a where that is scaled or sheared, too: boxes are compared as
  /// they are. None where boxes say nothing, or that frame is all but singular.
  [[nodiscard]] std::optional<RelativePlacement> own_placement_within(double distance) const;

  [[nodiscard]] Vec3d to_frame(const Vec3d& world_direction) const {
    return transpose_times(axes_, world_direction);
  }
  /// Takes b from where it stood at first by a way in the world. Boxes placed before keep their places.
  void move_b(const Vec3d& way) {
    maps_[1].translation = start_b_ + to_frame(way);
    slack_ = (size_ + sum_abs(way)) * relative_;
  }

 private:
  struct Map {
    Mat3d linear, absolute;
    Vec3d translation;
    bool is_plain;  // the frame of the operand is this one
  };

  static Box place(const Map& map, const Aabb& box);
  static double size_of(const Map& map, const Aabb& reach);
  void set_plane(int operand, const ShapeView& half_space, const Aabb& other_reach);
  // How far the box that is not the half-space's is above the plane.
  [[nodiscard]] double above_plane(const Box& a, const Box& b) const;

  Mat3d axes_;
  Map maps_[2];
  Vec3d start_b_;  // where b stood at first
  double margins_, size_, relative_, slack_;
  Plane plane_;
};

inline PieceFrame::Box PieceFrame::place(const Map& map, const Aabb& box) {
  const Vec3d low(box.lower), high(box.upper);
  const Vec3d centre = (low + high) * 0.5, half = (high - low) * 0.5;
  if (map.is_plain) return {centre, half};
  return {map.linear * centre + map.translation, map.absolute * half};
}

inline double PieceFrame::size_of(const Map& map, const Aabb& reach) {
  const Vec3d far{std::max(std::abs(double(reach.lower.x)), std::abs(double(reach.upper.x))),
                  std::max(std::abs(double(reach.lower.y)), std::abs(double(reach.upper.y))),
                  std::max(std::abs(double(reach.lower.z)), std::abs(double(reach.upper.z)))};
  return sum_abs(map.absolute * far) + sum_abs(map.translation);
}

inline PieceFrame::PieceFrame(const Operand& a, const Operand& b, const Aabb& reach_a, const Aabb& reach_b)
    : margins_(double(a.margin) + double(b.margin)) {
  const bool is_rigid = a.placement->is_rigid();
  const Mat3d linear[2] = {Mat3d(a.placement->linear()), Mat3d(b.placement->linear())};
  if (is_rigid) axes_ = linear[0];
  maps_[0].linear = is_rigid ? Mat3d{} : linear[0];
  maps_[1].linear = is_rigid ? transpose(axes_) * linear[1] : linear[1];
  maps_[0].translation = {};
  start_b_ = to_frame(Vec3d(b.placement->translation()) - Vec3d(a.placement->translation()));
  maps_[1].translation = start_b_;
  maps_[0].is_plain = is_rigid;
  maps_[1].is_plain = false;
  for (Map& map : maps_)
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < 3; ++i) map.absolute.columns[k][i] = std::abs(map.linear.columns[k][i]);
  // A few products and sums each; and a rigid placement may turn lengths by what its tolerance allows.
  size_ = size_of(maps_[0], reach_a) + size_of(maps_[1], reach_b) + margins_;
  relative_ = 64 * kDoubleEpsilon + (is_rigid ? 8 * double(a.placement->defect()) : 0);
  slack_ = size_ * relative_;
  if (b.shape->kind == ShapeKind::half_space)
    set_plane(1, *b.shape, reach_a);
  else if (a.shape->kind == ShapeKind::half_space)
    set_plane(0, *a.shape, reach_b);
}

inline std::optional<RelativePlacement> PieceFrame::own_placement_within(double distance) const {
  if (!is_bounded()) return {};
  if (is_frame_of_a()) return placement_within(distance);
  const Mat3d own = balanced_inverse(maps_[0].linear);
  const double stretch = largest_stretch(own), reach = stretch * size_;
  // How far the inverse is from one: a point is off by that share of its distance from the origin.
  const Mat3d product = own * maps_[0].linear;
  double squares = 0;
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < 3; ++i) {
      const double off = product.columns[k][i] - (i == k ? 1 : 0);
      squares += off * off;
    }
  const double off = std::sqrt(squares) + 32 * kDoubleEpsilon * stretch * largest_stretch(maps_[0].linear);
  const double slack = (distance + room({})) * stretch + (2 * off + 64 * kDoubleEpsilon) * reach;
  // Numbers that Real holds well.
  if (!(off < 0.25) || !(stretch > 1 / kLargestSlab) || !(slack + reach < kLargestSlab)) return {};
  return RelativePlacement{own * linear_b(), own * translation_b(), slack};
}

inline double PieceFrame::gap(const Box& a, const Box& b) const {
  if (!is_bounded()) return above_plane(a, b);
  double squares = 0, widest = -kInfinite;
  for (int k = 0; k < 3; ++k) {
    const double apart = std::abs(b.centre[k] - a.centre[k]) - (a.half[k] + b.half[k]);
    widest = std::max(widest, apart);
    if (apart > 0) squares += apart * apart;
  }
  return (widest > 0 ? std::sqrt(squares) * (1 - 4 * kDoubleEpsilon) : widest) - margins_ - slack_;
}

inline double PieceFrame::entry(const Box& a, const Box& b, const Vec3d& way) const {
  if (!is_bounded()) return time_of_fall(above_plane(a, b), way);
  Slabs slabs(1);
  const double more = room(way);
  for (int k = 0; k < 3; ++k) {
    const double between = b.centre[k] - a.centre[k], reach = a.half[k] + b.half[k] + more;
    slabs.cut(between - reach, between + reach, way[k]);
  }
  return slabs.entry();
}

}  // namespace graze::inline GRAZE_ABI
