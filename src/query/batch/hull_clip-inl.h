// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Supporting faces of polytopes clipped against each other by the kernels of kernel/clip, one pair per lane.
// Lanes with points in one place, with faces of many corners or with edges that are nearly parallel are left
// to the single query. [Erleben05]

#if defined(GRAZE_QUERY_BATCH_HULL_CLIP_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_BATCH_HULL_CLIP_INL
#undef GRAZE_QUERY_BATCH_HULL_CLIP_INL
#else
#define GRAZE_QUERY_BATCH_HULL_CLIP_INL
#endif

#include "kernel/clip/polygons-inl.h"
#include "kernel/clip/reduce-inl.h"
#include "query/batch/hull_sides-inl.h"
#include "query/contact/points.h"

GRAZE_LANES_BEGIN

using primitive::ClipParts;

/// Numbers of a point after its place and gap: heights on a and on b.
constexpr int kLow = 3, kHigh = 4, kClipNumbers = 5;

/// Points of each lane in the order of clip_polygons(); z is to be the gap.
struct ClipLanes : PointLanes<kClipNumbers, 8, ClipParts> {
  std::uint32_t counts[kMostDoubles] = {};  // more than eight: not all are here

  GRAZE_LANE void add(LaneMask is_there, D x, D y, D on_a, D on_b, ClipParts parts) {
    std::uint32_t lanes = bits_of(is_there);
    if (lanes == 0) return;
    LaneRow to[4];
    store(x, to[0].of), store(y, to[1].of), store(on_a, to[2].of), store(on_b, to[3].of);
    for (; lanes != 0; lanes &= lanes - 1) {
      const auto l = static_cast<std::size_t>(std::countr_zero(lanes));
      const std::uint32_t slot = counts[l]++;
      if (slot >= 8) continue;
      of[0][slot][l] = to[0].of[l];
      of[1][slot][l] = to[1].of[l];
      of[kLow][slot][l] = to[2].of[l];
      of[kHigh][slot][l] = to[3].of[l];
      names[l][slot] = parts;
    }
  }
};
/// The points of polygons, with heights within bounds.
struct BoundedClipLanes {
  HeightBounds<D> bounds;
  ClipLanes& points;
  GRAZE_LANE void add(LaneMask is_there, D x, D y, D low, D high, ClipParts of) {
    points.add(is_there, x, y, bounds.on_a(low), bounds.on_b(high), of);
  }
};

/// Which corners of a polygon are on the inner side of which edges of another, where `is_asked`.
struct SidesLanes {
  const PolygonLanes &polygon, &other;
  LaneMask is_asked, of[kLaneCorners + 1][kLaneCorners];

  GRAZE_LANE SidesLanes(const PolygonLanes& p, const PolygonLanes& q, D tolerance, LaneMask where)
      : polygon(p), other(q), is_asked(where) {
    const D orientation = orientation_of<D>(q);
    for (int k = 0; k < q.most; ++k) {
      const EdgeLine<D> line = edge_line<D>(q, k, orientation);
      const D least = line.least(tolerance);
      for (int i = 0; i < p.most; ++i) of[i][k] = least <= line.value(p.x[i], p.y[i]);
      of[p.most][k] = of[0][k];
    }
  }
  /// Corner `i` of the polygon, in lanes that have so many, is within the other one.
  [[nodiscard]] GRAZE_LANE LaneMask is_inside(int i) const {
    LaneMask is_in = both(is_asked, D(double(i)) < polygon.count);
    for (int k = 0; k < other.most; ++k) is_in = both(is_in, of[i][k]);
    return is_in;
  }
};
/// Calls use(i, k, where) for edges i of a and k of b whose ends are on opposite sides of each other's lines.
template <class Use>
GRAZE_LANE void visit_crossings(const SidesLanes& of_a, const SidesLanes& of_b, Use use) {
  for (int i = 0; i < of_a.polygon.most; ++i)
    for (int k = 0; k < of_b.polygon.most; ++k) {
      const LaneMask is_crossed = both(of_a.is_asked, both(differ(of_a.of[i][k], of_a.of[i + 1][k]),
                                                           differ(of_b.of[k][i], of_b.of[k + 1][i])));
      if (is_any(is_crossed)) use(i, k, is_crossed);
    }
}

