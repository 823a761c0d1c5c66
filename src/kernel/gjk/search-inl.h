// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The distance of two cores with few vertices (boxes, segments, points, small polytopes) grown by balls, in
// lanes: GJK in float finds which vertices are nearest, and a polish in double takes the answer from them,
// with bounds that do not trust the search. [Bergen03 ch. 4]
//   p, q  vertices of A - B     v  its point nearest to the origin, so far

#if defined(GRAZE_KERNEL_GJK_SEARCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_GJK_SEARCH_INL
#undef GRAZE_KERNEL_GJK_SEARCH_INL
#else
#define GRAZE_KERNEL_GJK_SEARCH_INL
#endif

#include <type_traits>

#include "kernel/box/decide-inl.h"
#include "math/rounding.h"

GRAZE_LANES_BEGIN

/// Numbers of vertices are kept as floats: that of a, and that of b times this.
inline constexpr float kVertexOfB = 64;
inline constexpr float kNoVertex = -1;

/// The search of one pair per lane. Vertices are padded with copies of the last: three, two or one differ.
template <class F>
struct SearchLanes {
  LaneVec<F> q[3];
  F id[3];
  LaneVec<F> v;
  F vv;
  LaneVec<F> p;  // the vertex farthest against v, to be added next
  F next;        // and its number
};

/// No progress is possible: the next vertex is there already, or no farther than v as far as float can tell.
template <class F>
GRAZE_LANE auto is_at_end(const SearchLanes<F>& s) {
  const auto is_known = either(either(s.id[0] == s.next, s.id[1] == s.next), s.id[2] == s.next);
  return either(is_known, s.vv - dot(s.v, s.p) <= s.vv * F(0x1p-21f));
}

template <class F, class M>
struct SearchStep {
  M is_done;    // the next vertex brings no progress
  M is_inside;  // for it makes the simplex hold the origin
};

template <class F>
struct Candidate {
  LaneVec<F> v;
  F vv;
  LaneVec<F> q0, q1;  // kept beside the new vertex; copies of it where fewer are
  F id0, id1;
};

template <class F, class M>
GRAZE_LANE M take_if(M m, const LaneVec<F>& v, F vv, const LaneVec<F>& q0, F id0, Candidate<F>& best) {
  const auto is_nearer = both(m, vv < best.vv);
  best.v = select(is_nearer, v, best.v);
  best.vv = select(is_nearer, vv, best.vv);
  best.q0 = select(is_nearer, q0, best.q0);
  best.id0 = select(is_nearer, id0, best.id0);
  return is_nearer;
}

// The edge from p to q, which it returns.
template <class F>
GRAZE_LANE LaneVec<F> consider_edge(const LaneVec<F>& p, const LaneVec<F>& q, F id, Candidate<F>& best) {
  const F zero(0);
  const LaneVec<F> e = q - p;
  const F ee = dot(e, e), along = -dot(p, e);
  const LaneVec<F> v = p + e * (along / ee);
  take_if(both(along > zero, along < ee), v, dot(v, v), q, id, best);
  return e;
}

// The face spanned by p and the ends of e1 and e2, n = e1 x e2, if the origin projects into it.
template <class F>
GRAZE_LANE void consider_face(const LaneVec<F>& p, const LaneVec<F>& e1, const LaneVec<F>& e2,
                              const LaneVec<F>& n, const LaneVec<F>& q1, F id1, const LaneVec<F>& q2, F id2,
                              Candidate<F>& best) {
  const F zero(0);
  const F nn = dot(n, n);
  const LaneVec<F> pn = cross(p, n);
  const F w1 = dot(pn, e2), w2 = -dot(pn, e1);
  const auto is_in = both(both(w1 > zero, w2 > zero), nn - w1 - w2 > zero);
  if (!is_any(is_in)) return;
  const LaneVec<F> v = n * (dot(n, p) / nn);
  const auto is_nearer = take_if(is_in, v, dot(v, v), q1, id1, best);
  best.q1 = select(is_nearer, q2, best.q1);
  best.id1 = select(is_nearer, id2, best.id1);
}

// Whether vertices are the same, where that is one answer.
template <class F>
GRAZE_LANE bool are_copies(F id, F other) {
  if constexpr (std::is_floating_point_v<F>) {
    return id == other;
  } else {
    return false;
  }
}

