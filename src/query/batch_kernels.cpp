// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/batch_kernels.h"

#include <bit>

// Compiled once per Highway target; see https://github.com/google/highway, "dynamic dispatch".
#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/batch_kernels.cpp"
#define HWY_DISABLED_TARGETS (HWY_SSSE3)
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#endif

#include "query/direct.h"
#include "query/quick_axis.h"
#include "query/round_lanes-inl.h"

GRAZE_LANES_BEGIN

// One side of a block, structure of arrays.
struct SideBlock {
  alignas(64) Real placement[12][kBatchBlock];  // columns of the linear part, translation
  alignas(64) Real half[3][kBatchBlock];        // of the box, or of the segment along y
  alignas(64) Real radius[kBatchBlock];
  alignas(64) Real scale[kBatchBlock];
  alignas(64) Real defect[kBatchBlock];
  alignas(64) Real local_scale[kBatchBlock];  // 1 where the placement is rigid, as local_point() has it
};

// An Affine starts with its linear part and its translation: twelve numbers in a row.
static_assert(std::is_standard_layout_v<Affine> && sizeof(Affine) >= 15 * sizeof(Real));
GRAZE_LANE const Real* numbers_of(const Affine& placement) {
  return reinterpret_cast<const Real*>(&placement);
}

#if defined(GRAZE_LANES_ARE_WIDE)
constexpr std::size_t kTogether = 16 / sizeof(Real);  // objects that are transposed at a time

// Numbers `first`, first + 1, ... of a few objects, from one row per object to one row per number.
GRAZE_LANE void transpose_rows(const Real* const (&rows)[kTogether], std::size_t first,
                               Real (*to)[kBatchBlock], std::size_t at) {
  const hn::Full128<Real> d;
  if constexpr (kTogether == 4) {
    const auto a = hn::LoadU(d, rows[0] + first), b = hn::LoadU(d, rows[1] + first),
               c = hn::LoadU(d, rows[2] + first), e = hn::LoadU(d, rows[3] + first);
    const auto ab = hn::InterleaveLower(d, a, b), ce = hn::InterleaveLower(d, c, e);
    hn::StoreU(hn::ConcatLowerLower(d, ce, ab), d, to[0] + at);
    hn::StoreU(hn::ConcatUpperUpper(d, ce, ab), d, to[1] + at);
    const auto ab2 = hn::InterleaveUpper(d, a, b), ce2 = hn::InterleaveUpper(d, c, e);
    hn::StoreU(hn::ConcatLowerLower(d, ce2, ab2), d, to[2] + at);
    hn::StoreU(hn::ConcatUpperUpper(d, ce2, ab2), d, to[3] + at);
  } else {
    const auto a = hn::LoadU(d, rows[0] + first), b = hn::LoadU(d, rows[1] + first);
    hn::StoreU(hn::InterleaveLower(d, a, b), d, to[0] + at);
    hn::StoreU(hn::InterleaveUpper(d, a, b), d, to[1] + at);
  }
}
#else
constexpr std::size_t kTogether = 1;
GRAZE_LANE void transpose_rows(const Real* const (&rows)[1], std::size_t first, Real (*to)[kBatchBlock],
                               std::size_t at) {
  to[0][at] = rows[0][first];
}
#endif

// What lies behind the last pair is filled with copies of it. Returns the padded count.
inline std::size_t load_side(const LanePair* pairs, std::size_t count, int side, SideBlock& block) {
  const std::size_t lanes = lane_count<float>();  // as many as any type has
  const std::size_t padded = (count + lanes - 1) / lanes * lanes;
  for (std::size_t i = 0; i < padded; i += kTogether) {
    const Real* rows[kTogether];
    for (std::size_t k = 0; k < kTogether; ++k) {
      const Operand& o = pairs[i + k < count ? i + k : count - 1].operands[side];
      rows[k] = numbers_of(*o.placement);
      const LaneSize size = lane_size(*o.shape);
      for (int c = 0; c < 3; ++c) block.half[c][i + k] = size.half[c];
      block.radius[i + k] = size.radius;
      block.scale[i + k] = o.placement->scale();
      block.defect[i + k] = o.placement->defect();
      block.local_scale[i + k] = o.placement->is_rigid() ? Real(1) : o.placement->scale();
    }
    for (std::size_t first = 0; first < 12; first += kTogether)
      transpose_rows(rows, first, block.placement + first, i);
  }
  return padded;
}

using R = Pack<Real>;

