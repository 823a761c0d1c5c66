// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/batch/depth.h"

// The depth of the origin inside A - B, one pair per lane: a polytope of vertices of A - B grows around the
// origin until its nearest facet is one of A - B. [Bergen03 §4.3.8] Directions, vertices and heights of all
// pairs are found side by side; the facets of a polytope are measured side by side as well, one polytope
// after another. Compiled once per Highway target; see https://github.com/google/highway, "dynamic dispatch".
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/batch/depth.cpp"
#include "simd/each_target-inl.h"
// Once per target:
#include "kernel/depth/facet_planes-inl.h"
#include "query/batch/depth_surface.h"
#include "query/batch/search-inl.h"

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
  LaneRows3 normal, beyond;
  LaneRow top;
  std::uint32_t ids[2][kDepthLanes];
};

// Vertices far along the normals of the nearest facets, the farthest but for the rounding of Real: a surface
// may grow by others.
inline void find_vertices_beyond(const VertexSets& sets, std::uint32_t busy, DepthState& state) {
  for (std::uint32_t left = busy; left != 0; left &= left - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(left));
    const DepthSurface& surface = state.surfaces[lane];
    const std::uint32_t least = find_least_key(surface.height, surface.facet_count);
    state.nearest[lane] = least < surface.facet_count ? least : 0;  // all NaN: declined
    state.normal.set(lane, surface.normal_of(state.nearest[lane]));
  }
  const LaneVec<D> n = state.normal.all();
  const LaneMat<D> linear_a = state.pairs.matrix(kLinearA, 0), linear_b = state.pairs.matrix(kLinearB, 0);
  LaneRows3 to_a, to_b;
  to_a.set(transpose_times(linear_a, n));
  to_b.set(transpose_times(linear_b, -n));
  VertexRows rows;
  const LaneVec<D> none{D(0.0), D(0.0), D(0.0)};  // of lanes without a pair
  rows.a.set(none), rows.b.set(none);
  for (std::uint32_t left = busy; left != 0; left &= left - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(left));
    const std::size_t pair = state.pair[lane];
    const Vec3d u = to_a.at(lane), v = to_b.at(lane);
    const std::uint32_t ia = scan(*sets.of[0][pair], Real(u.x), Real(u.y), Real(u.z)),
                        ib = scan(*sets.of[1][pair], Real(v.x), Real(v.y), Real(v.z));
    state.ids[0][lane] = ia;
    state.ids[1][lane] = ib;
    rows.set(lane, sets, pair, ia, ib);
  }
  const LaneVec<D> w = linear_a * rows.a.all() - (linear_b * rows.b.all() + state.pairs.vector(kOffset, 0));
  state.beyond.set(w);
  store(dot(n, w), state.top.of);
}

// The pairs of a block whose depth is wanted, next to each other.
struct DepthBlock {
  LanePair pairs[kBatchBlock];
  std::size_t index[kBatchBlock];  // in the block
  std::size_t count = 0;
  VertexSets sets;
  DepthRows<kBatchBlock> rows;
  alignas(64) double balls[2][kBatchBlock], a_is_larger[kBatchBlock];
};

void place_pairs(DepthBlock& block) {
  const PairBlock<Sizes::any> sides(block.pairs, block.count);
  find_vertices(block.pairs, block.count, sides.padded, block.sets);
  for (std::size_t i = 0; i < block.count; i += lane_count<double>()) {
    const CoresLanes<D> c = make_cores(core_at(sides.a, i), core_at(sides.b, i));
    for (int k = 0; k < 3; ++k) {
      store_vector(c.linear_a.columns[k], block.rows.rows + kLinearA + 3 * k, i);
      store_vector(c.linear_b.columns[k], block.rows.rows + kLinearB + 3 * k, i);
    }
    store_vector(c.offset, block.rows.rows + kOffset, i);
    // The error that answer_from_nearest() allows for.
    const D size = (c.extent_a + c.extent_b) + sum_abs(c.offset) + (c.ball_a + c.ball_b);
    store(D(12 * kDoubleEpsilon) * size + c.ball_error, block.rows.rows[kDepthError] + i);
    store(c.ball_a, block.balls[0] + i);
    store(c.ball_b, block.balls[1] + i);
    store(select(c.extent_a + c.ball_a > c.extent_b + c.ball_b, D(1.0), D(0.0)), block.a_is_larger + i);
  }
}

