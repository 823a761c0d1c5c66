// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/batch_depth.h"

// Compiled once per Highway target; see https://github.com/google/highway, "dynamic dispatch".
#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/batch_depth.cpp"
#define HWY_DISABLED_TARGETS (HWY_SSSE3)
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "math/simd_target.h"
#endif

#include "query/depth_lanes-inl.h"

GRAZE_LANES_BEGIN

// The pairs of a block that are asked about, next to each other.
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
    // As in answer_from_nearest().
    const D size = (c.extent_a + c.extent_b) + sum_abs(c.offset) + (c.ball_a + c.ball_b);
    store(D(12 * kDoubleEpsilon) * size + c.ball_error, block.rows.rows[kDepthError] + i);
    store(c.ball_a, block.balls[0] + i);
    store(c.ball_b, block.balls[1] + i);
    store(select(c.extent_a + c.ball_a > c.extent_b + c.ball_b, D(1.0), D(0.0)), block.a_is_larger + i);
  }
}

// The tetrahedron that the search ended with.
void begin_depth(const DepthBlock& block, const LaneAnswers& answers, std::size_t pair, std::size_t lane,
                 DepthState& state, NewFaces& faces) {
  state.pair[lane] = pair;
  for (std::size_t r = 0; r < kDepthRows; ++r) state.pairs.rows[r][lane] = block.rows.rows[r][pair];
  const auto vector = [&](std::size_t row) {
    return Vec3d{block.rows.rows[row][pair], block.rows.rows[row + 1][pair], block.rows.rows[row + 2][pair]};
  };
  const Mat3d linear_a{vector(kLinearA), vector(kLinearA + 3), vector(kLinearA + 6)},
      linear_b{vector(kLinearB), vector(kLinearB + 3), vector(kLinearB + 6)};
  DepthSurface& surface = state.surfaces[lane];
  surface.vertex_count = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const float id = answers.ids[k][block.index[pair]];
    surface.add_vertex(linear_a * block.sets.of[0][pair]->vertex(vertex_of_a(id)),
                       linear_b * block.sets.of[1][pair]->vertex(vertex_of_b(id)) + vector(kOffset));
  }
  surface.begin();
  for (std::uint8_t f = 0; f < 4; ++f) faces.add(surface, &state.heights[0][lane], f);
  for (std::size_t f = 4; f < kDepthFaces; ++f)
    state.heights[f][lane] = std::numeric_limits<double>::infinity();
}

// As set_bounds() and set_points() in solve.cpp.
void end_depth(const DepthBlock& block, const DepthState& state, std::size_t lane, LaneAnswers& out) {
  const std::size_t pair = state.pair[lane], i = block.index[pair];
  const double error = state.pairs.rows[kDepthError][lane], height = state.top[lane];
  Vec3d a, b;
  const auto nearest = static_cast<std::size_t>(state.nearest[lane]);
  if (!state.surfaces[lane].find_foot(nearest, height, 4 * error, a, b)) return;
  const Vec3d n = state.surfaces[lane].planes[nearest].normal;
  const double ball_a = block.balls[0][pair], ball_b = block.balls[1][pair], radius = ball_a + ball_b;
  out.lower[i] = -height - error - radius;
  out.upper[i] = -state.least[lane] + 2 * error - radius;
  if (!(out.upper[i] < 0)) return;
  const double missing = -height - error - dot(n, b - a), of_a = block.a_is_larger[pair] != 0 ? missing : 0;
  const Vec3d on_a = a + n * (ball_a - of_a), on_b = b - n * (ball_b - (missing - of_a)), mid = (a + b) * 0.5;
  const auto set = [i](double(&rows)[3][kBatchBlock], const Vec3d& v) {
    rows[0][i] = v.x, rows[1][i] = v.y, rows[2][i] = v.z;
  };
  set(out.normal, n);
  set(out.a, on_a);
  set(out.b, on_b);
  set(out.common, mid);
  out.steps[i] += static_cast<float>(state.surfaces[lane].vertex_count - 3);
  out.is_inside[i] = false;
}

// One more vertex. False: the end, be it one or not.
bool grow_depth(DepthState& state, std::size_t lane, NewFaces& faces) {
  const double error = state.pairs.rows[kDepthError][lane];
  DepthSurface& surface = state.surfaces[lane];
  if (!(state.least[lane] > 4 * error) || surface.vertex_count == kDepthVertices) return false;
  const auto vector = [lane](const double(&rows)[3][kDepthLanes]) {
    return Vec3d{rows[0][lane], rows[1][lane], rows[2][lane]};
  };
  surface.add_vertex(vector(state.on_a), vector(state.on_b));
  DepthSurface::Change change;
  if (!surface.grow(static_cast<std::size_t>(state.nearest[lane]), error, change)) return false;
  for (std::size_t k = 0; k < change.made_count; ++k)
    faces.add(surface, &state.heights[0][lane], change.made[k]);
  for (std::size_t k = 0; k < change.gone_count; ++k) {
    state.heights[change.gone[k]][lane] = std::numeric_limits<double>::infinity();
    surface.planes[change.gone[k]] = {{}, std::numeric_limits<double>::infinity()};
  }
  return true;
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
  DepthState state;
  NewFaces faces;
  const FarthestVertex farthest = farthest_vertex_kernel();
  const std::size_t lanes = lane_count<double>();
  for (auto& row : state.pairs.rows) std::fill(row, row + lanes, 0.0);
  for (auto& row : state.heights) std::fill(row, row + lanes, 0.0);
  std::size_t next = 0, active = 0;
  std::uint32_t busy = 0;
  for (; active < lanes && next < block.count; ++active) {
    begin_depth(block, answers, next++, active, state, faces);
    busy |= 1u << active;
  }
  while (busy != 0) {
    faces.flush();
    counts.slots += lanes;
    counts.active += active;
    std::size_t most = 0;
    for (std::uint32_t left = busy; left != 0; left &= left - 1)
      most = std::max(most, state.surfaces[std::countr_zero(left)].face_count);
    find_nearest_faces(state, most);
    find_vertices_beyond(block.sets, busy, farthest, state);
    for (std::uint32_t left = busy; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(left));
      const double error = state.pairs.rows[kDepthError][lane];
      const bool is_done = state.least[lane] > 4 * error && state.top[lane] - state.least[lane] <= 4 * error;
      if (!is_done && grow_depth(state, lane, faces)) continue;
      if (is_done) end_depth(block, state, lane, answers);
      if (next < block.count) {
        begin_depth(block, answers, next++, lane, state, faces);
      } else {
        busy &= ~(1u << lane);
        --active;
      }
    }
  }
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
