// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Two boxes, yes or no, in Real and in lanes: fifteen separating axes and a common point by projecting back
// and forth, each with a bound on its error. What falls inside the bound is left to the kernels in double.
// [Gottschalk96, Ericson05 §4.4.1]

#if defined(GRAZE_KERNEL_BOX_DECIDE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_BOX_DECIDE_INL
#undef GRAZE_KERNEL_BOX_DECIDE_INL
#else
#define GRAZE_KERNEL_BOX_DECIDE_INL
#endif

#include "simd/pack-inl.h"

GRAZE_LANES_BEGIN

/// In canonical order. The linear parts are similarities up to the defects.
template <class F>
struct BoxPairLanes {
  LaneMat<F> linear_a, linear_b;
  LaneVec<F> offset;  // translation of b less that of a
  LaneVec<F> half_a, half_b;
  F scale_a, scale_b;
  F defects;  // of both together
};

/// b seen from a, orthonormal axes, lengths of the world. `error` bounds what rounding and defects do to the
/// overlap along an axis of at most unit length.
template <class F>
struct BoxFrameLanes {
  F r[3][3];
  F t[3], a[3], b[3];
  F size;
  F error;
};

// Rounding, in epsilons: an entry of r has lost at most 3 (three products, two sums, two divisions and a
// product, half an epsilon each), of t at most 3 times |t| (one more for the offset), of a and b a half. The
// overlap along an axis of at most unit length then loses 10 of |t| (t, r and their sum of products) and 5 of
// the extents: less than 16 of the size, which is the sum of them all. A placement with defect d is within d
// of orthonormal, and the identities between its entries, each used twice at most per box, are off by as
// much.
constexpr int kBoxEpsilons = 16;
constexpr int kBoxDefects = 4;

template <class F>
GRAZE_LANE BoxFrameLanes<F> box_frame(const BoxPairLanes<F>& p, F epsilon) {
  BoxFrameLanes<F> f;
  const F inverse_a = F(1) / p.scale_a, inverse = inverse_a / p.scale_b;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) f.r[i][j] = dot(p.linear_a.columns[i], p.linear_b.columns[j]) * inverse;
  const LaneVec<F> t = transpose_times(p.linear_a, p.offset) * inverse_a;
  const LaneVec<F> a = p.half_a * p.scale_a, b = p.half_b * p.scale_b;
  f.t[0] = t.x, f.t[1] = t.y, f.t[2] = t.z;
  f.a[0] = a.x, f.a[1] = a.y, f.a[2] = a.z;
  f.b[0] = b.x, f.b[1] = b.y, f.b[2] = b.z;
  f.size = (a.x + a.y + a.z) + (b.x + b.y + b.z) + sum_abs(t);
  f.error = (F(kBoxEpsilons) * epsilon + F(kBoxDefects) * p.defects) * f.size;
  return f;
}

/// The axis on which the boxes are farthest apart, or else overlap least, among the normals of their faces
/// and the products of their edges.
template <class F>
struct BoxGapLanes {
  F gap;            // along the axis, times its length; negative: overlap
  F squared;        // length of the axis, at most one
  F ranked;         // gap |gap|, both over the size of the pair
  LaneVec<F> axis;  // in a's frame, not turned from a to b
};

// Compares gap / length without roots or quotients. Products of edges that are nearly parallel are noise.
inline constexpr Real kBoxParallel = sizeof(Real) == 4 ? Real(1e-5) : Real(1e-12);

template <class F>
GRAZE_LANE F rank(F gap, F inverse_size) {
  const F relative = gap * inverse_size;
  return relative * lane_abs(relative);
}

template <class F>
GRAZE_LANE void consider(F gap, F squared, F inverse_size, const LaneVec<F>& axis, BoxGapLanes<F>& best) {
  const F ranked = rank(gap, inverse_size);
  const auto is_wider = both(ranked * best.squared > best.ranked * squared, squared > F(kBoxParallel));
  best.gap = select(is_wider, gap, best.gap);
  best.squared = select(is_wider, squared, best.squared);
  best.ranked = select(is_wider, ranked, best.ranked);
  best.axis = select(is_wider, axis, best.axis);
}