Vec3d vector_of(const DepthBlock& block, std::size_t row, std::size_t pair) {
  return {block.rows.rows[row][pair], block.rows.rows[row + 1][pair], block.rows.rows[row + 2][pair]};
}
Mat3d matrix_of(const DepthBlock& block, std::size_t row, std::size_t pair) {
  return {vector_of(block, row, pair), vector_of(block, row + 3, pair), vector_of(block, row + 6, pair)};
}
// Vertices of a and b in the working frame, by the operations of VertexRows.
Vec3d point_of_a(const DepthBlock& block, std::size_t pair, std::uint32_t id) {
  return matrix_of(block, kLinearA, pair) * block.sets.of[0][pair]->vertex(id);
}
Vec3d point_of_b(const DepthBlock& block, std::size_t pair, std::uint32_t id) {
  return matrix_of(block, kLinearB, pair) * block.sets.of[1][pair]->vertex(id) +
         vector_of(block, kOffset, pair);
}

// Starts a lane from the tetrahedron that the search ended with.
void begin_depth(const DepthBlock& block, const LaneAnswers& answers, std::size_t pair, std::size_t lane,
                 DepthState& state) {
  state.pair[lane] = pair;
  for (std::size_t r = 0; r < kDepthRows; ++r) state.pairs.rows[r][lane] = block.rows.rows[r][pair];
  DepthSurface& surface = state.surfaces[lane];
  surface.clear();
  for (std::size_t k = 0; k < 4; ++k) {
    const float id = answers.ids[k][block.index[pair]];
    surface.add_vertex(point_of_a(block, pair, vertex_of_a(id)) - point_of_b(block, pair, vertex_of_b(id)),
                       vertex_of_a(id), vertex_of_b(id));
  }
  surface.set_tetrahedron();
  for (std::uint8_t f = 0; f < 4; ++f) state.change.add(surface, f);
}

void end_depth(const DepthBlock& block, const DepthState& state, std::size_t lane, LaneAnswers& out) {
  const DepthSurface& surface = state.surfaces[lane];
  const std::size_t pair = state.pair[lane], nearest = state.nearest[lane];
  const double error = state.pairs.rows[kDepthError][lane], height = state.top.of[lane];
  double weights[3];
  const std::size_t facet = surface.find_foot(nearest, height, 4 * error, weights);
  if (facet == DepthSurface::kMaxFacets) return;
  Vec3d a, b;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::uint8_t corner = surface.facets[facet][k];
    a += point_of_a(block, pair, surface.vertices[0][corner]) * weights[k];
    b += point_of_b(block, pair, surface.vertices[1][corner]) * weights[k];
  }
  const DepthCores cores{error, block.balls[0][pair], block.balls[1][pair], block.a_is_larger[pair] != 0};
  set_core_depth({surface.height[nearest], height, surface.normal_of(nearest), a, b}, cores,
                 block.index[pair], out);
  out.steps[block.index[pair]] += static_cast<float>(surface.vertex_count - 3);
}

