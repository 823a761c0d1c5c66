// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <cmath>

#include "math/rounding.h"
#include "tree/kernels.h"

namespace graze::inline GRAZE_ABI {

NodeRay make_node_ray(const Vec3d& origin, const Vec3d& direction) {
  // The largest component becomes one between 1 and 2: inverses then lose nothing at the lower end.
  int exponent = 1;
  if (const double largest = max_abs(direction); largest > 0) (void)std::frexp(largest, &exponent);
  NodeRay ray;
  ray.unit = std::ldexp(1.0, exponent - 1);
  for (int k = 0; k < 3; ++k) {
    const double d = std::ldexp(direction[k], 1 - exponent), inverse = 1 / d;
    const Real down = round_down(origin[k]), up = round_up(origin[k]);
    ray.is_parallel[k] = direction[k] == 0;
    ray.is_backward[k] = d < 0;
    // A direction so small that its inverse overflows may reach anything, late enough.
    const bool is_known = std::abs(inverse) < double(std::numeric_limits<Real>::max()) / 4;
    ray.inverse[k] = is_known ? static_cast<Real>(inverse) : 0;
    ray.from_near[k] = ray.is_backward[k] ? down : up;
    ray.from_far[k] = ray.is_backward[k] ? up : down;
  }
  return ray;
}

}  // namespace graze::inline GRAZE_ABI