template <class F>
GRAZE_LANE BoxGapLanes<F> widest_gap(const BoxFrameLanes<F>& f) {
  F m[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m[i][j] = lane_abs(f.r[i][j]);
  const F zero(0), one(1), inverse = one / f.size;
  const auto of_a = [&](int i) {
    return lane_abs(f.t[i]) - (f.a[i] + (f.b[0] * m[i][0] + f.b[1] * m[i][1] + f.b[2] * m[i][2]));
  };
  const F first = of_a(0);
  BoxGapLanes<F> best{first, one, rank(first, inverse), {one, zero, zero}};
  consider(of_a(1), one, inverse, {zero, one, zero}, best);
  consider(of_a(2), one, inverse, {zero, zero, one}, best);
  for (int j = 0; j < 3; ++j) {
    const F along = f.t[0] * f.r[0][j] + f.t[1] * f.r[1][j] + f.t[2] * f.r[2][j];
    const F reach = f.b[j] + (f.a[0] * m[0][j] + f.a[1] * m[1][j] + f.a[2] * m[2][j]);
    consider(lane_abs(along) - reach, one, inverse, {f.r[0][j], f.r[1][j], f.r[2][j]}, best);
  }
  for (int i = 0; i < 3; ++i) {
    const int i1 = i == 2 ? 0 : i + 1, i2 = i == 0 ? 2 : i - 1;
    for (int j = 0; j < 3; ++j) {
      const int j1 = j == 2 ? 0 : j + 1, j2 = j == 0 ? 2 : j - 1;
      // a_i x b_j = r[i1][j] a_i2 - r[i2][j] a_i1.
      const F along = f.t[i2] * f.r[i1][j] - f.t[i1] * f.r[i2][j];
      const F reach = (f.a[i1] * m[i2][j] + f.a[i2] * m[i1][j]) + (f.b[j1] * m[i][j2] + f.b[j2] * m[i][j1]);
      F axis[3];
      axis[i] = zero, axis[i1] = -f.r[i2][j], axis[i2] = f.r[i1][j];
      consider(lane_abs(along) - reach, f.r[i1][j] * f.r[i1][j] + f.r[i2][j] * f.r[i2][j], inverse,
               {axis[0], axis[1], axis[2]}, best);
    }
  }
  return best;
}

template <class F>
GRAZE_LANE F clamped(F x, F h) {
  return lane_min(lane_max(x, -h), h);
}
template <class F>
GRAZE_LANE auto is_held(const F (&h)[3], const F (&p)[3], F error) {
  return both(both(lane_abs(p[0]) + error <= h[0], lane_abs(p[1]) + error <= h[1]),
              lane_abs(p[2]) + error <= h[2]);
}

template <class F, class M>
struct BoxDecision {
  M is_apart, is_overlapping;
  LaneVec<F> witness;  // apart: unit axis of the world, from a to b; overlapping: a point in a's frame
};

/// One round of projecting p, a point of a, onto b and back. Lanes that have their point keep it.
template <class F, class M>
GRAZE_LANE M project(const BoxFrameLanes<F>& f, M is_found, F (&p)[3], LaneVec<F>& found) {
  F q[3], clamped_q[3], back[3];
  for (int j = 0; j < 3; ++j)
    q[j] = f.r[0][j] * (p[0] - f.t[0]) + f.r[1][j] * (p[1] - f.t[1]) + f.r[2][j] * (p[2] - f.t[2]);
  const auto in_b = except(is_held(f.b, q, f.error), is_found);
  found = select(in_b, {p[0], p[1], p[2]}, found);
  for (int j = 0; j < 3; ++j) clamped_q[j] = clamped(q[j], f.b[j]);
  for (int i = 0; i < 3; ++i)
    back[i] = (f.r[i][0] * clamped_q[0] + f.r[i][1] * clamped_q[1] + f.r[i][2] * clamped_q[2]) + f.t[i];
  is_found = either(is_found, in_b);
  const auto in_a = except(is_held(f.a, back, f.error), is_found);
  found = select(in_a, {back[0], back[1], back[2]}, found);
  for (int i = 0; i < 3; ++i) p[i] = clamped(back[i], f.a[i]);
  return either(is_found, in_a);
}

/// A point that is common to both if they overlap by little: half way between the features that meet along
/// the axis of least overlap. Two faces, or a face and an edge, have many; then it is in the middle of one of
/// them.
template <class F>
GRAZE_LANE void meet_half_way(const BoxFrameLanes<F>& f, const BoxGapLanes<F>& best, F (&p)[3]) {
  const F zero(0), one(1), half(Real(0.5)), level(Real(1e-3));
  const F along = best.axis.x * f.t[0] + best.axis.y * f.t[1] + best.axis.z * f.t[2];
  const F length = lane_sqrt(best.squared), depth = -best.gap / length;
  const LaneVec<F> unit = best.axis / with_sign_of(length, along);
  const F n[3] = {unit.x, unit.y, unit.z};
  // The corner, or the middle of the edge or face, that lies deepest in the other; `free` where an edge runs.
  F on_a[3], on_b[3], q[3], free_a[3], free_b[3], along_b[3];
  F levels_a = zero, levels_b = zero;
  for (int i = 0; i < 3; ++i) {
    const F of_b = -(f.r[0][i] * n[0] + f.r[1][i] * n[1] + f.r[2][i] * n[2]);
    const auto is_level_a = lane_abs(n[i]) < level, is_level_b = lane_abs(of_b) < level;
    free_a[i] = select(is_level_a, one, zero);
    free_b[i] = select(is_level_b, one, zero);
    levels_a = levels_a + free_a[i];
    levels_b = levels_b + free_b[i];
    on_a[i] = select(is_level_a, zero, with_sign_of(f.a[i], n[i]));
    q[i] = select(is_level_b, zero, with_sign_of(f.b[i], of_b));
  }
  for (int i = 0; i < 3; ++i) {
    on_b[i] = (f.r[i][0] * q[0] + f.r[i][1] * q[1] + f.r[i][2] * q[2]) + f.t[i];
    along_b[i] = f.r[i][0] * free_b[0] + f.r[i][1] * free_b[1] + f.r[i][2] * free_b[2];
  }
  // Two edges: the nearest points of their lines. [Ericson05 §5.1.8]
  F cosine = zero, by_a = zero, by_b = zero;
  for (int i = 0; i < 3; ++i) {
    const F between = on_b[i] - on_a[i];
    cosine = cosine + free_a[i] * along_b[i];
    by_a = by_a + between * free_a[i];
    by_b = by_b + between * along_b[i];
  }
  const F sine_squared = one - cosine * cosine;
  const F s = (by_a - cosine * by_b) / sine_squared, u = (cosine * by_a - by_b) / sine_squared;
  const auto is_edges = both(levels_a == one, levels_b == one);
  const auto is_face_a = levels_a > one;
  for (int i = 0; i < 3; ++i) {
    const F edges = ((on_a[i] + free_a[i] * s) + (on_b[i] + along_b[i] * u)) * half;
    const F faces = select(is_face_a, on_b[i] + n[i] * (depth * half), on_a[i] - n[i] * (depth * half));
    p[i] = clamped(select(is_edges, edges, faces), f.a[i]);
  }
}

/// Products of two scales, and the size of a pair with what rounding leaves of it, are harmless between
/// these.
inline constexpr Real kScaleTiny = sizeof(Real) == 4 ? Real(0x1p-40) : Real(0x1p-400);
inline constexpr Real kScaleHuge = sizeof(Real) == 4 ? Real(0x1p40) : Real(0x1p400);
inline constexpr Real kSizeTiny = sizeof(Real) == 4 ? Real(0x1p-90) : Real(0x1p-400);
inline constexpr Real kSizeHuge = sizeof(Real) == 4 ? Real(0x1p90) : Real(0x1p400);

/// Lanes may be neither: too close to call, or of sizes whose squares this precision does not hold.
template <class F>
GRAZE_LANE auto decide_boxes(const BoxPairLanes<F>& pair) {
  const BoxFrameLanes<F> f = box_frame(pair, F(kEpsilon));
  const auto is_moderate = both(both(lane_min(pair.scale_a, pair.scale_b) > F(kScaleTiny),
                                     lane_max(pair.scale_a, pair.scale_b) < F(kScaleHuge)),
                                both(f.size > F(kSizeTiny), f.size < F(kSizeHuge)));
  const auto is_none = except(is_moderate, is_moderate);
  BoxDecision<F, decltype(f.error < f.error)> d;
  F p[3];
  for (int i = 0; i < 3; ++i) p[i] = clamped(f.t[i], f.a[i]);
  LaneVec<F> found{p[0], p[1], p[2]};
  auto is_found = project(f, is_none, p, found);
  d.is_apart = is_none;
  d.is_overlapping = both(is_found, is_moderate);
  d.witness = found;
  if (is_all(d.is_overlapping)) return d;
  const BoxGapLanes<F> best = widest_gap(f);
  // Twice the error: the axis is rounded, too, by less than the error.
  d.is_apart = both(except(best.gap > F(2) * f.error, is_found), is_moderate);
  if (is_any(d.is_apart)) {
    const LaneVec<F> axis = pair.linear_a * best.axis;
    const F length = with_sign_of(lane_sqrt(dot(axis, axis)), dot(axis, pair.offset));
    d.witness = select(d.is_apart, axis / length, d.witness);
  }
  if (is_all(either(is_found, d.is_apart))) return d;
  meet_half_way(f, best, p);
  is_found = project(f, either(is_found, d.is_apart), p, found);
  d.is_overlapping = both(except(is_found, d.is_apart), is_moderate);
  d.witness = select(d.is_apart, d.witness, found);
  return d;
}

GRAZE_LANES_END

#endif
