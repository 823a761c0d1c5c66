// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The search of kernel/gjk/search-inl.h for blocks of pairs: one pair per lane, and a lane that is done takes
// the next pair. Supports of boxes, capsules and spheres are found in lanes; those of polytopes are scans of
// one vertex set after another, with all lanes.

#if defined(GRAZE_QUERY_BATCH_SEARCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_BATCH_SEARCH_INL
#undef GRAZE_QUERY_BATCH_SEARCH_INL
#else
#define GRAZE_QUERY_BATCH_SEARCH_INL
#endif

#include <bit>

#include "kernel/gjk/scan-inl.h"
#include "kernel/gjk/search-inl.h"
#include "query/batch/load-inl.h"
#include "query/pair/steps.h"
#include "shape/vertex_scan.h"

GRAZE_LANES_BEGIN

// The numbers of a search, one row each; a lane is a column.
enum : int {
  kFrameRow = 0,
  kQRow = 18,
  kIdRow = 27,
  kVRow = 30,
  kVvRow = 33,
  kPRow = 34,
  kNextRow = 37,
  kSearchRows = 38
};

// The searches of a block's pairs, and where they ended: the numbers of up to four vertices.
struct SearchBlock {
  alignas(64) float rows[kSearchRows][kBatchBlock];
  alignas(64) float at_end[kBatchBlock];
  alignas(64) double ids[4][kBatchBlock];
  alignas(64) double vertices[kBatchBlock];  // how many; zero: the search gave up
};

// One pair per lane; a lane that is done takes the next pair.
struct SearchState {
  alignas(64) float rows[kSearchRows][kMostLanes];
  alignas(64) float steps[kMostLanes];
  std::size_t pair[kMostLanes];
  std::uint32_t done, inside;  // lanes as bits
};

using S = Pack<float>;

template <std::size_t N>
GRAZE_LANE LaneVec<S> rows_at(const float (*rows)[N], std::size_t i) {
  return {load(rows[0] + i), load(rows[1] + i), load(rows[2] + i)};
}
template <std::size_t N>
GRAZE_LANE void store_rows(const LaneVec<S>& v, float (*rows)[N], std::size_t i) {
  store(v.x, rows[0] + i);
  store(v.y, rows[1] + i);
  store(v.z, rows[2] + i);
}
template <std::size_t N>
GRAZE_LANE SearchFrameLanes<S> frame_at(const float (*rows)[N], std::size_t i) {
  const auto at = [&](int row) GRAZE_LANE_LAMBDA { return rows_at(rows + kFrameRow + row, i); };
  return {{{at(0), at(3), at(6)}}, at(9), at(12), at(15)};
}
template <std::size_t N>
GRAZE_LANE SearchLanes<S> search_at(const float (*rows)[N], std::size_t i) {
  SearchLanes<S> s;
  for (int k = 0; k < 3; ++k) {
    s.q[k] = rows_at(rows + kQRow + 3 * k, i);
    s.id[k] = load(rows[kIdRow + k] + i);
  }
  s.v = rows_at(rows + kVRow, i);
  s.vv = load(rows[kVvRow] + i);
  s.p = rows_at(rows + kPRow, i);
  s.next = load(rows[kNextRow] + i);
  return s;
}
template <std::size_t N>
GRAZE_LANE void store_search(const SearchLanes<S>& s, float (*rows)[N], std::size_t i) {
  for (int k = 0; k < 3; ++k) {
    store_rows(s.q[k], rows + kQRow + 3 * k, i);
    store(s.id[k], rows[kIdRow + k] + i);
  }
  store_rows(s.v, rows + kVRow, i);
  store(s.vv, rows[kVvRow] + i);
  store_rows(s.p, rows + kPRow, i);
  store(s.next, rows[kNextRow] + i);
}

GRAZE_LANE void begin_lane(const SearchBlock& block, std::size_t pair, std::size_t lane, SearchState& state) {
  for (int k = 0; k < kSearchRows; ++k) state.rows[k][lane] = block.rows[k][pair];
  state.steps[lane] = kFirstSteps;
  state.pair[lane] = pair;
}

// Stores where the search of pair i ended; `rows` are those of the search, column `at`.
template <std::size_t N>
GRAZE_LANE void end_search(const float (*rows)[N], std::size_t at, bool is_done, bool is_inside, float steps,
                           std::size_t i, SearchBlock& block, LaneAnswers& out) {
  SearchEnd end;
  end.is_inside = is_inside;
  end.set_vertices({rows[kIdRow][at], rows[kIdRow + 1][at], rows[kIdRow + 2][at]}, rows[kNextRow][at]);
  block.vertices[i] = is_done ? end.count : 0;
  for (int k = 0; k < 4; ++k) block.ids[k][i] = static_cast<double>(out.ids[k][i] = end.ids[k]);
  out.steps[i] = steps;
  out.is_inside[i] = is_inside;
}