GRAZE_LANE LaneVec<R> vector_at(const Real (*rows)[kBatchBlock], std::size_t i) {
  return {load(rows[0] + i), load(rows[1] + i), load(rows[2] + i)};
}
GRAZE_LANE LaneMat<R> matrix_at(const SideBlock& block, std::size_t i) {
  return {
      {vector_at(block.placement, i), vector_at(block.placement + 3, i), vector_at(block.placement + 6, i)}};
}

// As reach() and extent() of quick_axis.cpp, with one formula for all three kinds: what a kind has not is
// zero.
GRAZE_LANE R reach_along(const SideBlock& block, std::size_t i, const LaneVec<R>& d) {
  const LaneVec<R> u = transpose_times(matrix_at(block, i), d), h = vector_at(block.half, i);
  return (h.x * lane_abs(u.x) + h.y * lane_abs(u.y) + h.z * lane_abs(u.z)) +
         load(block.radius + i) * lane_sqrt(dot(u, u));
}
GRAZE_LANE R extent_at(const SideBlock& block, std::size_t i) {
  const LaneVec<R> h = vector_at(block.half, i);
  return (h.x + load(block.radius + i) + h.y + h.z) * load(block.scale + i);
}

void quick_axes(const LanePair* pairs, std::size_t count, LaneVerdicts& out, LaneCounts& counts) {
  SideBlock a, b;
  const std::size_t padded = load_side(pairs, count, 0, a);
  load_side(pairs, count, 1, b);
  counts.slots += padded;
  counts.active += count;
  for (std::size_t i = 0; i < padded; i += lane_count<Real>()) {
    const LaneVec<R> ta = vector_at(a.placement + 9, i), tb = vector_at(b.placement + 9, i), axis = tb - ta;
    const R squared = dot(axis, axis);
    const R reaches = reach_along(a, i, axis) + reach_along(b, i, axis);
    const R size = (extent_at(a, i) + extent_at(b, i)) + (sum_abs(ta) + sum_abs(tb));
    const auto is_harmless =
        both(both(squared > R(kQuickTiny), squared < R(kQuickHuge)), size < R(kQuickLargest));
    const auto is_apart = squared - reaches > R(kQuickEpsilons * kEpsilon) * size * sum_abs(axis);
    const LaneVec<R> unit = axis / lane_sqrt(squared);
    store(unit.x, out.x + i);
    store(unit.y, out.y + i);
    store(unit.z, out.z + i);
    store(select(both(is_harmless, is_apart), R(kApart), R(kUndecided)), out.state + i);
  }
}

GRAZE_LANE BoxPairLanes<R> boxes_at(const SideBlock& a, const SideBlock& b, std::size_t i) {
  return {matrix_at(a, i),
          matrix_at(b, i),
          vector_at(b.placement + 9, i) - vector_at(a.placement + 9, i),
          vector_at(a.half, i),
          vector_at(b.half, i),
          load(a.scale + i),
          load(b.scale + i),
          load(a.defect + i) + load(b.defect + i)};
}

void decide_box_block(const LanePair* pairs, std::size_t count, LaneVerdicts& out, LaneCounts& counts) {
  SideBlock a, b;
  const std::size_t padded = load_side(pairs, count, 0, a);
  load_side(pairs, count, 1, b);
  counts.slots += padded;
  counts.active += count;
  for (std::size_t i = 0; i < padded; i += lane_count<Real>()) {
    const auto d = decide_boxes(boxes_at(a, b, i));
    store(d.witness.x, out.x + i);
    store(d.witness.y, out.y + i);
    store(d.witness.z, out.z + i);
    store(select(d.is_apart, R(kApart), select(d.is_overlapping, R(kOverlapping), R(kUndecided))),
          out.state + i);
  }
}

using D = Pack<double>;

GRAZE_LANE LaneVec<D> wide_vector_at(const Real (*rows)[kBatchBlock], std::size_t i) {
  return {load_wide(rows[0] + i), load_wide(rows[1] + i), load_wide(rows[2] + i)};
}
GRAZE_LANE LaneMat<D> wide_matrix_at(const SideBlock& block, std::size_t i) {
  return {{wide_vector_at(block.placement, i), wide_vector_at(block.placement + 3, i),
           wide_vector_at(block.placement + 6, i)}};
}
GRAZE_LANE CoreLanes<D> core_at(const SideBlock& block, std::size_t i) {
  return {wide_matrix_at(block, i),
          wide_vector_at(block.placement + 9, i),
          wide_vector_at(block.half, i),
          load_wide(block.radius + i),
          load_wide(block.scale + i),
          load_wide(block.defect + i),
          D(0.0)};
}
GRAZE_LANE void store_vector(const LaneVec<D>& v, double (*rows)[kBatchBlock], std::size_t i) {
  store(v.x, rows[0] + i);
  store(v.y, rows[1] + i);
  store(v.z, rows[2] + i);
}
template <class A>
GRAZE_LANE void store_answer(const A& answer, std::size_t i, LaneAnswers& out) {
  store(select(answer.is_certain, D(1.0), D(0.0)), out.certain + i);
  store(answer.lower, out.lower + i);
  store(answer.upper, out.upper + i);
  store_vector(answer.normal, out.normal, i);
  store_vector(answer.a, out.a, i);
  store_vector(answer.b, out.b, i);
  store_vector(answer.common, out.common, i);
}

