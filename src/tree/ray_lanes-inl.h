// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// A ray against the eight children of a node, for the kernels of one Highway target: included once per
// target, so that a whole walk can be compiled around it.

#if defined(GRAZE_TREE_RAY_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TREE_RAY_LANES_INL
#undef GRAZE_TREE_RAY_LANES_INL
#else
#define GRAZE_TREE_RAY_LANES_INL
#endif

#include "tree/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline GRAZE_ABI {
namespace HWY_NAMESPACE {
namespace ray_lanes {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<Real, kWidth>;

// Where the near and the far side of byte 0 are met, and how much later that of each next byte.
struct Slabs {
  Real near[4], far[4], step[4];
};
HWY_INLINE void find_slabs(const WideNode& node, const NodeRay& ray, Slabs& out) {
  const hn::CappedTag<Real, 4> d;
  for (std::size_t i = 0; i < 4; i += hn::Lanes(d)) {
    const auto base = hn::LoadU(d, &node.lower.x + i), inverse = hn::LoadU(d, ray.inverse + i);
    const auto near = hn::Mul(hn::Sub(base, hn::LoadU(d, ray.from_near + i)), inverse);
    const auto far = hn::Mul(hn::Sub(base, hn::LoadU(d, ray.from_far + i)), inverse);
    hn::StoreU(near, d, out.near + i);
    hn::StoreU(hn::Add(far, hn::LoadU(d, ray.beyond + i)), d, out.far + i);
    hn::StoreU(hn::Mul(hn::LoadU(d, &node.scale.x + i), inverse), d, out.step + i);
  }
}

template <class Tag>
HWY_INLINE hn::Vec<Tag> numbers(Tag d, const std::uint8_t* from) {
  const auto wide =
      hn::PromoteTo(hn::Rebind<std::int32_t, Tag>(), hn::LoadU(hn::Rebind<std::uint8_t, Tag>(), from));
  if constexpr (sizeof(Real) == 4) {
    return hn::ConvertTo(d, wide);
  } else {
    return hn::PromoteTo(d, wide);
  }
}
HWY_INLINE hn::Vec<D> bytes(const std::uint8_t* from) { return numbers(D(), from); }

// Children whose sides along an axis that the ray does not move on are on either side of it.
HWY_INLINE hn::Mask<D> are_beside(const WideNode& node, const NodeRay& ray, int k, std::size_t i) {
  const auto start = hn::Set(D(), node.lower[k]), scale = hn::Set(D(), node.scale[k]);
  const auto low = hn::Add(start, hn::Mul(bytes(node.child_lower[k] + i), scale));
  const auto high =
      hn::Min(hn::Add(start, hn::Mul(bytes(node.child_upper[k] + i), scale)), hn::Set(D(), node.upper[k]));
  return hn::Or(hn::Gt(low, hn::Set(D(), ray.origin_high[k])), hn::Gt(hn::Set(D(), ray.origin_low[k]), high));
}

/// NodeKernels::ray.
HWY_INLINE std::uint32_t meet(const WideNode& node, const NodeRay& ray, Real t_max, Real (&entry)[kWidth]) {
  Slabs slabs;
  find_slabs(node, ray, slabs);
  const std::uint8_t* const sides = &node.child_lower[0][0];
  std::uint32_t out = 0;
  for (std::size_t i = 0; i < kWidth; i += hn::Lanes(D())) {
    auto near = hn::Zero(D()), far = hn::Set(D(), t_max);
    for (int k = 0; k < 3; ++k) {
      const auto step = hn::Set(D(), slabs.step[k]);
      const auto first = hn::Mul(bytes(sides + ray.near_side[k] + i), step);
      const auto last = hn::Mul(bytes(sides + ray.far_side[k] + i), step);
      near = hn::Max(near, hn::Add(first, hn::Set(D(), slabs.near[k])));
      far = hn::Min(far, hn::Add(last, hn::Set(D(), slabs.far[k])));
    }
    hn::StoreU(near, D(), entry + i);
    auto met = hn::Le(near, far);
    if (ray.has_parallel)
      for (int k = 0; k < 3; ++k)
        if (ray.is_parallel[k]) met = hn::AndNot(are_beside(node, ray, k, i), met);
    std::uint8_t mask[8] = {};
    hn::StoreMaskBits(D(), met, mask);
    out |= static_cast<std::uint32_t>(mask[0]) << i;
  }
  return out & ((1u << node.child_count) - 1);
}

}  // namespace ray_lanes
}  // namespace HWY_NAMESPACE
}  // namespace graze::inline GRAZE_ABI
HWY_AFTER_NAMESPACE();

#endif
