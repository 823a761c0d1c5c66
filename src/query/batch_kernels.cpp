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

#include "query/box_lanes-inl.h"
#include "query/quick_axis.h"

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
      const Real* v = o.shape->values;
      const bool is_box = o.shape->kind == ShapeKind::box;
      block.half[0][i + k] = is_box ? v[0] : Real(0);
      block.half[1][i + k] = v[1];
      block.half[2][i + k] = v[2];
      block.radius[i + k] = is_box ? Real(0) : v[0];
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

void decide_box_block(const LanePair* pairs, std::size_t count, LaneVerdicts& out, LaneCounts& counts) {
  SideBlock a, b;
  const std::size_t padded = load_side(pairs, count, 0, a);
  load_side(pairs, count, 1, b);
  counts.slots += padded;
  counts.active += count;
  for (std::size_t i = 0; i < padded; i += lane_count<Real>()) {
    BoxPairLanes<R> pair;
    pair.linear_a = matrix_at(a, i);
    pair.linear_b = matrix_at(b, i);
    pair.offset = vector_at(b.placement + 9, i) - vector_at(a.placement + 9, i);
    pair.half_a = vector_at(a.half, i);
    pair.half_b = vector_at(b.half, i);
    pair.scale_a = load(a.scale + i);
    pair.scale_b = load(b.scale + i);
    pair.defects = load(a.defect + i) + load(b.defect + i);
    const auto d = decide_boxes(pair);
    store(d.witness.x, out.x + i);
    store(d.witness.y, out.y + i);
    store(d.witness.z, out.z + i);
    store(select(d.is_apart, R(kApart), select(d.is_overlapping, R(kOverlapping), R(kUndecided))),
          out.state + i);
  }
}

LaneKernels make_kernels() { return {quick_axes, decide_box_block}; }

GRAZE_LANES_END

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