// As to_real(), world_point() and local_point().
GRAZE_LANE void store_point(const LaneVec<D>& p, Real (*rows)[kBatchBlock], std::size_t i) {
  const D ax = lane_abs(p.x), ay = lane_abs(p.y), az = lane_abs(p.z), zero(0.0);
  const D m = select(ax < ay, ay, ax), nothing = D(0x1p-80) * select(m < az, az, m);
  store_real(select(ax < nothing, zero, p.x), rows[0] + i);
  store_real(select(ay < nothing, zero, p.y), rows[1] + i);
  store_real(select(az < nothing, zero, p.z), rows[2] + i);
}
GRAZE_LANE void store_local(const SideBlock& block, const CoreLanes<D>& core, const LaneVec<D>& q,
                            Real (*rows)[kBatchBlock], std::size_t i) {
  const D s = load_wide(block.local_scale + i);
  if (is_all(s == D(1.0))) return store_point(transpose_times(core.linear, q), rows, i);
  store_point(transpose_times(core.linear, q / s) / s, rows, i);
}

// As set_result() for a Distance.
template <class A>
GRAZE_LANE void store_distance(const SideBlock& block_a, const CoreLanes<D>& a, const SideBlock& block_b,
                               const CoreLanes<D>& b, const A& answer, std::size_t i, LaneDistances& out) {
  const D zero(0.0);
  const auto is_apart = answer.lower > zero, is_overlapping = answer.upper < zero;
  store_rounded(select(is_apart, answer.lower, zero), false, out.lower + i);
  store_rounded(select(is_overlapping, zero, answer.upper), true, out.upper + i);
  const LaneVec<D> normal = select(is_apart, answer.normal, LaneVec<D>{zero, zero, zero});
  store_real(normal.x, out.normal[0] + i);
  store_real(normal.y, out.normal[1] + i);
  store_real(normal.z, out.normal[2] + i);
  const LaneVec<D> offset = b.translation - a.translation;
  const LaneVec<D> on_a = select(is_apart, answer.a, answer.common),
                   on_b = select(is_apart, answer.b, answer.common);
  store_point(a.translation + on_a, out.world[0], i);
  store_point(a.translation + on_b, out.world[1], i);
  store_local(block_a, a, on_a - offset * zero, out.local[0], i);
  store_local(block_b, b, on_b - offset * D(1.0), out.local[1], i);
}

void solve_round_block(const LanePair* pairs, std::size_t count, LaneAnswers& out, LaneDistances* distances,
                       LaneCounts& counts) {
  SideBlock a, b;
  load_side(pairs, count, 0, a);
  load_side(pairs, count, 1, b);
  for (std::size_t i = 0; i < count; i += lane_count<double>()) {
    counts.slots += lane_count<double>();
    const CoreLanes<D> core_a = core_at(a, i), core_b = core_at(b, i);
    const auto answer = answer_round(make_cores(core_a, core_b));
    store_answer(answer, i, out);
    if (distances != nullptr) store_distance(a, core_a, b, core_b, answer, i, *distances);
  }
  counts.active += count;
  for (std::size_t i = 0; i < count; ++i) {
    out.steps[i] = 1;
    out.is_inside[i] = false;
  }
}

constexpr std::size_t kMostLanes = 16;

// The numbers of a search, one row each; a lane is a column.
enum SearchRow : int {
  kFrameRow = 0,
  kQRow = 18,
  kIdRow = 27,
  kVRow = 30,
  kVvRow = 33,
  kPRow = 34,
  kNextRow = 37,
  kSearchRows = 38
};

