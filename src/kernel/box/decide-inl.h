// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Two boxes, yes or no, in Real: the line of centres, which spheres and capsules have, too; fifteen
// separating axes; a common point by projecting back and forth. Each has a bound on its error, and what falls
// inside it is left to the kernels in double. [Gottschalk96, Ericson05 §4.4.1] One text for one pair and for
// packs; find_quick_axis() performs the operations of the line of centres for other kinds of shapes, and
// along axes that are known.

#if defined(GRAZE_KERNEL_BOX_DECIDE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_BOX_DECIDE_INL
#undef GRAZE_KERNEL_BOX_DECIDE_INL
#else
#define GRAZE_KERNEL_BOX_DECIDE_INL
#endif

#include "kernel/box/frame-inl.h"

GRAZE_LANES_BEGIN

/// Squared lengths of an axis between these are harmless in float; others are scaled first, by the kernels in
/// double. Sizes of pairs must be less than kQuickLargest.
inline constexpr Real kQuickTiny = Real(1e-36), kQuickHuge = Real(1e36), kQuickLargest = Real(1e18);
/// Every term of a separation is a product of numbers below the size of the pair, rounded about ten times;
/// translations may have rounded once more.
inline constexpr Real kQuickEpsilons = 16;

/// A box, or one grown by a ball of a local radius: a sphere or a capsule has half extents that are zero.
template <class F>
struct BareBox {
  PlacedBox<F> box;

  GRAZE_LANE F reach(const Row<F, 3>& d) const { return dot(box.half, lane_abs(dots(box.axes, d))); }
  /// No point is farther from the centre.
  GRAZE_LANE F extent() const { return sum_of(box.half) * box.scale; }
};
template <class F>
struct GrownBox {
  PlacedBox<F> box;
  F radius;

  GRAZE_LANE F reach(const Row<F, 3>& d) const {
    const Row<F, 3> u = dots(box.axes, d);
    return dot(box.half, lane_abs(u)) + radius * lane_sqrt(dot(u, u));
  }
  GRAZE_LANE F extent() const {
    const auto& h = numbers(box.half);
    return (h[0] + radius + h[1] + h[2]) * box.scale;
  }
};

/// The axis from the centre of a to that of b, and whether it separates them for certain, a grown by a margin
/// in the world.
template <class F, class Box>
struct CentreLine {
  Row<F, 3> axis;
  F squared;

  GRAZE_LANE CentreLine(const Box& a, const Box& b) : axis(b.box.at - a.box.at), squared(dot(axis, axis)) {}
  GRAZE_LANE MaskOf<F> separates(const Box& a, const Box& b) const {
    return separates(a, b, a.reach(axis) + b.reach(axis),
                     sum_of(lane_abs(a.box.at)) + sum_of(lane_abs(b.box.at)));
  }
  GRAZE_LANE MaskOf<F> separates(const Box& a, const Box& b, F margin) const {
    return separates(a, b, (a.reach(axis) + b.reach(axis)) + margin * lane_sqrt(squared),
                     sum_of(lane_abs(a.box.at)) + sum_of(lane_abs(b.box.at)) + margin);
  }

 private:
  GRAZE_LANE MaskOf<F> separates(const Box& a, const Box& b, F reaches, F positions) const {
    const F size = (a.extent() + b.extent()) + positions;
    const F error = F(kQuickEpsilons * kEpsilon) * size * sum_of(lane_abs(axis));
    return both(both(F(kQuickTiny) < squared, squared < F(kQuickHuge)),
                both(size < F(kQuickLargest), error < squared - reaches));
  }
};

/// The axis on which the boxes are farthest apart, or else overlap least, among the normals of their faces
/// and the products of their edges.
template <class F>
struct BoxGap {
  F overlap;       // along the axis, times its length; negative: a gap
  F squared;       // length of the axis, at most one
  F ranked;        // overlap |overlap|, both over the size of the pair
  Row<F, 3> axis;  // in a's frame, not turned from a to b
};

// Compares overlap / length without roots or quotients. Products of edges that are nearly parallel are noise.
inline constexpr Real kBoxParallel = sizeof(Real) == 4 ? Real(1e-5) : Real(1e-12);

template <class F>
GRAZE_LANE F rank(F overlap, F inverse_size) {
  const F relative = overlap * inverse_size;
  return relative * lane_abs(relative);
}

