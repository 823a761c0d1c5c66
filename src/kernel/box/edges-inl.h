// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Two edges of boxes that cross: where, along the normal that both are square to. One text for one pair and
// for packs of pairs.

#if defined(GRAZE_KERNEL_BOX_EDGES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_BOX_EDGES_INL
#undef GRAZE_KERNEL_BOX_EDGES_INL
#else
#define GRAZE_KERNEL_BOX_EDGES_INL
#endif

#include "kernel/box/frame-inl.h"
#include "kernel/clip/clip.h"
#include "simd/lowest-inl.h"

GRAZE_LANES_BEGIN

/// An edge of a box.
template <class F>
struct BoxEdge {
  PlacedBox<F> box;
  RowMask<F, 3> is;      // which axis it runs along
  Row<F, 3> axis;        // that one
  F half;                // half extent along it
  Row<F, 3> along;       // axes of the box along the normal
  Row<F, 3> corner;      // local, in the middle of the edge
  Index<F> name;         // of the corner at its positive end
  MaskOf<F> is_certain;  // that this is the edge that reaches farthest
};

/// Sets `is`, `axis` and `half` for the edges along axis k.
template <class F>
GRAZE_LANE void pick_edge(F k, BoxEdge<F>& e) {
  e.is = make_row(F(0.0), F(1.0), F(2.0)) == k;
  const auto& half = numbers(e.box.half);
  const auto is_0 = k == F(0.0), is_1 = k == F(1.0);
  e.axis = select(is_0, e.box.axes[0], select(is_1, e.box.axes[1], e.box.axes[2]));
  e.half = select(is_0, half[0], select(is_1, half[1], half[2]));
}

/// The edge that reaches farthest along the normal (sign 1) or against it (-1).
template <class F>
GRAZE_LANE void find_corner(F sign, F doubt, BoxEdge<F>& e) {
  const Row<F, 3> lift = e.along * sign, zero = row_of<3>(F(0.0));
  e.corner = select(e.is, zero, with_sign_of(e.box.half, lift));
  e.is_certain = all_of(either(e.is, doubt < lane_abs(lift) * e.box.half));
  e.name = number_of(except(lift < zero, e.is));
}

/// In canonical order, from the centre of the first box.
template <class F>
struct EdgeContact {
  BoxEdge<F> a, b;
  Row<F, 3> normal;            // unit, from a to b
  F height;                    // overlap along it
  Row<F, 3> on_a, on_b;        // points
  Row<F, 3> local_a, local_b;  // likewise, local
  MaskOf<F> is_met;            // the edges cross, and they are those that reach farthest
  MaskOf<F> is_flat;  // faces or edges are so close to parallel that more than the crossing may touch
};

/// From the edges, with `is`, `axis` and `half` set, to all the rest.
template <class F>
GRAZE_LANE void cross_edges(F rounding, EdgeContact<F>& c) {
  BoxEdge<F>&a = c.a, &b = c.b;
  const F one(1.0);
  const Row<F, 3> offset = b.box.at - a.box.at;
  Row<F, 3> n = cross(a.axis, b.axis);
  n = n - a.axis * (dot(n, a.axis) / dot(a.axis, a.axis));
  c.normal = n * (with_sign_of(one, dot(n, offset)) / lane_sqrt(dot(n, n)));
  a.along = dots(a.box.axes, c.normal);
  b.along = dots(b.box.axes, c.normal);
  const auto reach = [](const BoxEdge<F>& e) { return sum_of(lane_abs(e.along) * e.box.half); };
  c.height = reach(a) + reach(b) - lane_abs(dot(c.normal, offset));
  find_corner(one, F(8.0) * rounding, a);
  find_corner(-one, F(8.0) * rounding, b);
  // p + s u - (q + t w) = height * normal, solved in the plane of u and w.
  const Row<F, 3> p = combine(a.box.axes, a.corner), q = combine(b.box.axes, b.corner) + offset;
  const Row<F, 3> u = a.axis * a.half, w = b.axis * b.half;
  const Row<F, 3> across = cross(u, w), r = q + c.normal * c.height - p;
  const F squared = dot(across, across), most(1 + 1e-9);
  const F s = dot(cross(r, w), across) / squared, t = dot(cross(r, u), across) / squared;
  c.is_met = both(both(F(0.0) < squared, both(lane_abs(s) <= most, lane_abs(t) <= most)),
                  both(a.is_certain, b.is_certain));
  c.on_a = p + u * s;
  c.on_b = q + w * t;
  const auto point_on = [](const BoxEdge<F>& e, F part) {
    return select(e.is, row_of<3>(part * e.half), e.corner);
  };
  c.local_a = point_on(a, s);
  c.local_b = point_on(b, t);
  const auto flattest = [](const BoxEdge<F>& e) { return greatest_of(lane_abs(e.along)) / e.box.scale; };
  const F cosine = dot(a.axis, b.axis) * (one / a.box.scale / b.box.scale);
  c.is_flat = either(F(primitive::kFlatFace) < lane_min(flattest(a), flattest(b)),
                     F(1 - kBoxLeastSine * kBoxLeastSine) < cosine * cosine);
}

GRAZE_LANES_END

#endif