// What is searched for each pair of a block, and what was found: the numbers of up to four vertices.
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
GRAZE_LANE BoxSearchLanes<S> frame_at(const float (*rows)[N], std::size_t i) {
  BoxSearchLanes<S> f;
  for (int k = 0; k < 3; ++k) {
    for (int j = 0; j < 3; ++j) f.r[k][j] = load(rows[kFrameRow + 3 * k + j] + i);
    f.t[k] = load(rows[kFrameRow + 9 + k] + i);
    f.a[k] = load(rows[kFrameRow + 12 + k] + i);
    f.b[k] = load(rows[kFrameRow + 15 + k] + i);
  }
  return f;
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

// What was found for pair i; `rows` are those of the search, column `at`.
template <std::size_t N>
GRAZE_LANE void end_search(const float (*rows)[N], std::size_t at, bool is_done, bool is_inside, float steps,
                           std::size_t i, SearchBlock& block, LaneAnswers& out) {
  const float id[3] = {rows[kIdRow][at], rows[kIdRow + 1][at], rows[kIdRow + 2][at]};
  float ids[4];
  const int vertices = distinct_vertices(id, is_inside ? rows[kNextRow][at] : kNoVertex, ids);
  block.vertices[i] = is_done ? vertices : 0;
  for (int k = 0; k < 4; ++k) block.ids[k][i] = static_cast<double>(ids[k]);
  out.steps[i] = steps;
  out.is_inside[i] = is_inside;
}

// What a step leaves behind. Returns the lanes that are through, as bits.
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
  std::size_t next = 0, active = 0;
  const auto find_next = [&] {
    for (; next < count && block.at_end[next] != 0; ++next)
      end_search(block.rows, next, true, false, kFirstSteps, next, block, out);
    return next < count;
  };
  const std::size_t lanes = lane_count<float>();
  std::uint32_t busy = 0;
  for (; active < lanes && find_next(); ++active) {
    begin_lane(block, next++, active, state);
    busy |= 1u << active;
  }
  while (busy != 0) {
    counts.slots += lanes;
    counts.active += active;
    for (std::uint32_t through = step(state, busy) & busy; through != 0; through &= through - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(through));
      end_search(state.rows, lane, (state.done >> lane & 1) != 0, (state.inside >> lane & 1) != 0,
                 state.steps[lane], state.pair[lane], block, out);
      if (find_next()) {
        begin_lane(block, next++, lane, state);
      } else {
        busy &= ~(1u << lane);
        --active;
      }
    }
  }
}

void search_boxes(std::size_t count, SearchBlock& block, LaneAnswers& out, LaneCounts& counts) {
  search_block(count, block, out, counts, [](SearchState& state, std::uint32_t) {
    SearchLanes<S> s = search_at(state.rows, 0);
    const auto step = step_boxes(frame_at(state.rows, 0), s);
    return end_step(s, step, state);
  });
}

// Corners of boxes by their numbers; bits 0 to 2 are those of a, 6 to 8 those of b.
GRAZE_LANE void corners_at(const CoresLanes<D>& c, D id, LaneVec<D>& p, LaneVec<D>& q) {
  const auto with_bit = [&](double bit, D h) {
    const auto is_set = D(bit) <= id;
    id = select(is_set, id - D(bit), id);
    return select(is_set, -h, h);
  };
  q.z = with_bit(256, c.half_b.z);
  q.y = with_bit(128, c.half_b.y);
  q.x = with_bit(64, c.half_b.x);
  p.z = with_bit(4, c.half_a.z);
  p.y = with_bit(2, c.half_a.y);
  p.x = with_bit(1, c.half_a.x);
}

