// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Blocks of polytopes whose axis is known: faces, points and sets, one pair per lane.

#if defined(GRAZE_QUERY_HULL_CONTACT_BLOCK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_HULL_CONTACT_BLOCK_INL
#undef GRAZE_QUERY_HULL_CONTACT_BLOCK_INL
#else
#define GRAZE_QUERY_HULL_CONTACT_BLOCK_INL
#endif

#include "query/hull_contact_lanes-inl.h"

GRAZE_LANES_BEGIN

/// What is known of each lane.
struct HullKnownLanes {
  LaneVec<D> normal, a, b, origin;
  D tolerance, witness_tolerance;
  LaneMask is_swapped;
};
GRAZE_LANE HullKnownLanes known_at(const HullPack& pack, double relative_error) {
  LaneRows3 normal, a, b, origin;
  LaneRow tolerance, asked, first;
  for (std::size_t l = 0; l < lane_count<double>(); ++l) {
    const HullCase& c = pack.at(l);
    normal.set(l, c.answer.normal);
    a.set(l, c.answer.a);
    b.set(l, c.answer.b);
    origin.set(l, Vec3d(c.sides[0].placement->translation()));
    tolerance.of[l] = std::max(16 * double(kEpsilon) * c.size, 4 * c.error);
    asked.of[l] = relative_error * std::max(std::abs(c.answer.lower), std::abs(c.answer.upper));
    first.of[l] = c.first;
  }
  const D t = load(tolerance.of);
  return {normal.all(), a.all(), b.all(), origin.all(), t, t + load(asked.of), D(0.5) < load(first.of)};
}

/// Four points of each lane, as they are written.
struct HullFourLanes {
  alignas(64) double x[4][kMostDoubles], y[4][kMostDoubles], low[4][kMostDoubles], high[4][kMostDoubles];
  ClipName names[kMostDoubles][4];

  /// The points of one lane whose bits are set, the first again where there are fewer.
  GRAZE_LANE void take(const ClipLanes& from, std::uint32_t bits, std::size_t l) {
    const auto first = static_cast<std::size_t>(std::countr_zero(bits | 128u));
    for (std::size_t j = 0; j < 4; ++j) {
      const std::size_t at = bits != 0 ? static_cast<std::size_t>(std::countr_zero(bits)) : first;
      x[j][l] = from.x[at][l];
      y[j][l] = from.y[at][l];
      low[j][l] = from.low[at][l];
      high[j][l] = from.high[at][l];
      names[l][j] = from.names[l][at];
      bits &= bits - 1;
    }
  }
};

/// As write_four_here() under rigid placements.
GRAZE_LANE void write_hulls(const HullKnownLanes& known, const FrameLanes& frame, const PolygonLanes& a,
                            const PolygonLanes& b, const HullFourLanes& four, std::size_t i, SetRows& rows) {
  const auto dust = [](const LaneVec<D>& p) {
    return lane_max(lane_max(lane_abs(p.x), lane_abs(p.y)), lane_abs(p.z)) * D(0x1p-80);
  };
  for (int j = 0; j < 4; ++j) {
    const D x = load(four.x[j]), y = load(four.y[j]), low = load(four.low[j]), high = load(four.high[j]);
    const LaneVec<D> first = frame.from(x, y, low), second = frame.from(x, y, high);
    const LaneVec<D> numbers[4] = {first + known.origin, second + known.origin,
                                   transpose_times(a.linear, first),
                                   transpose_times(b.linear, second - b.translation)};
    for (int k = 0; k < 4; ++k) {
      const LaneVec<D> p = select(known.is_swapped, numbers[k ^ 1], numbers[k]);
      store_numbers(p, dust(p), rows.numbers[j] + 3 * k, i);
    }
    store_real(high - low, rows.gap[j] + i);
  }
}

/// Names of a corner, an edge, and of all of the face of one lane.
struct HullNames {
  const std::uint32_t* corners;
  std::uint32_t count, face;
  [[nodiscard]] Feature corner(std::uint8_t i) const { return {FeatureKind::vertex, corners[i], 0}; }
  [[nodiscard]] Feature edge(std::uint8_t i) const {
    const std::uint32_t p = corners[i], q = corners[i + 1u == count ? 0u : i + 1u];
    return {FeatureKind::edge, std::min(p, q), std::max(p, q)};
  }
  [[nodiscard]] Feature all() const { return {FeatureKind::face, face, 0}; }
};
inline void name_points(const ClipName (&names)[4], const HullNames& a, const HullNames& b, bool is_swapped,
                        ContactSet& set) {
  using Of = ClipName::Of;
  for (int j = 0; j < 4; ++j) {
    const ClipName name = names[j];
    const Feature of_a = name.of == Of::a ? a.corner(name.a) : name.of == Of::b ? a.all() : a.edge(name.a);
    const Feature of_b = name.of == Of::b ? b.corner(name.b) : name.of == Of::a ? b.all() : b.edge(name.b);
    set.points[j].feature_a = is_swapped ? of_b : of_a;
    set.points[j].feature_b = is_swapped ? of_a : of_b;
  }
}