template <class F>
GRAZE_LANE void consider(F overlap, F squared, F inverse_size, const Row<F, 3>& axis, BoxGap<F>& best) {
  const F ranked = rank(overlap, inverse_size);
  const auto is_wider = both(ranked * best.squared<best.ranked * squared, squared> F(kBoxParallel));
  best.overlap = select(is_wider, overlap, best.overlap);
  best.squared = select(is_wider, squared, best.squared);
  best.ranked = select(is_wider, ranked, best.ranked);
  best.axis = select(is_wider, axis, best.axis);
}

template <class F>
GRAZE_LANE BoxGap<F> widest_gap(const BoxFrame<F>& f) {
  const Mat<F> m{{lane_abs(f.r[0]), lane_abs(f.r[1]), lane_abs(f.r[2])}};
  const F zero(0), one(1), inverse = one / f.size;
  const Row<F, 3> of_a = f.a + dots(m, f.b) - lane_abs(f.t);
  const Row<F, 3> along_b = f.r[0] * f.t[0] + f.r[1] * f.t[1] + f.r[2] * f.t[2];
  const Row<F, 3> of_b = f.b + (m[0] * f.a[0] + m[1] * f.a[1] + m[2] * f.a[2]) - lane_abs(along_b);
  BoxGap<F> best{of_a[0], one, rank(of_a[0], inverse), {{one, zero, zero}}};
  consider(of_a[1], one, inverse, {{zero, one, zero}}, best);
  consider(of_a[2], one, inverse, {{zero, zero, one}}, best);
  unroll<3>([&](auto j) { consider(of_b[j], one, inverse, {{f.r[0][j], f.r[1][j], f.r[2][j]}}, best); });
  each_edge_row(f, m, f.a, f.t, [&](auto i, const auto& overlap, const auto& squared) GRAZE_LANE_LAMBDA {
    constexpr int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    unroll<3>([&](auto j) GRAZE_LANE_LAMBDA {
      Row<F, 3> axis;
      axis.v[i] = zero, axis.v[i1] = -f.r[i2][j], axis.v[i2] = f.r[i1][j];
      consider(overlap[j], squared[j], inverse, axis, best);
    });
  });
  return best;
}

template <class F>
GRAZE_LANE Row<F, 3> clamped(const Row<F, 3>& x, const Row<F, 3>& h) {
  return lane_min(lane_max(x, -h), h);
}
/// Whether a box with these half extents holds p, whatever the error.
template <class F>
GRAZE_LANE MaskOf<F> is_held(const Row<F, 3>& h, const Row<F, 3>& p, F error) {
  return all_of(lane_abs(p) + error <= h);
}

/// One round of projecting p, a point of a, onto b and back. Pairs that have their point keep it.
template <class F>
GRAZE_LANE MaskOf<F> project(const BoxFrame<F>& f, MaskOf<F> is_found, Row<F, 3>& p, Row<F, 3>& found) {
  const Row<F, 3> q = combine(f.r, p - f.t);
  const auto in_b = except(is_held(f.b, q, f.error), is_found);
  found = select(in_b, p, found);
  const Row<F, 3> back = dots(f.r, clamped(q, f.b)) + f.t;
  is_found = either(is_found, in_b);
  const auto in_a = except(is_held(f.a, back, f.error), is_found);
  found = select(in_a, back, found);
  p = clamped(back, f.a);
  return either(is_found, in_a);
}

/// A point well inside both, in a's frame, by projecting the centre of b back and forth at most `rounds`
/// times.
template <class F>
GRAZE_LANE MaskOf<F> find_common_point(const BoxFrame<F>& f, int rounds, Row<F, 3>& found) {
  Row<F, 3> p = clamped(f.t, f.a);
  MaskOf<F> is_found = f.error < f.error;
  found = p;
  for (int i = 0; i < rounds && !is_all(is_found); ++i) is_found = project(f, is_found, p, found);
  return is_found;
}