void solve_core_block(const LanePair* pairs, std::size_t count, LaneAnswers& out, LaneDistances* distances,
                      LaneCounts& counts) {
  SideBlock a, b;
  SearchBlock search;
  const std::size_t padded = load_side(pairs, count, 0, a);
  load_side(pairs, count, 1, b);
  for (std::size_t i = 0; i < padded; i += lane_count<Real>()) {
    const BoxFrameLanes<R> f = box_frame(boxes_at(a, b, i), R(kEpsilon));
    const R unit = R(1) / f.size;
    for (int k = 0; k < 9; ++k) store_narrow(f.r[k / 3][k % 3], search.rows[kFrameRow + k] + i);
    for (int k = 0; k < 3; ++k) {
      store_narrow(f.t[k] * unit, search.rows[kFrameRow + 9 + k] + i);
      store_narrow(f.a[k] * unit, search.rows[kFrameRow + 12 + k] + i);
      store_narrow(f.b[k] * unit, search.rows[kFrameRow + 15 + k] + i);
    }
  }
  for (std::size_t i = 0; i < padded; i += lane_count<float>()) {
    const SearchLanes<S> s = first_search(frame_at(search.rows, i));
    store_search(s, search.rows, i);
    store(select(is_at_end(s), S(1.0f), S(0.0f)), search.at_end + i);
  }
  search_boxes(count, search, out, counts);
  for (std::size_t i = count; i < padded; ++i) {
    search.vertices[i] = 0;
    for (int k = 0; k < 4; ++k) search.ids[k][i] = 0;
  }
  for (std::size_t i = 0; i < count; i += lane_count<double>()) {
    const CoreLanes<D> core_a = core_at(a, i), core_b = core_at(b, i);
    const CoresLanes<D> cores = make_cores(core_a, core_b);
    VerticesLanes<D> vertices;
    vertices.count = load(search.vertices + i);
    const int most = is_any(vertices.count == D(4.0)) ? 4 : 3;
    vertices.a[3] = vertices.b[3] = LaneVec<D>{D(0.0), D(0.0), D(0.0)};
    for (int k = 0; k < most; ++k) {
      LaneVec<D> p, q;
      corners_at(cores, load(search.ids[k] + i), p, q);
      vertices.a[k] = cores.linear_a * p;
      vertices.b[k] = cores.linear_b * q + cores.offset;
    }
    const NearestLanes<D> nearest = nearest_of(vertices);
    const auto answer =
        answer_from_nearest(cores, nearest, vertices.count, farthest_of_cores(cores, nearest.v));
    store_answer(answer, i, out);
    if (distances != nullptr) store_distance(a, core_a, b, core_b, answer, i, *distances);
    counts.slots += lane_count<double>();
  }
  counts.active += count;
}

// Polytopes. Supports are scans of one vertex set after another, with all lanes; all else is one pair per
// lane.

// The vertex farthest along d in Real: the search need not be right, but is the same under every target. Ties
// go to the lowest index.
inline std::uint32_t scan(const VertexSet& set, Real dx, Real dy, Real dz) {
  static_assert(kLaneVertices == 64 && kLaneVertices % kVertexPadding == 0);
  alignas(64) Real values[kLaneVertices];
  const std::size_t lanes = lane_count<Real>();
  const auto value = [&](std::size_t i) {
    const R v = load(set.x + i) * R(dx) + load(set.y + i) * R(dy) + load(set.z + i) * R(dz);
    store(v, values + i);
    return v;
  };
  R top = value(0);
  for (std::size_t i = lanes; i < set.padded; i += lanes) top = lane_max(top, value(i));
  top = greatest(top);
  std::uint64_t at_top = 0;  // not left early: where it is cannot be predicted
  for (std::size_t i = 0; i < set.padded; i += lanes)
    at_top |= static_cast<std::uint64_t>(bits_of(load(values + i) == top)) << i;
  return at_top == 0 ? 0 : static_cast<std::uint32_t>(std::countr_zero(at_top));
}

// Rows of the frame of a search on hulls: r and t as for boxes, then the factors of the local coordinates.
enum HullRow : int { kFactorA = 12, kFactorB = 15 };

// The vertices of both hulls farthest against v, in the frame of the search; `to_b` is v seen from b.
GRAZE_LANE LaneVec<float> hull_vertex(const LanePair& pair, const LaneVec<float>& v,
                                      const LaneVec<float>& to_b, LaneVec<float>& q, float& id) {
  const VertexSet &a = pair.operands[0].shape->block->vertices, &b = pair.operands[1].shape->block->vertices;
  const std::uint32_t ia = scan(a, Real(-v.x), Real(-v.y), Real(-v.z)),
                      ib = scan(b, Real(to_b.x), Real(to_b.y), Real(to_b.z));
  id = static_cast<float>(ia + static_cast<std::uint32_t>(kVertexOfB) * ib);
  q = {float(b.x[ib]), float(b.y[ib]), float(b.z[ib])};
  return {float(a.x[ia]), float(a.y[ia]), float(a.z[ia])};
}

template <class F>
GRAZE_LANE LaneVec<F> seen_from_b(const F (&r)[3][3], const LaneVec<F>& v) {
  return {r[0][0] * v.x + r[1][0] * v.y + r[2][0] * v.z, r[0][1] * v.x + r[1][1] * v.y + r[2][1] * v.z,
          r[0][2] * v.x + r[1][2] * v.y + r[2][2] * v.z};
}
// p of a less q of b, both local.
template <class F>
GRAZE_LANE LaneVec<F> hull_difference(const BoxSearchLanes<F>& f, const LaneVec<F>& p, const LaneVec<F>& q) {
  const LaneVec<F> a = p * f.a[0], b = q * f.b[0];
  return a - LaneVec<F>{(f.r[0][0] * b.x + f.r[0][1] * b.y + f.r[0][2] * b.z) + f.t[0],
                        (f.r[1][0] * b.x + f.r[1][1] * b.y + f.r[1][2] * b.z) + f.t[1],
                        (f.r[2][0] * b.x + f.r[2][1] * b.y + f.r[2][2] * b.z) + f.t[2]};
}

