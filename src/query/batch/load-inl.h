// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Between blocks of pairs and lanes: operands are transposed into arrays, answers stored as arrays, and what
// a Distance needs of them brought into the caller's frames and precision.

#if defined(GRAZE_QUERY_BATCH_LOAD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_BATCH_LOAD_INL
#undef GRAZE_QUERY_BATCH_LOAD_INL
#else
#define GRAZE_QUERY_BATCH_LOAD_INL
#endif

#include <algorithm>
#include <bit>
#include <type_traits>

#include "kernel/box/decide-inl.h"
#include "kernel/round/lanes-inl.h"
#include "query/batch/kernels.h"
#include "query/pair/steps.h"

GRAZE_LANES_BEGIN

// One side of a block, structure of arrays.
struct SideBlock {
  alignas(64) Real placement[12][kBatchBlock];  // columns of the linear part, translation
  alignas(64) Real half[4][kBatchBlock];        // of the box, or of the segment along y; and a row of no use
  alignas(64) Real extra[4][kBatchBlock];       // scale and defect between two rows of no use
  alignas(64) Real radius[kBatchBlock];
  // Not with Sizes::boxes: 1 where the placement is rigid, see local_point().
  alignas(64) Real local_scale[kBatchBlock];

  [[nodiscard]] const Real* scale() const { return extra[1]; }
  [[nodiscard]] const Real* defect() const { return extra[2]; }
};

// An Affine starts with its linear part and its translation, twelve numbers in a row, then scale and defect.
static_assert(std::is_standard_layout_v<Affine> && sizeof(Affine) >= 15 * sizeof(Real));
GRAZE_LANE const Real* numbers_of(const Affine& placement) {
  return reinterpret_cast<const Real*>(&placement);
}

#if defined(GRAZE_LANES_ARE_WIDE)
constexpr std::size_t kTogether = 16 / sizeof(Real);  // objects that are transposed at a time

// Number k of the i-th becomes number i of the k-th.
GRAZE_LANE void transpose_few(const Real* const (&from)[kTogether], Real* const (&to)[kTogether]) {
  const hn::Full128<Real> d;
  const auto a = hn::LoadU(d, from[0]), b = hn::LoadU(d, from[1]);
  if constexpr (kTogether == 4) {
    const auto c = hn::LoadU(d, from[2]), e = hn::LoadU(d, from[3]);
    const auto ab = hn::InterleaveLower(d, a, b), ce = hn::InterleaveLower(d, c, e);
    hn::StoreU(hn::ConcatLowerLower(d, ce, ab), d, to[0]);
    hn::StoreU(hn::ConcatUpperUpper(d, ce, ab), d, to[1]);
    const auto ab2 = hn::InterleaveUpper(d, a, b), ce2 = hn::InterleaveUpper(d, c, e);
    hn::StoreU(hn::ConcatLowerLower(d, ce2, ab2), d, to[2]);
    hn::StoreU(hn::ConcatUpperUpper(d, ce2, ab2), d, to[3]);
  } else {
    hn::StoreU(hn::InterleaveLower(d, a, b), d, to[0]);
    hn::StoreU(hn::InterleaveUpper(d, a, b), d, to[1]);
  }
}
#else
constexpr std::size_t kTogether = 1;
GRAZE_LANE void transpose_few(const Real* const (&from)[1], Real* const (&to)[1]) { *to[0] = *from[0]; }
#endif

// Numbers `first`, first + 1, ... of a few objects, from one row per object to one row per number.
template <std::size_t N>
GRAZE_LANE void transpose_rows(const Real* const (&rows)[kTogether], std::size_t first, Real (*to)[N],
                               std::size_t at) {
  const Real* from[kTogether];
  Real* targets[kTogether];
  for (std::size_t k = 0; k < kTogether; ++k) {
    from[k] = rows[k] + first;
    targets[k] = to[k] + at;
  }
  transpose_few(from, targets);
}

enum class Sizes : std::uint8_t { boxes, any };

// Transposes one side of a block. Lanes behind the last pair are copies of it. Returns the padded count.
template <Sizes kSizes>
inline std::size_t load_side(const LanePair* pairs, std::size_t count, int side, SideBlock& block) {
  const std::size_t lanes = lane_count<float>();  // as many as any type has
  const std::size_t padded = (count + lanes - 1) / lanes * lanes;
  // Four at a time: z, scale, defect and what follows, which is still within the Affine. Otherwise scale and
  // defect.
  constexpr std::size_t kExtra = kTogether == 4 ? 11 : 12, kExtraRow = kTogether == 4 ? 0 : 1,
                        kExtraEnd = kTogether == 4 ? 4 : 3;
  for (std::size_t i = 0; i < padded; i += kTogether) {
    const Real *rows[kTogether], *sizes[kTogether];
    for (std::size_t k = 0; k < kTogether; ++k) {
      const Operand& o = pairs[i + k < count ? i + k : count - 1].operands[side];
      rows[k] = numbers_of(*o.placement);
      sizes[k] = o.shape->values;
      if constexpr (kSizes == Sizes::any) {
        const LaneSize size = lane_size(*o.shape);
        for (int c = 0; c < 3; ++c) block.half[c][i + k] = size.half[c];
        block.radius[i + k] = size.radius;
        block.local_scale[i + k] = o.placement->is_rigid() ? Real(1) : o.placement->scale();
      }
    }
    for (std::size_t r = 0; r < 12; r += kTogether) transpose_rows(rows, r, block.placement + r, i);
    for (std::size_t r = kExtraRow; r < kExtraEnd; r += kTogether)
      transpose_rows(rows, kExtra + r - kExtraRow, block.extra + r, i);
    if constexpr (kSizes == Sizes::boxes)
      for (std::size_t r = 0; r < 4; r += kTogether) transpose_rows(sizes, r, block.half + r, i);
  }
  if constexpr (kSizes == Sizes::boxes) std::fill(block.radius, block.radius + padded, Real(0));
  return padded;
}

