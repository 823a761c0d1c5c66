// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The faces of polytopes that look along an axis, one pair per lane: find_known_face() and finish_face() of
// single queries, operation by operation. Topology and vertices are read lane by lane, all else is in lanes.

#if defined(GRAZE_QUERY_HULL_SIDE_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_HULL_SIDE_LANES_INL
#undef GRAZE_QUERY_HULL_SIDE_LANES_INL
#else
#define GRAZE_QUERY_HULL_SIDE_LANES_INL
#endif

#include "query/box_face_lanes-inl.h"
#include "query/contact_vertices.h"
#include "query/hull_cases.h"
#include "shape/vertex_scan.h"

GRAZE_LANES_BEGIN

constexpr int kLaneCorners = 8;  // of a face, at most

/// As ContactFrame.
struct FrameLanes {
  LaneVec<D> u, v, n;
  [[nodiscard]] GRAZE_LANE LaneVec<D> to(const LaneVec<D>& p) const {
    return {dot(u, p), dot(v, p), dot(n, p)};
  }
  [[nodiscard]] GRAZE_LANE LaneVec<D> from(D x, D y, D z) const { return u * x + v * y + n * z; }
};
/// As primitive::make_basis().
GRAZE_LANE FrameLanes make_frame(const LaneVec<D>& n) {
  const D zero(0.0), one(1.0), x = lane_abs(n.x), y = lane_abs(n.y), z = lane_abs(n.z);
  const LaneMask is_x = both(x <= y, x <= z), is_y = except(y <= z, is_x);
  const LaneVec<D> axis{select(is_x, one, zero), select(is_y, one, zero),
                        select(either(is_x, is_y), zero, one)};
  const LaneVec<D> across = cross(axis, n), u = across / lane_sqrt(dot(across, across));
  return {u, cross(n, u), n};
}

/// Doubles of each lane, from and to plain code.
struct LaneRow {
  alignas(64) double of[kMostDoubles];
};
struct LaneRows3 {
  LaneRow x, y, z;
  GRAZE_LANE void set(std::size_t lane, const Vec3d& v) {
    x.of[lane] = v.x;
    y.of[lane] = v.y;
    z.of[lane] = v.z;
  }
  [[nodiscard]] GRAZE_LANE LaneVec<D> all() const { return {load(x.of), load(y.of), load(z.of)}; }
};

/// A face seen along the axis, as ClipSide. Corners that a lane has not are its first one again.
struct PolygonLanes {
  LaneMat<D> linear;
  LaneVec<D> translation;
  D x[kLaneCorners + 1], y[kLaneCorners + 1], z[kLaneCorners + 1];
  int most;  // corners of the lane that has most
  D count, deepest;
  D facing, z0, gx, gy;
  LaneMask is_usable;  // otherwise too many corners, or it is seen edge-on
  const std::uint32_t* corners[kMostDoubles];
  std::uint32_t counts[kMostDoubles], faces[kMostDoubles];

  [[nodiscard]] GRAZE_LANE D height(D at_x, D at_y) const { return z0 + gx * at_x + gy * at_y; }
};

/// As NormalMap.
GRAZE_LANE LaneMat<D> normal_map(const LaneMat<D>& linear) {
  const LaneVec<D>* const c = linear.columns;
  const LaneVec<D> first = cross(c[1], c[2]);
  const D sign = select(dot(c[0], first) < D(0.0), D(-1.0), D(1.0));
  return {{first * sign, cross(c[2], c[0]) * sign, cross(c[0], c[1]) * sign}};
}

/// The cases of one pack; lanes without one have the last again.
struct HullPack {
  const HullCase* cases;
  std::size_t count;
  [[nodiscard]] GRAZE_LANE const HullCase& at(std::size_t lane) const {
    return cases[std::min(lane, count - 1)];
  }
};

GRAZE_LANE void place_hulls(const HullPack& pack, int side, PolygonLanes& p) {
  LaneRow rows[12];
  for (std::size_t l = 0; l < lane_count<double>(); ++l) {
    const HullCase& c = pack.at(l);
    const Real* const numbers = numbers_of(*c.sides[side].placement);
    for (int k = 0; k < 9; ++k) rows[k].of[l] = double(numbers[k]);
    const Vec3d at =
        side == 0 ? Vec3d{}
                  : Vec3d(c.sides[1].placement->translation()) - Vec3d(c.sides[0].placement->translation());
    for (int k = 0; k < 3; ++k) rows[9 + k].of[l] = at[k];
  }
  const auto vector = [&](int k) {
    return LaneVec<D>{load(rows[k].of), load(rows[k + 1].of), load(rows[k + 2].of)};
  };
  p.linear = {{vector(0), vector(3), vector(6)}};
  p.translation = vector(9);
}

