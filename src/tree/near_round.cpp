// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/near_round.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/near_round.cpp"
#include "simd/each_target-inl.h"
#include "tree/children-inl.h"

GRAZE_LANES_BEGIN

template <class F>
void find_round_gaps(const WideNode& node, const BoxAndBall& other, Real (&gap)[kWidth]) {
  for (std::size_t i = 0; i < kWidth; i += lanes_of<F>()) {
    F from_box(0), from_centre(0);
    for (int k = 0; k < 3; ++k) {
      const SideLanes<F> sides = sides_of<F>(node, k, i);
      from_box = from_box + squared_gap(sides, other.least[k], other.most[k]);
      from_centre = from_centre + squared_gap(sides, other.centre[k], other.centre[k]);
    }
    store(lane_max(lane_sqrt(from_box), lane_sqrt(from_centre) - F(other.radius)), gap + i);
  }
}
void find_child_round_gaps(const WideNode& node, const BoxAndBall& other, Real (&gap)[kWidth]) {
  find_round_gaps<ChildLanes>(node, other, gap);
}

GRAZE_LANES_END

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI {
GRAZE_EXPORT(find_child_round_gaps);
void find_gaps(const WideNode& node, const BoxAndBall& other, Real (&gap)[kWidth]) {
  GRAZE_DISPATCH(find_child_round_gaps)(node, other, gap);
}
}  // namespace graze::inline GRAZE_ABI
#endif
