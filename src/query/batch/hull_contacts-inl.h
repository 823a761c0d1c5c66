// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Contact sets of polytopes, or of a polytope or box and a round shape, whose contact normal is known:
// supporting faces, clipped points and sets, one pair per lane.

#if defined(GRAZE_QUERY_BATCH_HULL_CONTACTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_BATCH_HULL_CONTACTS_INL
#undef GRAZE_QUERY_BATCH_HULL_CONTACTS_INL
#else
#define GRAZE_QUERY_BATCH_HULL_CONTACTS_INL
#endif

#include "query/batch/round_faces-inl.h"
#include "query/contact/find.h"

GRAZE_LANES_BEGIN

/// Contact normal, witness points and tolerances of each lane.
struct HullKnownLanes {
  LaneVec<D> normal, a, b, origin;
  D size, tolerance, witness_tolerance;
  LaneMask is_swapped;
};
GRAZE_LANE HullKnownLanes known_at(const HullPack& pack, double relative_error) {
  LaneRows3 normal, a, b, origin;
  LaneRow size, tolerance, asked, first;
  for (std::size_t l = 0; l < lane_count<double>(); ++l) {
    const HullCase& c = pack.at(l);
    normal.set(l, c.answer.normal);
    a.set(l, c.answer.a);
    b.set(l, c.answer.b);
    origin.set(l, Vec3d(c.sides[0].placement->translation()));
    size.of[l] = c.size;
    tolerance.of[l] = contact_tolerance(c.size, c.error);
    asked.of[l] = relative_error * std::max(std::abs(c.answer.lower), std::abs(c.answer.upper));
    first.of[l] = c.first;
  }
  const D t = load(tolerance.of);
  return {normal.all(),           a.all(), b.all(), origin.all(), load(size.of), t, t + load(asked.of),
          D(0.5) < load(first.of)};
}

/// Four points of each lane, as they are written.
struct HullFourLanes {
  alignas(64) double x[4][kMostDoubles], y[4][kMostDoubles], low[4][kMostDoubles], high[4][kMostDoubles];
  ClipParts parts[kMostDoubles][4];

  /// The points of one lane whose bits are set, the first again where there are fewer.
  GRAZE_LANE void gather(const ClipLanes& from, std::uint32_t bits, std::size_t l) {
    const auto first = static_cast<std::size_t>(std::countr_zero(bits | 128u));
    for (std::size_t j = 0; j < 4; ++j) {
      const std::size_t at = bits != 0 ? static_cast<std::size_t>(std::countr_zero(bits)) : first;
      x[j][l] = from.x[at][l];
      y[j][l] = from.y[at][l];
      low[j][l] = from.low[at][l];
      high[j][l] = from.high[at][l];
      parts[l][j] = from.parts[l][at];
      bits &= bits - 1;
    }
  }
  [[nodiscard]] GRAZE_LANE PlaceLanes at(std::uint32_t j) const {
    const D px = load(x[j]), py = load(y[j]);
    return {px, py, px, py, load(low[j]), load(high[j])};
  }
};

/// Writes the points of each lane to the caller's order, frames and precision, under rigid placements: point
/// j is at(j), a PlaceLanes.
template <class At>
GRAZE_LANE void write_places(const HullKnownLanes& known, const FrameLanes& frame, const LaneMat<D>& linear_a,
                             const PolygonLanes& b, std::uint32_t count, const At& at, std::size_t i,
                             SetRows& rows) {
  const auto dust = [](const LaneVec<D>& p) {
    return lane_max(lane_max(lane_abs(p.x), lane_abs(p.y)), lane_abs(p.z)) * D(0x1p-80);
  };
  for (std::uint32_t j = 0; j < count; ++j) {
    const PlaceLanes p = at(j);
    const LaneVec<D> first = frame.from(p.x, p.y, p.low), second = frame.from(p.bx, p.by, p.high);
    const LaneVec<D> numbers[4] = {first + known.origin, second + known.origin,
                                   transpose_times(linear_a, first),
                                   transpose_times(b.linear, second - b.translation)};
    for (int k = 0; k < 4; ++k) {
      const LaneVec<D> q = select(known.is_swapped, numbers[k ^ 1], numbers[k]);
      store_numbers(q, dust(q), rows.numbers[j] + 3 * k, i);
    }
    store_real(p.high - p.low, rows.gap[j] + i);
  }
}

