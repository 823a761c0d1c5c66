// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "query/pair/pair.h"
#include "shape/local_support.h"

// Most parts whose boxes meet do not meet themselves. A few separating axes tell that much faster than the
// search for contacts.

namespace graze::inline GRAZE_ABI {

/// An upper bound of what a support loses in Real, per unit of size.
inline constexpr double kLeafError = 64 * double(kEpsilon);

/// A convex operand and triangles of a mesh. A plane between the operand and one triangle is kept: it is most
/// often between the operand and the next ones, too, and then costs three products instead of a support.
class PlanesBetween {
 public:
  /// `extent`: no corner of the triangles has a larger coordinate in their frame. The operand is bounded.
  PlanesBetween(const Operand& convex, const Operand& mesh, double extent, double within)
      : convex_(convex),
        linear_(convex.placement->linear()),
        mesh_linear_(mesh.placement->linear()),
        offset_(Vec3d(mesh.placement->translation()) - Vec3d(convex.placement->translation())),
        middle_(linear_ * inner_point_of(*convex.shape)) {
    double own = 0, other = max_abs(offset_);
    for (int k = 0; k < 3; ++k) {
      own += max_abs(linear_.columns[k]) * extent_of(*convex.shape);
      other += max_abs(mesh_linear_.columns[k]) * extent;
    }
    room_ =
        within + double(convex.margin) + double(mesh.margin) + kLeafError * own + 64 * kDoubleEpsilon * other;
  }

  /// The plane square to a direction of the world, away from the convex operand: how far along `axis`, in the
  /// frame of the mesh, what is beyond is certainly farther away than `within`.
  [[nodiscard]] double level_along(const Vec3d& d, Vec3d& axis) {
    const Plane& plane = keep_plane(d, support(d));
    axis = plane.local_direction;
    return plane.level;
  }
  /// Whether a triangle, in the frame of the mesh, is certainly farther away than `within`. Where
  /// is_likely_close() says so, only planes that are known are tried.
  template <class IsLikelyClose>
  [[nodiscard]] bool are_apart(const Triangle& t, IsLikelyClose is_likely_close) {
    const Vec3d local[3] = {Vec3d(t.a), Vec3d(t.b), Vec3d(t.c)};
    int best = -1;
    double widest = -std::numeric_limits<double>::infinity();
    for (int i = 0; i < count_; ++i) {
      const double gap = gap_of(planes_[i], local);
      if (gap > 0) return true;
      if (!(gap > widest)) continue;
      widest = gap;
      best = i;
    }
    if (is_likely_close()) return false;
    Vec3d c[3];
    for (int i = 0; i < 3; ++i) c[i] = mesh_linear_ * local[i] + offset_;
    return best < 0 ? search(c) : search_from(planes_[best], c);
  }

 private:
  struct Plane {
    Vec3d direction;        // unit, world, away from the convex operand
    Vec3d support;          // its farthest point, from its origin
    Vec3d local_direction;  // the direction seen from the mesh
    double level;           // a corner whose dot() with that is above this is far enough away
  };
  static constexpr int kMostPlanes = 8;

  static double gap_of(const Plane& plane, const Vec3d (&local)[3]) {
    const Vec3d& d = plane.local_direction;
    return std::min({dot(d, local[0]), dot(d, local[1]), dot(d, local[2])}) - plane.level;
  }
  static const Vec3d& lowest(const Vec3d& d, const Vec3d (&c)[3]) {
    const double heights[3] = {dot(d, c[0]), dot(d, c[1]), dot(d, c[2])};
    return c[std::min_element(heights, heights + 3) - heights];
  }
  [[nodiscard]] Vec3d support(const Vec3d& d) const {
    return linear_ * local_support(*convex_.shape, moderate(transpose_times(linear_, d)));
  }
  const Plane& keep_plane(const Vec3d& d, const Vec3d& s) {
    Plane& plane = planes_[next_];
    next_ = (next_ + 1) % kMostPlanes;
    count_ = std::min(count_ + 1, kMostPlanes);
    plane = {d, s, transpose_times(mesh_linear_, d), dot(d, s) + room_ * sum_abs(d) - dot(d, offset_)};
    return plane;
  }
  // Keeps the plane if it is one; `between` leads from the farthest point to the nearest corner.
  bool try_plane(const Vec3d& d, const Vec3d (&c)[3], Vec3d& between) {
    const Vec3d s = support(d);
    between = lowest(d, c) - s;
    if (!(dot(d, between) > room_ * sum_abs(d))) return false;
    keep_plane(d, s);
    return true;
  }
  // Further directions, each the last one reflected at the way between the two [Chung96].
  bool reflect(Vec3d d, Vec3d between, int most, const Vec3d (&c)[3]) {
    for (int i = 0; i < most; ++i) {
      const double squared = dot(between, between);
      if (!(squared > 0)) return false;
      d -= between * (2 * dot(d, between) / squared);
      if (try_plane(d, c, between)) return true;
    }
    return false;
  }
  bool try_normal(const Vec3d (&c)[3]) {
    const Vec3d n = cross(c[1] - c[0], c[2] - c[0]), way = c[0] - middle_;
    Vec3d ignored;
    return try_plane(normalized(dot(n, way) < 0 ? -n : n), c, ignored);
  }
  // From centre to centre first.
  bool search(const Vec3d (&c)[3]) {
    const Vec3d d = normalized((c[0] + c[1] + c[2]) / 3 - middle_);
    Vec3d between;
    return try_plane(d, c, between) || reflect(d, between, 2, c) || try_normal(c);
  }
  // From the known plane that comes closest to separating them.
  bool search_from(const Plane& plane, const Vec3d (&c)[3]) {
    const Vec3d between = lowest(plane.direction, c) - plane.support;
    return reflect(plane.direction, between, 2, c) || try_normal(c);
  }