/// A point that is common to both if they overlap by little: half way between the features that meet along
/// the axis of least overlap. Two faces, or a face and an edge, have many; then it is in the middle of one of
/// them.
template <class F>
GRAZE_LANE Row<F, 3> half_way(const BoxFrame<F>& f, const BoxGap<F>& best) {
  const F zero(0), one(1), half(Real(0.5)), level(Real(1e-3));
  const Row<F, 3> zeros = row_of<3>(zero), ones = row_of<3>(one);
  const F length = lane_sqrt(best.squared), depth = best.overlap / length;
  const Row<F, 3> n = best.axis / with_sign_of(length, dot(best.axis, f.t)), of_b = -combine(f.r, n);
  // The corner, or the middle of the edge or face, that lies deepest in the other; `free` where an edge runs.
  const auto is_level_a = lane_abs(n) < level, is_level_b = lane_abs(of_b) < level;
  const Row<F, 3> free_a = select(is_level_a, ones, zeros), free_b = select(is_level_b, ones, zeros);
  const Row<F, 3> on_a = select(is_level_a, zeros, with_sign_of(f.a, n));
  const Row<F, 3> on_b = dots(f.r, select(is_level_b, zeros, with_sign_of(f.b, of_b))) + f.t;
  // Two edges: the nearest points of their lines. [Ericson05 §5.1.8]
  const Row<F, 3> along_b = dots(f.r, free_b), between = on_b - on_a;
  const F cosine = dot(free_a, along_b), by_a = dot(between, free_a), by_b = dot(between, along_b);
  const F sine_squared = one - cosine * cosine;
  const F s = (by_a - cosine * by_b) / sine_squared, u = (cosine * by_a - by_b) / sine_squared;
  const F levels_a = sum_of(free_a), levels_b = sum_of(free_b);
  const auto is_edges = both(levels_a == one, levels_b == one);
  const Row<F, 3> edges = ((on_a + free_a * s) + (on_b + along_b * u)) * half;
  const Row<F, 3> inward = n * (depth * half);
  return clamped(select(is_edges, edges, select(one < levels_a, on_b + inward, on_a - inward)), f.a);
}

/// Products of two scales, and the size of a pair with what rounding leaves of it, are harmless between
/// these.
inline constexpr Real kScaleTiny = sizeof(Real) == 4 ? Real(0x1p-40) : Real(0x1p-400);
inline constexpr Real kScaleHuge = sizeof(Real) == 4 ? Real(0x1p40) : Real(0x1p400);
inline constexpr Real kSizeTiny = sizeof(Real) == 4 ? Real(0x1p-90) : Real(0x1p-400);
inline constexpr Real kSizeHuge = sizeof(Real) == 4 ? Real(0x1p90) : Real(0x1p400);

template <class F>
struct BoxDecision {
  MaskOf<F> is_apart, is_overlapping;
  Row<F, 3> witness;  // apart: unit axis of the world, from a to b; overlapping: a point in a's frame
};

/// Pairs may be neither: too close to call, or of sizes whose squares this precision does not hold.
template <class F>
GRAZE_LANE BoxDecision<F> decide_boxes(const BoxPair<F>& pair) {
  const BoxFrame<F> f = box_frame(pair, F(kEpsilon));
  const F scale_a = pair.a.scale, scale_b = pair.b.scale;
  const auto is_moderate =
      both(both(F(kScaleTiny) < lane_min(scale_a, scale_b), lane_max(scale_a, scale_b) < F(kScaleHuge)),
           both(F(kSizeTiny) < f.size, f.size < F(kSizeHuge)));
  const auto is_none = except(is_moderate, is_moderate);
  BoxDecision<F> d;
  Row<F, 3> p = clamped(f.t, f.a), found = p;
  auto is_found = project(f, is_none, p, found);
  d.is_apart = is_none;
  d.is_overlapping = both(is_found, is_moderate);
  d.witness = found;
  if (is_all(d.is_overlapping)) return d;
  const BoxGap<F> best = widest_gap(f);
  // Twice the error: the axis is rounded, too, by less than the error.
  d.is_apart = both(except(F(2) * f.error < -best.overlap, is_found), is_moderate);
  if (is_any(d.is_apart)) {
    const Row<F, 3> axis = combine(pair.a.axes, best.axis);
    const F length = with_sign_of(lane_sqrt(dot(axis, axis)), dot(axis, pair.b.at - pair.a.at));
    d.witness = select(d.is_apart, axis / length, d.witness);
  }
  if (is_all(either(is_found, d.is_apart))) return d;
  p = half_way(f, best);
  is_found = project(f, either(is_found, d.is_apart), p, found);
  d.is_overlapping = both(except(is_found, d.is_apart), is_moderate);
  d.witness = select(d.is_apart, d.witness, found);
  return d;
}

GRAZE_LANES_END

#endif