/// Adds the next vertex. Lanes that are done stay as they are.
template <class F>
GRAZE_LANE auto advance(SearchLanes<F>& s) {
  SearchStep<F, decltype(s.vv < s.vv)> step;
  const F zero(0), id = s.next;
  const LaneVec<F> p = s.p;
  Candidate<F> best{p, dot(p, p), p, p, id, id};
  LaneVec<F> e[3];
  // What a copy spans is spanned already, to the bit: one lane need not look at it. Many have a lane that
  // must.
  step.is_inside = s.vv < zero;
  e[0] = consider_edge(p, s.q[0], s.id[0], best);
  if (!are_copies(s.id[0], s.id[2])) {
    e[1] = consider_edge(p, s.q[1], s.id[1], best);
    const LaneVec<F> n2 = cross(e[0], e[1]);
    if (are_copies(s.id[1], s.id[2])) {
      consider_face(p, e[0], e[1], n2, s.q[0], s.id[0], s.q[1], s.id[1], best);
    } else {
      e[2] = consider_edge(p, s.q[2], s.id[2], best);
      const LaneVec<F> n0 = cross(e[1], e[2]), n1 = cross(e[2], e[0]);
      const F determinant = dot(n0, e[0]);
      const F o0 = -dot(n0, p), o1 = -dot(n1, p), o2 = -dot(n2, p);
      step.is_inside = both(both(o0 * determinant > zero, o1 * determinant > zero),
                            both(o2 * determinant > zero, lane_abs(o0 + o1 + o2) < lane_abs(determinant)));
      consider_face(p, e[0], e[1], n2, s.q[0], s.id[0], s.q[1], s.id[1], best);
      consider_face(p, e[1], e[2], n0, s.q[1], s.id[1], s.q[2], s.id[2], best);
      consider_face(p, e[2], e[0], n1, s.q[2], s.id[2], s.q[0], s.id[0], best);
    }
  }
  step.is_done = either(step.is_inside, s.vv <= best.vv);
  s.q[0] = select(step.is_done, s.q[0], best.q0);
  s.q[1] = select(step.is_done, s.q[1], best.q1);
  s.q[2] = select(step.is_done, s.q[2], p);
  s.id[0] = select(step.is_done, s.id[0], best.id0);
  s.id[1] = select(step.is_done, s.id[1], best.id1);
  s.id[2] = select(step.is_done, s.id[2], id);
  s.v = select(step.is_done, s.v, best.v);
  s.vv = select(step.is_done, s.vv, best.vv);
  return step;
}

/// Two boxes, b seen from a, lengths divided by the size of the pair.
template <class F>
struct BoxSearchLanes {
  F r[3][3];
  F t[3], a[3], b[3];
};

// The vertex of a - b farthest against v; bit k of a number tells that coordinate k is negative.
template <class F>
GRAZE_LANE LaneVec<F> farthest_of_boxes(const BoxSearchLanes<F>& f, const LaneVec<F>& v, F& id) {
  const F zero(0);
  const F c[3] = {v.x, v.y, v.z};
  F p[3], q[3];
  id = zero;
  for (int k = 0; k < 3; ++k) {
    p[k] = with_sign_of(f.a[k], -c[k]);
    q[k] = with_sign_of(f.b[k], f.r[0][k] * c[0] + f.r[1][k] * c[1] + f.r[2][k] * c[2]);
    id = id + select(p[k] < zero, F(float(1 << k)), zero) +
         select(q[k] < zero, F(kVertexOfB * float(1 << k)), zero);
  }
  for (int k = 0; k < 3; ++k)
    p[k] = p[k] - ((f.r[k][0] * q[0] + f.r[k][1] * q[1] + f.r[k][2] * q[2]) + f.t[k]);
  return {p[0], p[1], p[2]};
}

/// A simplex of one vertex, found along the line of centres, and the next vertex: two steps.
template <class F>
GRAZE_LANE SearchLanes<F> first_search(const BoxSearchLanes<F>& f) {
  SearchLanes<F> s;
  const F zero(0);
  LaneVec<F> v{-f.t[0], -f.t[1], -f.t[2]};
  v.x = select(sum_abs(v) <= zero, F(1), v.x);
  F id;
  const LaneVec<F> w = farthest_of_boxes(f, v, id);
  s.q[0] = s.q[1] = s.q[2] = s.v = w;
  s.id[0] = s.id[1] = s.id[2] = id;
  s.vv = dot(w, w);
  s.p = farthest_of_boxes(f, s.v, s.next);
  return s;
}
inline constexpr int kFirstSteps = 2;

/// One step; `is_done` also where the vertex after it brings no progress.
template <class F>
GRAZE_LANE auto step_boxes(const BoxSearchLanes<F>& f, SearchLanes<F>& s) {
  auto step = advance(s);
  s.p = farthest_of_boxes(f, s.v, s.next);
  step.is_done = either(step.is_done, is_at_end(s));
  return step;
}

