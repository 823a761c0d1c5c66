// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Supporting faces of polytopes and boxes along a contact normal, one pair per lane, by the kernels of
// kernel/clip/side-inl.h. Topology and vertices are read lane by lane, all else is in lanes.

#if defined(GRAZE_QUERY_BATCH_HULL_SIDES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_BATCH_HULL_SIDES_INL
#undef GRAZE_QUERY_BATCH_HULL_SIDES_INL
#else
#define GRAZE_QUERY_BATCH_HULL_SIDES_INL
#endif

#include "kernel/clip/side-inl.h"
#include "query/batch/contact_rows-inl.h"
#include "query/contact/cases.h"
#include "query/contact/side.h"
#include "shape/vertex_scan.h"

GRAZE_LANES_BEGIN

constexpr int kLaneCorners = 8;  // of a face, at most

/// Axes of the contact frame of each lane, n the contact normal.
struct FrameLanes {
  LaneVec<D> u, v, n;
  GRAZE_LANE explicit FrameLanes(const LaneVec<D>& normal) : n(normal) { make_basis<D>(n, u, v); }
  [[nodiscard]] GRAZE_LANE LaneVec<D> to(const LaneVec<D>& p) const {
    return {dot(u, p), dot(v, p), dot(n, p)};
  }
  [[nodiscard]] GRAZE_LANE LaneVec<D> from(D x, D y, D z) const { return u * x + v * y + n * z; }
};

/// Supporting face of each lane: a Polygon of kernel/clip/polygons-inl.h, where the corners that a lane lacks
/// repeat its first one.
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

  [[nodiscard]] GRAZE_LANE int corner_count() const { return most; }
  [[nodiscard]] GRAZE_LANE D height(D at_x, D at_y) const { return z0 + gx * at_x + gy * at_y; }
};

/// The cases of one pack; lanes without one have the last again.
struct HullPack {
  const HullCase* cases;
  std::size_t count;
  [[nodiscard]] GRAZE_LANE const HullCase& at(std::size_t lane) const {
    return cases[std::min(lane, count - 1)];
  }
};

GRAZE_LANE void place_side(const HullPack& pack, int side, LaneMat<D>& linear, LaneVec<D>& translation) {
  LaneRows3 columns[3], at;
  for (std::size_t l = 0; l < lane_count<double>(); ++l) {
    const HullCase& c = pack.at(l);
    const Affine& placement = *c.sides[side].placement;
    for (int k = 0; k < 3; ++k) columns[k].set(l, Vec3d(placement.linear().columns[k]));
    at.set(l,
           side == 0 ? Vec3d{} : Vec3d(placement.translation()) - Vec3d(c.sides[0].placement->translation()));
  }
  linear = {{columns[0].all(), columns[1].all(), columns[2].all()}};
  translation = at.all();
}

/// The faces at a corner of one lane, one after the other: of a polytope, or of a box along x, y and z.
struct FaceWalk {
  const HullTopology* topology;
  std::uint32_t at, end;   // half-edges; or axes
  std::uint32_t negative;  // of a box: bits of its axes

  GRAZE_LANE void start(const HullCase& c, int side, const Vec3d& along, FarthestVertex farthest) {
    topology = c.faces[side];
    negative = (along.x < 0 ? 1u : 0u) | (along.y < 0 ? 2u : 0u) | (along.z < 0 ? 4u : 0u);
    at = topology == nullptr
             ? 0
             : topology->outgoing[farthest(polytope_of(*c.sides[side].shape).vertices, along)];
    end = topology == nullptr ? 3 : at;
  }
  /// Returns the name of a face, and leaves its normal in a lane.
  GRAZE_LANE std::uint32_t next(std::size_t lane, LaneRows3& normals) {
    if (topology == nullptr) {
      const std::uint32_t is_negative = negative >> at & 1, axis = at++;
      Vec3d normal{};
      normal[static_cast<int>(axis)] = is_negative != 0 ? -1 : 1;
      normals.set(lane, normal);
      return 2 * axis + is_negative;
    }
    const std::uint32_t name = topology->face[at];
    normals.set(lane, topology->normals[name]);
    at = topology->next(topology->twin[at]);
    return name;
  }
};

/// Which face of each lane looks outward most, and its normal; zero where none does.
GRAZE_LANE LaneVec<D> find_faces(const HullPack& pack, int side, const LaneVec<D>& outward, PolygonLanes& p) {
  LaneRows3 rows;
  rows.set(transpose_times(p.linear, outward));
  const FarthestVertex farthest = farthest_vertex_kernel();
  FaceWalk walks[kMostDoubles];
  std::uint32_t busy = 0;
  for (std::size_t l = 0; l < lane_count<double>(); ++l) {
    walks[l].start(pack.at(l), side, rows.at(l), farthest);
    busy |= 1u << l;
  }
  const LaneMat<D> normals = normal_map<D>(p.linear);
  MostFacing<D, LaneVec<D>> most(D(0.0));
  LaneRow names;
  while (busy != 0) {
    for (std::uint32_t left = busy; left != 0; left &= left - 1) {
      const auto l = static_cast<std::size_t>(std::countr_zero(left));
      names.of[l] = walks[l].next(l, rows);
      if (walks[l].at == walks[l].end) busy &= ~(1u << l);
    }
    most.add(normals * rows.all(), outward, load(names.of));
  }
  store(most.face, names.of);
  for (std::size_t l = 0; l < lane_count<double>(); ++l) p.faces[l] = static_cast<std::uint32_t>(names.of[l]);
  return most.normal;
}

GRAZE_LANE std::span<const std::uint32_t> loop_of(const HullCase& c, int side, std::uint32_t face) {
  if (c.faces[side] == nullptr) return kBoxLoops.of[face];
  return c.faces[side]->loop(face);
}
GRAZE_LANE Vec3d corner_of(const ShapeView& shape, std::uint32_t name) {
  if (shape.block != nullptr) return polytope_of(shape).vertices.vertex(name);
  const auto half = [&](std::uint32_t k) {
    const double h = double(shape.values[k]);
    return (name >> k & 1) != 0 ? -h : h;
  };
  return {half(0), half(1), half(2)};
}

GRAZE_LANE void place_corners(const HullPack& pack, int side, const FrameLanes& frame, PolygonLanes& p) {
  LaneRow counts;
  p.most = 0;
  for (std::size_t l = 0; l < lane_count<double>(); ++l) {
    const auto loop = loop_of(pack.at(l), side, p.faces[l]);
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
      rows.set(l, corner_of(*pack.at(l).sides[side].shape, name));
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

/// Supporting face of side 0 along the normal, or of side 1 against it.
inline void find_side(const HullPack& pack, int side, const FrameLanes& frame, PolygonLanes& p) {
  const D facing(side == 0 ? 1.0 : -1.0);
  place_side(pack, side, p.linear, p.translation);
  const LaneVec<D> normal = find_faces(pack, side, frame.n * facing, p);
  place_corners(pack, side, frame, p);
  const LaneVec<D> m = frame.to(normal / lane_sqrt(dot(normal, normal)));
  p.facing = m.z * facing;
  p.is_usable = both(D(kLeastFacing) < p.facing, p.count <= D(double(kLaneCorners)));
  set_supporting_plane(m, facing, p);
}

GRAZE_LANES_END

#endif
