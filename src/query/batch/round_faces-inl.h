// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Contact points of a sphere or a capsule and a face whose contact normal is known, one pair per lane, by the
// kernels of kernel/clip: the centre line, grown by its ball, against the face or the edge that supports b.

#if defined(GRAZE_QUERY_BATCH_ROUND_FACES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_BATCH_ROUND_FACES_INL
#undef GRAZE_QUERY_BATCH_ROUND_FACES_INL
#else
#define GRAZE_QUERY_BATCH_ROUND_FACES_INL
#endif

#include "query/batch/hull_clip-inl.h"

GRAZE_LANES_BEGIN

/// A contact point on each side, in the contact frame.
struct PlaceLanes {
  D x, y, bx, by, low, high;  // bx, by: of b's point
};
/// A contact point with the parts it lies on, numbered as in ClipParts.
struct RoundPointLanes {
  LaneMask is_there;
  PlaceLanes place;
  D part_a, part_b;
};
GRAZE_LANE RoundPointLanes select(LaneMask m, const RoundPointLanes& p, const RoundPointLanes& q) {
  return {p.is_there,
          {select(m, p.place.x, q.place.x), select(m, p.place.y, q.place.y),
           select(m, p.place.bx, q.place.bx), select(m, p.place.by, q.place.by),
           select(m, p.place.low, q.place.low), select(m, p.place.high, q.place.high)},
          select(m, p.part_a, q.part_a),
          select(m, p.part_b, q.part_b)};
}

/// A sphere or a capsule as the first of a pair.
struct RoundLanes {
  LaneMat<D> linear;
  ClipSegment<D> line;        // supporting line along the normal, from the end that is farther that way
  LaneMask is_line;           // otherwise there is only that end
  std::uint32_t tops, lines;  // bits: the end is that along y; is_line
};
/// The supporting line or point of a capsule, the point of a sphere.
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
  out.tops = bits_of(is_top);
  out.lines = bits_of(out.is_line);
  return out;
}

/// The part of a segment that a point lies on; `from`, `to` and `all` number its ends and itself.
GRAZE_LANE D part_at(const ClipSegment<D>& s, D from, D to, D all, D x, D y, D tolerance) {
  const LaneMask is_from = is_same_place(x, y, s.from.x, s.from.y, tolerance),
                 is_to = is_same_place(x, y, s.to.x, s.to.y, tolerance);
  return select(is_from, from, select(is_to, to, all));
}

constexpr double kEdges = primitive::kEdgeParts, kWhole = primitive::kWholePart;

/// Up to three points of each lane.
struct RoundPointsLanes {
  const RoundLanes& a;
  const PolygonLanes& b;
  D tolerance, limit;
  LaneMask is_edge;      // an edge of b supports it
  FlattestEdge<D> edge;  // there
  D after;               // corner at its end
  RoundPointLanes at[3];

  /// Without the witness.
  GRAZE_LANE RoundPointsLanes(const RoundLanes& round, const PolygonLanes& polygon, D closeness, D farthest)
      : a(round), b(polygon), tolerance(closeness), limit(farthest) {
    const D zero(0.0);
    is_edge = both(a.is_line, b.facing < D(primitive::kFlatFace));
    at[0] = at[1] = {zero < zero, {zero, zero, zero, zero, zero, zero}, zero, zero};
    const LaneMask is_face = except(a.is_line, is_edge);
    if (is_any(is_face)) clip_line(is_face);
    if (is_any(is_edge)) clip_edge();
    at[1].is_there = except(
        at[1].is_there, is_same_place(at[0].place.x, at[0].place.y, at[1].place.x, at[1].place.y, tolerance));
    for (int j = 0; j < 2; ++j)
      at[j].is_there = both(at[j].is_there, at[j].place.high - at[j].place.low <= limit);
  }

  GRAZE_LANE void clip_line(LaneMask is_face) {
    const SegmentStretch<D> stretch = clip_segment(a.line, b, tolerance, is_face);
    D bottom = b.z[0];
    for (int k = 1; k < b.most; ++k) bottom = lane_min(b.z[k], bottom);
    const HeightBounds<D> bounds{lane_max(a.line.to.z, a.line.from.z), bottom};
    const LaneVec<D> way = a.line.to - a.line.from;
    const D all(kWhole), first_edge(kEdges);
    for (int j = 0; j < 2; ++j) {
      const D t = j == 0 ? stretch.from : stretch.to, e = j == 0 ? stretch.from_edge : stretch.to_edge;
      const LaneVec<D> p = a.line.from + way * t;
      const LaneMask is_own = e < D(0.0);
      at[j] = {stretch.is_there,
               {p.x, p.y, p.x, p.y, bounds.on_a(p.z), bounds.on_b(b.height(p.x, p.y))},
               select(is_own, D(double(j)), all),
               select(is_own, all, first_edge + e)};
    }
  }

