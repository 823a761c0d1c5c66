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

#include "kernel/box/centres-inl.h"
#include "query/batch/box_edges-inl.h"
#include "query/batch/boxes-inl.h"

GRAZE_LANES_BEGIN

GRAZE_LANE void store_witness(const Row<R, 3>& v, std::size_t i, LaneVerdicts& out) {
  for (int k = 0; k < 3; ++k) store(v[k], out.witness[k] + i);
}

template <Sizes kSizes>
GRAZE_LANE auto core_box_at(const SideBlock& block, std::size_t i) {
  if constexpr (kSizes == Sizes::boxes) {
    return BareBox<R>{box_at<R>(block, i)};
  } else {
    return GrownBox<R>{box_at<R>(block, i), load(block.radius + i)};
  }
}

// The margin is zero but for quick_grown; adding it changes nothing then.
template <Sizes kSizes>
GRAZE_LANE void decide_along_centres(const LanePair* pairs, std::size_t count, Real margin, LaneVerdicts& out,
                                     LaneCounts& counts) {
  SideBlock block_a, block_b;
  const std::size_t padded = load_side<kSizes>(pairs, count, 0, block_a);
  load_side<kSizes>(pairs, count, 1, block_b);
  counts.slots += padded;
  counts.active += count;
  for (std::size_t i = 0; i < padded; i += lane_count<Real>()) {
    const auto a = core_box_at<kSizes>(block_a, i), b = core_box_at<kSizes>(block_b, i);
    const CentreLine<R, std::remove_const_t<decltype(a)>> line(a, b);
    const auto is_apart = line.separates(a, b, R(margin));
    store_witness(line.axis / lane_sqrt(line.squared), i, out);
    store(select(is_apart, R(kApart), R(kUndecided)), out.state + i);
  }
}
template <Sizes kSizes>
void quick_axes(const LanePair* pairs, std::size_t count, LaneVerdicts& out, LaneCounts& counts) {
  decide_along_centres<kSizes>(pairs, count, Real(0), out, counts);
}
void quick_grown(const LanePair* pairs, std::size_t count, Real margin, LaneVerdicts& out,
                 LaneCounts& counts) {
  decide_along_centres<Sizes::any>(pairs, count, margin, out, counts);
}

// Where boxes overlap, their common point goes to the world as by world_point().
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
    store_witness(d.witness, i, out);
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