// Directions in, vertices out, for the pairs of a block or those in the lanes.
template <std::size_t N>
struct SupportRows {
  alignas(64) float v[3][N], to_b[3][N];
  alignas(64) float p[3][N], q[3][N], id[N];

  GRAZE_LANE void ask(const BoxSearchLanes<S>& f, const LaneVec<S>& direction, std::size_t i) {
    store_rows(direction, v, i);
    store_rows(seen_from_b(f.r, direction), to_b, i);
  }
  GRAZE_LANE void find(const LanePair& pair, std::size_t i) {
    LaneVec<float> on_b;
    const LaneVec<float> on_a =
        hull_vertex(pair, {v[0][i], v[1][i], v[2][i]}, {to_b[0][i], to_b[1][i], to_b[2][i]}, on_b, id[i]);
    p[0][i] = on_a.x, p[1][i] = on_a.y, p[2][i] = on_a.z;
    q[0][i] = on_b.x, q[1][i] = on_b.y, q[2][i] = on_b.z;
  }
  GRAZE_LANE LaneVec<S> vertex(const BoxSearchLanes<S>& f, std::size_t i) const {
    return hull_difference(f, rows_at(p, i), rows_at(q, i));
  }
};

// The first steps of all pairs: the line between inner points, and the vertex that it finds.
inline void begin_hulls(const LanePair* pairs, std::size_t count, std::size_t padded, SearchBlock& block) {
  SupportRows<kBatchBlock> rows;
  for (std::size_t i = 0; i < padded; ++i) {
    const LanePair& pair = pairs[i < count ? i : count - 1];
    const Vec3d &a = pair.operands[0].shape->block->inner_point,
                &b = pair.operands[1].shape->block->inner_point;
    rows.p[0][i] = float(a.x), rows.p[1][i] = float(a.y), rows.p[2][i] = float(a.z);
    rows.q[0][i] = float(b.x), rows.q[1][i] = float(b.y), rows.q[2][i] = float(b.z);
  }
  for (std::size_t i = 0; i < padded; i += lane_count<float>()) {
    const BoxSearchLanes<S> f = frame_at(block.rows, i);
    LaneVec<S> v = rows.vertex(f, i);
    v.x = select(sum_abs(v) <= S(0.0f), S(1.0f), v.x);
    rows.ask(f, v, i);
  }
  for (std::size_t i = 0; i < padded; ++i) rows.find(pairs[i < count ? i : count - 1], i);
  for (std::size_t i = 0; i < padded; i += lane_count<float>()) {
    const BoxSearchLanes<S> f = frame_at(block.rows, i);
    SearchLanes<S> s;
    s.q[0] = s.q[1] = s.q[2] = s.v = s.p = rows.vertex(f, i);
    s.id[0] = s.id[1] = s.id[2] = s.next = load(rows.id + i);
    s.vv = dot(s.v, s.v);
    store_search(s, block.rows, i);
    rows.ask(f, s.v, i);
  }
  for (std::size_t i = 0; i < padded; ++i) rows.find(pairs[i < count ? i : count - 1], i);
  for (std::size_t i = 0; i < padded; i += lane_count<float>()) {
    SearchLanes<S> s = search_at(block.rows, i);
    s.p = rows.vertex(frame_at(block.rows, i), i);
    s.next = load(rows.id + i);
    store_search(s, block.rows, i);
    store(select(is_at_end(s), S(1.0f), S(0.0f)), block.at_end + i);
  }
}

void search_hulls(const LanePair* pairs, std::size_t count, SearchBlock& block, LaneAnswers& out,
                  LaneCounts& counts) {
  SupportRows<kMostLanes> rows = {};
  search_block(count, block, out, counts, [&](SearchState& state, std::uint32_t busy) {
    SearchLanes<S> s = search_at(state.rows, 0);
    const BoxSearchLanes<S> f = frame_at(state.rows, 0);
    auto step = advance(s);
    rows.ask(f, s.v, 0);
    for (std::uint32_t left = busy; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(left));
      rows.find(pairs[state.pair[lane]], lane);
    }
    s.p = rows.vertex(f, 0);
    s.next = load(rows.id);
    step.is_done = either(step.is_done, is_at_end(s));
    return end_step(s, step, state);
  });
}

