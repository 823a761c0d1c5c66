// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/sphere_sphere.h"

#include "primitive/foot.h"

namespace graze::inline GRAZE_ABI::primitive {

Proximity sphere_sphere(const Ball& a, const Ball& b) noexcept {
  const Vec3d p(a.centre), q(b.centre);
  const double ra = static_cast<double>(a.radius), rb = static_cast<double>(b.radius);
  if (!is_usable(p) || !is_usable(q) || !(ra >= 0) || !(rb >= 0) || !is_usable(ra) || !is_usable(rb))
    return refused_proximity();
  const int sign = sign_of([&](auto zero) {
    using T = decltype(zero);
    const BasicVec3<T> v = difference<T>(p, q);
    const T r = T(ra) + T(rb);
    return dot(v, v) - r * r;
  });
  if (sign <= 0) return make_proximity(sign, Bounded(0), 0, q);
  const BasicVec3<Enclosed> v = difference<Enclosed>(p, q);
  const Enclosed gap = sqrt(dot(v, v)) - (Enclosed(ra) + Enclosed(rb));
  return make_proximity(sign, bounded(gap), 0, q);
}

}  // namespace graze::inline GRAZE_ABI::primitive
