// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The line of centres of two boxes, spheres or capsules as a separating axis, in Real: the first axis that a
// yes/no query tries. One text for one pair and for packs; find_quick_axis() performs the same operations for
// other kinds of shapes, and along axes that are known.

#if defined(GRAZE_KERNEL_BOX_CENTRES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_BOX_CENTRES_INL
#undef GRAZE_KERNEL_BOX_CENTRES_INL
#else
#define GRAZE_KERNEL_BOX_CENTRES_INL
#endif

#include "kernel/box/frame-inl.h"
#include "kernel/box/quick_axis.h"

GRAZE_LANES_BEGIN

/// A box, or one grown by a ball of a local radius: a sphere or a capsule has half extents that are zero.
template <class F>
struct BareBox {
  PlacedBox<F> box;

  GRAZE_LANE F reach(const Row<F, 3>& d) const { return dot(box.half, lane_abs(dots(box.axes, d))); }
  /// No point is farther from the centre.
  GRAZE_LANE F extent() const { return sum_of(box.half) * box.scale; }
};
template <class F>
struct GrownBox {
  PlacedBox<F> box;
  F radius;

  GRAZE_LANE F reach(const Row<F, 3>& d) const {
    const Row<F, 3> u = dots(box.axes, d);
    return dot(box.half, lane_abs(u)) + radius * lane_sqrt(dot(u, u));
  }
  GRAZE_LANE F extent() const {
    const auto& h = numbers(box.half);
    return (h[0] + radius + h[1] + h[2]) * box.scale;
  }
};

/// The axis from the centre of a to that of b, and whether it separates them for certain, a grown by a margin
/// in the world.
template <class F, class Box>
struct CentreLine {
  Row<F, 3> axis;
  F squared;

  GRAZE_LANE CentreLine(const Box& a, const Box& b) : axis(b.box.at - a.box.at), squared(dot(axis, axis)) {}
  GRAZE_LANE MaskOf<F> separates(const Box& a, const Box& b) const {
    return separates(a, b, a.reach(axis) + b.reach(axis),
                     sum_of(lane_abs(a.box.at)) + sum_of(lane_abs(b.box.at)));
  }
  GRAZE_LANE MaskOf<F> separates(const Box& a, const Box& b, F margin) const {
    return separates(a, b, (a.reach(axis) + b.reach(axis)) + margin * lane_sqrt(squared),
                     sum_of(lane_abs(a.box.at)) + sum_of(lane_abs(b.box.at)) + margin);
  }

 private:
  GRAZE_LANE MaskOf<F> separates(const Box& a, const Box& b, F reaches, F positions) const {
    const F size = (a.extent() + b.extent()) + positions;
    const F error = F(kQuickEpsilons * kEpsilon) * size * sum_of(lane_abs(axis));
    return both(both(F(kQuickTiny) < squared, squared < F(kQuickHuge)),
                both(size < F(kQuickLargest), error < squared - reaches));
  }
};

GRAZE_LANES_END

#endif
