// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/depth/expand.h"

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

/// Improves a supporting plane to a local minimum of its height: moves the origin out through the plane,
/// looks back at A - B from there, and takes the direction of the shortest way as the new normal. The height
/// never grows, because the distance seen from t is at least t · n - height(n) for every n.
[[nodiscard]] Depth refine(DifferenceSupport support, const Plane& start, const DepthStop& stop);

}  // namespace graze::inline GRAZE_ABI::depth