/// All but the numbers of the points. Those of sets without points are zero.
inline void write_set(const HullCase& c, std::size_t i, const SetRows& rows) {
  ContactSet& set = *c.set;
  if (rows.count[i] == 0) set = {};
  summarize(c.answer, 1, set);
  set.count = static_cast<std::int32_t>(rows.count[i]);
  if (set.count == 0) return;
  set.normal = Vec3(c.answer.normal * (c.first != 0 ? -1.0 : 1.0));
  for (int j = 0; j < 4; ++j) set.points[j].gap = rows.gap[j][i];
}

/// Which points of each lane stay, a bit each. Lanes whose points are in a row are no longer good.
GRAZE_LANE D reduce(const KeptLanes& kept, D tolerance, ClipLanes& points, LaneMask& is_good) {
  const LaneMask is_many = D(4.0) < kept.count;
  if (!is_any(is_many)) return kept.bits;
  kept.fill(points);
  const D chosen = choose_four(points, kept.is_kept, tolerance);
  is_good = except(is_good, both(is_many, chosen == D(0.0)));
  return select(is_many, chosen, kept.bits);
}

/// How many points each lane has; `most`: of eight at most.
GRAZE_LANE D counts_of(const ClipLanes& points, int& most) {
  LaneRow row;
  most = 0;
  for (std::size_t l = 0; l < lane_count<double>(); ++l) {
    row.of[l] = points.counts[l];
    most = std::max(most, static_cast<int>(std::min(points.counts[l], 8u)));
  }
  return load(row.of);
}

/// As Found::find_points() and reduce().
inline void meet_hulls(const HullPack& pack, const ContactSettings& settings, std::size_t i, SetRows& rows) {
  const HullKnownLanes known = known_at(pack, double(settings.relative_error));
  const FrameLanes frame = make_frame(known.normal);
  PolygonLanes a, b;
  find_side(pack, 0, frame, a);
  find_side(pack, 1, frame, b);
  const LaneMask is_usable = both(both(a.is_usable, b.is_usable), D(0.5) < dot(known.normal, known.normal));
  const D flat(primitive::kFlatFace), tolerance = known.tolerance;
  const LaneMask is_edges = both(both(a.facing < flat, b.facing < flat), is_usable);
  LaneMask is_good = except(is_usable, is_edges);
  ClipLanes points = {};
  if (is_any(is_good)) clip_polygons(a, b, tolerance, is_good, points);
  if (is_any(is_edges))
    is_good = either(is_good, cross_edges(flattest_edge(a), flattest_edge(b), tolerance, is_edges, points));
  int most;
  const D counts = counts_of(points, most), limit = D(double(settings.prediction)) + tolerance;
  KeptLanes kept;
  kept.find(points, counts, limit, tolerance, most);
  is_good = except(both(is_good, counts <= D(8.0)), kept.has_twins);
  // Where the search found a deeper point than these, it becomes one of them: see add_witnesses().
  const D apart = dot(frame.n, known.b) - dot(frame.n, known.a);
  is_good = both(is_good, either(kept.least <= apart + known.witness_tolerance, limit < apart));
  const D bits = reduce(kept, tolerance, points, is_good);
  LaneRow row;
  store(bits, row.of);
  HullFourLanes four;
  const std::uint32_t done = bits_of(is_good);
  rows.done |= done << i;
  for (std::size_t l = 0; l < lane_count<double>(); ++l) {
    const auto chosen = static_cast<std::uint32_t>(row.of[l]);
    rows.count[i + l] = static_cast<std::uint32_t>(std::popcount(chosen));
    four.take(points, chosen, l);
  }
  write_hulls(known, frame, a, b, four, i, rows);
  for (std::size_t l = 0; l < pack.count; ++l) {
    if ((done >> l & 1) == 0) continue;
    const HullCase& c = pack.cases[l];
    write_set(c, i + l, rows);
    if (c.set->count > 0)
      name_points(four.names[l], {a.corners[l], a.counts[l], a.faces[l]},
                  {b.corners[l], b.counts[l], b.faces[l]}, c.first != 0, *c.set);
  }
}

/// See LaneKernels.
void meet_hulls_block(const HullCase* cases, std::size_t count, const ContactSettings& settings,
                      bool* is_done, LaneCounts& counts) {
  for (std::size_t from = 0; from < count; from += kCasesAtOnce) {
    const HullCase* const some = cases + from;
    const std::size_t here = std::min(kCasesAtOnce, count - from);
    SetRows rows;
    for (std::size_t i = 0; i < here; i += lane_count<double>()) {
      meet_hulls({some + i, std::min(lane_count<double>(), here - i)}, settings, i, rows);
      counts.slots += lane_count<double>();
    }
    write_points(some, here, 4, rows);
    for (std::size_t i = 0; i < here; ++i) is_done[from + i] = (rows.done >> i & 1) != 0;
  }
  counts.active += count;
}

GRAZE_LANES_END

#endif
