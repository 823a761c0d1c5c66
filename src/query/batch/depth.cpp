// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/batch/depth.h"

// Compiled once per Highway target; see https://github.com/google/highway, "dynamic dispatch".
#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/batch/depth.cpp"
#include "simd/each_target-inl.h"
#endif

#include "query/batch/depth-inl.h"

GRAZE_LANES_BEGIN

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
  SideBlock a, b;
  const std::size_t padded = load_side<Sizes::any>(block.pairs, block.count, 0, a);
  load_side<Sizes::any>(block.pairs, block.count, 1, b);
  find_vertices(block.pairs, block.count, padded, block.sets);
  for (std::size_t i = 0; i < block.count; i += lane_count<double>()) {
    const CoresLanes<D> c = make_cores(core_at(a, i), core_at(b, i));
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
  const double error = state.pairs.rows[kDepthError][lane], height = state.top[lane];
  double weights[3];
  const std::size_t facet = surface.find_foot(nearest, height, 4 * error, weights);
  if (facet == DepthSurface::kMaxFacets) return;
  Vec3d a, b;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::uint8_t corner = surface.facets[facet][k];
    a += point_of_a(block, pair, surface.vertices[0][corner]) * weights[k];
    b += point_of_b(block, pair, surface.vertices[1][corner]) * weights[k];
  }
  set_core_depth({surface.height[nearest], height, surface.normal_of(nearest), a, b, error,
                  block.balls[0][pair], block.balls[1][pair], block.a_is_larger[pair] != 0},
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
  const Vec3d w{state.beyond[0][lane], state.beyond[1][lane], state.beyond[2][lane]};
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
  const Vec3d n{state.normal[0][lane], state.normal[1][lane], state.normal[2][lane]};
  const std::uint32_t ia = farthest(*block.sets.of[0][pair],
                                    transpose_times(matrix_of(block, kLinearA, pair), n)),
                      ib = farthest(*block.sets.of[1][pair],
                                    transpose_times(matrix_of(block, kLinearB, pair), -n));
  const Vec3d w = point_of_a(block, pair, ia) - point_of_b(block, pair, ib);
  state.ids[0][lane] = ia, state.ids[1][lane] = ib;
  for (int k = 0; k < 3; ++k) state.beyond[k][lane] = w[k];
  state.top[lane] = dot(n, w);
}

// Whether the nearest facet is one of A - B as far as rounding can tell.
bool is_done(const DepthBlock& block, DepthState& state, std::size_t lane, FarthestVertex farthest) {
  const double error = state.pairs.rows[kDepthError][lane],
               least = state.surfaces[lane].height[state.nearest[lane]];
  if (!(least > 4 * error && state.top[lane] - least <= 4 * error)) return false;
  find_farthest(block, state, lane, farthest);
  return state.top[lane] - least <= 4 * error;
}

// Grows the polytopes of a block; a lane that is done goes on with the next pair.
void expand_block(const DepthBlock& block, LaneAnswers& answers, LaneCounts& counts) {
  DepthState state;
  state.pairs = {};  // lanes without a pair are computed, too
  for (auto& row : state.normal) std::fill(row, row + kDepthLanes, 0.0);
  const FarthestVertex farthest = farthest_vertex_kernel();
  const std::size_t lanes = lane_count<double>();
  std::size_t next = 0, active = 0;
  std::uint32_t busy = 0;
  for (; active < lanes && next < block.count; ++active) {
    begin_depth(block, answers, next++, active, state);
    busy |= 1u << active;
  }
  while (busy != 0) {
    set_planes(state.change);
    counts.slots += lanes;
    counts.active += active;
    find_vertices_beyond(block.sets, busy, state);
    for (std::uint32_t left = busy; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(left));
      if (is_done(block, state, lane, farthest)) {
        end_depth(block, state, lane, answers);
      } else if (grow_depth(state, lane)) {
        continue;
      }
      if (next < block.count) {
        begin_depth(block, answers, next++, lane, state);
      } else {
        busy &= ~(1u << lane);
        --active;
      }
    }
  }
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

#if !defined(GRAZE_SIMD)
namespace graze::inline GRAZE_ABI {
LaneDeepen lane_deepen() { return one_lane::deepen(); }
}  // namespace graze::inline GRAZE_ABI
#elif HWY_ONCE
namespace graze::inline GRAZE_ABI {
HWY_EXPORT(deepen);
LaneDeepen lane_deepen() { return HWY_DYNAMIC_DISPATCH(deepen)(); }
}  // namespace graze::inline GRAZE_ABI
#endif
