// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/batch/kernels.h"

// Blocks of boxes: the line of centres (also of spheres and capsules), fifteen axes, contact sets. Compiled
// once per Highway target; see https://github.com/google/highway, "dynamic dispatch".
#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/batch/box_kernels.cpp"
#include "simd/each_target-inl.h"
#endif

#include "query/batch/box_edges-inl.h"
#include "query/batch/boxes-inl.h"
#include "query/pair/quick_axis.h"

GRAZE_LANES_BEGIN

// As reach() and extent() of quick_axis.cpp, with one formula for all three kinds: what a kind has not is
// zero.
template <Sizes kSizes>
GRAZE_LANE R reach_along(const SideBlock& block, std::size_t i, const LaneVec<R>& d) {
  const LaneVec<R> u = transpose_times(matrix_at(block, i), d), h = vector_at(block.half, i);
  const R reach = h.x * lane_abs(u.x) + h.y * lane_abs(u.y) + h.z * lane_abs(u.z);
  if constexpr (kSizes == Sizes::boxes) return reach;
  return reach + load(block.radius + i) * lane_sqrt(dot(u, u));
}
template <Sizes kSizes>
GRAZE_LANE R extent_at(const SideBlock& block, std::size_t i) {
  const LaneVec<R> h = vector_at(block.half, i);
  const R first = kSizes == Sizes::boxes ? h.x : h.x + load(block.radius + i);
  return (first + h.y + h.z) * load(block.scale() + i);
}

GRAZE_LANE void store_verdict_witness(const LaneVec<R>& v, std::size_t i, LaneVerdicts& out) {
  store(v.x, out.witness[0] + i);
  store(v.y, out.witness[1] + i);
  store(v.z, out.witness[2] + i);
}

// The margin is zero but for quick_grown; adding it changes nothing then.
template <Sizes kSizes>
GRAZE_LANE void look_along_centres(const LanePair* pairs, std::size_t count, Real margin, LaneVerdicts& out,
                                   LaneCounts& counts) {
  SideBlock a, b;
  const std::size_t padded = load_side<kSizes>(pairs, count, 0, a);
  load_side<kSizes>(pairs, count, 1, b);
  counts.slots += padded;
  counts.active += count;
  for (std::size_t i = 0; i < padded; i += lane_count<Real>()) {
    const LaneVec<R> ta = vector_at(a.placement + 9, i), tb = vector_at(b.placement + 9, i), axis = tb - ta;
    const R squared = dot(axis, axis), length = lane_sqrt(squared);
    const R reaches =
        (reach_along<kSizes>(a, i, axis) + reach_along<kSizes>(b, i, axis)) + R(margin) * length;
    const R size =
        (extent_at<kSizes>(a, i) + extent_at<kSizes>(b, i)) + (sum_abs(ta) + sum_abs(tb) + R(margin));
    const auto is_harmless =
        both(both(squared > R(kQuickTiny), squared < R(kQuickHuge)), size < R(kQuickLargest));
    const auto is_apart = squared - reaches > R(kQuickEpsilons * kEpsilon) * size * sum_abs(axis);
    store_verdict_witness(axis / length, i, out);
    store(select(both(is_harmless, is_apart), R(kApart), R(kUndecided)), out.state + i);
  }
}
template <Sizes kSizes>
void quick_axes(const LanePair* pairs, std::size_t count, LaneVerdicts& out, LaneCounts& counts) {
  look_along_centres<kSizes>(pairs, count, Real(0), out, counts);
}
void quick_grown(const LanePair* pairs, std::size_t count, Real margin, LaneVerdicts& out,
                 LaneCounts& counts) {
  look_along_centres<Sizes::any>(pairs, count, margin, out, counts);
}

// As common_point_in_boxes() and world_point(), where boxes overlap.
GRAZE_LANE void place_common_point(const SideBlock& a, std::size_t i, LaneVerdicts& out) {
  const auto is_overlapping = load_wide(out.state + i) == D(double(kOverlapping));
  if (!is_any(is_overlapping)) return;
  const LaneVec<D> p = wide_vector_at(out.witness, i);
  const LaneVec<D> world =
      wide_vector_at(a.placement + 9, i) + wide_matrix_at(a, i) * (p / load_wide(a.scale() + i));
  const LaneVec<D> q = select(is_overlapping, without_dust(world), p);
  store_real(q.x, out.witness[0] + i);
  store_real(q.y, out.witness[1] + i);
  store_real(q.z, out.witness[2] + i);
}

void decide_box_block(const LanePair* pairs, std::size_t count, LaneVerdicts& out, LaneCounts& counts) {
  SideBlock a, b;
  const std::size_t padded = load_side<Sizes::boxes>(pairs, count, 0, a);
  load_side<Sizes::boxes>(pairs, count, 1, b);
  counts.slots += padded;
  counts.active += count;
  for (std::size_t i = 0; i < padded; i += lane_count<Real>()) {
    const auto d = decide_boxes(boxes_at(a, b, i));
    store_verdict_witness({d.witness[0], d.witness[1], d.witness[2]}, i, out);
    store(select(d.is_apart, R(kApart), select(d.is_overlapping, R(kOverlapping), R(kUndecided))),
          out.state + i);
  }
  for (std::size_t i = 0; i < count; i += lane_count<double>()) place_common_point(a, i, out);
}

void fill_box_kernels(LaneKernels& k) {
  k.quick_boxes = quick_axes<Sizes::boxes>;
  k.quick_axes = quick_axes<Sizes::any>;
  k.quick_grown = quick_grown;
  k.overlap_boxes = overlap_block;
  k.contact_axes = contact_axis_block;
  k.decide_boxes = decide_box_block;
  k.meet_faces = meet_faces_block;
  k.meet_edges = meet_edges_block;
}

GRAZE_LANES_END

#if !defined(GRAZE_SIMD)
namespace graze::inline GRAZE_ABI {
void set_box_kernels(LaneKernels& kernels) { one_lane::fill_box_kernels(kernels); }
}  // namespace graze::inline GRAZE_ABI
#elif HWY_ONCE
namespace graze::inline GRAZE_ABI {
HWY_EXPORT(fill_box_kernels);
void set_box_kernels(LaneKernels& kernels) { HWY_DYNAMIC_DISPATCH(fill_box_kernels)(kernels); }
}  // namespace graze::inline GRAZE_ABI
#endif
