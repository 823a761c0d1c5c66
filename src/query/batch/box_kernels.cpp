// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/batch/kernels.h"

// Blocks of boxes: the line of centres (also of spheres and capsules), fifteen axes, contact sets. Compiled
// once per Highway target; see https://github.com/google/highway, "dynamic dispatch".
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/batch/box_kernels.cpp"
#include "simd/each_target-inl.h"
// Once per target:
#include "kernel/box/axes-inl.h"
#include "query/batch/box_contacts-inl.h"

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

// The line of centres, with the first one grown by a margin; zero changes nothing.
template <Sizes kSizes>
void decide_along_centres(const LanePair* pairs, std::size_t count, Real margin, LaneVerdicts& out,
                          LaneCounts& counts) {
  const PairBlock<kSizes> block(pairs, count);
  counts.slots += block.padded;
  counts.active += count;
  for (std::size_t i = 0; i < block.padded; i += lane_count<Real>()) {
    const auto a = core_box_at<kSizes>(block.a, i), b = core_box_at<kSizes>(block.b, i);
    const CentreLine<R, std::remove_const_t<decltype(a)>> line(a, b);
    const auto is_apart = line.separates(a, b, R(margin));
    store_witness(line.axis / lane_sqrt(line.squared), i, out);
    store(select(is_apart, R(kApart), R(kUndecided)), out.state + i);
  }
}

// Where boxes overlap, their common point goes to the world as by world_point().
GRAZE_LANE void place_common_point(const SideBlock& a, std::size_t i, LaneVerdicts& out) {
  const auto is_overlapping = load_wide(out.state + i) == D(double(kOverlapping));
  if (!is_any(is_overlapping)) return;
  const LaneVec<D> p = wide_vector_at(out.witness, i);
  const LaneVec<D> world =
      wide_vector_at(a.placement + 9, i) + wide_matrix_at(a, i) * (p / load_wide(a.scale() + i));
  const LaneVec<D> q = select(is_overlapping, without_dust(world), p);
  store_reals(q, out.witness, i);
}

void decide_box_block(const LanePair* pairs, std::size_t count, Real, LaneVerdicts& out, LaneCounts& counts) {
  const PairBlock<Sizes::boxes> block(pairs, count);
  counts.slots += block.padded;
  counts.active += count;
  for (std::size_t i = 0; i < block.padded; i += lane_count<Real>()) {
    const auto d = decide_boxes(boxes_at(block.a, block.b, i));
    store_witness(d.witness, i, out);
    store(select(d.is_apart, R(kApart), select(d.is_overlapping, R(kOverlapping), R(kUndecided))),
          out.state + i);
  }
  for (std::size_t i = 0; i < count; i += lane_count<double>()) place_common_point(block.a, i, out);
}

/// Sizes that need no other frame.
GRAZE_LANE LaneMask is_usual(const BoxFrame<D>& f) { return both(f.size > D(0x1p-100), f.size < D(0x1p100)); }

void overlap_block(const LanePair* pairs, std::size_t count, LaneOverlaps& out, LaneCounts& counts) {
  const PairBlock<Sizes::boxes> block(pairs, count);
  for (std::size_t i = 0; i < count; i += lane_count<double>()) {
    const BoxFrame<D> f = wide_box_frame(box_at<D>(block.a, i), box_at<D>(block.b, i));
    const Least<D> least = least_overlap(f);
    store(f.error, out.error + i);
    store(f.rounding, out.rounding + i);
    store(D(least.index), out.axis + i);
    store(least.value, out.height + i);
    store(least.next, out.others + i);
    store(select(is_usual(f), D(1.0), D(0.0)), out.usual + i);
    counts.slots += lane_count<double>();
  }
  counts.active += count;
}

/// Along the normal of a face: the axis of the other box whose faces look back most, the first of several.
GRAZE_LANE D steepest_axis(const BoxFrame<D>& f, D axis) {
  D m[3];
  for (int k = 0; k < 3; ++k) {
    m[k] = f.r[0].v[k];
    for (int i = 1; i < 3; ++i) m[k] = select(axis == D(double(i)), f.r[i].v[k], m[k]);
    for (int i = 0; i < 3; ++i) m[k] = select(axis == D(double(3 + i)), f.r[k].v[i], m[k]);
    m[k] = lane_abs(m[k]);
  }
  const D first = select(m[0] < m[1], D(1.0), D(0.0));
  return select(lane_max(m[0], m[1]) < m[2], D(2.0), first);
}

void contact_axis_block(const LanePair* pairs, std::size_t count, double prediction, LaneBoxAxes& out,
                        LaneCounts& counts) {
  const PairBlock<Sizes::boxes> block(pairs, count);
  for (std::size_t i = 0; i < count; i += lane_count<double>()) {
    const PlacedBox<D> a = box_at<D>(block.a, i), b = box_at<D>(block.b, i);
    const BoxFrame<D> f = wide_box_frame(a, b);
    const LaneMask is_clear = both(is_usual(f), D(0.0) < least_of(lane_min(a.half, b.half)));
    const ContactAxis<D> best = contact_axis(f, a, b, prediction);
    const D found = select(best.is_tied, D(double(kAxisTied)), D(double(kAxisFound)));
    const D state = select(best.is_apart, D(double(kAxisApart)),
                           select(best.is_searched, D(double(kAxisUnclear)), found));
    const D axis = D(best.axis);
    store(select(is_clear, state, D(double(kAxisUnclear))), out.state + i);
    store(axis, out.axis + i);
    store(best.height, out.height + i);
    store(f.error, out.error + i);
    store(f.size, out.size + i);
    store(steepest_axis(f, axis), out.other + i);
    counts.slots += lane_count<double>();
  }
  counts.active += count;
}

void fill_box_kernels(LaneKernels& k) {
  k.quick_boxes = decide_along_centres<Sizes::boxes>;
  k.quick_axes = decide_along_centres<Sizes::any>;
  k.overlap_boxes = overlap_block;
  k.contact_axes = contact_axis_block;
  k.decide_boxes = decide_box_block;
  k.meet_faces = meet_boxes_block<true>;
  k.meet_edges = meet_boxes_block<false>;
}

GRAZE_LANES_END

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI {
GRAZE_EXPORT(fill_box_kernels);
void set_box_kernels(LaneKernels& kernels) { GRAZE_DISPATCH(fill_box_kernels)(kernels); }
}  // namespace graze::inline GRAZE_ABI
#endif
