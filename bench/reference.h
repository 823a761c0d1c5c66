// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes.h"

namespace bench {

// An independent answer to every question of the benchmarks: GJK and expanding polytope in long double, with
// bounds from below (separating planes, inner polytope) and above (points, supporting planes). It is slow,
// shares no code with the library, and both sets the scenes up and judges the answers.

struct Vec3L {
  long double x = 0, y = 0, z = 0;
};

/// A shape in the world, read through its support mapping.
struct Body {
  Body(const ShapeSpec& spec, const Placement& placement);

  const ShapeSpec* shape;
  Vec3L axes[3];  // columns of the rotation
  Vec3L position;
  long double radius = 0;  // spheres and capsules are a point or a segment grown by it

  /// Farthest point of the core (the shape less its radius).
  [[nodiscard]] Vec3L support(const Vec3L& direction) const;
};

/// Signed distance: positive apart, minus the depth when overlapping. The truth lies in [lower, upper].
struct Truth {
  long double lower = 0, upper = 0;
  Vec3L normal;  // from a to b: the separating or the shallowest direction
  [[nodiscard]] long double value() const { return (lower + upper) / 2; }
};

/// Bounds end within about 1e-11 of each other for the sizes used here.
[[nodiscard]] Truth separation(const Body& a, const Body& b);
/// Distance of a point from a body; zero inside.
[[nodiscard]] long double distance_from(const Body& body, const Vec& point);

}  // namespace bench