/// Faces against faces, where `is_asked`.
GRAZE_LANE void clip_face_polygons(const PolygonLanes& a, const PolygonLanes& b, D tolerance,
                                   LaneMask is_asked, ClipLanes& points) {
  const SidesLanes of_a(a, b, tolerance, is_asked), of_b(b, a, tolerance, is_asked);
  BoundedClipLanes out{{a.z[0], b.z[0]}, points};
  for (int i = 1; i < a.most; ++i) out.bounds.top = lane_max(a.z[i], out.bounds.top);
  for (int k = 1; k < b.most; ++k) out.bounds.bottom = lane_min(b.z[k], out.bounds.bottom);
  clip_polygons<D>(a, b, of_a, of_b, out);
}

GRAZE_LANE FlattestEdge<D> flattest_edge_of(const PolygonLanes& p) {
  const auto corner = [&](int i) { return LaneVec<D>{p.x[i], p.y[i], p.z[i]}; };
  const D last = p.count - D(1.0);
  LaneVec<D> at = corner(0), after = corner(1), before = corner(p.most - 1);
  for (int i = 1; i < p.most - 1; ++i) before = select(last == D(double(i)), corner(i), before);
  for (int i = 1; i < p.most; ++i) {
    const LaneMask is_deepest = p.deepest == D(double(i));
    before = select(is_deepest, corner(i - 1), before);
    at = select(is_deepest, corner(i), at);
    after = select(is_deepest, corner(i + 1), after);
  }
  return flattest_edge(before, at, after, p.deepest, last);
}

/// Edges against edges, where `is_asked`. Returns where they cross.
GRAZE_LANE LaneMask clip_edges(const PolygonLanes& p, const PolygonLanes& q, D tolerance, LaneMask is_asked,
                               ClipLanes& out) {
  const FlattestEdge<D> a = flattest_edge_of(p), b = flattest_edge_of(q);
  const SegmentCrossing<D> at =
      cross_segments(a.segment, b.segment, SegmentPair<D>(a.segment, b.segment), tolerance);
  const LaneMask is_there = both(at.is_there, is_asked);
  LaneRow edges[2];
  store(a.index, edges[0].of);
  store(b.index, edges[1].of);
  out.add(is_there, at.x, at.y, at.z_a, at.z_b, {});
  for (std::uint32_t lanes = bits_of(is_there); lanes != 0; lanes &= lanes - 1) {
    const auto l = static_cast<std::size_t>(std::countr_zero(lanes));
    out.names[l][0] = ClipParts::edges(static_cast<int>(edges[0].of[l]), static_cast<int>(edges[1].of[l]));
  }
  return is_there;
}

/// The points of each lane that are within the prediction distance.
struct KeptLanes {
  D bits, least;       // one bit each; least gap
  LaneMask has_twins;  // some points are so close to each other that they count as one

  GRAZE_LANE void find(ClipLanes& points, D counts, D limit, D tolerance, std::size_t most) {
    const D zero(0.0);
    has_twins = zero < zero;
    bits = zero;
    least = D(std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < most; ++i) {
      const LaneMask is_there = D(double(i)) < counts;
      const D x = points.number(0, i), y = points.number(1, i),
              z = points.number(kHigh, i) - points.number(kLow, i);
      for (std::size_t k = 0; k < i; ++k)
        has_twins =
            either(has_twins,
                   both(is_there, is_same_place(x, y, points.number(0, k), points.number(1, k), tolerance)));
      store(z, points.of[2][i]);
      const LaneMask is_kept = both(is_there, z <= limit);
      bits = select(is_kept, bits + D(double(1 << i)), bits);
      least = select(is_kept, lane_min(z, least), least);
    }
  }
};

GRAZE_LANES_END

#endif
