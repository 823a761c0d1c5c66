// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The depth of the origin inside A - B, one pair per lane: a polytope of vertices of A - B grows around the
// origin until its nearest facet is one of A - B. [Bergen03 §4.3.8] Directions, vertices and heights of all
// pairs are found side by side; the facets of a polytope are measured side by side as well, one polytope
// after another.

#if defined(GRAZE_QUERY_BATCH_DEPTH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_BATCH_DEPTH_INL
#undef GRAZE_QUERY_BATCH_DEPTH_INL
#else
#define GRAZE_QUERY_BATCH_DEPTH_INL
#endif

#include "kernel/depth/facet_planes-inl.h"
#include "query/batch/depth_surface.h"
#include "query/batch/hulls-inl.h"

GRAZE_LANES_BEGIN

// Planes of new facets, as many at a time as there are lanes. Lanes after the last of them are not used.
inline void set_planes(DepthChange& change) {
  const std::size_t lanes = lane_count<double>();
  alignas(64) double rows[5][kDepthLanes];
  for (std::size_t from = 0; from < change.count; from += lanes) {
    const auto corner = [&](int k) {
      const auto& of = change.corners[k];
      return LaneVec<D>{load(of[0] + from), load(of[1] + from), load(of[2] + from)};
    };
    const LaneVec<D> p = corner(0), q = corner(1), r = corner(2);
    LaneVec<D> n;
    D height, doubt;
    set_plane(p, q, r, n, height, doubt);
    const LaneVec<D> unit = n * (D(1.0) / lane_sqrt(dot(n, n)));
    const D hp = dot(unit, p), hq = dot(unit, q), hr = dot(unit, r);
    store(unit.x, rows[0]), store(unit.y, rows[1]), store(unit.z, rows[2]);
    store(lane_max(lane_max(hp, hq), hr), rows[3]);
    store(select(height > doubt, lane_min(lane_min(hp, hq), hr), D(-std::numeric_limits<double>::infinity())),
          rows[4]);
    const std::size_t here = std::min(lanes, change.count - from);
    for (std::size_t i = 0; i < here; ++i) {
      DepthSurface& surface = *change.surfaces[from + i];
      const std::uint8_t slot = change.slots[from + i];
      for (std::size_t k = 0; k < 3; ++k) surface.normal[k][slot] = rows[k][i];
      surface.top[slot] = rows[3][i];
      surface.height[slot] = rows[4][i];
    }
  }
  change.count = 0;
}

// Facets that p is in front of by more than `doubt`, as bits.
GRAZE_LANE std::uint64_t facets_seen_from(const DepthSurface& surface, const Vec3d& p, double doubt) {
  const D x(p.x), y(p.y), z(p.z);
  std::uint64_t seen = 0;
  for (std::size_t f = 0; f < surface.facet_count; f += lane_count<double>()) {
    const D height =
        load(surface.normal[0] + f) * x + load(surface.normal[1] + f) * y + load(surface.normal[2] + f) * z;
    seen |= std::uint64_t{bits_of(height > load(surface.top + f) + D(doubt))} << f;
  }
  return seen;
}

// Placement and error of pairs: rows, one column per pair.
enum DepthRow : int { kLinearA = 0, kLinearB = 9, kOffset = 18, kDepthError = 21, kDepthRows = 22 };

template <std::size_t N>
struct DepthRows {
  alignas(64) double rows[kDepthRows][N];

  GRAZE_LANE LaneVec<D> vector(int row, std::size_t i) const {
    return {load(rows[row] + i), load(rows[row + 1] + i), load(rows[row + 2] + i)};
  }
  GRAZE_LANE LaneMat<D> matrix(int row, std::size_t i) const {
    return {{vector(row, i), vector(row + 3, i), vector(row + 6, i)}};
  }
};

// Pairs in the lanes.
struct DepthState {
  DepthSurface surfaces[kDepthLanes];
  DepthChange change;  // of the step
  DepthRows<kDepthLanes> pairs;
  std::size_t pair[kDepthLanes];
  // State of the step: the nearest facet and its normal; beyond it a vertex and its height.
  std::size_t nearest[kDepthLanes];
  alignas(64) double normal[3][kDepthLanes], beyond[3][kDepthLanes], top[kDepthLanes];
  std::uint32_t ids[2][kDepthLanes];
};

// Vertices far along the normals of the nearest facets, the farthest but for the rounding of Real: a surface
// may grow by others.
inline void find_vertices_beyond(const VertexSets& sets, std::uint32_t busy, DepthState& state) {
  for (std::uint32_t left = busy; left != 0; left &= left - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(left));
    const DepthSurface& surface = state.surfaces[lane];
    const std::uint32_t least = find_least_key(surface.height, surface.facet_count);
    const std::size_t f = state.nearest[lane] = least < surface.facet_count ? least : 0;  // all NaN: declined
    for (std::size_t k = 0; k < 3; ++k) state.normal[k][lane] = surface.normal[k][f];
  }
  alignas(64) double to_a[3][kDepthLanes], to_b[3][kDepthLanes];
  const LaneVec<D> n{load(state.normal[0]), load(state.normal[1]), load(state.normal[2])};
  const LaneMat<D> linear_a = state.pairs.matrix(kLinearA, 0), linear_b = state.pairs.matrix(kLinearB, 0);
  const LaneVec<D> u = transpose_times(linear_a, n), v = transpose_times(linear_b, -n);
  store(u.x, to_a[0]), store(u.y, to_a[1]), store(u.z, to_a[2]);
  store(v.x, to_b[0]), store(v.y, to_b[1]), store(v.z, to_b[2]);
  VertexRows rows;
  for (std::size_t k = 0; k < 3; ++k) {
    store(D(0.0), rows.a[k]);
    store(D(0.0), rows.b[k]);
  }
  for (std::uint32_t left = busy; left != 0; left &= left - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(left));
    const std::size_t pair = state.pair[lane];
    const std::uint32_t ia = scan(*sets.of[0][pair], Real(to_a[0][lane]), Real(to_a[1][lane]),
                                  Real(to_a[2][lane])),
                        ib = scan(*sets.of[1][pair], Real(to_b[0][lane]), Real(to_b[1][lane]),
                                  Real(to_b[2][lane]));
    state.ids[0][lane] = ia;
    state.ids[1][lane] = ib;
    rows.set(lane, sets, pair, ia, ib);
  }
  const LaneVec<D> p = linear_a * LaneVec<D>{load(rows.a[0]), load(rows.a[1]), load(rows.a[2])};
  const LaneVec<D> q = linear_b * LaneVec<D>{load(rows.b[0]), load(rows.b[1]), load(rows.b[2])} +
                       state.pairs.vector(kOffset, 0);
  const LaneVec<D> w = p - q;
  store(w.x, state.beyond[0]), store(w.y, state.beyond[1]), store(w.z, state.beyond[2]);
  store(dot(n, w), state.top);
}

GRAZE_LANES_END

#endif
