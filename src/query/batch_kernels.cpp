// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/batch_kernels.h"

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
  const std::size_t lanes = lane_count<Real>();
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

void solve_round_block(const LanePair* pairs, std::size_t count, LaneAnswers& out, LaneCounts& counts) {
  SideBlock a, b;
  load_side(pairs, count, 0, a);
  load_side(pairs, count, 1, b);
  for (std::size_t i = 0; i < count; i += lane_count<double>()) {
    counts.slots += lane_count<double>();
    store_answer(answer_round(make_cores(core_at(a, i), core_at(b, i))), i, out);
  }
  counts.active += count;
  for (std::size_t i = 0; i < count; ++i) {
    out.steps[i] = 1;
    out.is_inside[i] = false;
  }
}

constexpr std::size_t kMostLanes = 16;

// What is searched for each pair of a block, and what was found: the numbers of up to four vertices.
struct SearchBlock {
  alignas(64) float frame[18][kBatchBlock];  // of BoxSearchLanes: r, t, a, b
  alignas(64) double ids[4][kBatchBlock];
  alignas(64) double vertices[kBatchBlock];  // how many; zero: the search gave up
};

// One pair per lane; a lane that is done takes the next pair.
struct SearchState {
  alignas(64) float frame[18][kMostLanes];
  alignas(64) float q[9][kMostLanes];
  alignas(64) float id[3][kMostLanes];
  alignas(64) float v[3][kMostLanes];
  alignas(64) float vv[kMostLanes];
  alignas(64) float is_first[kMostLanes];
  alignas(64) float last[kMostLanes];
  alignas(64) float done[kMostLanes];  // 1: done, 2: done and inside
  std::size_t pair[kMostLanes];
  int steps[kMostLanes];
};

using S = Pack<float>;

GRAZE_LANE LaneVec<S> state_vector(const float (*rows)[kMostLanes]) {
  return {load(rows[0]), load(rows[1]), load(rows[2])};
}
GRAZE_LANE void store_state(const LaneVec<S>& v, float (*rows)[kMostLanes]) {
  store(v.x, rows[0]);
  store(v.y, rows[1]);
  store(v.z, rows[2]);
}

GRAZE_LANE void begin_lane(const SearchBlock& block, std::size_t pair, std::size_t lane, SearchState& state) {
  for (int k = 0; k < 18; ++k) state.frame[k][lane] = block.frame[k][pair];
  BoxSearchLanes<float> f;
  for (int k = 0; k < 3; ++k) f.t[k] = block.frame[9 + k][pair];
  const SearchLanes<float> first = first_search(f);
  state.v[0][lane] = first.v.x;
  state.v[1][lane] = first.v.y;
  state.v[2][lane] = first.v.z;
  state.vv[lane] = first.vv;
  state.is_first[lane] = 1;
  for (int k = 0; k < 3; ++k) {
    state.id[k][lane] = kNoVertex;
    for (int c = 0; c < 3; ++c) state.q[3 * k + c][lane] = state.v[c][lane];
  }
  state.pair[lane] = pair;
  state.steps[lane] = 0;
}

GRAZE_LANE void end_lane(const SearchState& state, std::size_t lane, SearchBlock& block, LaneAnswers& out) {
  const std::size_t i = state.pair[lane];
  const bool is_inside = state.done[lane] == 2;
  const float id[3] = {state.id[0][lane], state.id[1][lane], state.id[2][lane]};
  float ids[4];
  const int vertices = distinct_vertices(id, is_inside ? state.last[lane] : kNoVertex, ids);
  block.vertices[i] = state.done[lane] > 0 ? vertices : 0;
  for (int k = 0; k < 4; ++k) block.ids[k][i] = static_cast<double>(ids[k]);
  out.steps[i] = static_cast<float>(state.steps[lane]);
  out.is_inside[i] = is_inside;
}

