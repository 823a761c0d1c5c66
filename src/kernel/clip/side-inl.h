// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Supporting features along a contact normal: the contact frame, the choice of a face, its plane, and the
// edge that takes the place of a tilted face. One text for one pair (F = double) and for a pair per lane (F =
// Pack<double>). Vectors are any type with x, y and z; matrices any with columns[].

#if defined(GRAZE_KERNEL_CLIP_SIDE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_CLIP_SIDE_INL
#undef GRAZE_KERNEL_CLIP_SIDE_INL
#else
#define GRAZE_KERNEL_CLIP_SIDE_INL
#endif

#include "kernel/clip/segments-inl.h"

GRAZE_LANES_BEGIN

GRAZE_LANE Vec3d select(bool m, const Vec3d& x, const Vec3d& y) { return m ? x : y; }

/// Two vectors u and v that make a right-handed frame with the unit vector n.
template <class F, class V>
GRAZE_LANE void make_basis(const V& n, V& u, V& v) {
  const F zero(0.0), one(1.0), x = lane_abs(n.x), y = lane_abs(n.y), z = lane_abs(n.z);
  const ClipMask<F> is_x = both(x <= y, x <= z), is_y = except(y <= z, is_x);
  const V axis{select(is_x, one, zero), select(is_y, one, zero), select(either(is_x, is_y), zero, one)};
  const V across = cross(axis, n);
  u = across / lane_sqrt(dot(across, across));
  v = cross(n, u);
}

/// Where outward normals go under a linear map: cofactors, but for a positive factor.
template <class F, class M>
GRAZE_LANE M normal_map(const M& linear) {
  const auto& c = linear.columns;
  const auto first = cross(c[1], c[2]);
  const F sign = select(dot(c[0], first) < F(0.0), F(-1.0), F(1.0));
  return {first * sign, cross(c[2], c[0]) * sign, cross(c[0], c[1]) * sign};
}

/// Of the faces added, the one whose outward normal is closest to a direction; the first of several. No face
/// looks away.
template <class F, class V>
struct MostFacing {
  F cosine_squared, face;
  V normal;  // not of unit length

  /// `none`: the face if none is added.
  GRAZE_LANE explicit MostFacing(F none) : cosine_squared(-1.0), face(none), normal{F(0.0), F(0.0), F(0.0)} {}
  GRAZE_LANE void add(const V& n, const V& outward, F name) {
    const F along = dot(n, outward), squared = dot(n, n);
    const auto is_better = both(F(0.0) < along, cosine_squared * squared < along * along);
    if (!is_any(is_better)) return;
    cosine_squared = select(is_better, along * along / squared, cosine_squared);
    face = select(is_better, name, face);
    normal = select(is_better, n, normal);
  }
};

/// The plane z = z0 + gx x + gy y of a polygon with the unit normal m, both in the contact frame, through its
/// deepest corner: faces are flat to within a tolerance only. `facing` is 1 for a polygon of a, -1 of b.
template <class F, class V, class Polygon>
GRAZE_LANE void set_supporting_plane(const V& m, F facing, Polygon& p) {
  F x = p.x[0], y = p.y[0], z = p.z[0], deepest(0.0);
  for (int i = 1; i < p.corner_count(); ++i) {
    const auto is_deeper = z * facing < p.z[i] * facing;
    deepest = select(is_deeper, F(double(i)), deepest);
    x = select(is_deeper, F(p.x[i]), x);
    y = select(is_deeper, F(p.y[i]), y);
    z = select(is_deeper, F(p.z[i]), z);
  }
  p.deepest = deepest;
  p.gx = -m.x / m.z;
  p.gy = -m.y / m.z;
  p.z0 = z - p.gx * x - p.gy * y;
}

/// Of the two edges of a polygon at its deepest corner, the one that is less steep.
template <class F>
struct FlattestEdge {
  ClipSegment<F> segment;
  F index;
};
/// `before` and `after`: the corners beside the deepest one; `last`: the index of the last corner.
template <class F>
GRAZE_LANE FlattestEdge<F> flattest_edge(const LaneVec<F>& before, const LaneVec<F>& at,
                                         const LaneVec<F>& after, F deepest, F last) {
  const auto slope_squared = [](const LaneVec<F>& from, const LaneVec<F>& to) {
    const LaneVec<F> e = to - from;
    return e.z * e.z / dot(e, e);
  };
  const auto is_before = slope_squared(before, at) < slope_squared(at, after);
  const F previous = select(deepest == F(0.0), last, deepest - F(1.0));
  return {{select(is_before, before, at), select(is_before, at, after)},
          select(is_before, previous, deepest)};
}

GRAZE_LANES_END

#endif
