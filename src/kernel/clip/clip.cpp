// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/clip/clip.h"

#include <algorithm>

#include "kernel/clip/collector.h"
#include "kernel/clip/polygons-inl.h"
#include "kernel/clip/sides.h"

namespace graze::inline GRAZE_ABI::primitive {
namespace {

using Kind = ClipSide::Kind;

one_lane::ClipSegment<double> segment_of(const ClipSide& s) {
  return {{s.x[0], s.y[0], s.z[0]}, {s.x[1], s.y[1], s.z[1]}};
}

void clip_two_polygons(const ClipSide& a, const ClipSide& b, double tolerance, ClipCollector& out) {
  CornerSides of_a, of_b;
  find_sides({a, one_lane::orientation_of<double>(a)}, {b, one_lane::orientation_of<double>(b)}, tolerance,
             of_a, of_b);
  one_lane::clip_polygons<double>(a, b, of_a, of_b, out);
}

void clip_segment_polygon(const ClipSide& s, const ClipSide& p, double tolerance, ClipCollector& out) {
  const auto stretch = one_lane::clip_segment<double>(segment_of(s), p, tolerance, true);
  if (stretch.is_there)
    add_stretch(
        s, p,
        {stretch.from, stretch.to, static_cast<int>(stretch.from_edge), static_cast<int>(stretch.to_edge)},
        out);
}

// One point where segments cross; of parallel ones the ends of the common stretch, and the points of b across
// from them.
void clip_segments(const ClipSide& a, const ClipSide& b, double tolerance, ClipCollector& out) {
  const one_lane::ClipSegment<double> of_a = segment_of(a), of_b = segment_of(b);
  const one_lane::SegmentPair<double> pair(of_a, of_b);
  if (pair.is_crossing) {
    const auto c = one_lane::cross_segments(of_a, of_b, pair, tolerance);
    if (c.is_there) out.add(c.x, c.y, c.z_a, c.z_b, a.face, b.face);
    return;
  }
  const one_lane::CommonStretch<double> stretch(pair);
  if (!stretch.is_there) return;
  for (const double t : {stretch.low, stretch.high}) {
    const auto end = one_lane::end_of_stretch(of_a, of_b, pair, t);
    out.add(end.a.x, end.a.y, end.a.z, end.b.x, end.b.y, end.b.z,
            end.is_end_of_a ? a.corner(t == 0 ? 0 : 1) : a.face,
            end.is_end_of_a ? b.face : b.corner(end.on_b < 0.5 ? 0 : 1));
  }
}

void clip_plane(const ClipSide& plane, const ClipSide& s, double tolerance, ClipCollector& out) {
  if (s.kind == Kind::disc) return clip_plane_disc(plane, s, tolerance, out);
  for (int i = 0; i < s.count; ++i)
    out.add(s.x[i], s.y[i], plane.height(s.x[i], s.y[i]), s.z[i], plane.face, s.corner(i));
}

void collect(const ClipSide& a, const ClipSide& b, double tolerance, ClipPoints& out) {
  if (a.kind == Kind::vertex || b.kind == Kind::vertex) return;
  // The kinds are in the order segment, polygon, disc, plane.
  const bool is_swapped = b.kind < a.kind;
  const ClipSide &first = is_swapped ? b : a, &second = is_swapped ? a : b;
  ClipCollector direct(first, second, is_swapped, tolerance, out),
      reverse(second, first, !is_swapped, tolerance, out);
  if (second.kind == Kind::plane) {
    if (first.kind != Kind::plane) clip_plane(second, first, tolerance, reverse);
  } else if (first.kind == Kind::segment) {
    if (second.kind == Kind::segment) return clip_segments(first, second, tolerance, direct);
    if (second.kind == Kind::polygon) return clip_segment_polygon(first, second, tolerance, direct);
    clip_segment_disc(first, second, tolerance, direct);
  } else if (second.kind == Kind::polygon) {
    clip_two_polygons(first, second, tolerance, direct);
  } else if (first.kind == Kind::polygon) {
    clip_disc_polygon(second, first, tolerance, reverse);
  } else {
    ClipSide ring;
    make_polygon(second, ring);
    clip_disc_polygon(first, ring, tolerance, direct);
  }
}

// Keeps heights within those of the corners, for every kind of feature; see HeightBounds.
void end_at_corners(const ClipSide& a, const ClipSide& b, ClipPoints& out) {
  const auto has_corners = [](const ClipSide& s) {
    return s.kind == Kind::segment || s.kind == Kind::polygon;
  };
  const double top = has_corners(a) ? *std::max_element(a.z, a.z + a.count) : kInfinite;
  const double bottom = has_corners(b) ? *std::min_element(b.z, b.z + b.count) : -kInfinite;
  for (int i = 0; i < out.count; ++i) {
    out.points[i].za = std::min(out.points[i].za, top);
    out.points[i].zb = std::max(out.points[i].zb, bottom);
  }
}

}  // namespace

void clip(const ClipSide& a, const ClipSide& b, double tolerance, ClipPoints& out) {
  out.count = 0;
  collect(a, b, tolerance, out);
  end_at_corners(a, b, out);
}

void add_stretch(const ClipSide& s, const ClipSide& face, const ClipStretch& stretch, ClipCollector& out) {
  if (!(stretch.from <= stretch.to)) return;
  const auto add = [&](double t, int edge, int corner) {
    const double x = s.x[0] + (s.x[1] - s.x[0]) * t, y = s.y[0] + (s.y[1] - s.y[0]) * t;
    const double z = s.z[0] + (s.z[1] - s.z[0]) * t;
    if (edge < 0) {
      out.add(x, y, z, face.height(x, y), s.corner(corner), face.face);
    } else {
      const Feature rim{FeatureKind::curved, face.face.first, corner == 0 ? kRimEntry : kRimExit};
      out.add(x, y, z, face.height(x, y), s.face, face.kind == Kind::disc ? rim : face.edge(edge));
    }
  };
  add(stretch.from, stretch.from_edge, 0);
  add(stretch.to, stretch.to_edge, 1);
}

}  // namespace graze::inline GRAZE_ABI::primitive
