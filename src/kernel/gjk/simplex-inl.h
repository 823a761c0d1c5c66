// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Nearest points of lines and tetrahedra in double, for the search of one pair (simplex.cpp) and for the last
// step of the search in lanes (polish-inl.h). p is a vertex of A - B, e are the edges from there to others.
// V is a vector of F.

#if defined(GRAZE_KERNEL_GJK_SIMPLEX_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_GJK_SIMPLEX_INL
#undef GRAZE_KERNEL_GJK_SIMPLEX_INL
#else
#define GRAZE_KERNEL_GJK_SIMPLEX_INL
#endif

#include "simd/pack-inl.h"

GRAZE_LANES_BEGIN

/// p + e t, where t = -p · e / e · e. A long edge leaves a component along itself, which would tilt the axis.
template <class F, class V>
GRAZE_LANE V nearest_on_line(const V& p, const V& e, F t, F inverse_of_ee) {
  const V v = p + e * t;
  return v - e * (dot(v, e) * inverse_of_ee);
}

/// The faces at p, and the one across from it. The height of each vertex over the face across from it is the
/// same determinant over the length of that face's normal.
template <class F, class V>
struct Tetrahedron {
  V p, e[3];
  V n[3];                    // by the vertex across
  F determinant, across[3];  // six times the volume, and of the parts that the origin makes with the faces
  F weights[3], rest;

  /// `apex`: the vertex whose edge makes the determinant. All give the same but for rounding.
  GRAZE_LANE Tetrahedron(const V& point, const V& e0, const V& e1, const V& e2, int apex)
      : p(point), e{e0, e1, e2}, n{cross(e1, e2), cross(e2, e0), cross(e0, e1)} {
    determinant = dot(n[apex], e[apex]);
    for (int i = 0; i < 3; ++i) across[i] = -dot(n[i], p);
  }
  GRAZE_LANE void set_weights() {
    const F inverse = F(1) / determinant;
    for (int i = 0; i < 3; ++i) weights[i] = across[i] * inverse;
    rest = F(1) - weights[0] - weights[1] - weights[2];
  }
  /// Squared distance of the origin from the nearest of the four faces, less what rounding may have added;
  /// zero if it could be on the other side of one. After set_weights().
  GRAZE_LANE F inner_squared() const {
    const V far = cross(e[1] - e[0], e[2] - e[0]);
    const F s0 = sum_abs(e[0]), s1 = sum_abs(e[1]), s2 = sum_abs(e[2]);
    const F unsure = F(16 * kDoubleEpsilon) * sum_abs(p);
    const F u[3] = {unsure * s1 * s2, unsure * s2 * s0, unsure * s0 * s1};
    const F u_far = u[0] + u[1] + u[2] + F(16 * kDoubleEpsilon) * s0 * s1 * s2;
    const auto squared = [](F weight, F value, F doubt, const V& normal) {
      const F zero(0), certain = lane_abs(value) - doubt;
      return select(both(weight > zero, certain > zero), certain * certain / dot(normal, normal), zero);
    };
    F least = squared(rest, rest * determinant, u_far, far);
    for (int i = 0; i < 3; ++i) least = lane_min(squared(weights[i], across[i], u[i], n[i]), least);
    return least;
  }
};

GRAZE_LANES_END

#endif
