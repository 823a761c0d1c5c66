// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Separating axes of two boxes in double and in lanes, operation by operation as place_boxes(),
// place_box_pair() and kernel/box/frame.h, so that a batch and a single query take the same axis.
// [Gottschalk96]

#if defined(GRAZE_KERNEL_BOX_AXES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_BOX_AXES_INL
#undef GRAZE_KERNEL_BOX_AXES_INL
#else
#define GRAZE_KERNEL_BOX_AXES_INL
#endif

#include "kernel/box/frame.h"
#include "kernel/gjk/search-inl.h"

GRAZE_LANES_BEGIN

/// In canonical order; `rounding` as in primitive::BoxFrame.
template <class F>
GRAZE_LANE BoxFrameLanes<F> wide_box_frame(const CoreLanes<F>& a, const CoreLanes<F>& b, F& rounding) {
  BoxFrameLanes<F> f;
  const F inverse_a = F(1) / a.scale, inverse = inverse_a / b.scale;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) f.r[i][j] = dot(a.linear.columns[i], b.linear.columns[j]) * inverse;
  const LaneVec<F> t = transpose_times(a.linear, b.translation - a.translation) * inverse_a;
  const LaneVec<F> p = a.half * a.scale, q = b.half * b.scale;
  f.t[0] = t.x, f.t[1] = t.y, f.t[2] = t.z;
  f.a[0] = p.x, f.a[1] = p.y, f.a[2] = p.z;
  f.b[0] = q.x, f.b[1] = q.y, f.b[2] = q.z;
  f.size = (p.x + p.y + p.z) + (q.x + q.y + q.z) + sum_abs(t);
  rounding = F(16 * kDoubleEpsilon) * f.size;
  f.error = rounding + F(4) * (a.defect + b.defect) * f.size;
  return f;
}

/// As primitive::BoxAxisHeight.
template <class F>
struct AxisHeightLanes {
  F axis, height, others;
};

template <class F>
GRAZE_LANE void consider_height(F h, int axis, AxisHeightLanes<F>& best) {
  const auto is_lower = h < best.height;
  best.others = select(is_lower, best.height, lane_min(h, best.others));
  best.axis = select(is_lower, F(double(axis)), best.axis);
  best.height = select(is_lower, h, best.height);
}