// Stores the state after a step. Returns the lanes that are through, as bits.
template <class Step>
GRAZE_LANE std::uint32_t end_step(const SearchLanes<S>& s, const Step& step, SearchState& state) {
  store_search(s, state.rows, 0);
  const S steps = load(state.steps) + S(1.0f);
  store(steps, state.steps);
  state.done = bits_of(step.is_done);
  state.inside = bits_of(step.is_inside);
  return state.done | bits_of(S(float(kSearchSteps)) <= steps);
}

// Pairs that are not at the end after their first steps go through the lanes. step(state, busy lanes) takes
// one step in all of them and returns those that are through.
template <class Step>
GRAZE_LANE void search_block(std::size_t count, SearchBlock& block, LaneAnswers& out, LaneCounts& counts,
                             Step step) {
  SearchState state = {};
  std::size_t next = 0;
  const auto begin_next = [&](std::size_t lane) {
    for (; next < count && block.at_end[next] != 0; ++next)
      end_search(block.rows, next, true, false, kFirstSteps, next, block, out);
    if (next == count) return false;
    begin_lane(block, next++, lane, state);
    return true;
  };
  fill_lanes(lane_count<float>(), counts, begin_next, [&](std::uint32_t busy) {
    const std::uint32_t through = step(state, busy) & busy;
    for (std::uint32_t left = through; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(left));
      end_search(state.rows, lane, (state.done >> lane & 1) != 0, (state.inside >> lane & 1) != 0,
                 state.steps[lane], state.pair[lane], block, out);
    }
    return through;
  });
}

inline void search_boxes(std::size_t count, std::size_t padded, SearchBlock& block, LaneAnswers& out,
                         LaneCounts& counts) {
  for (std::size_t i = 0; i < padded; i += lane_count<float>()) {
    const SearchLanes<S> s = first_search(frame_at(block.rows, i));
    store_search(s, block.rows, i);
    store(select(is_at_end(s), S(1.0f), S(0.0f)), block.at_end + i);
  }
  search_block(count, block, out, counts, [](SearchState& state, std::uint32_t) {
    SearchLanes<S> s = search_at(state.rows, 0);
    const auto step = step_boxes(frame_at(state.rows, 0), s);
    return end_step(s, step, state);
  });
}

// The vertices of both cores of each pair of a block, what lies behind the last pair included: those of a
// polytope, or the corners of a box, the ends of a capsule, the centre of a sphere.
struct VertexSets {
  const VertexSet* of[2][kBatchBlock];
  VertexSet few[kBatchBlock];  // one of the two is a polytope
  Real coordinates[kBatchBlock][3][kVertexPadding];
};
inline void find_vertices(const LanePair* pairs, std::size_t count, std::size_t padded, VertexSets& sets) {
  for (std::size_t i = 0; i < padded; ++i) {
    for (int side = 0; side < 2; ++side) {
      if (i >= count) {
        sets.of[side][i] = sets.of[side][count - 1];
        continue;
      }
      const ShapeView& shape = *pairs[i].operands[side].shape;
      sets.of[side][i] = shape.block != nullptr ? &polytope_of(shape).vertices : &sets.few[i];
      if (shape.block == nullptr) set_corners(shape, sets.coordinates[i], sets.few[i]);
    }
  }
}

// Directions in, the vertices farthest against them out, in the frame of the search, for the pairs of a block
// or those in the lanes; `to_b` is v seen from b.
template <std::size_t N>
struct SupportRows {
  alignas(64) float v[3][N], to_b[3][N];
  alignas(64) float p[3][N], q[3][N], id[N];

  GRAZE_LANE void ask(const SearchFrameLanes<S>& f, const LaneVec<S>& direction, std::size_t i) {
    store_rows(direction, v, i);
    store_rows(transpose_times(f.r, direction), to_b, i);
  }
  GRAZE_LANE void find(const VertexSets& sets, std::size_t pair, std::size_t i) {
    const VertexSet &a = *sets.of[0][pair], &b = *sets.of[1][pair];
    const std::uint32_t ia = scan(a, Real(-v[0][i]), Real(-v[1][i]), Real(-v[2][i])),
                        ib = scan(b, Real(to_b[0][i]), Real(to_b[1][i]), Real(to_b[2][i]));
    p[0][i] = float(a.x[ia]), p[1][i] = float(a.y[ia]), p[2][i] = float(a.z[ia]);
    q[0][i] = float(b.x[ib]), q[1][i] = float(b.y[ib]), q[2][i] = float(b.z[ib]);
    id[i] = static_cast<float>(ia + kVertexOfB * ib);
  }
  GRAZE_LANE LaneVec<S> vertex(const SearchFrameLanes<S>& f, std::size_t i) const {
    return hull_difference(f, rows_at(p, i), rows_at(q, i));
  }
};