  /// The line against the flattest edge of a tilted face: their crossing, or the stretch in common.
  GRAZE_LANE void clip_edge() {
    const D zero(0.0), one(1.0), all(kWhole);
    edge = flattest_edge_of(b);
    after = select(edge.index + one == b.count, zero, edge.index + one);
    const D part = D(kEdges) + edge.index;
    const SegmentPair<D> pair(a.line, edge.segment);
    const SegmentCrossing<D> c = cross_segments(a.line, edge.segment, pair, tolerance);
    replace(0, is_edge, {c.is_there, {c.x, c.y, c.x, c.y, c.z_a, c.z_b}, all, part});
    const LaneMask is_parallel = both(is_edge, pair.is_parallel);
    if (is_any(is_parallel)) add_stretch(pair, is_parallel, part);
  }
  /// The ends of the stretch that parallel lines have in common.
  GRAZE_LANE void add_stretch(const SegmentPair<D>& pair, LaneMask where, D part) {
    const D zero(0.0), one(1.0), all(kWhole);
    const CommonStretch<D> stretch(pair, tolerance);
    for (int j = 0; j < 2; ++j) {
      const D t = j == 0 ? stretch.low : stretch.high;
      const StretchEnd<D> end = end_of_stretch(a.line, edge.segment, pair, t);
      const D corner_a = select(t == zero, zero, one),
              corner_b = select(end.on_b < D(0.5), edge.index, after);
      const PlaceLanes place{end.a.x, end.a.y, end.a.x + (end.b.x - end.a.x), end.a.y + (end.b.y - end.a.y),
                             end.a.z, end.b.z};
      replace(j, where,
              {stretch.is_there, place, select(end.is_end_of_a, corner_a, all),
               select(end.is_end_of_a, part, corner_b)});
    }
  }
  GRAZE_LANE void replace(int j, LaneMask where, const RoundPointLanes& point) {
    const LaneMask is_there = either(both(point.is_there, where), except(at[j].is_there, where));
    at[j] = select(where, point, at[j]);
    at[j].is_there = is_there;
  }

  /// Adds the witnesses p of a and q of b where they are deeper than the points by more than `closeness`, or
  /// moves the point next to them there; see add_witness() of the single query.
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
      const RoundPointLanes moved{at[j].is_there, place, at[j].part_a, at[j].part_b};
      at[j] = select(both(is_deeper, is_near[j]), moved, at[j]);
    }
    at[2].is_there = except(is_deeper, either(is_near[0], is_near[1]));
    at[2].place = place;
    const D all(kWhole);
    at[2].part_a = select(a.is_line, part_at(a.line, D(0.0), D(1.0), all, p.x, p.y, closeness), all);
    at[2].part_b = part_at<D>(b, q.x, q.y, closeness);
    if (is_any(is_edge))
      at[2].part_b = select(
          is_edge, part_at(edge.segment, edge.index, after, D(kEdges) + edge.index, q.x, q.y, closeness),
          at[2].part_b);
  }

  /// Compacts the valid points to the front.
  GRAZE_LANE void close_up() {
    const LaneMask first = at[0].is_there, second = at[1].is_there, third = at[2].is_there;
    at[0] = select(first, at[0], select(second, at[1], at[2]));
    at[1] = select(both(first, second), at[1], at[2]);
    at[0].is_there = either(either(first, second), third);
    at[1].is_there = either(both(first, second), both(either(first, second), third));
    at[2].is_there = both(both(first, second), third);
  }

  /// Returns the greatest number of points of a lane.
  GRAZE_LANE std::uint32_t store_counts_and_parts(std::uint32_t* counts, ClipParts (*parts)[3]) const {
    for (std::size_t l = 0; l < lane_count<double>(); ++l) counts[l] = 0;
    std::uint32_t most = 0;
    for (std::uint32_t j = 0; j < 3; ++j) {
      std::uint32_t lanes = bits_of(at[j].is_there);
      if (lanes == 0) break;
      most = j + 1;
      LaneRow of_a, of_b;
      store(at[j].part_a, of_a.of), store(at[j].part_b, of_b.of);
      for (; lanes != 0; lanes &= lanes - 1) {
        const auto l = static_cast<std::size_t>(std::countr_zero(lanes));
        ++counts[l];
        parts[l][j] = {static_cast<std::uint8_t>(of_a.of[l]), static_cast<std::uint8_t>(of_b.of[l])};
      }
    }
    return most;
  }
};

GRAZE_LANES_END

#endif
