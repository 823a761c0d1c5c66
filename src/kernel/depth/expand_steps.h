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