/// The numbers of the simplex without its copies, `last` among them where it holds the origin; the rest of
/// `ids` repeats one of them. Returns how many differ.
inline int distinct_vertices(const float (&id)[3], float last, float (&ids)[4]) {
  ids[0] = id[2];
  ids[1] = id[0];
  ids[2] = id[1];
  ids[3] = last < 0 ? id[2] : last;
  if (last >= 0) return 4;
  return id[0] == id[2] ? 1 : id[1] == id[2] ? 2 : 3;
}

/// After so many steps the search is given up; boxes take four to nine.
inline constexpr int kSearchSteps = 24;

/// One placed core, a box or less, grown by a ball.
template <class F>
struct CoreLanes {
  LaneMat<F> linear;
  LaneVec<F> translation;
  LaneVec<F> half;
  F radius, scale, defect;
  F margin;  // in the world
};

/// What the polish is given: the placed cores in canonical order.
template <class F>
struct CoresLanes {
  LaneMat<F> linear_a, linear_b;
  LaneVec<F> half_a, half_b;
  LaneVec<F> offset;     // translation of b less that of a
  F ball_a, ball_b;      // radii in the world
  F extent_a, extent_b;  // of the cores, about their placements
  F ball_error;          // of both
};

// As make_core() and make_pair().
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

// As on_edge(), on_triangle() and in_tetrahedron() of kernel/gjk/simplex.cpp, all at once, the inside of each
// only. Where the nearest point is not inside, weights are negative, and the bounds will not meet.
template <class F>
GRAZE_LANE NearestLanes<F> nearest_of(const VerticesLanes<F>& s) {
  const F zero(0), one(1), epsilon(kDoubleEpsilon);
  const auto is_edge = s.count == F(2), is_face = s.count == F(3), is_solid = s.count == F(4);
  const LaneVec<F> p = s.a[0] - s.b[0], e1 = (s.a[1] - s.b[1]) - p, e2 = (s.a[2] - s.b[2]) - p,
                   e3 = (s.a[3] - s.b[3]) - p;
  F weights[4] = {one, zero, zero, zero};
  NearestLanes<F> nearest{p, p, p, zero};
  if (is_any(is_edge)) {
    const F inverse = one / dot(e1, e1), t = -dot(p, e1) * inverse;
    LaneVec<F> v = p + e1 * t;
    v = v - e1 * (dot(v, e1) * inverse);  // a long edge leaves a component along itself
    nearest.v = select(is_edge, v, nearest.v);
    weights[0] = select(is_edge, one - t, weights[0]);
    weights[1] = select(is_edge, t, weights[1]);
  }
  const LaneVec<F> n = cross(e1, e2);
  if (is_any(is_face)) {
    const F inverse = one / dot(n, n);
    const LaneVec<F> pn = cross(p, n), v = n * (dot(n, p) * inverse);
    const F w1 = dot(pn, e2) * inverse, w2 = -dot(pn, e1) * inverse;
    nearest.v = select(is_face, v, nearest.v);
    weights[0] = select(is_face, one - w1 - w2, weights[0]);
    weights[1] = select(is_face, w1, weights[1]);
    weights[2] = select(is_face, w2, weights[2]);
  }
  if (is_any(is_solid)) {
    const LaneVec<F> n1 = cross(e2, e3), n2 = cross(e3, e1), far = cross(e2 - e1, e3 - e1);
    const F determinant = dot(n, e3), inverse = one / determinant;
    const F o1 = -dot(n1, p), o2 = -dot(n2, p), o3 = -dot(n, p);
    const F l1 = o1 * inverse, l2 = o2 * inverse, l3 = o3 * inverse, rest = one - l1 - l2 - l3;
    weights[0] = select(is_solid, rest, weights[0]);
    weights[1] = select(is_solid, l1, weights[1]);
    weights[2] = select(is_solid, l2, weights[2]);
    weights[3] = select(is_solid, l3, weights[3]);
    const F s1 = sum_abs(e1), s2 = sum_abs(e2), s3 = sum_abs(e3), unsure = F(16) * epsilon * sum_abs(p);
    const F u1 = unsure * s2 * s3, u2 = unsure * s3 * s1, u3 = unsure * s1 * s2;
    const F u0 = u1 + u2 + u3 + F(16) * epsilon * s1 * s2 * s3;
    const auto depth = [&](F weight, F value, F doubt, const LaneVec<F>& normal) {
      const F certain = lane_abs(value) - doubt;
      return select(both(weight > zero, certain > zero), certain * certain / dot(normal, normal), zero);
    };
    const F inner = lane_min(lane_min(depth(rest, rest * determinant, u0, far), depth(l1, o1, u1, n1)),
                             lane_min(depth(l2, o2, u2, n2), depth(l3, o3, u3, n)));
    nearest.inner = select(is_solid, lane_sqrt(inner), zero);
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