// Local vertices of a few pairs side by side, for the polish.
struct VertexRows {
  alignas(64) double a[3][kMostLanes], b[3][kMostLanes];
  GRAZE_LANE void set(std::size_t lane, const LanePair& pair, std::uint32_t ia, std::uint32_t ib) {
    const Vec3d p = pair.operands[0].shape->block->vertices.vertex(ia),
                q = pair.operands[1].shape->block->vertices.vertex(ib);
    a[0][lane] = p.x, a[1][lane] = p.y, a[2][lane] = p.z;
    b[0][lane] = q.x, b[1][lane] = q.y, b[2][lane] = q.z;
  }
  GRAZE_LANE LaneVec<D> placed_a(const CoresLanes<D>& c) const {
    return c.linear_a * LaneVec<D>{load(a[0]), load(a[1]), load(a[2])};
  }
  GRAZE_LANE LaneVec<D> placed_b(const CoresLanes<D>& c) const {
    return c.linear_b * LaneVec<D>{load(b[0]), load(b[1]), load(b[2])} + c.offset;
  }
};

// The vertex of a - b farthest against v, chosen in double.
inline LaneVec<D> farthest_of_hulls(const CoresLanes<D>& cores, const LaneVec<D>& v, const LanePair* pairs,
                                    std::size_t count) {
  alignas(64) double to_a[3][kMostLanes], to_b[3][kMostLanes];
  VertexRows rows;
  const LaneVec<D> u = transpose_times(cores.linear_a, -v), w = transpose_times(cores.linear_b, v);
  store(u.x, to_a[0]), store(u.y, to_a[1]), store(u.z, to_a[2]);
  store(w.x, to_b[0]), store(w.y, to_b[1]), store(w.z, to_b[2]);
  const FarthestVertex farthest = farthest_vertex_kernel();
  for (std::size_t l = 0; l < lane_count<double>(); ++l) {
    const LanePair& pair = pairs[l < count ? l : count - 1];
    rows.set(l, pair, farthest(pair.operands[0].shape->block->vertices, {to_a[0][l], to_a[1][l], to_a[2][l]}),
             farthest(pair.operands[1].shape->block->vertices, {to_b[0][l], to_b[1][l], to_b[2][l]}));
  }
  return rows.placed_a(cores) - rows.placed_b(cores);
}

void solve_hull_block(const LanePair* pairs, std::size_t count, LaneAnswers& out, LaneDistances* distances,
                      LaneCounts& counts) {
  SideBlock a, b;
  SearchBlock search;
  const std::size_t padded = load_side(pairs, count, 0, a);
  load_side(pairs, count, 1, b);
  for (std::size_t i = 0; i < padded; i += lane_count<Real>()) {
    const BoxFrameLanes<R> f = box_frame(boxes_at(a, b, i), R(kEpsilon));
    const R unit = R(1) / f.size;
    for (int k = 0; k < 9; ++k) store_narrow(f.r[k / 3][k % 3], search.rows[k] + i);
    for (int k = 0; k < 3; ++k) {
      store_narrow(f.t[k] * unit, search.rows[9 + k] + i);
      store_narrow(load(a.scale + i) * unit, search.rows[kFactorA + k] + i);
      store_narrow(load(b.scale + i) * unit, search.rows[kFactorB + k] + i);
    }
  }
  begin_hulls(pairs, count, padded, search);
  search_hulls(pairs, count, search, out, counts);
  for (std::size_t i = 0; i < count; i += lane_count<double>()) {
    const std::size_t here = count - i;
    const CoreLanes<D> core_a = core_at(a, i), core_b = core_at(b, i);
    const CoresLanes<D> cores = make_cores(core_a, core_b);
    VerticesLanes<D> vertices;
    for (int k = 0; k < 4; ++k) {
      VertexRows rows;
      for (std::size_t l = 0; l < lane_count<double>(); ++l) {
        const std::size_t pair = i + (l < here ? l : here - 1);
        const auto id = static_cast<float>(search.ids[k][pair]);
        rows.set(l, pairs[pair], vertex_of_a(id), vertex_of_b(id));
      }
      vertices.a[k] = rows.placed_a(cores);
      vertices.b[k] = rows.placed_b(cores);
    }
    for (std::size_t l = here; l < lane_count<double>(); ++l) search.vertices[i + l] = 0;
    vertices.count = load(search.vertices + i);
    const NearestLanes<D> nearest = nearest_of(vertices);
    const auto answer = answer_from_nearest(cores, nearest, vertices.count,
                                            farthest_of_hulls(cores, nearest.v, pairs + i, here));
    store_answer(answer, i, out);
    if (distances != nullptr) store_distance(a, core_a, b, core_b, answer, i, *distances);
    counts.slots += lane_count<double>();
  }
  counts.active += count;
}

