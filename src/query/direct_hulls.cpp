// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/batch_hulls-inl.h"
#include "query/batch_kernels.h"
#include "query/cached_vertices.h"
#include "query/direct.h"
#include "query/one_lane.h"

// One pair with a polytope in it: one lane of solve_hull_block(), without the rows of a block around it. The
// search in float finds the nearest vertices, and the polish in double proves that they are.

namespace graze::inline GRAZE_ABI {
namespace {

using Vector = one_lane::LaneVec<float>;
using VectorD = one_lane::LaneVec<double>;

// The numbers of two vertices in one float, which holds 24 bits.
constexpr std::uint32_t kVerticesOfB = 4096;
static_assert(kScanVertices <= kVerticesOfB);

struct HullPair {
  one_lane::BoxSearchLanes<float> frame;
  const VertexSet* sets[2];
  Vec3d inner[2];
  LaneScan scan = lane_scan();
  VertexSet few;  // of the one that is no polytope
  Real coordinates[3][kVertexPadding];

  void add(int side, const ShapeView& shape) {
    const bool is_hull = shape.block != nullptr;
    sets[side] = is_hull ? &shape.block->vertices : &few;
    if (is_hull) {
      inner[side] = shape.block->inner_point;
    } else {
      one_lane::set_corners(shape, coordinates, few);
    }
  }

  // The vertex of a - b farthest against v, and its number.
  Vector farthest(const Vector& v, float& id) const {
    const Vector w = seen_from_b(frame.r, v);
    const VertexSet &a = *sets[0], &b = *sets[1];
    const std::uint32_t ia = scan(a, Real(-v.x), Real(-v.y), Real(-v.z)),
                        ib = scan(b, Real(w.x), Real(w.y), Real(w.z));
    id = static_cast<float>(ia + kVerticesOfB * ib);
    return hull_difference(frame, {float(a.x[ia]), float(a.y[ia]), float(a.z[ia])},
                           {float(b.x[ib]), float(b.y[ib]), float(b.z[ib])});
  }
};

// As in solve_hull_block(); the factors of local coordinates take the place of half extents.
bool set_search_frame(const PairFrame& pair, HullPair& hulls) {
  const auto f = box_frame(lane_boxes(pair), kEpsilon);
  const Real unit = 1 / f.size;
  const Real scales[2] = {pair.operands[pair.first].placement->scale(),
                          pair.operands[1 - pair.first].placement->scale()};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) hulls.frame.r[i][j] = float(f.r[i][j]);
    hulls.frame.t[i] = float(f.t[i] * unit);
    hulls.frame.a[i] = float(scales[0] * unit);
    hulls.frame.b[i] = float(scales[1] * unit);
  }
  return f.size > 0;
}

// The numbers of the nearest vertices; zero: given up. `steps` is how many supports it took.
int search_hulls(const HullPair& hulls, float (&ids)[4], int& steps) {
  const auto narrow = [](const Vec3d& p) { return Vector{float(p.x), float(p.y), float(p.z)}; };
  one_lane::SearchLanes<float> s;
  Vector v = hull_difference(hulls.frame, narrow(hulls.inner[0]), narrow(hulls.inner[1]));
  if (sum_abs(v) <= 0) v.x = 1;
  float id = 0;
  s.q[0] = s.q[1] = s.q[2] = s.v = hulls.farthest(v, id);
  s.id[0] = s.id[1] = s.id[2] = id;
  s.vv = dot(s.v, s.v);
  s.p = hulls.farthest(s.v, s.next);
  steps = one_lane::kFirstSteps;
  bool is_inside = false;
  for (bool is_done = is_at_end(s); !is_done; ++steps) {
    if (steps == one_lane::kSearchSteps) return 0;
    const auto step = advance(s);
    is_inside = step.is_inside;
    s.p = hulls.farthest(s.v, s.next);
    is_done = step.is_done || is_at_end(s);
  }
  return one_lane::distinct_vertices(s.id, is_inside ? s.next : one_lane::kNoVertex, ids);
}

}  // namespace

bool solve_hulls_directly(const PairFrame& pair, const QuerySettings& settings, Answer& out) {
  const Operand &first = pair.operands[pair.first], &second = pair.operands[1 - pair.first];
  HullPair hulls;
  hulls.add(0, *first.shape);
  hulls.add(1, *second.shape);
  if (!set_search_frame(pair, hulls)) return false;
  float ids[4];
  int steps = 0;
  const int count = search_hulls(hulls, ids, steps);
  if (count == 0 || steps > settings.max_iterations) return false;
  const auto cores = make_cores(lane_core(first), lane_core(second));
  one_lane::VerticesLanes<double> vertices;
  vertices.count = count;
  const auto local = [](const VertexSet& set, std::uint32_t i) {
    return VectorD{double(set.x[i]), double(set.y[i]), double(set.z[i])};
  };
  for (int k = 0; k < 4; ++k) {
    const auto id = static_cast<std::uint32_t>(ids[k]);
    vertices.a[k] = cores.linear_a * local(*hulls.sets[0], id % kVerticesOfB);
    vertices.b[k] = cores.linear_b * local(*hulls.sets[1], id / kVerticesOfB) + cores.offset;
  }
  const auto nearest = nearest_of(vertices);
  const FarthestVertex farthest = farthest_vertex_kernel();
  const VectorD u = transpose_times(cores.linear_a, -nearest.v),
                w = transpose_times(cores.linear_b, nearest.v);
  const VectorD p = cores.linear_a * local(*hulls.sets[0], farthest(*hulls.sets[0], {u.x, u.y, u.z})),
                q = cores.linear_b * local(*hulls.sets[1], farthest(*hulls.sets[1], {w.x, w.y, w.z})) +
                    cores.offset;
  if (!take_lane(answer_from_nearest(cores, nearest, vertices.count, p - q), steps, out)) return false;
  if (settings.cache != nullptr) store_search(pair, ids, count, float(kVerticesOfB), out, *settings.cache);
  return true;
}

}  // namespace graze::inline GRAZE_ABI
