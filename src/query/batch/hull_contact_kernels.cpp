// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/batch/kernels.h"

// Contact sets of polytopes, or of a polytope or box and a round shape, whose contact normal is known:
// supporting faces, clipped points and sets, one pair per lane. Compiled once per Highway target; see
// https://github.com/google/highway, "dynamic dispatch".
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/batch/hull_contact_kernels.cpp"
#include "simd/each_target-inl.h"
// Once per target:
#include "query/batch/round_faces-inl.h"
#include "query/contact/find.h"

GRAZE_LANES_BEGIN

/// Contact normal, witness points and tolerances of each lane.
struct HullKnownLanes {
  LaneVec<D> normal, a, b, origin;
  D size, tolerance, witness_tolerance;
  LaneMask is_in_order;  // of the call
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
          load(first.of) < D(0.5)};
}

GRAZE_LANE LaneMat<D> transposed(const LaneMat<D>& m) {
  const LaneVec<D>&a = m.columns[0], &b = m.columns[1], &c = m.columns[2];
  return {{{a.x, b.x, c.x}, {a.y, b.y, c.y}, {a.z, b.z, c.z}}};
}
/// Writes the points of each lane to the caller's order, frames and precision, under rigid placements: point
/// j is at(j), a PlaceLanes.
template <class At>
GRAZE_LANE void write_places(const HullKnownLanes& known, const FrameLanes& frame, const LaneMat<D>& linear_a,
                             const PolygonLanes& b, std::uint32_t count, const At& at, std::size_t i,
                             SetRows& rows) {
  const LaneMat<D> local_a = transposed(linear_a), local_b = transposed(b.linear);
  const PointFrames<LaneMat<D>, LaneVec<D>> frames{known.origin, b.translation, local_a, local_b};
  for (std::uint32_t j = 0; j < count; ++j) {
    const PlaceLanes p = at(j);
    LaneVec<D> point[4];
    frames.place(frame.from(p.x, p.y, p.low), frame.from(p.bx, p.by, p.high), known.is_in_order, point);
    store_point_rows(point, p.high - p.low, j, i, rows);
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
GRAZE_LANE HullNames names_of(const PolygonLanes& p, const HullCase&, std::size_t lane) {
  return {p.corners[lane], p.counts[lane], {FeatureKind::face, p.faces[lane], 0}};
}
GRAZE_LANE HullNames names_of(const RoundLanes& p, const HullCase& c, std::size_t lane) {
  static constexpr std::uint32_t kEnds[2][2] = {{0, 1}, {1, 0}};
  const std::uint32_t top = p.tops >> lane & 1;
  if (c.sides[0].shape->kind == ShapeKind::sphere) return {kEnds[top], 2, {FeatureKind::curved, 3, 0}};
  const bool is_line = (p.lines >> lane & 1) != 0;
  return {kEnds[top], 2, is_line ? Feature{FeatureKind::edge, 0, 1} : Feature{FeatureKind::vertex, top, 0}};
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

/// Writes the sets of the lanes that are done, all but the numbers of the points. Points that a set does not
/// have are zero where it has none.
template <class SideA, int N>
GRAZE_LANE void write_hull_sets(const HullPack& pack, std::uint32_t done,
                                const ClipParts (&parts)[kMostDoubles][N], const SideA& a,
                                const PolygonLanes& b, std::size_t i, const SetRows& rows) {
  for (std::size_t l = 0; l < pack.count; ++l) {
    if ((done >> l & 1) == 0) continue;
    const HullCase& c = pack.cases[l];
    ContactSet& set = *c.set;
    const bool is_swapped = c.first != 0;
    if (rows.count[i + l] == 0) set = {};
    summarize(c.answer, 1, set);
    set.count = static_cast<std::int32_t>(rows.count[i + l]);
    if (set.count == 0) continue;
    set.normal = Vec3(c.answer.normal * (is_swapped ? -1.0 : 1.0));
    const HullNames names_a = names_of(a, c, l), names_b = names_of(b, c, l);
    for (int j = 0; j < set.count; ++j) {
      const Feature of_a = names_a.of(parts[l][j].a), of_b = names_b.of(parts[l][j].b);
      set.points[j].gap = rows.gap[j][i + l];
      set.points[j].feature_a = is_swapped ? of_b : of_a;
      set.points[j].feature_b = is_swapped ? of_a : of_b;
    }
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
  kept.find(points, counts, limit, tolerance, static_cast<std::size_t>(most));
  is_good = except(both(is_good, counts <= D(8.0)), kept.has_twins);
  // Where the search found a deeper point than these, the single query adds it: see add_witnesses().
  const D apart = dot(frame.n, known.b) - dot(frame.n, known.a);
  is_good = both(is_good, either(kept.least <= apart + known.witness_tolerance, limit < apart));
  PointLanes<kClipNumbers, 4, ClipParts> four;
  const std::uint32_t undecided = choose_four_of(
      points, kept.bits, tolerance, [](std::size_t, int bit) { return static_cast<std::uint8_t>(bit & 7); },
      [&](std::size_t l, std::size_t at) { return points.names[l][at]; }, four, rows.count + i);
  const std::uint32_t done = bits_of(is_good) & ~undecided;
  const std::uint32_t most_kept = *std::max_element(rows.count + i, rows.count + i + lane_count<double>());
  rows.done |= done << i;
  rows.most = std::max(rows.most, most_kept);
  const auto place = [&](std::uint32_t j) {
    const D x = four.number(0, j), y = four.number(1, j);
    return PlaceLanes{x, y, x, y, four.number(kLow, j), four.number(kHigh, j)};
  };
  write_places(known, frame, a.linear, b, most_kept, place, i, rows);
  write_hull_sets(pack, done, four.names, a, b, i, rows);
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
  write_hull_sets(pack, done, parts, a, b, i, rows);
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

void fill_hull_contact_kernels(LaneKernels& k) {
  k.meet_hulls = meet_hulls_block<false>;
  k.meet_round = meet_hulls_block<true>;
}

GRAZE_LANES_END

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI {
GRAZE_EXPORT(fill_hull_contact_kernels);
void set_hull_contact_kernels(LaneKernels& kernels) { GRAZE_DISPATCH(fill_hull_contact_kernels)(kernels); }
}  // namespace graze::inline GRAZE_ABI
#endif
