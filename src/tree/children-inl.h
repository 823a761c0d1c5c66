// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The children of a node side by side, and a ray against them, for the kernels of one Highway target:
// included once per target, so that a whole walk can be compiled around it. F is a Real or a pack of them.

#if defined(GRAZE_TREE_CHILDREN_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TREE_CHILDREN_INL
#undef GRAZE_TREE_CHILDREN_INL
#else
#define GRAZE_TREE_CHILDREN_INL
#endif

#include "simd/pack-inl.h"
#include "tree/kernels.h"

GRAZE_LANES_BEGIN

#if defined(GRAZE_LANES_ARE_WIDE)
/// Numbers of children: of all eight, or of as many as a register holds. Of the axes: of all at once.
using ChildLanes = Pack<Real, hn::CappedTag<Real, kWidth>>;
template <class F>
using AxisLanesOf = std::conditional_t<std::is_same_v<F, Real>, Real, Pack<Real, hn::CappedTag<Real, 4>>>;
#else
using ChildLanes = Real;
template <class F>
using AxisLanesOf = Real;
#endif

/// The sides of children i, i + 1, ... on one axis, by the operations of decode_lower() and decode_upper().
template <class F>
struct SideLanes {
  F lower, upper;
};
template <class F>
GRAZE_LANE SideLanes<F> sides_of(const WideNode& node, int axis, std::size_t i) {
  const F start(node.lower[axis]), scale(node.scale[axis]);
  const F low = start + load_as<F>(node.child_lower[axis] + i) * scale;
  const F high = start + load_as<F>(node.child_upper[axis] + i) * scale;
  return {low, lane_min(high, F(node.upper[axis]))};
}

/// Lanes where the sides and [from, to] are apart. A number that is not one separates nothing.
template <class F>
GRAZE_LANE auto are_apart(const SideLanes<F>& s, Real from, Real to) {
  return either(s.lower > F(to), F(from) > s.upper);
}

/// The square of how far the sides are from [from, to].
template <class F>
GRAZE_LANE F squared_gap(const SideLanes<F>& s, Real from, Real to) {
  const F gap = lane_max(lane_max(F(from) - s.upper, s.lower - F(to)), F(0));
  return gap * gap;
}

/// The children of a node as bits, less those of which is_apart(i) says so: children i, i + 1, ...
template <class F, class IsApart>
GRAZE_LANE std::uint32_t children_but(const WideNode& node, const IsApart& is_apart) {
  std::uint32_t apart = 0;
  for (std::size_t i = 0; i < kWidth; i += lanes_of<F>()) apart |= bits_of(is_apart(i)) << i;
  return ~apart & ((1u << node.child_count) - 1);
}

/// Where a ray meets the near and the far side of byte 0, and how much later that of each next byte.
struct ByteSlabs {
  Real near[4], far[4], step[4];
};
template <class F>
GRAZE_LANE void find_slabs(const WideNode& node, const NodeRay& ray, ByteSlabs& out) {
  for (std::size_t i = 0; i < 3; i += lanes_of<F>()) {
    const F base = load_as<F>(&node.lower.x + i), inverse = load_as<F>(ray.inverse + i);
    store((base - load_as<F>(ray.from_near + i)) * inverse, out.near + i);
    store((base - load_as<F>(ray.from_far + i)) * inverse + load_as<F>(ray.beyond + i), out.far + i);
    store(load_as<F>(&node.scale.x + i) * inverse, out.step + i);
  }
}

/// NodeKernels::ray.
template <class F>
GRAZE_LANE std::uint32_t meet_ray(const WideNode& node, const NodeRay& ray, Real t_max,
                                  Real (&entry)[kWidth]) {
  ByteSlabs slabs;
  find_slabs<AxisLanesOf<F>>(node, ray, slabs);
  const std::uint8_t* const sides = &node.child_lower[0][0];
  return children_but<F>(node, [&](std::size_t i) {
    F near(0), far(t_max);
    for (int k = 0; k < 3; ++k) {
      const F step(slabs.step[k]);
      near = lane_max(near, load_as<F>(sides + ray.near_side[k] + i) * step + F(slabs.near[k]));
      far = lane_min(far, load_as<F>(sides + ray.far_side[k] + i) * step + F(slabs.far[k]));
    }
    store(near, entry + i);
    auto is_apart = near > far;
    if (ray.has_parallel)
      for (int k = 0; k < 3; ++k)
        if (ray.is_parallel[k])
          is_apart =
              either(is_apart, are_apart(sides_of<F>(node, k, i), ray.origin_low[k], ray.origin_high[k]));
    return is_apart;
  });
}

GRAZE_LANES_END

#endif
