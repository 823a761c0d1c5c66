// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The distance of two cores with few vertices (boxes, segments, points, small polytopes) grown by balls, from
// the vertices that a search in float (search-inl.h) ended with: solved in double, one pair per lane, with
// bounds that do not trust the search. [Bergen03 ch. 4]

#if defined(GRAZE_KERNEL_GJK_POLISH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_GJK_POLISH_INL
#undef GRAZE_KERNEL_GJK_POLISH_INL
#else
#define GRAZE_KERNEL_GJK_POLISH_INL
#endif

#include "kernel/gjk/simplex-inl.h"
#include "math/rounding.h"

GRAZE_LANES_BEGIN

/// One placed core, a box or less, grown by a ball.
template <class F>
struct CoreLanes {
  LaneMat<F> linear;
  LaneVec<F> translation;
  LaneVec<F> half;
  F radius, scale, defect;
  F margin;  // in the world
};

/// The placed cores of a pair in canonical order.
template <class F>
struct CoresLanes {
  LaneMat<F> linear_a, linear_b;
  LaneVec<F> half_a, half_b;
  LaneVec<F> offset;     // translation of b less that of a
  F ball_a, ball_b;      // radii in the world
  F extent_a, extent_b;  // of the cores, about their placements
  F ball_error;          // of both
};

// Extents and errors are those of make_core() and make_pair().
template <class F>
GRAZE_LANE CoresLanes<F> make_cores(const CoreLanes<F>& a, const CoreLanes<F>& b) {
  const F one(1), two_epsilons(2 * kDoubleEpsilon);
  const auto extent = [&](const CoreLanes<F>& c) { return sum_of(c.half) * (c.scale * (one + c.defect)); };
  const F ball_a = a.radius * a.scale, ball_b = b.radius * b.scale;
  return {a.linear,
          b.linear,
          a.half,
          b.half,
          b.translation - a.translation,
          ball_a + a.margin,
          ball_b + b.margin,
          extent(a),
          extent(b),
          ball_a * (a.defect + two_epsilons) + ball_b * (b.defect + two_epsilons)};
}

/// Up to four vertices of each, placed; b less a's translation.
template <class F>
struct VerticesLanes {
  LaneVec<F> a[4], b[4];
  F count;
};

template <class F, class M>
struct CoreAnswerLanes {
  M is_certain;
  F lower, upper;
  LaneVec<F> normal, a, b, common;
};

template <class F>
struct NearestLanes {
  LaneVec<F> v, a, b;  // nearest point of the simplex, and the points that make it
  F inner;             // four vertices: radius of a ball around the origin within the simplex
};

template <class F>
GRAZE_LANE LaneVec<F> combined(const LaneVec<F> (&x)[4], const F (&weights)[4]) {
  return x[0] * weights[0] + x[1] * weights[1] + x[2] * weights[2];
}

// The nearest point of the affine hull of one to four vertices, each lane by its own count. The search of
// Voronoi regions around it, and the care for slivers, are in simplex.cpp: lanes would take it for all pairs.
// Where the nearest point is not inside, weights are negative, and the bounds will not meet: the general way
// answers.
template <class F>
GRAZE_LANE NearestLanes<F> nearest_of(const VerticesLanes<F>& s) {
  const F zero(0), one(1);
  const auto is_edge = s.count == F(2), is_face = s.count == F(3), is_solid = s.count == F(4);
  const LaneVec<F> p = s.a[0] - s.b[0], e1 = (s.a[1] - s.b[1]) - p, e2 = (s.a[2] - s.b[2]) - p,
                   e3 = (s.a[3] - s.b[3]) - p;
  F weights[4] = {one, zero, zero, zero};
  NearestLanes<F> nearest{p, p, p, zero};
  if (is_any(is_edge)) {
    const F inverse = one / dot(e1, e1), t = -dot(p, e1) * inverse;
    nearest.v = select(is_edge, nearest_on_line(p, e1, t, inverse), nearest.v);
    weights[0] = select(is_edge, one - t, weights[0]);
    weights[1] = select(is_edge, t, weights[1]);
  }
  if (is_any(is_face)) {
    const LaneVec<F> n = cross(e1, e2);
    const F inverse = one / dot(n, n);
    const LaneVec<F> pn = cross(p, n), v = n * (dot(n, p) * inverse);
    const F w1 = dot(pn, e2) * inverse, w2 = -dot(pn, e1) * inverse;
    nearest.v = select(is_face, v, nearest.v);
    weights[0] = select(is_face, one - w1 - w2, weights[0]);
    weights[1] = select(is_face, w1, weights[1]);
    weights[2] = select(is_face, w2, weights[2]);
  }
  if (is_any(is_solid)) {
    Tetrahedron<F, LaneVec<F>> t(p, e1, e2, e3, 2);
    t.set_weights();
    weights[0] = select(is_solid, t.rest, weights[0]);
    for (int i = 0; i < 3; ++i) weights[i + 1] = select(is_solid, t.weights[i], weights[i + 1]);
    nearest.inner = select(is_solid, lane_sqrt(t.inner_squared()), zero);
  }
  nearest.a = combined(s.a, weights);
  nearest.b = combined(s.b, weights);
  if (is_any(is_solid)) {
    nearest.a = select(is_solid, nearest.a + s.a[3] * weights[3], nearest.a);
    nearest.b = select(is_solid, nearest.b + s.b[3] * weights[3], nearest.b);
  }
  const F least = lane_min(lane_min(weights[0], weights[1]), lane_min(weights[2], weights[3]));
  nearest.inner = select(least < zero, F(-1), nearest.inner);
  return nearest;
}

