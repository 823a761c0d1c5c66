// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/depth/expand.h"

// How an expansion starts, and how it ends where facets will not tell more.

namespace graze::inline GRAZE_ABI::depth {

/// A supporting plane of A - B.
struct Plane {
  Vec3d normal;
  double height;  // max of normal · w
  DifferenceVertex vertex;
};

[[nodiscard]] inline Plane plane_along(DifferenceSupport support, const Vec3d& normal) {
  Plane plane;
  plane.normal = normal;
  support(normal, plane.vertex);
  plane.height = dot(normal, plane.vertex.w);
  return plane;
}

/// A - B as seen from a point t outside of it.
struct FromPoint {
  DifferenceSupport support;
  Vec3d t;
  void support_against(const Vec3d& v, gjk::Simplex& s, int slot) const {
    DifferenceVertex vertex;
    support(-v, vertex);
    s.a[slot] = vertex.a;
    s.b[slot] = vertex.b + t;
    s.index_a[slot] = s.index_b[slot] = 0;
  }
};

/// Improves a supporting plane to a local minimum of its height: moves the origin out through the plane,
/// looks back at A - B from there, and takes the direction of the shortest way as the new normal. The height
/// never grows, because the distance seen from t is at least t · n - height(n) for every n.
[[nodiscard]] Depth refine(DifferenceSupport support, const Plane& start, const DepthStop& stop);

/// One step of Newton's method to the normal along which the support point lies, from how support points turn
/// with the normal: where A - B is smooth, and refine() is slow because minima are nearly a ring. `start`
/// itself where that leads to no lower plane.
[[nodiscard]] Plane lowered_plane(DifferenceSupport support, const Plane& start);

/// Part of the height within which the bounds are when the valley around the lowest plane is looked for.
inline constexpr double kValleyGap = 0.2;
inline constexpr double kLeastValleyGap = 0.01;  // where it is looked for a last time

/// Once a valley is known, it remains to prove that no normal elsewhere has a height below its `level`. A
/// point on the valley's normal, so far out that it is above the level within the valley's reach and nowhere
/// else, may then be added to the polytope as if it were a point of A - B. It stands for all that expansion
/// would need many vertices for.
class ValleyProof {
 public:
  [[nodiscard]] bool is_on() const { return is_on_; }
  [[nodiscard]] double level() const { return level_; }

  /// Looks for the valley near `normal`, where `lowest` is the lowest height that is known. True when
  /// `insert` has added the point to the polytope.
  template <class Insert>
  bool start(DifferenceSupport support, const FindValley& find, const DepthStop& stop, const Vec3d& normal,
             double lowest, Insert insert) {
    if (!find(normal, valley_)) return false;
    plane_ = plane_along(support, valley_.normal);
    const double close = 0.25 * stop.relative * plane_.height + stop.error;
    if (!(plane_.height - valley_.height <= close && plane_.height <= lowest + close)) return false;
    level_ = valley_.height * (1 - 0.5 * stop.relative);
    DifferenceVertex apex;
    apex.w =
        valley_.normal * (level_ * std::sqrt(1 + valley_.reach * valley_.reach) * (1 - 4 * kDoubleEpsilon));
    is_on_ = insert(apex);
    return is_on_;
  }
  void set_depth(std::uint32_t vertex_count, Depth& depth) const {
    depth = {};
    depth.lower = level_;
    depth.upper = plane_.height;
    depth.normal = plane_.normal;
    depth.a = valley_.a;
    depth.b = valley_.b;
    depth.count = static_cast<int>(vertex_count);
  }

 private:
  Valley valley_;
  Plane plane_;
  double level_ = 0;
  bool is_on_ = false;
};

/// Points of A - B from which an expanding polytope starts; the first four span a volume.
struct Seed {
  static constexpr int kCapacity = 16;
  DifferenceVertex candidates[kCapacity];
  int count = 0;
  Vec3d flat_normal{1, 0, 0};  // when there is none: a direction across which A - B has no extent

  void add(const DifferenceVertex& v) {
    if (count < kCapacity) candidates[count++] = v;
  }
};

/// From the simplex that a search ended with, and from support points along the axes, across the longest edge
/// and across the largest triangle found so far: a tetrahedron as fat as they allow. False when A - B is flat
/// to within a few times `error`.
[[nodiscard]] bool find_seed(DifferenceSupport support, const gjk::Simplex& start, double error, Seed& seed);

}  // namespace graze::inline GRAZE_ABI::depth
