// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Contact sets of polytopes whose axis is known, one pair per lane: clip() of two polygons or of two edges,
// reduced to four points, as Found::find_points() does for one pair. Lanes with points in one place, with
// faces of many corners or with edges that are nearly parallel are left to that. [Erleben05]

#if defined(GRAZE_QUERY_BATCH_HULL_CLIP_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_BATCH_HULL_CLIP_INL
#undef GRAZE_QUERY_BATCH_HULL_CLIP_INL
#else
#define GRAZE_QUERY_BATCH_HULL_CLIP_INL
#endif

#include "query/batch/box_contacts-inl.h"
#include "query/batch/hull_sides-inl.h"
#include "query/contact/round.h"

GRAZE_LANES_BEGIN

/// What of each side a point lies on: corner i, edge kEdges + i, or all of it.
struct ClipName {
  std::uint8_t a, b;
};
constexpr std::uint8_t kEdges = kLaneCorners, kAll = 2 * kLaneCorners;

/// The points of each lane in the order of clip(); z is to be the gap.
struct ClipLanes : EightLanes {
  alignas(64) double low[8][kMostDoubles], high[8][kMostDoubles];  // of a and of b
  ClipName names[kMostDoubles][8];
  std::uint32_t counts[kMostDoubles] = {};  // more than eight: not all are here

  GRAZE_LANE void put(LaneMask is_there, D at_x, D at_y, D on_a, D on_b, ClipName name) {
    std::uint32_t lanes = bits_of(is_there);
    if (lanes == 0) return;
    LaneRow to[4];
    store(at_x, to[0].of), store(at_y, to[1].of), store(on_a, to[2].of), store(on_b, to[3].of);
    for (; lanes != 0; lanes &= lanes - 1) {
      const auto l = static_cast<std::size_t>(std::countr_zero(lanes));
      const std::uint32_t slot = counts[l]++;
      if (slot >= 8) continue;
      x[slot][l] = to[0].of[l];
      y[slot][l] = to[1].of[l];
      low[slot][l] = to[2].of[l];
      high[slot][l] = to[3].of[l];
      names[l][slot] = name;
    }
  }
};

/// Which corners of a polygon are on the inner side of which edges of another.
struct SidesLanes {
  LaneMask of[kLaneCorners + 1][kLaneCorners];

  /// As find_sides().
  GRAZE_LANE void find(const PolygonLanes& p, const PolygonLanes& q, D tolerance) {
    const D orientation = orientation_of(q);
    for (int k = 0; k < q.most; ++k) {
      const D nx = (q.y[k] - q.y[k + 1]) * orientation, ny = (q.x[k + 1] - q.x[k]) * orientation;
      const D least = -(tolerance * (lane_abs(nx) + lane_abs(ny)));
      for (int i = 0; i < p.most; ++i) of[i][k] = least <= nx * (p.x[i] - q.x[k]) + ny * (p.y[i] - q.y[k]);
      of[p.most][k] = of[0][k];
    }
  }
  [[nodiscard]] GRAZE_LANE static D orientation_of(const PolygonLanes& p) {
    D sum(0.0);
    for (int i = 1; i + 1 < p.most; ++i)
      sum = sum + ((p.x[i] - p.x[0]) * (p.y[i + 1] - p.y[0]) - (p.y[i] - p.y[0]) * (p.x[i + 1] - p.x[0]));
    return with_sign_of(D(1.0), sum);
  }
  /// Corner `i` of p, if it has so many, is within q.
  [[nodiscard]] GRAZE_LANE LaneMask is_inside(const PolygonLanes& p, const PolygonLanes& q, int i) const {
    LaneMask is_in = D(double(i)) < p.count;
    for (int k = 0; k < q.most; ++k) is_in = both(is_in, of[i][k]);
    return is_in;
  }
};

/// Bounds of heights: no point of a face is beyond its deepest corner.
struct EndsLanes {
  D top, bottom;
  [[nodiscard]] GRAZE_LANE D on_a(D z) const { return lane_min(z, top); }
  [[nodiscard]] GRAZE_LANE D on_b(D z) const { return lane_max(z, bottom); }
};

