// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/triangle_sphere.h"

#include "primitive/foot.h"

namespace graze::inline GRAZE_ABI::primitive {

Proximity triangle_sphere(const Triangle& triangle, const Ball& ball) noexcept {
  const Vec3d a(triangle.a), b(triangle.b), c(triangle.c), p(ball.centre);
  const double r = static_cast<double>(ball.radius);
  if (!is_usable(a) || !is_usable(b) || !is_usable(c) || !is_usable(p) || !is_usable(r) || !(r >= 0))
    return refused_proximity();
  const bool above = is_above(p, a, b, c);
  return measure(compare_triangle(p, a, b, c, r, above), r,
                 [&](auto zero) { return foot_on_triangle<decltype(zero)>(p, a, b, c, above); });
}

}  // namespace graze::inline GRAZE_ABI::primitive
