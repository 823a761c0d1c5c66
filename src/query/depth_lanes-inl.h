// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The depth of the origin inside A - B, one pair per lane: a polytope of vertices of A - B grows around the
// origin until its nearest face is one of A - B. [Bergen03 §4.3.8] Planes, supports and bounds of all lanes
// are found side by side; which faces a new vertex sees is followed from neighbour to neighbour, lane by
// lane.
//
// No bound trusts the surface to be convex. A face keeps the least height of its corners along its normal,
// and counts only if the origin lies behind it for certain. The faces always form a cycle, as any set of them
// may be replaced by what joins its border to a point; a cycle that has the origin behind all of its faces
// surrounds it. So a ball as large as the least height lies within A - B.

#if defined(GRAZE_QUERY_DEPTH_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_DEPTH_LANES_INL
#undef GRAZE_QUERY_DEPTH_LANES_INL
#else
#define GRAZE_QUERY_DEPTH_LANES_INL
#endif

#include "query/batch_hulls-inl.h"
#include "query/depth_surface.h"

GRAZE_LANES_BEGIN

// Faces on their way to a surface, as many at a time as there are lanes, of any of the surfaces.
struct NewFaces {
  alignas(64) double corners[9][kDepthLanes] = {};
  alignas(64) double plane[4][kDepthLanes], height[kDepthLanes];
  DepthSurface* surface[kDepthLanes];
  double* heights[kDepthLanes];  // of the lane
  std::uint8_t slot[kDepthLanes];
  std::size_t count = 0;

  void add(DepthSurface& of, double* heights_of_lane, std::uint8_t s) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3d& p = of.w[of.corners[s][k]];
      corners[3 * k][count] = p.x, corners[3 * k + 1][count] = p.y, corners[3 * k + 2][count] = p.z;
    }
    surface[count] = &of;
    heights[count] = heights_of_lane;
    slot[count] = s;
    if (++count == lane_count<double>()) flush();
  }

  void flush() {
    const auto corner = [&](int k) {
      return LaneVec<D>{load(corners[3 * k]), load(corners[3 * k + 1]), load(corners[3 * k + 2])};
    };
    const LaneVec<D> p = corner(0), q = corner(1), r = corner(2), e1 = q - p, e2 = r - p, n = cross(e1, e2);
    const LaneVec<D> unit = n / lane_sqrt(dot(n, n));
    const D hp = dot(unit, p), hq = dot(unit, q), hr = dot(unit, r);
    // As nearest_of() has it for the sides of a tetrahedron.
    const D doubt = D(16 * kDoubleEpsilon) * sum_abs(p) * sum_abs(e1) * sum_abs(e2);
    const D infinite(std::numeric_limits<double>::infinity());
    store(unit.x, plane[0]), store(unit.y, plane[1]), store(unit.z, plane[2]);
    store(lane_max(lane_max(hp, hq), hr), plane[3]);
    store(select(dot(n, p) > doubt, lane_min(lane_min(hp, hq), hr), -infinite), height);
    for (std::size_t i = 0; i < count; ++i) {
      DepthFace& face = surface[i]->planes[slot[i]];
      face = {{plane[0][i], plane[1][i], plane[2][i]}, plane[3][i]};
      heights[i][slot[i] * kDepthLanes] = height[i];
    }
    count = 0;
  }
};

// What a pair brings along: rows, one column per pair.
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
  alignas(64) double heights[kDepthFaces][kDepthLanes];
  DepthRows<kDepthLanes> pairs;
  std::size_t pair[kDepthLanes] = {};
  // Of the step: the nearest face, the vertex beyond it and its height.
  alignas(64) double nearest[kDepthLanes] = {}, least[kDepthLanes] = {};
  alignas(64) double normal[3][kDepthLanes] = {}, top[kDepthLanes] = {};
  alignas(64) double on_a[3][kDepthLanes], on_b[3][kDepthLanes];
};

GRAZE_LANE void find_nearest_faces(DepthState& state, std::size_t faces) {
  D least = load(state.heights[0]), nearest(0.0);
  for (std::size_t f = 1; f < faces; ++f) {
    const D height = load(state.heights[f]);
    const auto is_nearer = height < least;
    least = select(is_nearer, height, least);
    nearest = select(is_nearer, D(double(f)), nearest);
  }
  store(least, state.least);
  store(nearest, state.nearest);
}

// The vertices farthest along the normals of the nearest faces.
inline void find_vertices_beyond(const VertexSets& sets, std::uint32_t busy, FarthestVertex farthest,
                                 DepthState& state) {
  for (std::uint32_t left = busy; left != 0; left &= left - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(left));
    const Vec3d& n = state.surfaces[lane].planes[static_cast<std::size_t>(state.nearest[lane])].normal;
    state.normal[0][lane] = n.x, state.normal[1][lane] = n.y, state.normal[2][lane] = n.z;
  }
  alignas(64) double to_a[3][kDepthLanes], to_b[3][kDepthLanes];
  const LaneVec<D> n{load(state.normal[0]), load(state.normal[1]), load(state.normal[2])};
  const LaneMat<D> linear_a = state.pairs.matrix(kLinearA, 0), linear_b = state.pairs.matrix(kLinearB, 0);
  const LaneVec<D> u = transpose_times(linear_a, n), w = transpose_times(linear_b, -n);
  store(u.x, to_a[0]), store(u.y, to_a[1]), store(u.z, to_a[2]);
  store(w.x, to_b[0]), store(w.y, to_b[1]), store(w.z, to_b[2]);
  VertexRows rows = {};
  for (std::uint32_t left = busy; left != 0; left &= left - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(left));
    const std::size_t pair = state.pair[lane];
    rows.set(lane, sets, pair, farthest(*sets.of[0][pair], {to_a[0][lane], to_a[1][lane], to_a[2][lane]}),
             farthest(*sets.of[1][pair], {to_b[0][lane], to_b[1][lane], to_b[2][lane]}));
  }
  const LaneVec<D> p = linear_a * LaneVec<D>{load(rows.a[0]), load(rows.a[1]), load(rows.a[2])};
  const LaneVec<D> q = linear_b * LaneVec<D>{load(rows.b[0]), load(rows.b[1]), load(rows.b[2])} +
                       state.pairs.vector(kOffset, 0);
  store(p.x, state.on_a[0]), store(p.y, state.on_a[1]), store(p.z, state.on_a[2]);
  store(q.x, state.on_b[0]), store(q.y, state.on_b[1]), store(q.z, state.on_b[2]);
  store(dot(n, p - q), state.top);
}

GRAZE_LANES_END

#endif
