// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Clouds of points of every kind that bounding volumes meet, and rotations.

#include <vector>

#include "graze/math/pose.h"
#include "rationals.h"

namespace graze::test {

/// Anywhere, on a lattice, flat, on a line, copies of few, on a sphere, needle-like, far away, tiny, huge.
inline std::vector<Vec3> random_cloud(Random& random, int kind, int count) {
  std::vector<Vec3> points;
  const V3d u = random.direction(), v = random.direction(), o = random.in_cube();
  for (int i = 0; i < count; ++i) {
    V3d p = random.in_cube();
    switch (kind % 10) {
      case 1:
        p = V3d(std::round(p.x * 3), std::round(p.y * 3), std::round(p.z * 3));
        break;
      case 2:
        p = o + u * p.x + v * p.y;
        break;
      case 3:
        p = o + u * p.x;
        break;
      case 4:
        p = V3d(std::round(p.x), 0, std::round(p.z));
        break;
      case 5:
        p = random.direction();
        break;
      case 6:
        p = V3d(p.x, p.y * 1e-4, p.z * 1e-4);
        break;
      case 7:
        p = p + V3d(1000, -2000, 500);
        break;
      case 8:
        p = p * 1e-12;
        break;
      case 9:
        p = p * 1e12;
        break;
      default:
        break;
    }
    points.push_back({Real(p.x), Real(p.y), Real(p.z)});
  }
  return points;
}

inline Pose random_pose(Random& random) {
  const V3d axis = random.direction(), t = random.in_cube();
  const Quat q = rotation_about({Real(axis.x), Real(axis.y), Real(axis.z)}, Real(random.uniform(-3, 3)));
  return {q, {Real(t.x * 10), Real(t.y * 10), Real(t.z * 10)}};
}

inline Q3 moved(const Pose& pose, const Q3& p) {
  return exact(pose.rotation.columns[0]) * p.x + exact(pose.rotation.columns[1]) * p.y +
         exact(pose.rotation.columns[2]) * p.z + exact(pose.translation);
}

}  // namespace graze::test