void solve_sphere_arrays(const SphereArrays& a, const SphereArrays& b, std::size_t from, std::size_t to,
                         const SphereContacts& out, std::uint8_t* certain) {
  const auto solve = [&](const SphereArrays& x, const SphereArrays& y, std::size_t i, const SphereContacts& o,
                         std::size_t at) {
    const auto answer =
        answer_spheres({load_wide(&x.x[i]), load_wide(&x.y[i]), load_wide(&x.z[i])}, load_wide(&x.radius[i]),
                       {load_wide(&y.x[i]), load_wide(&y.y[i]), load_wide(&y.z[i])}, load_wide(&y.radius[i]));
    store_rounded(answer.lower, false, &o.lower[at]);
    store_rounded(answer.upper, true, &o.upper[at]);
    // Between the surfaces lies the mean of the centres, moved by half the difference of the radii. In Real,
    // which all of these are.
    const Narrow half = narrow_of(Real(0.5)), wider = load_narrow(&x.radius[i]) - load_narrow(&y.radius[i]);
    const auto store_axis = [&](D normal, const Real* p, const Real* q, Real* to_normal, Real* to_point) {
      const Narrow n = narrow_of(normal);
      store_as_it_is(n, to_normal);
      store_as_it_is(((load_narrow(p) + load_narrow(q)) + n * wider) * half, to_point);
    };
    store_axis(answer.normal.x, &x.x[i], &y.x[i], &o.normal_x[at], &o.point_x[at]);
    store_axis(answer.normal.y, &x.y[i], &y.y[i], &o.normal_y[at], &o.point_y[at]);
    store_axis(answer.normal.z, &x.z[i], &y.z[i], &o.normal_z[at], &o.point_z[at]);
    return static_cast<std::uint8_t>(bits_of(answer.is_certain));
  };
  const std::size_t lanes = lane_count<double>();
  std::size_t i = from;
  for (; i + lanes <= to; i += lanes) *certain++ = solve(a, b, i, out, i);
  if (i == to) return;
  // The last few, padded with the first of them.
  alignas(64) Real in[8][kMostLanes], results[8][kMostLanes];
  const std::span<const Real> sources[8] = {a.x, a.y, a.z, a.radius, b.x, b.y, b.z, b.radius};
  for (int r = 0; r < 8; ++r)
    for (std::size_t l = 0; l < lanes; ++l) in[r][l] = sources[r][i + l < to ? i + l : i];
  const SphereContacts scratch{results[0], results[1], results[2], results[3], results[4],
                               results[5], results[6], results[7], {}};
  *certain = solve({in[0], in[1], in[2], in[3]}, {in[4], in[5], in[6], in[7]}, 0, scratch, 0);
  const std::span<Real> targets[8] = {out.lower,    out.upper,   out.normal_x, out.normal_y,
                                      out.normal_z, out.point_x, out.point_y,  out.point_z};
  for (int r = 0; r < 8; ++r)
    for (std::size_t l = 0; i + l < to; ++l) targets[r][i + l] = results[r][l];
}

LaneKernels make_kernels() {
  return {quick_axes,       decide_box_block,    solve_round_block,   solve_core_block,
          solve_hull_block, solve_sphere_arrays, lane_count<double>()};
}

GRAZE_LANES_END

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI {

Answer LaneAnswers::answer(std::size_t i) const {
  const auto vector = [i](const double(&rows)[3][kBatchBlock]) {
    return Vec3d{rows[0][i], rows[1][i], rows[2][i]};
  };
  Answer out;
  out.lower = lower[i];
  out.upper = upper[i];
  out.contact = out.lower > 0 ? Contact::apart : out.upper < 0 ? Contact::overlapping : Contact::touching;
  out.normal = vector(normal);
  out.a = vector(a);
  out.b = vector(b);
  out.common = vector(common);
  out.iterations = static_cast<int>(steps[i]);
  return out;
}

}  // namespace graze::inline GRAZE_ABI
#endif

#if !defined(GRAZE_SIMD)
namespace graze::inline GRAZE_ABI {
LaneKernels lane_kernels() { return one_lane::make_kernels(); }
}  // namespace graze::inline GRAZE_ABI
#elif HWY_ONCE
namespace graze::inline GRAZE_ABI {
HWY_EXPORT(make_kernels);
LaneKernels lane_kernels() { return HWY_DYNAMIC_DISPATCH(make_kernels)(); }
}  // namespace graze::inline GRAZE_ABI
#endif
