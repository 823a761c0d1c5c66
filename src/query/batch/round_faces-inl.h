// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Contact points of a sphere or a capsule and a face whose axis is known, one pair per lane: what
// find_side(), clip() and add_witnesses() do for one pair, operation by operation.

#if defined(GRAZE_QUERY_BATCH_ROUND_FACES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_BATCH_ROUND_FACES_INL
#undef GRAZE_QUERY_BATCH_ROUND_FACES_INL
#else
#define GRAZE_QUERY_BATCH_ROUND_FACES_INL
#endif

#include "query/batch/hull_clip-inl.h"

GRAZE_LANES_BEGIN

/// Where a point is on each side, in the frame of the axis.
struct PlaceLanes {
  D x, y, bx, by, low, high;  // bx, by: of b's point
};
/// The same with what it lies on: numbers as in ClipName.
struct RoundPointLanes {
  LaneMask is_there;
  PlaceLanes place;
  D name_a, name_b;
};
GRAZE_LANE RoundPointLanes select(LaneMask m, const RoundPointLanes& p, const RoundPointLanes& q) {
  return {p.is_there,
          {select(m, p.place.x, q.place.x), select(m, p.place.y, q.place.y),
           select(m, p.place.bx, q.place.bx), select(m, p.place.by, q.place.by),
           select(m, p.place.low, q.place.low), select(m, p.place.high, q.place.high)},
          select(m, p.name_a, q.name_a),
          select(m, p.name_b, q.name_b)};
}

/// A sphere or a capsule as the first of a pair.
struct RoundLanes {
  LaneMat<D> linear;
  SegmentLanes line;          // the side that looks along the axis, from the end that is farther that way
  LaneMask is_line;           // otherwise there is only that end
  std::uint32_t tops, lines;  // bits: the end is that along y; is_line
};
/// As find_unknown_face() of two vertices, or of one, and finish_segment().
GRAZE_LANE RoundLanes find_round(const HullPack& pack, const FrameLanes& frame, D tolerance) {
  LaneRow halves, balls;
  for (std::size_t l = 0; l < lane_count<double>(); ++l) {
    const Operand& o = pack.at(l).sides[0];
    halves.of[l] = double(o.shape->values[1]);  // of a sphere: zero
    balls.of[l] = double(o.shape->values[0]) * double(o.placement->scale());
  }
  RoundLanes out;
  LaneVec<D> unused;
  place_side(pack, 0, out.linear, unused);
  const D zero(0.0), half = load(halves.of), lift = half * dot(out.linear.columns[1], frame.n);
  const LaneMask is_top = -lift < lift;
  const D end = select(is_top, half, -half);
  const LaneVec<D> at = out.linear * LaneVec<D>{zero, end, zero},
                   other = out.linear * LaneVec<D>{zero, -end, zero}, way = other - at;
  out.line.from = frame.to(at);
  out.line.to = frame.to(other);
  const LaneVec<D> e = out.line.to - out.line.from;
  const D ee = dot(e, e), slope = e.z / ee;
  out.is_line = both(both(tolerance < lane_sqrt(dot(way, way)), zero < ee),
                     e.z * e.z <= D(kSteepestEdge * kSteepestEdge) * ee);
  const LaneVec<D> up = LaneVec<D>{zero, zero, D(1.0)} - e * slope;
  const LaneVec<D> shift = up / lane_sqrt(dot(up, up)) * load(balls.of);
  out.line.from = out.line.from + shift;
  out.line.to = out.line.to + shift;
  out.line.index = zero;
  out.tops = bits_of(is_top);
  out.lines = bits_of(out.is_line);
  return out;
}

/// Whether two places are one, as name_of() and clip() have it.
GRAZE_LANE LaneMask is_at(D x, D y, D at_x, D at_y, D tolerance) {
  return lane_abs(at_x - x) + lane_abs(at_y - y) <= D(4.0) * tolerance;
}

/// As name_of() a point on a polygon.
GRAZE_LANE D part_at(const PolygonLanes& p, D x, D y, D tolerance) {
  D part = D(double(kAll));
  for (int i = p.most - 1; i >= 0; --i) {
    const D ex = p.x[i + 1] - p.x[i], ey = p.y[i + 1] - p.y[i];
    const D off = ex * (y - p.y[i]) - ey * (x - p.x[i]);
    const LaneMask is_on = lane_abs(off) <= D(4.0) * tolerance * (lane_abs(ex) + lane_abs(ey));
    part = select(both(D(double(i)) < p.count, is_on), D(double(kEdges + i)), part);
  }
  for (int i = p.most - 1; i >= 0; --i)
    part = select(is_at(x, y, p.x[i], p.y[i], tolerance), D(double(i)), part);
  return part;
}
/// The same on a line whose ends have these names.
GRAZE_LANE D part_at(const SegmentLanes& s, D from, D to, D all, D x, D y, D tolerance) {
  const LaneMask is_from = is_at(x, y, s.from.x, s.from.y, tolerance),
                 is_to = is_at(x, y, s.to.x, s.to.y, tolerance);
  return select(is_from, from, select(is_to, to, all));
}

