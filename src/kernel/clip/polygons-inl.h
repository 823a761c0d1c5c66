// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Convex polygons seen along a contact normal: clipped against each other and against segments. [Erleben05]
// One text for one pair (F = double) and for a pair per lane (F = Pack<double>).
//
// A Polygon has corner_count() corners x[], y[], z[] in the contact frame, in either orientation, the first
// once more after the last, and height(x, y) of its plane. In lanes, corner_count() is that of the lane that
// has most, `count` is that of each lane, and the corners that a lane lacks repeat its first one.

#if defined(GRAZE_KERNEL_CLIP_POLYGONS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_CLIP_POLYGONS_INL
#undef GRAZE_KERNEL_CLIP_POLYGONS_INL
#else
#define GRAZE_KERNEL_CLIP_POLYGONS_INL
#endif

#include "kernel/clip/segments-inl.h"

GRAZE_LANES_BEGIN

/// Line through an edge of a polygon. value() is not negative on its inner side if `orientation` is 1 for
/// corners that run counterclockwise and -1 for others, and grows by the length of the edge per unit of
/// length.
template <class F>
struct EdgeLine {
  F x, y, nx, ny;

  GRAZE_LANE EdgeLine(F from_x, F from_y, F to_x, F to_y)
      : x(from_x), y(from_y), nx(from_y - to_y), ny(to_x - from_x) {}
  GRAZE_LANE EdgeLine(F from_x, F from_y, F to_x, F to_y, F orientation)
      : x(from_x), y(from_y), nx((from_y - to_y) * orientation), ny((to_x - from_x) * orientation) {}
  [[nodiscard]] GRAZE_LANE F value(F px, F py) const { return nx * (px - x) + ny * (py - y); }
  /// The value of points that are outside by less than `tolerance` is not below this.
  [[nodiscard]] GRAZE_LANE F least(F tolerance) const { return -(tolerance * (lane_abs(nx) + lane_abs(ny))); }
};
template <class F, class Polygon>
GRAZE_LANE EdgeLine<F> edge_line(const Polygon& p, int k) {
  return {p.x[k], p.y[k], p.x[k + 1], p.y[k + 1]};
}
template <class F, class Polygon>
GRAZE_LANE EdgeLine<F> edge_line(const Polygon& p, int k, F orientation) {
  return {p.x[k], p.y[k], p.x[k + 1], p.y[k + 1], orientation};
}

/// 1 if the corners run counterclockwise, else -1.
template <class F, class Polygon>
GRAZE_LANE F orientation_of(const Polygon& p) {
  F sum(0.0);
  for (int i = 1; i + 1 < p.corner_count(); ++i)
    sum = sum + ((p.x[i] - p.x[0]) * (p.y[i + 1] - p.y[0]) - (p.y[i] - p.y[0]) * (p.x[i + 1] - p.x[0]));
  return with_sign_of(F(1.0), sum);
}

/// Closer points than this count as one.
template <class F>
GRAZE_LANE ClipMask<F> is_same_place(F x, F y, F at_x, F at_y, F tolerance) {
  return lane_abs(at_x - x) + lane_abs(at_y - y) <= F(4.0) * tolerance;
}

/// The part of a polygon, as in primitive::ClipParts, that the point (x, y) of it lies on.
template <class F, class Polygon>
GRAZE_LANE F part_at(const Polygon& p, F x, F y, F tolerance) {
  F part = F(double(primitive::kWholePart));
  for (int i = p.corner_count() - 1; i >= 0; --i) {
    const F ex = p.x[i + 1] - p.x[i], ey = p.y[i + 1] - p.y[i];
    const F off = ex * (y - p.y[i]) - ey * (x - p.x[i]);
    const auto is_on = lane_abs(off) <= F(4.0) * tolerance * (lane_abs(ex) + lane_abs(ey));
    part = select(both(F(double(i)) < p.count, is_on), F(double(primitive::kEdgeParts + i)), part);
  }
  for (int i = p.corner_count() - 1; i >= 0; --i)
    part = select(is_same_place<F>(x, y, p.x[i], p.y[i], tolerance), F(double(i)), part);
  return part;
}