// Grows the surface of a lane by the vertex beyond its nearest facet. False: it is not certain of anything,
// or has no room.
bool grow_depth(DepthState& state, std::size_t lane) {
  const double error = state.pairs.rows[kDepthError][lane];
  DepthSurface& surface = state.surfaces[lane];
  const std::size_t nearest = state.nearest[lane];
  if (!(surface.height[nearest] > 4 * error) || surface.vertex_count == DepthSurface::kMaxVertices)
    return false;
  const Vec3d w = state.beyond.at(lane);
  depth::FacetList<DepthSurface::kMaxVertices> seen;
  std::uint32_t seen_count = 0;
  for (std::uint64_t left = facets_seen_from(surface, w, error) | std::uint64_t{1} << nearest; left != 0;
       left &= left - 1)
    seen.slots[seen_count++] = static_cast<std::uint8_t>(std::countr_zero(left));
  seen.count = seen_count;
  surface.add_vertex(w, state.ids[0][lane], state.ids[1][lane]);
  const std::uint32_t count = surface.replace(seen, surface.vertex_count - 1, surface.edges);
  surface.make_places();
  for (std::uint32_t k = 0; k < count; ++k) state.change.add(surface, seen.slots[k]);
  for (std::uint32_t k = count; k < seen.count; ++k) surface.vacate(seen.slots[k]);
  return count > 0;
}

// The farthest vertex beyond the nearest facet, in double.
void find_farthest(const DepthBlock& block, DepthState& state, std::size_t lane, FarthestVertex farthest) {
  const std::size_t pair = state.pair[lane];
  const Vec3d n = state.normal.at(lane);
  const std::uint32_t ia = farthest(*block.sets.of[0][pair],
                                    transpose_times(matrix_of(block, kLinearA, pair), n)),
                      ib = farthest(*block.sets.of[1][pair],
                                    transpose_times(matrix_of(block, kLinearB, pair), -n));
  const Vec3d w = point_of_a(block, pair, ia) - point_of_b(block, pair, ib);
  state.ids[0][lane] = ia, state.ids[1][lane] = ib;
  state.beyond.set(lane, w);
  state.top.of[lane] = dot(n, w);
}

// Whether the nearest facet is one of A - B as far as rounding can tell.
bool is_done(const DepthBlock& block, DepthState& state, std::size_t lane, FarthestVertex farthest) {
  const double error = state.pairs.rows[kDepthError][lane],
               least = state.surfaces[lane].height[state.nearest[lane]];
  if (!(least > 4 * error && state.top.of[lane] - least <= 4 * error)) return false;
  find_farthest(block, state, lane, farthest);
  return state.top.of[lane] - least <= 4 * error;
}

// Grows the polytopes of a block; a lane that is done goes on with the next pair.
void expand_block(const DepthBlock& block, LaneAnswers& answers, LaneCounts& counts) {
  DepthState state;
  state.pairs = {};  // lanes without a pair are computed, too
  state.normal = {};
  const FarthestVertex farthest = farthest_vertex_kernel();
  std::size_t next = 0;
  const auto begin_next = [&](std::size_t lane) {
    if (next == block.count) return false;
    begin_depth(block, answers, next++, lane, state);
    return true;
  };
  fill_lanes(lane_count<double>(), counts, begin_next, [&](std::uint32_t busy) {
    set_planes(state.change);
    find_vertices_beyond(block.sets, busy, state);
    std::uint32_t through = 0;
    for (std::uint32_t left = busy; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(left));
      const bool has_depth = is_done(block, state, lane, farthest);
      if (has_depth) end_depth(block, state, lane, answers);
      if (has_depth || !grow_depth(state, lane)) through |= 1u << lane;
    }
    return through;
  });
}

void deepen_block(const LanePair* pairs, std::size_t count, LaneAnswers& answers, LaneCounts& counts) {
  DepthBlock block;
  for (std::size_t i = 0; i < count; ++i) {
    if (answers.certain[i] == 0 || !answers.is_inside[i]) continue;
    block.index[block.count] = i;
    block.pairs[block.count++] = pairs[i];
  }
  if (block.count == 0) return;
  place_pairs(block);
  expand_block(block, answers, counts);
}

LaneDeepen deepen() { return deepen_block; }

GRAZE_LANES_END

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI {
GRAZE_EXPORT(deepen);
LaneDeepen lane_deepen() { return GRAZE_DISPATCH(deepen)(); }
}  // namespace graze::inline GRAZE_ABI
#endif