/// Which face of each lane looks outward most, and its normal; zero where none does.
GRAZE_LANE LaneVec<D> find_faces(const HullPack& pack, int side, const LaneVec<D>& outward, PolygonLanes& p) {
  const LaneVec<D> along = transpose_times(p.linear, outward);
  LaneRows3 rows;
  store(along.x, rows.x.of), store(along.y, rows.y.of), store(along.z, rows.z.of);
  const FarthestVertex farthest = farthest_vertex_kernel();
  std::uint32_t start[kMostDoubles], half_edge[kMostDoubles], busy = 0;
  for (std::size_t l = 0; l < lane_count<double>(); ++l) {
    const HullCase& c = pack.at(l);
    const std::uint32_t top =
        farthest(c.sides[side].shape->block->vertices, {rows.x.of[l], rows.y.of[l], rows.z.of[l]});
    start[l] = half_edge[l] = c.faces[side]->outgoing[top];
    busy |= 1u << l;
  }
  const LaneMat<D> normals = normal_map(p.linear);
  const D zero(0.0);
  D best(-1.0), face = zero;
  LaneVec<D> normal{zero, zero, zero};
  LaneRow names;
  while (busy != 0) {
    for (std::uint32_t left = busy; left != 0; left &= left - 1) {
      const auto l = static_cast<std::size_t>(std::countr_zero(left));
      const HullTopology& topology = *pack.at(l).faces[side];
      const std::uint32_t name = topology.face[half_edge[l]];
      rows.set(l, topology.normals[name]);
      names.of[l] = name;
      half_edge[l] = topology.next(topology.twin[half_edge[l]]);
      if (half_edge[l] == start[l]) busy &= ~(1u << l);
    }
    const LaneVec<D> n = normals * rows.all();
    const D forward = dot(n, outward), squared = dot(n, n);
    const LaneMask is_better = both(zero < forward, best * squared < forward * forward);
    best = select(is_better, forward * forward / squared, best);
    face = select(is_better, load(names.of), face);
    normal = select(is_better, n, normal);
  }
  store(face, names.of);
  for (std::size_t l = 0; l < lane_count<double>(); ++l) p.faces[l] = static_cast<std::uint32_t>(names.of[l]);
  return normal;
}

GRAZE_LANE void place_corners(const HullPack& pack, int side, const FrameLanes& frame, PolygonLanes& p) {
  LaneRow counts;
  p.most = 0;
  for (std::size_t l = 0; l < lane_count<double>(); ++l) {
    const auto loop = pack.at(l).faces[side]->loop(p.faces[l]);
    p.corners[l] = loop.data();
    p.counts[l] = static_cast<std::uint32_t>(std::min<std::size_t>(loop.size(), kLaneCorners));
    counts.of[l] = double(loop.size());
    p.most = std::max(p.most, static_cast<int>(p.counts[l]));
  }
  p.count = load(counts.of);
  LaneRows3 rows;
  for (int i = 0; i < p.most; ++i) {
    for (std::size_t l = 0; l < lane_count<double>(); ++l) {
      const std::uint32_t name = p.corners[l][static_cast<std::uint32_t>(i) < p.counts[l] ? i : 0];
      rows.set(l, pack.at(l).sides[side].shape->block->vertices.vertex(name));
    }
    const LaneVec<D> at = frame.to(p.linear * rows.all() + p.translation);
    p.x[i] = at.x;
    p.y[i] = at.y;
    p.z[i] = at.z;
  }
  p.x[p.most] = p.x[0];
  p.y[p.most] = p.y[0];
  p.z[p.most] = p.z[0];
}

/// As find_side() of a polytope that knows its faces, along the axis (facing 1) or against it (-1).
inline void find_side(const HullPack& pack, int side, const FrameLanes& frame, PolygonLanes& p) {
  const D facing(side == 0 ? 1.0 : -1.0);
  place_hulls(pack, side, p);
  const LaneVec<D> normal = find_faces(pack, side, frame.n * facing, p);
  place_corners(pack, side, frame, p);
  const LaneVec<D> m = frame.to(normal / lane_sqrt(dot(normal, normal)));
  p.facing = m.z * facing;
  p.is_usable = both(D(kLeastFacing) < p.facing, p.count <= D(double(kLaneCorners)));
  D x = p.x[0], y = p.y[0], z = p.z[0];
  p.deepest = D(0.0);
  for (int i = 1; i < p.most; ++i) {
    const LaneMask is_deeper = z * facing < p.z[i] * facing;
    p.deepest = select(is_deeper, D(double(i)), p.deepest);
    x = select(is_deeper, p.x[i], x);
    y = select(is_deeper, p.y[i], y);
    z = select(is_deeper, p.z[i], z);
  }
  p.gx = -m.x / m.z;
  p.gy = -m.y / m.z;
  p.z0 = z - p.gx * x - p.gy * y;
}

GRAZE_LANES_END

#endif
