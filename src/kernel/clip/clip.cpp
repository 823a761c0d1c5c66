// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/clip/clip.h"

#include <algorithm>

#include "kernel/clip/collector.h"
#include "kernel/clip/reduce-inl.h"
#include "kernel/clip/side-inl.h"
#include "kernel/clip/sides.h"

namespace graze::inline GRAZE_ABI::primitive {
namespace {

using Kind = ClipSide::Kind;

one_lane::ClipSegment<double> segment_of(const ClipSide& s) {
  return {{s.x[0], s.y[0], s.z[0]}, {s.x[1], s.y[1], s.z[1]}};
}

void clip_two_polygons(const ClipSide& a, const ClipSide& b, double tolerance, ClipCollector& out) {
  CornerSides of_a, of_b;
  find_sides(a, b, tolerance, of_a, of_b);
  one_lane::clip_polygons<double>(a, b, of_a, of_b, out);
}

void clip_segment_polygon(const ClipSide& s, const ClipSide& p, double tolerance, ClipCollector& out) {
  add_stretch(s, p, one_lane::clip_segment<double>(segment_of(s), p, tolerance, true), out);
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
  const one_lane::CommonStretch<double> stretch(pair, tolerance);
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

// Replaces a tilted polygon by its flattest edge at the deepest corner, moved back by the old ball and grown
// by the new one.
void make_edge(ClipSide& side, double facing, double ball) {
  const auto corner = [&](int i) { return one_lane::LaneVec<double>{side.x[i], side.y[i], side.z[i]}; };
  const int deepest = static_cast<int>(side.deepest), last = side.count - 1;
  const auto edge = one_lane::flattest_edge<double>(corner(deepest == 0 ? last : deepest - 1),
                                                    corner(deepest), corner(deepest + 1), side.deepest, last);
  const int index = static_cast<int>(edge.index);
  const Feature name = side.edge(index);
  const std::uint32_t names[2] = {side.corners[index], side.corners[index + 1]};
  const one_lane::LaneVec<double> ends[2] = {edge.segment.from, edge.segment.to};
  for (int i = 0; i < 2; ++i) {
    side.x[i] = ends[i].x - side.sx;
    side.y[i] = ends[i].y - side.sy;
    side.z[i] = ends[i].z - side.sz;
    side.corners[i] = names[i];
  }
  side.kind = ClipSide::Kind::segment;
  side.count = 2;
  side.face = name;
  grow_segment(side, facing, ball);
}

// The ends of points in a line: the one farthest from the deepest, and the one farthest from that.
void choose_ends(const double* x, const double* y, int count, int deepest, int (&chosen)[4]) {
  constexpr double kClearly =
      1 / one_lane::kAlmostAsLarge;  // ties go to the earlier point, see kAlmostAsLarge
  const auto farthest_from = [&](int from) {
    double most = -1;
    int best = from;
    for (int i = 0; i < count; ++i) {
      const double ax = x[i] - x[from], ay = y[i] - y[from], way = ax * ax + ay * ay;
      if (way > most * kClearly) most = way, best = i;
    }
    return best;
  };
  chosen[0] = deepest;
  chosen[1] = farthest_from(deepest);
  chosen[2] = chosen[3] = farthest_from(chosen[1]);
}

}  // namespace

void clip(const ClipSide& a, const ClipSide& b, double tolerance, ClipPoints& out) {
  out.count = 0;
  collect(a, b, tolerance, out);
  end_at_corners(a, b, out);
}

void add_stretch(const ClipSide& s, const ClipSide& face, const ClipStretch& stretch, ClipCollector& out) {
  if (!stretch.is_there) return;
  const auto add = [&](double t, double edge, int corner) {
    const double x = s.x[0] + (s.x[1] - s.x[0]) * t, y = s.y[0] + (s.y[1] - s.y[0]) * t;
    const double z = s.z[0] + (s.z[1] - s.z[0]) * t;
    if (edge < 0) {
      out.add(x, y, z, face.height(x, y), s.corner(corner), face.face);
    } else {
      const Feature rim{FeatureKind::curved, face.face.first, corner == 0 ? kRimEntry : kRimExit};
      out.add(x, y, z, face.height(x, y), s.face,
              face.kind == Kind::disc ? rim : face.edge(static_cast<int>(edge)));
    }
  };
  add(stretch.from, stretch.from_edge, 0);
  add(stretch.to, stretch.to_edge, 1);
}

void grow_segment(ClipSide& side, double facing, double ball) {
  const Vec3d e{side.x[1] - side.x[0], side.y[1] - side.y[0], side.z[1] - side.z[0]};
  const Vec3d shift =
      ball > 0 ? normalized(Vec3d{0, 0, facing} - e * (facing * e.z / dot(e, e))) * ball : Vec3d{};
  for (int i = 0; i < 2; ++i) {
    side.x[i] += shift.x;
    side.y[i] += shift.y;
    side.z[i] += shift.z;
  }
}

void find_edges(ClipSide& a, double ball_a, ClipSide& b, double ball_b) {
  const auto is_tilted = [](const ClipSide& s) {
    return s.kind == ClipSide::Kind::polygon && s.facing < kFlatFace;
  };
  const auto is_line = [](const ClipSide& s) { return s.kind == ClipSide::Kind::segment; };
  if (!(is_tilted(a) || is_line(a)) || !(is_tilted(b) || is_line(b))) return;
  if (is_tilted(a)) make_edge(a, 1, ball_a);
  if (is_tilted(b)) make_edge(b, -1, ball_b);
}

void make_basis(const Vec3d& n, Vec3d& u, Vec3d& v) { one_lane::make_basis<double>(n, u, v); }

void keep_below(double limit, ClipPoints& points) {
  int kept = 0;
  for (int i = 0; i < points.count; ++i)
    if (points.points[i].gap() <= limit) points.points[kept++] = points.points[i];
  points.count = kept;
}

int choose_four(const double* x, const double* y, const double* gaps, int count, double tolerance,
                int (&chosen)[4]) {
  if (count <= 4) {
    for (int i = 0; i < count; ++i) chosen[i] = i;
    return count;
  }
  constexpr int kRows = ClipPoints::kCapacity / 4;
  using Row = one_lane::Row<double, 4>;
  Row rows_x[kRows], rows_y[kRows], rows_z[kRows];
  const int rows = (count + 3) / 4;
  for (int i = 0; i < 4 * rows; ++i) {
    const int from = i < count ? i : 0;
    rows_x[i / 4].v[i % 4] = x[from];
    rows_y[i / 4].v[i % 4] = y[from];
    rows_z[i / 4].v[i % 4] = gaps[from];
  }
  const auto four = one_lane::choose_four<double>(rows_x, rows_y, rows_z, rows, tolerance);
  if (four.has_area) {
    const int indices[4] = {four.deepest, four.end, four.left, four.right};
    std::copy(indices, indices + 4, chosen);
  } else {
    choose_ends(x, y, count, four.deepest, chosen);
  }
  std::sort(chosen, chosen + 4);
  return static_cast<int>(std::unique(chosen, chosen + 4) - chosen);
}

void reduce(double tolerance, ClipPoints& points) {
  if (points.count <= 4) return;
  double x[ClipPoints::kCapacity], y[ClipPoints::kCapacity], gaps[ClipPoints::kCapacity];
  for (int i = 0; i < points.count; ++i) {
    x[i] = points.points[i].x;
    y[i] = points.points[i].y;
    gaps[i] = points.points[i].gap();
  }
  int chosen[4];
  const int count = choose_four(x, y, gaps, points.count, tolerance, chosen);
  for (int i = 0; i < count; ++i) points.points[i] = points.points[chosen[i]];
  points.count = count;
}

}  // namespace graze::inline GRAZE_ABI::primitive