GRAZE_LANE void step_boxes(SearchState& state) {
  BoxSearchLanes<S> f;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) f.r[i][j] = load(state.frame[3 * i + j]);
    f.t[i] = load(state.frame[9 + i]);
    f.a[i] = load(state.frame[12 + i]);
    f.b[i] = load(state.frame[15 + i]);
  }
  SearchLanes<S> s;
  for (int k = 0; k < 3; ++k) {
    s.q[k] = state_vector(state.q + 3 * k);
    s.id[k] = load(state.id[k]);
  }
  s.v = state_vector(state.v);
  s.vv = load(state.vv);
  S id;
  const LaneVec<S> w = farthest_of_boxes(f, s.v, id);
  const auto step = advance(s, w, id, load(state.is_first) > S(0.0f));
  for (int k = 0; k < 3; ++k) {
    store_state(s.q[k], state.q + 3 * k);
    store(s.id[k], state.id[k]);
  }
  store_state(s.v, state.v);
  store(s.vv, state.vv);
  store(id, state.last);
  store(select(step.is_inside, S(2.0f), select(step.is_done, S(1.0f), S(0.0f))), state.done);
  store(S(0.0f), state.is_first);
}

void search_boxes(std::size_t count, SearchBlock& block, LaneAnswers& out, LaneCounts& counts) {
  SearchState state;
  const std::size_t lanes = lane_count<float>();
  std::size_t next = 0, active = 0;
  for (std::size_t l = 0; l < lanes; ++l) {
    begin_lane(block, next < count ? next : 0, l, state);
    if (next < count) {
      ++next;
      ++active;
    } else {
      state.pair[l] = count;  // idle
    }
  }
  while (active > 0) {
    step_boxes(state);
    counts.slots += lanes;
    counts.active += active;
    for (std::size_t l = 0; l < lanes; ++l) {
      if (state.pair[l] == count) continue;
      if (++state.steps[l] < kSearchSteps && state.done[l] == 0) continue;
      end_lane(state, l, block, out);
      if (next < count) {
        begin_lane(block, next++, l, state);
      } else {
        state.pair[l] = count;
        --active;
      }
    }
  }
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

void solve_core_block(const LanePair* pairs, std::size_t count, LaneAnswers& out, LaneCounts& counts) {
  SideBlock a, b;
  SearchBlock search;
  const std::size_t padded = load_side(pairs, count, 0, a);
  load_side(pairs, count, 1, b);
  for (std::size_t i = 0; i < padded; i += lane_count<Real>()) {
    const BoxFrameLanes<R> f = box_frame(boxes_at(a, b, i), R(kEpsilon));
    const R unit = inverse_size(f);
    for (int k = 0; k < 9; ++k) store_narrow(f.r[k / 3][k % 3], search.frame[k] + i);
    for (int k = 0; k < 3; ++k) {
      store_narrow(f.t[k] * unit, search.frame[9 + k] + i);
      store_narrow(f.a[k] * unit, search.frame[12 + k] + i);
      store_narrow(f.b[k] * unit, search.frame[15 + k] + i);
    }
  }
  search_boxes(count, search, out, counts);
  for (std::size_t i = count; i < padded; ++i) {
    search.vertices[i] = 0;
    for (int k = 0; k < 4; ++k) search.ids[k][i] = 0;
  }
  for (std::size_t i = 0; i < count; i += lane_count<double>()) {
    const CoresLanes<D> cores = make_cores(core_at(a, i), core_at(b, i));
    VerticesLanes<D> vertices;
    vertices.count = load(search.vertices + i);
    for (int k = 0; k < 4; ++k) {
      LaneVec<D> p, q;
      corners_at(cores, load(search.ids[k] + i), p, q);
      vertices.a[k] = cores.linear_a * p;
      vertices.b[k] = cores.linear_b * q + cores.offset;
    }
    const NearestLanes<D> nearest = nearest_of(vertices);
    store_answer(answer_from_nearest(cores, nearest, vertices.count, farthest_of_cores(cores, nearest.v)), i,
                 out);
    counts.slots += lane_count<double>();
  }
  counts.active += count;
}

LaneKernels make_kernels() {
  return {quick_axes, decide_box_block, solve_round_block, solve_core_block, nullptr};
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