/// The part of edge i of a at which it crosses edge k of b. Lines that are nearly parallel, and closer to
/// each other than the tolerance, cross anywhere: where that is beyond an end of the edge of b, the end
/// counts.
template <class F, class Polygon>
GRAZE_LANE F part_before_end(const Polygon& a, int i, const Polygon& b, int k, F part) {
  const F dx = a.x[i + 1] - a.x[i], dy = a.y[i + 1] - a.y[i];
  const F ex = b.x[k + 1] - b.x[k], ey = b.y[k + 1] - b.y[k];
  const F along = (a.x[i] + dx * part - b.x[k]) * ex + (a.y[i] + dy * part - b.y[k]) * ey;
  const auto is_before = along < F(0.0), is_beyond = ex * ex + ey * ey < along;
  const F end_x = select(is_before, b.x[k], b.x[k + 1]) - a.x[i],
          end_y = select(is_before, b.y[k], b.y[k + 1]) - a.y[i];
  const F at_end = clamp_to_unit((end_x * dx + end_y * dy) / (dx * dx + dy * dy));
  return select(either(is_before, is_beyond), at_end, part);
}

/// Corners within the other polygon first, then the crossings of edges whose ends are on opposite sides of
/// each other's lines. [Erleben05] Sides of a polygon know which of its corners is_inside() the other one,
/// and visit_crossings() of edges. out.add(where, x, y, z_a, z_b, parts) collects the points.
template <class F, class Polygon, class Sides, class Points>
GRAZE_LANE void clip_polygons(const Polygon& a, const Polygon& b, const Sides& of_a, const Sides& of_b,
                              Points& out) {
  using primitive::ClipParts;
  for (int i = 0; i < a.corner_count(); ++i) {
    const auto is_inside = of_a.is_inside(i);
    if (is_any(is_inside))
      out.add(is_inside, a.x[i], a.y[i], a.z[i], b.height(a.x[i], a.y[i]), ClipParts::corner_of_a(i));
  }
  for (int k = 0; k < b.corner_count(); ++k) {
    const auto is_inside = of_b.is_inside(k);
    if (is_any(is_inside))
      out.add(is_inside, b.x[k], b.y[k], a.height(b.x[k], b.y[k]), b.z[k], ClipParts::corner_of_b(k));
  }
  visit_crossings(of_a, of_b, [&](int i, int k, auto is_crossed) {
    const EdgeLine<F> line = edge_line<F>(b, k);
    const F s = line.value(a.x[i], a.y[i]), t = line.value(a.x[i + 1], a.y[i + 1]);
    const F part = part_before_end<F>(a, i, b, k, clamp_to_unit(s / (s - t)));
    const F x = a.x[i] + (a.x[i + 1] - a.x[i]) * part, y = a.y[i] + (a.y[i + 1] - a.y[i]) * part;
    out.add(is_crossed, x, y, a.z[i] + (a.z[i + 1] - a.z[i]) * part, b.height(x, y), ClipParts::edges(i, k));
  });
}

/// Stretch of a segment over a polygon: parameters of its ends, and the edges that cut them off; -1 where the
/// segment ends by itself. [LiangBarsky84]
template <class F>
struct SegmentStretch {
  F from, to, from_edge, to_edge;
  ClipMask<F> is_there;
};
template <class F, class Polygon>
GRAZE_LANE SegmentStretch<F> clip_segment(const ClipSegment<F>& s, const Polygon& p, F tolerance,
                                          ClipMask<F> is_asked) {
  SegmentStretch<F> stretch{F(0.0), F(1.0), F(-1.0), F(-1.0), is_asked};
  const F orientation = orientation_of<F>(p);
  for (int k = 0; k < p.corner_count(); ++k) {
    const EdgeLine<F> line = edge_line<F>(p, k, orientation);
    const F least = line.least(tolerance), v = line.value(s.from.x, s.from.y), w = line.value(s.to.x, s.to.y);
    const ClipMask<F> starts = least <= v, ends = least <= w;
    stretch.is_there = both(stretch.is_there, either(starts, ends));
    if (!is_any(stretch.is_there)) return stretch;
    if (!is_any(differ(starts, ends))) continue;
    const F t = clamp_to_unit(v / (v - w));
    const ClipMask<F> leaves = both(except(starts, ends), t < stretch.to),
                      enters = both(except(ends, starts), stretch.from < t);
    stretch.to = select(leaves, t, stretch.to);
    stretch.to_edge = select(leaves, F(double(k)), stretch.to_edge);
    stretch.from = select(enters, t, stretch.from);
    stretch.from_edge = select(enters, F(double(k)), stretch.from_edge);
  }
  stretch.is_there = both(stretch.is_there, stretch.from <= stretch.to);
  return stretch;
}

GRAZE_LANES_END

#endif