/// As clip_polygons() and end_at_corners(), where `is_it` holds.
GRAZE_LANE void clip_polygons(const PolygonLanes& a, const PolygonLanes& b, D tolerance, LaneMask is_it,
                              ClipLanes& out) {
  SidesLanes of_a, of_b;
  of_a.find(a, b, tolerance);
  of_b.find(b, a, tolerance);
  EndsLanes ends{a.z[0], b.z[0]};
  for (int i = 1; i < a.most; ++i) ends.top = lane_max(a.z[i], ends.top);
  for (int k = 1; k < b.most; ++k) ends.bottom = lane_min(b.z[k], ends.bottom);
  const auto put = [&](LaneMask is_there, D x, D y, D low, D high, ClipName name) {
    out.put(is_there, x, y, ends.on_a(low), ends.on_b(high), name);
  };
  const auto number = [](int i) { return static_cast<std::uint8_t>(i); };
  for (int i = 0; i < a.most; ++i)
    put(both(is_it, of_a.is_inside(a, b, i)), a.x[i], a.y[i], a.z[i], b.height(a.x[i], a.y[i]),
        {number(i), kAll});
  for (int k = 0; k < b.most; ++k)
    put(both(is_it, of_b.is_inside(b, a, k)), b.x[k], b.y[k], a.height(b.x[k], b.y[k]), b.z[k],
        {kAll, number(k)});
  const D zero(0.0), one(1.0);
  for (int i = 0; i < a.most; ++i)
    for (int k = 0; k < b.most; ++k) {
      const LaneMask is_crossed = both(
          is_it, both(differ(of_a.of[i][k], of_a.of[i + 1][k]), differ(of_b.of[k][i], of_b.of[k + 1][i])));
      if (!is_any(is_crossed)) continue;
      const D nx = b.y[k] - b.y[k + 1], ny = b.x[k + 1] - b.x[k];
      const D s = nx * (a.x[i] - b.x[k]) + ny * (a.y[i] - b.y[k]),
              t = nx * (a.x[i + 1] - b.x[k]) + ny * (a.y[i + 1] - b.y[k]);
      const D part = lane_min(lane_max(s / (s - t), zero), one);
      const D x = a.x[i] + (a.x[i + 1] - a.x[i]) * part, y = a.y[i] + (a.y[i + 1] - a.y[i]) * part;
      put(is_crossed, x, y, a.z[i] + (a.z[i + 1] - a.z[i]) * part, b.height(x, y),
          {number(kEdges + i), number(kEdges + k)});
    }
}

/// An edge of a polygon.
struct SegmentLanes {
  LaneVec<D> from, to;
  D index;
};

/// The flattest edge at the deepest corner, as make_edge().
GRAZE_LANE SegmentLanes flattest_edge(const PolygonLanes& p) {
  const auto corner = [&](int i) { return LaneVec<D>{p.x[i], p.y[i], p.z[i]}; };
  const D one(1.0), last = p.count - one;
  LaneVec<D> at = corner(0), after = corner(1), before = corner(p.most - 1);
  for (int i = 1; i < p.most - 1; ++i) before = select(last == D(double(i)), corner(i), before);
  for (int i = 1; i < p.most; ++i) {
    const LaneMask is_it = p.deepest == D(double(i));
    before = select(is_it, corner(i - 1), before);
    at = select(is_it, corner(i), at);
    after = select(is_it, corner(i + 1), after);
  }
  const auto fall = [](const LaneVec<D>& from, const LaneVec<D>& to) {
    const LaneVec<D> e = to - from;
    return e.z * e.z / dot(e, e);
  };
  const LaneMask is_before = fall(before, at) < fall(at, after);
  const D previous = select(p.deepest == D(0.0), last, p.deepest - one);
  return {select(is_before, before, at), select(is_before, at, after),
          select(is_before, previous, p.deepest)};
}

/// A point where edges cross.
struct CrossingLanes {
  LaneMask is_there;
  D x, y, low, high;
};