/// The part of a line that is above a polygon, as clip_segment_polygon().
struct RangeLanes {
  D from, to, from_edge, to_edge;  // edges: negative where the line ends by itself
  LaneMask is_any;

  GRAZE_LANE RangeLanes(const SegmentLanes& s, const PolygonLanes& p, D tolerance, LaneMask is_it)
      : from(0.0), to(1.0), from_edge(-1.0), to_edge(-1.0), is_any(is_it) {
    const D zero(0.0), one(1.0), orientation = SidesLanes::orientation_of(p);
    for (int k = 0; k < p.most; ++k) {
      const D nx = (p.y[k] - p.y[k + 1]) * orientation, ny = (p.x[k + 1] - p.x[k]) * orientation;
      const D least = -(tolerance * (lane_abs(nx) + lane_abs(ny)));
      const D v = nx * (s.from.x - p.x[k]) + ny * (s.from.y - p.y[k]),
              w = nx * (s.to.x - p.x[k]) + ny * (s.to.y - p.y[k]);
      const LaneMask starts = least <= v, ends = least <= w;
      const D t = lane_min(lane_max(v / (v - w), zero), one);
      const LaneMask leaves = both(except(starts, ends), t < to),
                     enters = both(except(ends, starts), from < t);
      is_any = both(is_any, either(starts, ends));
      to = select(leaves, t, to);
      to_edge = select(leaves, D(double(k)), to_edge);
      from = select(enters, t, from);
      from_edge = select(enters, D(double(k)), from_edge);
    }
    is_any = both(is_any, from <= to);
  }
};

/// Up to three points of each lane.
struct RoundPointsLanes {
  const RoundLanes& a;
  const PolygonLanes& b;
  D tolerance, limit;
  LaneMask is_edge;   // an edge of b meets the line
  SegmentLanes edge;  // there
  D after;            // corner at its end
  RoundPointLanes at[3];

  /// Without the witness.
  GRAZE_LANE RoundPointsLanes(const RoundLanes& round, const PolygonLanes& polygon, D closeness, D farthest)
      : a(round), b(polygon), tolerance(closeness), limit(farthest) {
    const D zero(0.0);
    is_edge = both(a.is_line, b.facing < D(primitive::kFlatFace));
    at[0] = at[1] = {zero < zero, {zero, zero, zero, zero, zero, zero}, zero, zero};
    const LaneMask is_face = except(a.is_line, is_edge);
    if (is_any(is_face)) clip_line(is_face);
    if (is_any(is_edge)) meet_edge();
    at[1].is_there =
        except(at[1].is_there, is_at(at[0].place.x, at[0].place.y, at[1].place.x, at[1].place.y, tolerance));
    for (int j = 0; j < 2; ++j)
      at[j].is_there = both(at[j].is_there, at[j].place.high - at[j].place.low <= limit);
  }

  GRAZE_LANE void clip_line(LaneMask is_face) {
    const RangeLanes range(a.line, b, tolerance, is_face);
    D bottom = b.z[0];
    for (int k = 1; k < b.most; ++k) bottom = lane_min(b.z[k], bottom);
    const EndsLanes ends{lane_max(a.line.to.z, a.line.from.z), bottom};
    const LaneVec<D> way = a.line.to - a.line.from;
    const D all = D(double(kAll)), first_edge = D(double(kEdges));
    for (int j = 0; j < 2; ++j) {
      const D t = j == 0 ? range.from : range.to, e = j == 0 ? range.from_edge : range.to_edge;
      const LaneVec<D> p = a.line.from + way * t;
      const LaneMask is_own = e < D(0.0);
      at[j] = {range.is_any,
               {p.x, p.y, p.x, p.y, ends.on_a(p.z), ends.on_b(b.height(p.x, p.y))},
               select(is_own, D(double(j)), all),
               select(is_own, all, first_edge + e)};
    }
  }

  /// As clip_segments().
  GRAZE_LANE void meet_edge() {
    const D zero(0.0), one(1.0), all = D(double(kAll));
    edge = flattest_edge(b);
    after = select(edge.index + one == b.count, zero, edge.index + one);
    const D name = D(double(kEdges)) + edge.index;
    const CrossingLanes c = cross_edges(a.line, edge, tolerance, is_edge);
    replace(0, is_edge, {c.is_there, {c.x, c.y, c.x, c.y, c.low, c.high}, all, name});
    run_along(name);
  }
  GRAZE_LANE void run_along(D name);
  GRAZE_LANE void replace(int j, LaneMask where, const RoundPointLanes& point) {
    const LaneMask is_there = either(both(point.is_there, where), except(at[j].is_there, where));
    at[j] = select(where, point, at[j]);
    at[j].is_there = is_there;
  }