/// As primitive::least_overlap().
template <class F>
GRAZE_LANE AxisHeightLanes<F> least_overlap(const BoxFrameLanes<F>& f) {
  const F zero(0), infinite(std::numeric_limits<double>::infinity());
  F m[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m[i][j] = lane_abs(f.r[i][j]);
  const auto of_a = [&](int i) {
    return f.a[i] + (f.b[0] * m[i][0] + f.b[1] * m[i][1] + f.b[2] * m[i][2]) - lane_abs(f.t[i]);
  };
  AxisHeightLanes<F> best{zero, of_a(0), infinite};
  consider_height(of_a(1), 1, best);
  consider_height(of_a(2), 2, best);
  for (int j = 0; j < 3; ++j) {
    const F along = f.t[0] * f.r[0][j] + f.t[1] * f.r[1][j] + f.t[2] * f.r[2][j];
    consider_height(f.b[j] + (f.a[0] * m[0][j] + f.a[1] * m[1][j] + f.a[2] * m[2][j]) - lane_abs(along),
                    3 + j, best);
  }
  const auto is_apart = best.height < -f.error;
  if (is_all(is_apart)) return best;
  AxisHeightLanes<F> all = best;
  F flattest(1);
  for (int i = 0; i < 3; ++i) {
    const int i1 = i == 2 ? 0 : i + 1, i2 = i == 0 ? 2 : i - 1;
    for (int j = 0; j < 3; ++j) {
      const int j1 = j == 2 ? 0 : j + 1, j2 = j == 0 ? 2 : j - 1;
      const F along = f.t[i2] * f.r[i1][j] - f.t[i1] * f.r[i2][j];
      const F height = (f.a[i1] * m[i2][j] + f.a[i2] * m[i1][j]) + (f.b[j1] * m[i][j2] + f.b[j2] * m[i][j1]) -
                       lane_abs(along);
      const F squared = f.r[i1][j] * f.r[i1][j] + f.r[i2][j] * f.r[i2][j];
      flattest = lane_min(squared, flattest);
      consider_height(height / lane_sqrt(squared), 6 + 3 * i + j, all);
    }
  }
  all.axis = select(flattest > F(1e-6), all.axis, F(double(primitive::kNoAxis)));
  return {select(is_apart, best.axis, all.axis), select(is_apart, best.height, all.height),
          select(is_apart, best.others, all.others)};
}

/// As find_box_axis(): the face along which the boxes overlap least, and edges where they are better.
template <class F, class M>
struct ContactAxisLanes {
  F face;          // overlap along the best face
  F axis, height;  // as primitive::BoxAxisHeight
  M is_edges;
};

/// As overlap_along_edges().
template <class F>
[[gnu::noinline]] inline F overlap_along_edges(const CoreLanes<F>& a, const CoreLanes<F>& b, int i, int j) {
  const LaneVec<F>&u = a.linear.columns[i], &w = b.linear.columns[j];
  LaneVec<F> n = cross(u, w);
  const F uu = dot(u, u);
  const auto is_axis = F(1e-24) * uu * dot(w, w) < dot(n, n);
  n = n - u * (dot(n, u) / uu);
  const auto reach = [&](const CoreLanes<F>& c) {
    const LaneVec<F>* const axes = c.linear.columns;
    return lane_abs(dot(axes[0] * c.half.x, n)) + lane_abs(dot(axes[1] * c.half.y, n)) +
           lane_abs(dot(axes[2] * c.half.z, n));
  };
  const F height = reach(a) + reach(b) - lane_abs(dot(n, b.translation - a.translation));
  return select(is_axis, height / lane_sqrt(dot(n, n)), F(std::numeric_limits<double>::infinity()));
}

template <class F>
GRAZE_LANE void consider_overlap(F h, int axis, F& best, F& height) {
  const auto is_lower = h < height;
  best = select(is_lower, F(double(axis)), best);
  height = select(is_lower, h, height);
}

template <class F>
GRAZE_LANE auto contact_axis(const BoxFrameLanes<F>& f, const CoreLanes<F>& a, const CoreLanes<F>& b) {
  F m[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m[i][j] = lane_abs(f.r[i][j]);
  const auto of_a = [&](int i) {
    return f.a[i] - lane_abs(f.t[i]) + (f.b[0] * m[i][0] + f.b[1] * m[i][1] + f.b[2] * m[i][2]);
  };
  ContactAxisLanes<F, decltype(f.size < f.size)> out;
  out.axis = F(0);
  out.height = of_a(0);
  consider_overlap(of_a(1), 1, out.axis, out.height);
  consider_overlap(of_a(2), 2, out.axis, out.height);
  for (int j = 0; j < 3; ++j) {
    const F along = f.t[0] * f.r[0][j] + f.t[1] * f.r[1][j] + f.t[2] * f.r[2][j];
    consider_overlap(f.b[j] - lane_abs(along) + (f.a[0] * m[0][j] + f.a[1] * m[1][j] + f.a[2] * m[2][j]),
                     3 + j, out.axis, out.height);
  }
  out.face = out.height;
  // As find_better_edges().
  const F close = F(primitive::kBoxClose) * f.error, raised = out.height + close,
          limit = raised * lane_abs(raised);
  F found = out.height - f.error;
  out.is_edges = f.size < f.size;  // in no lane
  for (int i = 0; i < 3; ++i) {
    const int i1 = i == 2 ? 0 : i + 1, i2 = i == 0 ? 2 : i - 1;
    for (int j = 0; j < 3; ++j) {
      const int j1 = j == 2 ? 0 : j + 1, j2 = j == 0 ? 2 : j - 1;
      const F along = f.t[i2] * f.r[i1][j] - f.t[i1] * f.r[i2][j];
      const F h = (f.a[i1] * m[i2][j] + f.a[i2] * m[i1][j]) + (f.b[j1] * m[i][j2] + f.b[j2] * m[i][j1]) -
                  lane_abs(along);
      const F squared = f.r[i1][j] * f.r[i1][j] + f.r[i2][j] * f.r[i2][j];
      const auto is_parallel = squared <= F(primitive::kBoxLeastSine * primitive::kBoxLeastSine);
      const auto is_candidate = either(h * lane_abs(h) < limit * squared, is_parallel);
      F height = h / lane_sqrt(squared);
      // Worse for certain: read from the placements, it would still be.
      const auto is_left = except(is_candidate, except(found + close < height, is_parallel));
      const auto is_close = both(is_left, either(is_parallel, found - close < height));
      if (is_any(is_close)) height = select(is_close, overlap_along_edges(a, b, i, j), height);
      const auto is_better = both(is_left, height < found);
      out.is_edges = either(out.is_edges, is_better);
      out.axis = select(is_better, F(double(6 + 3 * i + j)), out.axis);
      found = select(is_better, height, found);
    }
  }
  out.height = select(out.is_edges, found, out.height);
  return out;
}

GRAZE_LANES_END

#endif