/// As clip_segments() of edges that cross, and end_at_corners().
GRAZE_LANE CrossingLanes cross_edges(const SegmentLanes& a, const SegmentLanes& b, D tolerance,
                                     LaneMask is_it) {
  const D zero(0.0), one(1.0);
  const LaneVec<D> u = a.to - a.from, w = b.to - b.from, r = b.from - a.from;
  const D aa = u.x * u.x + u.y * u.y, bb = w.x * w.x + w.y * w.y, sine = u.x * w.y - u.y * w.x;
  constexpr double kSine = primitive::kParallelSine;
  const D s = (r.x * w.y - r.y * w.x) / sine, t = (r.x * u.y - r.y * u.x) / sine;
  const D slack_a = tolerance / lane_sqrt(aa), slack_b = tolerance / lane_sqrt(bb);
  const LaneMask is_within =
      both(both(-slack_a <= s, s <= one + slack_a), both(-slack_b <= t, t <= one + slack_b));
  const LaneMask is_crossed = both(both(is_it, both(zero < aa, zero < bb)),
                                   both(D(kSine * kSine) * aa * bb < sine * sine, is_within));
  const D part_a = lane_min(lane_max(s, zero), one), part_b = lane_min(lane_max(t, zero), one);
  const EndsLanes ends{lane_max(a.to.z, a.from.z), lane_min(b.to.z, b.from.z)};
  return {is_crossed, a.from.x + u.x * part_a, a.from.y + u.y * part_a, ends.on_a(a.from.z + u.z * part_a),
          ends.on_b(b.from.z + w.z * part_b)};
}
/// The same of the flattest edges. Returns where they cross.
GRAZE_LANE LaneMask cross_polygons(const PolygonLanes& p, const PolygonLanes& q, D tolerance, LaneMask is_it,
                                   ClipLanes& out) {
  const SegmentLanes a = flattest_edge(p), b = flattest_edge(q);
  const CrossingLanes at = cross_edges(a, b, tolerance, is_it);
  LaneRow edges[2];
  store(a.index, edges[0].of);
  store(b.index, edges[1].of);
  out.put(at.is_there, at.x, at.y, at.low, at.high, {});
  for (std::uint32_t lanes = bits_of(at.is_there); lanes != 0; lanes &= lanes - 1) {
    const auto l = static_cast<std::size_t>(std::countr_zero(lanes));
    out.names[l][0] = {static_cast<std::uint8_t>(kEdges + edges[0].of[l]),
                       static_cast<std::uint8_t>(kEdges + edges[1].of[l])};
  }
  return at.is_there;
}

/// What stays of the points of each lane.
struct KeptLanes {
  LaneMask is_kept[8];
  D count, bits, least;  // least: gap
  LaneMask has_twins;    // points are so close to each other that they are one

  GRAZE_LANE void find(ClipLanes& points, D counts, D limit, D tolerance, int most) {
    const D zero(0.0), merge = D(4.0) * tolerance;
    has_twins = zero < zero;
    count = bits = zero;
    least = D(std::numeric_limits<double>::infinity());
    for (int i = 0; i < most; ++i) {
      const LaneMask is_there = D(double(i)) < counts;
      const D x = load(points.x[i]), y = load(points.y[i]), z = load(points.high[i]) - load(points.low[i]);
      for (int k = 0; k < i; ++k)
        has_twins = either(
            has_twins,
            both(is_there, lane_abs(load(points.x[k]) - x) + lane_abs(load(points.y[k]) - y) <= merge));
      store(z, points.z[i]);
      is_kept[i] = both(is_there, z <= limit);
      count = select(is_kept[i], count + D(1.0), count);
      bits = select(is_kept[i], bits + D(double(1 << i)), bits);
      least = select(is_kept[i], lane_min(z, least), least);
    }
    for (int i = most; i < 8; ++i) is_kept[i] = zero < zero;
  }
  /// Where others are: a point that is kept, so that only such count.
  GRAZE_LANE void fill(ClipLanes& points) const {
    const D zero(0.0);
    D x = zero, y = zero, z = zero;
    for (int i = 0; i < 8; ++i) {
      x = select(is_kept[i], load(points.x[i]), x);
      y = select(is_kept[i], load(points.y[i]), y);
      z = select(is_kept[i], load(points.z[i]), z);
    }
    for (int i = 0; i < 8; ++i) {
      store(select(is_kept[i], load(points.x[i]), x), points.x[i]);
      store(select(is_kept[i], load(points.y[i]), y), points.y[i]);
      store(select(is_kept[i], load(points.z[i]), z), points.z[i]);
    }
  }
};

GRAZE_LANES_END

#endif