// Both sides.
template <Sizes kSizes>
struct PairBlock {
  SideBlock a, b;
  std::size_t padded;
  PairBlock(const LanePair* pairs, std::size_t count) : padded(load_side<kSizes>(pairs, count, 0, a)) {
    load_side<kSizes>(pairs, count, 1, b);
  }
};

using R = Pack<Real>;

using D = Pack<double>;
using LaneMask = MaskOf<D>;

constexpr std::size_t kMostLanes = 16, kMostDoubles = 8;  // of any target

/// Doubles of each lane, from and to plain code.
struct LaneRow {
  alignas(64) double of[kMostDoubles];
};
struct LaneRows3 {
  LaneRow x, y, z;
  GRAZE_LANE void set(std::size_t lane, const Vec3d& v) {
    x.of[lane] = v.x, y.of[lane] = v.y, z.of[lane] = v.z;
  }
  GRAZE_LANE void set(const LaneVec<D>& v) { store(v.x, x.of), store(v.y, y.of), store(v.z, z.of); }
  [[nodiscard]] GRAZE_LANE Vec3d at(std::size_t lane) const { return {x.of[lane], y.of[lane], z.of[lane]}; }
  [[nodiscard]] GRAZE_LANE LaneVec<D> all() const { return {load(x.of), load(y.of), load(z.of)}; }
};

/// Pairs go through lanes: begin(lane) gives a lane the next pair, false: there is none; step(busy lanes)
/// takes one step in all of them and returns those that are through.
template <class Begin, class Step>
GRAZE_LANE void fill_lanes(std::size_t lanes, LaneCounts& counts, Begin begin, Step step) {
  std::uint32_t busy = 0;
  for (std::size_t lane = 0; lane < lanes && begin(lane); ++lane) busy |= 1u << lane;
  while (busy != 0) {
    counts.slots += lanes;
    counts.active += static_cast<std::size_t>(std::popcount(busy));
    for (std::uint32_t through = step(busy); through != 0; through &= through - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(through));
      if (!begin(lane)) busy &= ~(1u << lane);
    }
  }
}

/// Rows of a block from pair i on.
template <class F>
GRAZE_LANE F number_at(const Real* row, std::size_t i) {
  if constexpr (std::is_same_v<F, R>) {
    return load(row + i);
  } else {
    return load_wide(row + i);
  }
}
template <class F>
GRAZE_LANE Row<F, 3> row_at(const Real (*rows)[kBatchBlock], std::size_t i) {
  return {{number_at<F>(rows[0], i), number_at<F>(rows[1], i), number_at<F>(rows[2], i)}};
}
template <class F>
GRAZE_LANE PlacedBox<F> box_at(const SideBlock& side, std::size_t i) {
  return {
      {{row_at<F>(side.placement, i), row_at<F>(side.placement + 3, i), row_at<F>(side.placement + 6, i)}},
      row_at<F>(side.placement + 9, i),
      row_at<F>(side.half, i),
      number_at<F>(side.scale(), i),
      number_at<F>(side.defect(), i)};
}
GRAZE_LANE BoxPair<R> boxes_at(const SideBlock& a, const SideBlock& b, std::size_t i) {
  return {box_at<R>(a, i), box_at<R>(b, i)};
}

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
          load_wide(block.scale() + i),
          load_wide(block.defect() + i),
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

template <std::size_t N>
GRAZE_LANE void store_reals(const LaneVec<D>& v, Real (*rows)[N], std::size_t i) {
  store_real(v.x, rows[0] + i);
  store_real(v.y, rows[1] + i);
  store_real(v.z, rows[2] + i);
}
// Stores points in the world and in local frames: the lanes of world_point() and local_point().
GRAZE_LANE void store_point(const LaneVec<D>& p, Real (*rows)[kBatchBlock], std::size_t i) {
  store_reals(without_dust(p), rows, i);
}
GRAZE_LANE void store_local(const SideBlock& block, const CoreLanes<D>& core, const LaneVec<D>& q,
                            Real (*rows)[kBatchBlock], std::size_t i) {
  const D s = load_wide(block.local_scale + i);
  if (is_all(s == D(1.0))) return store_point(transpose_times(core.linear, q), rows, i);
  store_point(transpose_times(core.linear, q / s) / s, rows, i);
}

// The Distance that set_result() makes of an answer.
template <class A>
GRAZE_LANE void store_distance(const SideBlock& block_a, const CoreLanes<D>& a, const SideBlock& block_b,
                               const CoreLanes<D>& b, const A& answer, std::size_t i, LaneDistances& out) {
  const D zero(0.0);
  const auto is_apart = answer.lower > zero, is_overlapping = answer.upper < zero;
  store_rounded(select(is_apart, answer.lower, zero), false, out.lower + i);
  store_rounded(select(is_overlapping, zero, answer.upper), true, out.upper + i);
  store_reals(select(is_apart, answer.normal, LaneVec<D>{zero, zero, zero}), out.normal, i);
  const LaneVec<D> offset = b.translation - a.translation;
  const LaneVec<D> on_a = select(is_apart, answer.a, answer.common),
                   on_b = select(is_apart, answer.b, answer.common);
  store_point(a.translation + on_a, out.world[0], i);
  store_point(a.translation + on_b, out.world[1], i);
  store_local(block_a, a, on_a - offset * zero, out.local[0], i);
  store_local(block_b, b, on_b - offset * D(1.0), out.local[1], i);
}

GRAZE_LANES_END

#endif