/// The answer from the nearest point and the vertex of A - B farthest against it; the conditions and formulas
/// are those of answer_from_search() in solve.cpp, of which only the clearest case is taken.
template <class F>
GRAZE_LANE auto answer_from_nearest(const CoresLanes<F>& c, const NearestLanes<F>& nearest, F count,
                                    const LaneVec<F>& farthest) {
  const F zero(0), epsilon(kDoubleEpsilon), half(0.5);
  const F radius = c.ball_a + c.ball_b;
  const F size = (c.extent_a + c.extent_b) + sum_abs(c.offset) + radius;
  const F error = F(12) * epsilon * size + c.ball_error;
  CoreAnswerLanes<F, decltype(size < size)> out;
  const F length = lane_sqrt(dot(nearest.v, nearest.v));
  const F own = dot(nearest.v, farthest) / length;
  const LaneVec<F> way = nearest.b - nearest.a;
  const F across = lane_sqrt(dot(way, way));
  const auto is_moderate = both(size > F(0x1p-100), size < F(0x1p100));
  const auto are_inside = both(both(nearest.inner + radius > error, zero <= nearest.inner), count == F(4));
  // Bounds that meet, witnesses that keep what v promises, cores that are apart beyond doubt.
  const auto are_met = both(both(length - own <= error, across - length <= error), own > F(4) * error);
  const F core_lower = own - error - radius, core_upper = across + error - radius;
  // So close that rounding the axis to Real could undo it: the general way confirms the axis.
  const auto is_delicate = both(core_lower > zero, core_lower <= F(4) * F(double(kEpsilon)) * size);
  const auto are_apart = except(except(both(are_met, count < F(3.5)), is_delicate), nearest.inner < zero);
  out.is_certain = both(either(are_apart, are_inside), is_moderate);
  out.lower = select(are_inside, -F(std::numeric_limits<double>::infinity()), core_lower);
  out.upper = select(are_inside, error - nearest.inner - radius, core_upper);
  out.normal = select(are_inside, LaneVec<F>{zero, zero, zero}, nearest.v * (F(-1) / length));
  const F missing = across - dot(out.normal, way);
  const auto is_a_larger = c.extent_a + c.ball_a > c.extent_b + c.ball_b;
  const F of_a = select(is_a_larger, missing, zero);
  out.a = nearest.a + out.normal * (c.ball_a - of_a);
  out.b = nearest.b - out.normal * (c.ball_b - (missing - of_a));
  const auto has_balls = radius > zero;
  const F share = is_any(has_balls) ? select(has_balls, c.ball_a / radius, half) : half;
  out.common = select(are_inside, nearest.a, nearest.a + way * share);
  return out;
}

// The vertex of a - b farthest against v, boxes in the world.
template <class F>
GRAZE_LANE LaneVec<F> farthest_of_cores(const CoresLanes<F>& c, const LaneVec<F>& v) {
  const LaneVec<F> u = transpose_times(c.linear_a, -v), w = transpose_times(c.linear_b, v);
  return c.linear_a * with_signs_of(c.half_a, u) - (c.linear_b * with_signs_of(c.half_b, w) + c.offset);
}

GRAZE_LANES_END

#endif