/// Names of the parts of a side of one lane.
struct HullNames {
  const std::uint32_t* corners;
  std::uint32_t count;
  Feature all;
  [[nodiscard]] Feature of(std::uint8_t part) const {
    if (part == primitive::kWholePart) return all;
    if (part < primitive::kEdgeParts) return {FeatureKind::vertex, corners[part], 0};
    const std::uint32_t i = std::uint32_t{part} - primitive::kEdgeParts, p = corners[i],
                        q = corners[i + 1u == count ? 0u : i + 1u];
    return {FeatureKind::edge, std::min(p, q), std::max(p, q)};
  }
};
GRAZE_LANE HullNames names_of(const PolygonLanes& p, std::size_t lane) {
  return {p.corners[lane], p.counts[lane], {FeatureKind::face, p.faces[lane], 0}};
}
GRAZE_LANE HullNames names_of(const RoundLanes& p, const HullCase& c, std::size_t lane) {
  static constexpr std::uint32_t kEnds[2][2] = {{0, 1}, {1, 0}};
  const std::uint32_t top = p.tops >> lane & 1;
  if (c.sides[0].shape->kind == ShapeKind::sphere) return {kEnds[top], 2, {FeatureKind::curved, 3, 0}};
  const bool is_line = (p.lines >> lane & 1) != 0;
  return {kEnds[top], 2, is_line ? Feature{FeatureKind::edge, 0, 1} : Feature{FeatureKind::vertex, top, 0}};
}
inline void name_points(const ClipParts* parts, const HullNames& a, const HullNames& b, bool is_swapped,
                        ContactSet& set) {
  for (int j = 0; j < set.count; ++j) {
    const Feature of_a = a.of(parts[j].a), of_b = b.of(parts[j].b);
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
  for (int j = 0; j < set.count; ++j) set.points[j].gap = rows.gap[j][i];
}

/// Reduces the points of each lane to four: a bit for each that stays. Returns the lanes whose points are in
/// a line.
GRAZE_LANE std::uint32_t reduce(const KeptLanes& kept, D tolerance, ClipLanes& points,
                                std::uint32_t (&bits)[kMostDoubles]) {
  LaneRow row;
  store(kept.bits, row.of);
  for (std::size_t l = 0; l < lane_count<double>(); ++l) bits[l] = static_cast<std::uint32_t>(row.of[l]);
  const LaneMask is_many = D(4.0) < kept.count;
  if (!is_any(is_many)) return 0;
  kept.fill(points);
  std::uint32_t chosen[kMostDoubles];
  choose_of_eight(points, tolerance, chosen);
  std::uint32_t in_line = 0;
  for (std::uint32_t lanes = bits_of(is_many); lanes != 0; lanes &= lanes - 1) {
    const auto l = static_cast<std::size_t>(std::countr_zero(lanes));
    // The first point that is kept stands in the places of those before it that are not.
    const std::uint32_t first = bits[l] & (~bits[l] + 1), before = chosen[l] & (first - 1);
    bits[l] = (chosen[l] ^ before) | (before != 0 ? first : 0);
    in_line |= chosen[l] == 0 ? 1u << l : 0;
  }
  return in_line;
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

/// Clips the supporting faces of each lane, or their flattest edges. Returns the lanes for which that is
/// enough.
GRAZE_LANE LaneMask clip_sides(const PolygonLanes& a, const PolygonLanes& b, LaneMask is_usable, D tolerance,
                               ClipLanes& points) {
  const D flat(primitive::kFlatFace);
  const LaneMask is_edges = both(both(a.facing < flat, b.facing < flat), is_usable);
  LaneMask is_good = except(is_usable, is_edges);
  if (is_any(is_good)) clip_face_polygons(a, b, tolerance, is_good, points);
  if (is_any(is_edges)) is_good = either(is_good, clip_edges(a, b, tolerance, is_edges, points));
  return is_good;
}

/// Writes the sets of the lanes that are done; `parts` and `names_of_a(case, lane)` name their points.
template <int N, class NamesOfA>
GRAZE_LANE void write_hull_sets(const HullPack& pack, std::uint32_t done,
                                const ClipParts (&parts)[kMostDoubles][N], NamesOfA names_of_a,
                                const PolygonLanes& b, std::size_t i, const SetRows& rows) {
  for (std::size_t l = 0; l < pack.count; ++l) {
    if ((done >> l & 1) == 0) continue;
    const HullCase& c = pack.cases[l];
    write_set(c, i + l, rows);
    name_points(parts[l], names_of_a(c, l), names_of(b, l), c.first != 0, *c.set);
  }
}

/// Contact sets of two polytopes, or of a polytope and a box.
inline void find_hull_contacts(const HullPack& pack, const ContactSettings& settings, std::size_t i,
                               SetRows& rows) {
  const HullKnownLanes known = known_at(pack, double(settings.relative_error));
  const FrameLanes frame(known.normal);
  PolygonLanes a, b;
  find_side(pack, 0, frame, a);
  find_side(pack, 1, frame, b);
  const LaneMask is_usable = both(both(a.is_usable, b.is_usable), D(0.5) < dot(known.normal, known.normal));
  const D tolerance = known.tolerance;
  ClipLanes points = {};
  LaneMask is_good = clip_sides(a, b, is_usable, tolerance, points);
  int most;
  const D counts = counts_of(points, most), limit = D(double(settings.prediction)) + tolerance;
  KeptLanes kept;
  kept.find(points, counts, limit, tolerance, most);
  is_good = except(both(is_good, counts <= D(8.0)), kept.has_twins);
  // Where the search found a deeper point than these, the single query adds it: see add_witnesses().
  const D apart = dot(frame.n, known.b) - dot(frame.n, known.a);
  is_good = both(is_good, either(kept.least <= apart + known.witness_tolerance, limit < apart));
  std::uint32_t bits[kMostDoubles];
  const std::uint32_t done = bits_of(is_good) & ~reduce(kept, tolerance, points, bits);
  HullFourLanes four;
  std::uint32_t most_kept = 0;
  rows.done |= done << i;
  for (std::size_t l = 0; l < lane_count<double>(); ++l) {
    rows.count[i + l] = static_cast<std::uint32_t>(std::popcount(bits[l]));
    most_kept = std::max(most_kept, rows.count[i + l]);
    four.gather(points, bits[l], l);
  }
  rows.most = std::max(rows.most, most_kept);
  write_places(
      known, frame, a.linear, b, most_kept, [&](std::uint32_t j) { return four.at(j); }, i, rows);
  write_hull_sets(
      pack, done, four.parts, [&](const HullCase&, std::size_t l) { return names_of(a, l); }, b, i, rows);
}

/// Contact sets of a sphere or a capsule and a polytope or a box.
inline void find_round_contacts(const HullPack& pack, const ContactSettings& settings, std::size_t i,
                                SetRows& rows) {
  const HullKnownLanes known = known_at(pack, double(settings.relative_error));
  const FrameLanes frame(known.normal);
  PolygonLanes b;
  find_side(pack, 1, frame, b);
  const RoundLanes a = find_round(pack, frame, known.tolerance);
  RoundPointsLanes points(a, b, known.tolerance, D(double(settings.prediction)) + known.tolerance);
  points.add_witness(frame.to(known.a), frame.to(known.b), known.witness_tolerance, known.size);
  points.close_up();
  const std::uint32_t done = bits_of(both(b.is_usable, D(0.5) < dot(known.normal, known.normal)));
  rows.done |= done << i;
  ClipParts parts[kMostDoubles][3];
  const std::uint32_t most = points.store_counts_and_parts(rows.count + i, parts);
  rows.most = std::max(rows.most, most);
  write_places(
      known, frame, a.linear, b, most, [&](std::uint32_t j) { return points.at[j].place; }, i, rows);
  write_hull_sets(
      pack, done, parts, [&](const HullCase& c, std::size_t l) { return names_of(a, c, l); }, b, i, rows);
}

/// Blocks of pairs; see LaneKernels.
template <bool kIsRound>
void meet_hulls_block(const HullCase* cases, std::size_t count, const ContactSettings& settings,
                      bool* is_done, LaneCounts& counts) {
  for (std::size_t from = 0; from < count; from += kCasesAtOnce) {
    const HullCase* const some = cases + from;
    const std::size_t here = std::min(kCasesAtOnce, count - from);
    SetRows rows;
    for (std::size_t i = 0; i < here; i += lane_count<double>()) {
      const HullPack pack{some + i, std::min(lane_count<double>(), here - i)};
      kIsRound ? find_round_contacts(pack, settings, i, rows) : find_hull_contacts(pack, settings, i, rows);
      counts.slots += lane_count<double>();
    }
    write_points(some, here, rows.most, rows, false);
    for (std::size_t i = 0; i < here; ++i) is_done[from + i] = (rows.done >> i & 1) != 0;
  }
  counts.active += count;
}

GRAZE_LANES_END

#endif
