// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The fifteen separating axes of two boxes in double: the axis of least overlap, and the axis of their
// contact. [Gottschalk96] One text for one pair and for packs of pairs.

#if defined(GRAZE_KERNEL_BOX_AXES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_BOX_AXES_INL
#undef GRAZE_KERNEL_BOX_AXES_INL
#else
#define GRAZE_KERNEL_BOX_AXES_INL
#endif

#include "kernel/box/frame-inl.h"
#include "simd/lowest-inl.h"

GRAZE_LANES_BEGIN

/// The number of the axis of least overlap; of the faces only if one of those separates already. kNoAxis:
/// edges are too parallel for this arithmetic.
template <class F>
GRAZE_LANE Least<F> least_overlap(const BoxFrame<F>& f) {
  const auto& a = numbers(f.a);
  const auto& t = numbers(f.t);
  const Mat<F> m{{lane_abs(f.r[0]), lane_abs(f.r[1]), lane_abs(f.r[2])}};
  const Row<F, 3> along_b = f.r[0] * t[0] + f.r[1] * t[1] + f.r[2] * t[2];
  Lowest<F, 3> faces;
  faces.add(f.a + dots(m, f.b) - lane_abs(f.t));
  faces.add(f.b + (m[0] * a[0] + m[1] * a[1] + m[2] * a[2]) - lane_abs(along_b));
  const auto is_apart = faces.value() < -f.error;
  if (is_all(is_apart)) return faces.result();
  Lowest<F, 3> all = faces;
  Row<F, 3> flattest;
  each_edge_row(f, m, a, t, [&](auto i, const auto& overlap, const auto& squared) GRAZE_LANE_LAMBDA {
    all.add(overlap / lane_sqrt(squared));
    if constexpr (i == 0) {
      flattest = squared;
    } else {
      flattest = lane_min(squared, flattest);
    }
  });
  Least<F> best = all.result();
  const Least<F> face = faces.result();
  best.index = select(F(1e-6) < least_of(flattest), best.index, index_of<F>(kNoAxis));
  return {select(is_apart, face.index, best.index), select(is_apart, face.value, best.value),
          select(is_apart, face.next, best.next)};
}

/// The overlap across edges i of a and j of b as they are placed, not as parts of orthonormal frames.
/// Infinite when they are parallel.
template <class F>
[[gnu::noinline]] inline F overlap_along_edges(const PlacedBox<F>& p, const PlacedBox<F>& q, int i, int j) {
  const F infinite(std::numeric_limits<double>::infinity());
  const Row<F, 3>&u = p.axes[i], &w = q.axes[j];
  Row<F, 3> n = cross(u, w);
  const F uu = dot(u, u);
  const auto is_axis = F(1e-24) * uu * dot(w, w) < dot(n, n);
  if (!is_any(is_axis)) return infinite;
  n = n - u * (dot(n, u) / uu);
  const auto reach = [&](const PlacedBox<F>& box) {
    const auto& h = numbers(box.half);
    const Mat<F> edges{{box.axes[0] * h[0], box.axes[1] * h[1], box.axes[2] * h[2]}};
    return sum_of(lane_abs(dots(edges, n)));
  };
  const F height = reach(p) + reach(q) - lane_abs(dot(n, q.at - p.at));
  return select(is_axis, height / lane_sqrt(dot(n, n)), infinite);
}

/// The first face along which the boxes overlap least, or two edges where these are better: by more than half
/// the tolerance of points, because what is the least by less may be another axis in every frame.
template <class F>
struct ContactAxis {
  Index<F> axis;          // its number
  F height;               // the least overlap along any axis
  MaskOf<F> is_tied;      // that is along another one
  MaskOf<F> is_apart;     // by more than the prediction
  MaskOf<F> is_searched;  // edges that hardly overlap, or not for certain: the distance takes a search
};

/// Axes whose heights differ by less, in errors, may be as good as each other.
inline constexpr double kBoxClose = 16;

/// Edges count only where they are better than the best face beyond what the placements' own rounding does to
/// it. Close ones, and those that are nearly parallel, are read from the placements.
template <class F>
GRAZE_LANE ContactAxis<F> contact_axis(const BoxFrame<F>& f, const PlacedBox<F>& p, const PlacedBox<F>& q,
                                       double prediction) {
  const auto& a = numbers(f.a);
  const auto& t = numbers(f.t);
  const Mat<F> m{{lane_abs(f.r[0]), lane_abs(f.r[1]), lane_abs(f.r[2])}};
  const Row<F, 3> along_b = f.r[0] * t[0] + f.r[1] * t[1] + f.r[2] * t[2];
  const Row<F, 3> of_a = f.a - lane_abs(f.t) + dots(m, f.b);
  const Row<F, 3> of_b = f.b - lane_abs(along_b) + (m[0] * a[0] + m[1] * a[1] + m[2] * a[2]);
  Lowest<F, 3> faces;
  faces.add(of_a);
  faces.add(of_b);
  const Least<F> face = faces.result();
  const F tie = F(kBoxTolerance / 2) * f.size;
  // Where rounding could decide whether they touch, the least overlap does, with the bounds that it has.
  const Index<F> first = select(F(2.0) * f.error < lane_abs(face.value),
                                first_at_most(of_a, of_b, face.value + tie), face.index);
  const F far = F(prediction) + f.error;
  const auto is_apart = far < -face.value;
  ContactAxis<F> out{first, face.value, first < face.index, is_apart, except(is_apart, is_apart)};
  MaskOf<F> has_edges = out.is_searched;
  Index<F> edges = first;
  if (is_all(is_apart)) return out;
  const F close = F(kBoxClose) * f.error, raised = face.value + close, limit = raised * lane_abs(raised);
  const F parallel(kBoxLeastSine * kBoxLeastSine);
  Visits<F, 3, 3> visits;
  each_edge_row(f, m, a, t, [&](auto i, const auto& overlap, const auto& squared) GRAZE_LANE_LAMBDA {
    visits.add(i, either(overlap * lane_abs(overlap) < squared * limit, squared <= parallel), overlap,
               squared);
  });
  F found = face.value - f.error;
  visits.run([&](int i, int j, F overlap, F squared, MaskOf<F> is_candidate) GRAZE_LANE_LAMBDA {
    const auto is_parallel = squared <= parallel;
    F height(0.0);
    if (!is_all(is_parallel)) height = overlap / lane_sqrt(squared);
    // Worse for certain: read from the placements, it would still be.
    const auto is_left = except(is_candidate, except(found + close < height, is_parallel));
    const auto is_close = both(is_left, either(is_parallel, found - close < height));
    if (is_any(is_close)) height = select(is_close, overlap_along_edges(p, q, i, j), height);
    const auto is_better = both(is_left, height < found);
    has_edges = either(has_edges, is_better);
    edges = select(is_better, index_of<F>(6 + 3 * i + j), edges);
    found = select(is_better, height, found);
  });
  const MaskOf<F> are_chosen = both(has_edges, found < face.value - tie);
  out.axis = select(are_chosen, edges, first);
  out.is_tied = except(either(out.is_tied, has_edges), are_chosen);
  out.height = select(except(has_edges, is_apart), found, face.value);
  out.is_apart = either(is_apart, far < -out.height);
  out.is_searched = both(has_edges, out.height <= F(2.0) * f.error);
  return out;
}

GRAZE_LANES_END

#endif