// The first steps of all pairs: the line between inner points, and the vertex that it finds.
inline void begin_hulls(const LanePair* pairs, const VertexSets& sets, std::size_t count, std::size_t padded,
                        SearchBlock& block) {
  SupportRows<kBatchBlock> rows;
  for (std::size_t i = 0; i < padded; ++i) {
    const LanePair& pair = pairs[i < count ? i : count - 1];
    const auto inner = [](const ShapeView& shape) {
      return shape.block != nullptr ? shape.block->inner_point : Vec3d{};
    };
    const Vec3d a = inner(*pair.operands[0].shape), b = inner(*pair.operands[1].shape);
    rows.p[0][i] = float(a.x), rows.p[1][i] = float(a.y), rows.p[2][i] = float(a.z);
    rows.q[0][i] = float(b.x), rows.q[1][i] = float(b.y), rows.q[2][i] = float(b.z);
  }
  for (std::size_t i = 0; i < padded; i += lane_count<float>()) {
    const SearchFrameLanes<S> f = frame_at(block.rows, i);
    LaneVec<S> v = rows.vertex(f, i);
    make_nonzero(v);
    rows.ask(f, v, i);
  }
  for (std::size_t i = 0; i < padded; ++i) rows.find(sets, i, i);
  for (std::size_t i = 0; i < padded; i += lane_count<float>()) {
    const SearchFrameLanes<S> f = frame_at(block.rows, i);
    SearchLanes<S> s;
    s.p = rows.vertex(f, i);
    s.next = load(rows.id + i);
    start_search(s.p, s.next, s);
    store_search(s, block.rows, i);
    rows.ask(f, s.v, i);
  }
  for (std::size_t i = 0; i < padded; ++i) rows.find(sets, i, i);
  for (std::size_t i = 0; i < padded; i += lane_count<float>()) {
    SearchLanes<S> s = search_at(block.rows, i);
    s.p = rows.vertex(frame_at(block.rows, i), i);
    s.next = load(rows.id + i);
    store_search(s, block.rows, i);
    store(select(is_at_end(s), S(1.0f), S(0.0f)), block.at_end + i);
  }
}

inline void search_hulls(const LanePair* pairs, const VertexSets& sets, std::size_t count, std::size_t padded,
                         SearchBlock& block, LaneAnswers& out, LaneCounts& counts) {
  begin_hulls(pairs, sets, count, padded, block);
  SupportRows<kMostLanes> rows = {};
  search_block(count, block, out, counts, [&](SearchState& state, std::uint32_t busy) {
    SearchLanes<S> s = search_at(state.rows, 0);
    const SearchFrameLanes<S> f = frame_at(state.rows, 0);
    auto step = advance(s);
    rows.ask(f, s.v, 0);
    for (std::uint32_t left = busy; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(left));
      rows.find(sets, state.pair[lane], lane);
    }
    s.p = rows.vertex(f, 0);
    s.next = load(rows.id);
    step.is_done = either(step.is_done, is_at_end(s));
    return end_step(s, step, state);
  });
}

// Local vertices of a few pairs side by side.
struct VertexRows {
  LaneRows3 a, b;
  GRAZE_LANE void set(std::size_t lane, const VertexSets& sets, std::size_t pair, std::uint32_t ia,
                      std::uint32_t ib) {
    a.set(lane, sets.of[0][pair]->vertex(ia));
    b.set(lane, sets.of[1][pair]->vertex(ib));
  }
};

// The vertex of a - b farthest against v, chosen in double.
inline LaneVec<D> farthest_of_hulls(const CoresLanes<D>& cores, const LaneVec<D>& v, const VertexSets& sets,
                                    std::size_t from) {
  LaneRows3 to_a, to_b;
  VertexRows rows;
  to_a.set(transpose_times(cores.linear_a, -v));
  to_b.set(transpose_times(cores.linear_b, v));
  const FarthestVertex farthest = farthest_vertex_kernel();
  for (std::size_t l = 0; l < lane_count<double>(); ++l) {
    const std::size_t pair = from + l;
    rows.set(l, sets, pair, farthest(*sets.of[0][pair], to_a.at(l)), farthest(*sets.of[1][pair], to_b.at(l)));
  }
  return cores.linear_a * rows.a.all() - (cores.linear_b * rows.b.all() + cores.offset);
}

GRAZE_LANES_END

#endif
