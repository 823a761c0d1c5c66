// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The search of kernel/gjk/search-inl.h for blocks of pairs: one pair per lane, and a lane that is done takes
// the next pair.

#if defined(GRAZE_QUERY_BATCH_SEARCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_BATCH_SEARCH_INL
#undef GRAZE_QUERY_BATCH_SEARCH_INL
#else
#define GRAZE_QUERY_BATCH_SEARCH_INL
#endif

#include <bit>

#include "kernel/gjk/search-inl.h"
#include "query/batch/load-inl.h"

GRAZE_LANES_BEGIN

constexpr std::size_t kMostLanes = 16;

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

inline void search_boxes(std::size_t count, SearchBlock& block, LaneAnswers& out, LaneCounts& counts) {
  search_block(count, block, out, counts, [](SearchState& state, std::uint32_t) {
    SearchLanes<S> s = search_at(state.rows, 0);
    const auto step = step_boxes(frame_at(state.rows, 0), s);
    return end_step(s, step, state);
  });
}

GRAZE_LANES_END

#endif