  /// As add_witnesses(); p and q are those of a and b.
  GRAZE_LANE void add_witness(const LaneVec<D>& p, const LaneVec<D>& q, D closeness, D size) {
    const D infinite(std::numeric_limits<double>::infinity()), gap = q.z - p.z;
    D least = infinite, nearest = D(kNearWitness) * size;
    LaneMask is_near[2];
    for (int j = 0; j < 2; ++j) {
      const PlaceLanes& place = at[j].place;
      least = select(at[j].is_there, lane_min(place.high - place.low, least), least);
      const D way = lane_abs(place.x - p.x) + lane_abs(place.y - p.y);
      is_near[j] = both(at[j].is_there, way < nearest);
      nearest = select(is_near[j], way, nearest);
    }
    is_near[0] = except(is_near[0], is_near[1]);
    const LaneMask is_deeper = except(gap <= limit, least <= gap + closeness);
    const PlaceLanes place{p.x, p.y, p.x + (q.x - p.x), p.y + (q.y - p.y), p.z, q.z};
    for (int j = 0; j < 2; ++j) {
      const RoundPointLanes moved{at[j].is_there, place, at[j].name_a, at[j].name_b};
      at[j] = select(both(is_deeper, is_near[j]), moved, at[j]);
    }
    at[2].is_there = except(is_deeper, either(is_near[0], is_near[1]));
    at[2].place = place;
    const D all = D(double(kAll));
    at[2].name_a = select(a.is_line, part_at(a.line, D(0.0), D(1.0), all, p.x, p.y, closeness), all);
    at[2].name_b = part_at(b, q.x, q.y, closeness);
    if (is_any(is_edge))
      at[2].name_b = select(
          is_edge, part_at(edge, edge.index, after, D(double(kEdges)) + edge.index, q.x, q.y, closeness),
          at[2].name_b);
  }

  /// Those that are there come first.
  GRAZE_LANE void close_up() {
    const LaneMask first = at[0].is_there, second = at[1].is_there, third = at[2].is_there;
    at[0] = select(first, at[0], select(second, at[1], at[2]));
    at[1] = select(both(first, second), at[1], at[2]);
    at[0].is_there = either(either(first, second), third);
    at[1].is_there = either(both(first, second), both(either(first, second), third));
    at[2].is_there = both(both(first, second), third);
  }

  /// Returns the most that a lane has.
  GRAZE_LANE std::uint32_t store_counts_and_names(std::uint32_t* counts, ClipName (*names)[3]) const {
    for (std::size_t l = 0; l < lane_count<double>(); ++l) counts[l] = 0;
    std::uint32_t most = 0;
    for (std::uint32_t j = 0; j < 3; ++j) {
      std::uint32_t lanes = bits_of(at[j].is_there);
      if (lanes == 0) break;
      most = j + 1;
      LaneRow of_a, of_b;
      store(at[j].name_a, of_a.of), store(at[j].name_b, of_b.of);
      for (; lanes != 0; lanes &= lanes - 1) {
        const auto l = static_cast<std::size_t>(std::countr_zero(lanes));
        ++counts[l];
        names[l][j] = {static_cast<std::uint8_t>(of_a.of[l]), static_cast<std::uint8_t>(of_b.of[l])};
      }
    }
    return most;
  }
};

/// Lines side by side: the ends of the common stretch.
GRAZE_LANE void RoundPointsLanes::run_along(D name) {
  const D zero(0.0), one(1.0), all = D(double(kAll));
  const LaneVec<D> u = a.line.to - a.line.from, w = edge.to - edge.from, r = edge.from - a.line.from;
  const D aa = u.x * u.x + u.y * u.y, bb = w.x * w.x + w.y * w.y, sine = u.x * w.y - u.y * w.x;
  constexpr double kSine = primitive::kParallelSine;
  const LaneMask is_along =
      except(both(is_edge, both(zero < aa, zero < bb)), D(kSine * kSine) * aa * bb < sine * sine);
  if (!is_any(is_along)) return;
  const D from = (r.x * u.x + r.y * u.y) / aa, to = from + (w.x * u.x + w.y * u.y) / aa;
  const D low = lane_max(zero, lane_min(from, to)), high = lane_min(one, lane_max(from, to));
  const LaneMask is_common = both(is_along, low <= high);
  const EndsLanes ends{lane_max(a.line.to.z, a.line.from.z), lane_min(edge.to.z, edge.from.z)};
  for (int j = 0; j < 2; ++j) {
    const D t = j == 0 ? low : high;
    const LaneVec<D> p = a.line.from + u * t;
    const D across = ((p.x - edge.from.x) * w.x + (p.y - edge.from.y) * w.y) / bb;
    const D s = lane_min(lane_max(across, zero), one);
    const LaneVec<D> q = edge.from + w * s;
    const LaneMask is_end = either(t == zero, t == one);
    const D corner_a = select(t == zero, zero, one), corner_b = select(s < D(0.5), edge.index, after);
    const PlaceLanes place{p.x, p.y, p.x + (q.x - p.x), p.y + (q.y - p.y), ends.on_a(p.z), ends.on_b(q.z)};
    replace(j, is_along, {is_common, place, select(is_end, corner_a, all), select(is_end, name, corner_b)});
  }
}

GRAZE_LANES_END

#endif