  const Operand& convex_;
  Mat3d linear_, mesh_linear_;
  Vec3d offset_;  // to the origin of the mesh
  Vec3d middle_;
  double room_ = 0;
  int count_ = 0, next_ = 0;
  Plane planes_[kMostPlanes];
};

/// Two triangles, in one frame with an origin that is near.
class TriangleAxes {
 public:
  TriangleAxes(const Vec3d (&a)[3], const Vec3d (&b)[3], double within) : a_(a), b_(b) {
    double size = 0;
    for (int i = 0; i < 3; ++i) {
      size = std::max({size, max_abs(a[i]), max_abs(b[i])});
      edges_a_[i] = a[i == 2 ? 0 : i + 1] - a[i];
      edges_b_[i] = b[i == 2 ? 0 : i + 1] - b[i];
    }
    room_ = within + 128 * kDoubleEpsilon * size;
  }
  /// Whether they are certainly farther apart than `within`, along the normals or across pairs of edges.
  [[nodiscard]] bool are_apart() const {
    return are_apart_along(cross(edges_a_[0], edges_a_[1])) ||
           are_apart_along(cross(edges_b_[0], edges_b_[1])) || are_apart_across();
  }
  /// Whether they are along an axis across a pair of edges.
  [[nodiscard]] bool are_apart_across() const {
    for (const Vec3d& u : edges_a_)
      for (const Vec3d& v : edges_b_)
        if (are_apart_along(cross(u, v))) return true;
    return false;
  }

 private:
  [[nodiscard]] bool are_apart_along(const Vec3d& axis) const {
    const double a0 = dot(axis, a_[0]), a1 = dot(axis, a_[1]), a2 = dot(axis, a_[2]);
    const double b0 = dot(axis, b_[0]), b1 = dot(axis, b_[1]), b2 = dot(axis, b_[2]);
    const double gap = std::max(std::min(std::min(b0, b1), b2) - std::max(std::max(a0, a1), a2),
                                std::min(std::min(a0, a1), a2) - std::max(std::max(b0, b1), b2));
    return gap > room_ * sum_abs(axis);
  }

  const Vec3d (&a_)[3], (&b_)[3];
  Vec3d edges_a_[3], edges_b_[3];
  double room_;
};

/// Whether two convex parts are certainly farther apart than `within`; false unless one is a triangle.
[[nodiscard]] inline bool are_parts_apart(const Operand& a, const Operand& b, double within) {
  const bool is_first = a.shape->kind == ShapeKind::triangle,
             is_second = b.shape->kind == ShapeKind::triangle;
  const auto corners = [](const Operand& o) {
    const VertexSet& set = polytope_of(*o.shape).vertices;
    return Triangle{Vec3(set.vertex(0)), Vec3(set.vertex(1)), Vec3(set.vertex(2))};
  };
  if (is_first && is_second) {
    const Vec3d origin(a.placement->translation());
    Vec3d points[2][3];
    for (int k = 0; k < 2; ++k) {
      const Operand& o = k == 0 ? a : b;
      const Mat3d linear(o.placement->linear());
      const Vec3d offset = Vec3d(o.placement->translation()) - origin;
      const Triangle t = corners(o);
      points[k][0] = linear * Vec3d(t.a) + offset;
      points[k][1] = linear * Vec3d(t.b) + offset;
      points[k][2] = linear * Vec3d(t.c) + offset;
    }
    return TriangleAxes(points[0], points[1], within + double(a.margin) + double(b.margin)).are_apart();
  }
  const Operand &triangle = is_first ? a : b, &other = is_first ? b : a;
  if ((!is_first && !is_second) || other.shape->kind == ShapeKind::half_space) return false;
  PlanesBetween planes(other, triangle, extent_of(*triangle.shape), within);
  return planes.are_apart(corners(triangle), [] { return false; });
}

}  // namespace graze::inline GRAZE_ABI
