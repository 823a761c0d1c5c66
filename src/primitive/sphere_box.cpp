// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/sphere_box.h"

#include <algorithm>

#include "primitive/foot.h"

namespace graze::inline GRAZE_ABI::primitive {

Proximity sphere_box(const Ball& ball, const Aabb& box) noexcept {
  const Vec3d p(ball.centre);
  const double r = static_cast<double>(ball.radius);
  if (!is_usable(p) || !is_usable(r) || !(r >= 0)) return refused_proximity();
  if (box == Aabb{} || (is_usable(box.lower) && is_usable(box.upper) && box.is_empty())) {
    Proximity far;
    far.lower = far.upper = kInfinity;
    return far;
  }
  const Vec3d lower(box.lower), upper(box.upper);
  if (!is_usable(lower) || !is_usable(upper)) return refused_proximity();
  Vec3d q;
  bool strictly_inside = true;
  for (int i = 0; i < 3; ++i) {
    q[i] = std::clamp(p[i], lower[i], upper[i]);
    strictly_inside = strictly_inside && lower[i] < p[i] && p[i] < upper[i];
  }
  const int sign = q == p && (r > 0 || strictly_inside) ? -1 : compare_point(p, q, r);
  return measure(sign, r, [&](auto zero) {
    using T = decltype(zero);
    const BasicVec3<T> v = difference<T>(p, q);
    return Foot<T>{dot(v, v), lift<T>(q)};
  });
}

}  // namespace graze::inline GRAZE_ABI::primitive
