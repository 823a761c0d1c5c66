// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/kernels.h"

#include <cmath>

// Compiled once per Highway target; see https://github.com/google/highway, "dynamic dispatch".
#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/kernels.cpp"
#include "simd/each_target-inl.h"
#endif

#ifndef GRAZE_TREE_KERNELS_ONCE
#define GRAZE_TREE_KERNELS_ONCE
namespace graze::inline GRAZE_ABI {

[[nodiscard]] inline std::uint32_t children_mask(const WideNode& node) {
  return (1u << node.child_count) - 1;
}

}  // namespace graze::inline GRAZE_ABI
#endif

#if defined(GRAZE_SIMD)
#if HWY_TARGET != HWY_EMU128 && HWY_TARGET != HWY_SCALAR
#include "tree/ray_lanes-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace graze::inline GRAZE_ABI {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR
// Debian's Highway has no SSE2 target, and its emulated one is slower than plain code.
std::uint32_t meet_box(const WideNode& node, const Aabb& box) { return plain_node_kernels().box(node, box); }
std::uint32_t meet_ray(const WideNode& node, const NodeRay& ray, Real t_max, Real (&entry)[kWidth]) {
  return plain_node_kernels().ray(node, ray, t_max, entry);
}
std::uint32_t meet_turned(const WideNode& node, const TurnedBox& box, Real (&overlap)[kWidth]) {
  return plain_node_kernels().turned(node, box, overlap);
}
std::uint32_t meet_relative(const WideNode& node, const TurnedFrame& frame, const Aabb& box,
                            Real (&overlap)[kWidth]) {
  return plain_node_kernels().relative(node, frame, box, overlap);
}
void find_gaps(const WideNode& node, const DistantBox& box, Real (&gap)[kWidth]) {
  plain_node_kernels().gaps(node, box, gap);
}
void find_reaches(const WideNode& node, const Real (&axis)[3], Real (&out)[kWidth]) {
  plain_node_kernels().reaches(node, axis, out);
}
void quantise(WideNode& node, const ChildSides& sides) { plain_node_kernels().quantise(node, sides); }
#else
using D = hn::CappedTag<Real, kWidth>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;

HWY_INLINE V number(Real x) { return hn::Set(D(), x); }
HWY_INLINE M none() { return hn::FirstN(D(), 0); }
HWY_INLINE std::uint32_t bits(M mask) {
  std::uint8_t out[8] = {};
  hn::StoreMaskBits(D(), mask, out);
  return out[0];
}

// The sides of children i, i + 1, ... on one axis; see decode_lower() and decode_upper().
struct Sides {
  V lower, upper;
};
HWY_INLINE Sides sides(const WideNode& node, int axis, std::size_t i) {
  const V start = number(node.lower[axis]), scale = number(node.scale[axis]);
  const V low = hn::Add(start, hn::Mul(ray_lanes::bytes(node.child_lower[axis] + i), scale));
  const V high = hn::Add(start, hn::Mul(ray_lanes::bytes(node.child_upper[axis] + i), scale));
  return {low, hn::Min(high, number(node.upper[axis]))};
}

// Whether [lower, upper] and [from, to] are apart.
HWY_INLINE M are_apart(V lower, V upper, Real from, Real to) {
  return hn::Or(hn::Gt(lower, number(to)), hn::Gt(number(from), upper));
}
HWY_INLINE M are_apart(const Sides (&s)[3], const Aabb& box) {
  const M x = are_apart(s[0].lower, s[0].upper, box.lower.x, box.upper.x);
  const M y = are_apart(s[1].lower, s[1].upper, box.lower.y, box.upper.y);
  const M z = are_apart(s[2].lower, s[2].upper, box.lower.z, box.upper.z);
  return hn::Or(x, hn::Or(y, z));
}

// Calls part(i) for the first of each group of lanes and joins the bits.
template <class Part>
HWY_INLINE std::uint32_t for_all(const WideNode& node, Part part) {
  std::uint32_t out = 0;
  for (std::size_t i = 0; i < kWidth; i += hn::Lanes(D())) out |= bits(hn::Not(part(i))) << i;
  return out & children_mask(node);
}

std::uint32_t meet_box(const WideNode& node, const Aabb& box) {
  return for_all(node, [&](std::size_t i) {
    const Sides s[3] = {sides(node, 0, i), sides(node, 1, i), sides(node, 2, i)};
    return are_apart(s, box);
  });
}

std::uint32_t meet_ray(const WideNode& node, const NodeRay& ray, Real t_max, Real (&entry)[kWidth]) {
  return ray_lanes::meet(node, ray, t_max, entry);
}

// From where to where the boxes of children reach along an axis.
HWY_INLINE Sides reach(const Sides (&s)[3], const Real (&axis)[3]) {
  V least = number(0), most = number(0);
  for (int j = 0; j < 3; ++j) {
    const V a = number(axis[j]);
    const V p = hn::Mul(a, s[j].lower), q = hn::Mul(a, s[j].upper);
    least = hn::Add(least, axis[j] < 0 ? q : p);
    most = hn::Add(most, axis[j] < 0 ? p : q);
  }
  return {least, most};
}

// How far [lower, upper] and [from, to] reach into each other; below zero they are apart. A number that is
// not one separates nothing.
HWY_INLINE V overlap_of(V lower, V upper, Real from, Real to) {
  return hn::Min(hn::Sub(upper, number(from)), hn::Sub(number(to), lower));
}
// Least overlap of children i, i + 1, ... with a turned box over six axes. Of two operands of which one is
// NaN, Min takes the second: an axis that separates is kept.
HWY_INLINE V overlap_of(const WideNode& node, std::size_t i, const Real (&axis)[3][3],
                        const TurnedReach& other) {
  const Sides s[3] = {sides(node, 0, i), sides(node, 1, i), sides(node, 2, i)};
  V out = overlap_of(s[0].lower, s[0].upper, other.least[0], other.most[0]);
  for (int k = 1; k < 3; ++k)
    out = hn::Min(overlap_of(s[k].lower, s[k].upper, other.least[k], other.most[k]), out);
  if (hn::AllTrue(D(), hn::Lt(out, number(0)))) return out;
  for (int k = 0; k < 3; ++k) {
    const Sides on = reach(s, axis[k]);
    out = hn::Min(overlap_of(on.lower, on.upper, other.least[3 + k], other.most[3 + k]), out);
  }
  return out;
}

HWY_INLINE std::uint32_t meet_reach(const WideNode& node, const Real (&axis)[3][3], const TurnedReach& other,
                                    Real (&overlap)[kWidth]) {
  return for_all(node, [&](std::size_t i) {
    const V into = overlap_of(node, i, axis, other);
    hn::StoreU(into, D(), overlap + i);
    return hn::Lt(into, number(0));
  });
}

std::uint32_t meet_turned(const WideNode& node, const TurnedBox& box, Real (&overlap)[kWidth]) {
  TurnedReach reach;
  for (int k = 0; k < 3; ++k) {
    reach.least[k] = box.box.lower[k];
    reach.most[k] = box.box.upper[k];
    reach.least[3 + k] = box.lower[k];
    reach.most[3 + k] = box.upper[k];
  }
  return meet_reach(node, box.axis, reach, overlap);
}

std::uint32_t meet_relative(const WideNode& node, const TurnedFrame& frame, const Aabb& box,
                            Real (&overlap)[kWidth]) {
  const Vec3 low = box.lower * Real(0.5), high = box.upper * Real(0.5), c = high + low, h = high - low;
  TurnedReach other;
  for (std::size_t i = 0; i < kWidth; i += hn::Lanes(D())) {
    const auto at = [i](const Real* from) { return hn::LoadU(D(), from + i); };
    V middle = at(frame.offset), reach = at(frame.error);
    for (int k = 0; k < 3; ++k) {
      middle = hn::Add(middle, hn::Mul(at(frame.row[k]), number(c[k])));
      reach = hn::Add(reach, hn::Mul(at(frame.absolute_row[k]), number(h[k])));
    }
    hn::StoreU(hn::Sub(middle, reach), D(), other.least + i);
    hn::StoreU(hn::Add(middle, reach), D(), other.most + i);
  }
  return meet_reach(node, frame.axis, other, overlap);
}

// The square of how far the sides are from [from, to].
HWY_INLINE V squared_gap(const Sides& s, Real from, Real to) {
  const V gap = hn::Max(hn::Max(hn::Sub(number(from), s.upper), hn::Sub(s.lower, number(to))), number(0));
  return hn::Mul(gap, gap);
}

void find_gaps(const WideNode& node, const DistantBox& box, Real (&gap)[kWidth]) {
  const TurnedBox& turned = box.turned;
  for (std::size_t i = 0; i < kWidth; i += hn::Lanes(D())) {
    const Sides s[3] = {sides(node, 0, i), sides(node, 1, i), sides(node, 2, i)};
    V here = number(0), there = number(0);
    for (int k = 0; k < 3; ++k) {
      here = hn::Add(here, squared_gap(s[k], turned.box.lower[k], turned.box.upper[k]));
      there = hn::Add(there, squared_gap(reach(s, turned.axis[k]), turned.lower[k], turned.upper[k]));
    }
    V most = hn::Sqrt(hn::Max(here, there));
    for (int k = 0; k < 2; ++k)
      most = hn::Max(hn::Sub(number(box.start[k]), reach(s, box.along[k]).upper), most);
    hn::StoreU(hn::Sub(hn::Mul(most, number(box.share)), number(box.room)), D(), gap + i);
  }
}

void find_reaches(const WideNode& node, const Real (&axis)[3], Real (&out)[kWidth]) {
  for (std::size_t i = 0; i < kWidth; i += hn::Lanes(D())) {
    const Sides s[3] = {sides(node, 0, i), sides(node, 1, i), sides(node, 2, i)};
    hn::StoreU(reach(s, axis).upper, D(), out + i);
  }
}

template <class Tag>
HWY_INLINE void store_bytes(Tag, hn::Vec<Tag> whole_numbers, std::uint8_t* to) {
  const hn::Rebind<std::int32_t, Tag> integers;
  const hn::Rebind<std::uint8_t, Tag> small;
  if constexpr (sizeof(Real) == 4) {
    hn::StoreU(hn::DemoteTo(small, hn::ConvertTo(integers, whole_numbers)), small, to);
  } else {
    hn::StoreU(hn::DemoteTo(small, hn::DemoteTo(integers, whole_numbers)), small, to);
  }
}

// Guesses by division, then corrects by decoding, so that rounding cannot matter. Halves, because a side less
// a side may overflow.
void quantise(WideNode& node, const ChildSides& sides) {
  const V half = number(Real(0.5)), one = number(1);
  for (int k = 0; k < 3; ++k) {
    const V first = number(node.lower[k]), last = number(node.upper[k]), scale = number(node.scale[k]);
    const V start = number(node.lower[k] / 2), unit = number(1 / (node.scale[k] / 2));
    for (std::size_t i = 0; i < kWidth; i += hn::Lanes(D())) {
      const V from = hn::LoadU(D(), sides.lower[k] + i), to = hn::LoadU(D(), sides.upper[k] + i);
      const auto guess = [&](V side) {
        return hn::Trunc(hn::Min(hn::Mul(hn::Sub(hn::Mul(side, half), start), unit), number(kLastByte)));
      };
      const auto decode = [&](V q) { return hn::Add(first, hn::Mul(q, scale)); };
      V low = guess(from), high = guess(to);
      for (M wrong = hn::Gt(decode(low), from); !hn::AllFalse(D(), wrong); wrong = hn::Gt(decode(low), from))
        low = hn::Sub(low, hn::IfThenElseZero(wrong, one));
      const auto is_short = [&] { return hn::Lt(hn::Min(decode(high), last), to); };
      for (M wrong = is_short(); !hn::AllFalse(D(), wrong); wrong = is_short())
        high = hn::Add(high, hn::IfThenElseZero(wrong, one));
      store_bytes(D(), low, node.child_lower[k] + i);
      store_bytes(D(), high, node.child_upper[k] + i);
    }
  }
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace graze::inline GRAZE_ABI
HWY_AFTER_NAMESPACE();
#endif  // GRAZE_SIMD

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI {
namespace {

// The larger and the smaller one as SIMD has them; no operand is NaN.
Real larger(Real a, Real b) { return a > b ? a : b; }
Real smaller(Real a, Real b) { return a < b ? a : b; }

// Written as in the SIMD versions, so that NaN separates nothing.
bool are_apart(Real lower, Real upper, Real from, Real to) { return lower > to || from > upper; }
bool are_apart(const Aabb& a, const Aabb& b) {
  return are_apart(a.lower.x, a.upper.x, b.lower.x, b.upper.x) ||
         are_apart(a.lower.y, a.upper.y, b.lower.y, b.upper.y) ||
         are_apart(a.lower.z, a.upper.z, b.lower.z, b.upper.z);
}

template <class IsMet>
std::uint32_t mask_of(const WideNode& node, IsMet is_met) {
  std::uint32_t out = 0;
  for (int i = 0; i < node.child_count; ++i) out |= std::uint32_t(is_met(child_box(node, i), i)) << i;
  return out;
}

std::uint32_t plain_box(const WideNode& node, const Aabb& box) {
  return mask_of(node, [&](const Aabb& child, int) { return !are_apart(child, box); });
}

std::uint32_t plain_ray(const WideNode& node, const NodeRay& ray, Real t_max, Real (&entry)[kWidth]) {
  const std::uint8_t* const sides = &node.child_lower[0][0];
  return mask_of(node, [&](const Aabb& child, int i) {
    bool is_out = false;
    Real near = 0, far = t_max;
    for (int k = 0; k < 3; ++k) {
      is_out = is_out || (ray.is_parallel[k] &&
                          are_apart(child.lower[k], child.upper[k], ray.origin_low[k], ray.origin_high[k]));
      const Real inverse = ray.inverse[k], step = node.scale[k] * inverse;
      const Real start = (node.lower[k] - ray.from_near[k]) * inverse;
      const Real end = (node.lower[k] - ray.from_far[k]) * inverse + ray.beyond[k];
      near = larger(near, static_cast<Real>(sides[ray.near_side[k] + i]) * step + start);
      far = smaller(far, static_cast<Real>(sides[ray.far_side[k] + i]) * step + end);
    }
    entry[i] = near;
    return !is_out && near <= far;
  });
}

struct Reach {
  Real least = 0, most = 0;
  Reach(const Aabb& box, const Real (&axis)[3]) {
    for (int j = 0; j < 3; ++j) {
      const Real a = axis[j], p = a * box.lower[j], q = a * box.upper[j];
      least += a < 0 ? q : p;
      most += a < 0 ? p : q;
    }
  }
};

Real overlap_of(Real lower, Real upper, Real from, Real to) { return smaller(upper - from, to - lower); }

Real overlap_of(const Aabb& child, const TurnedBox& box) {
  Real out = overlap_of(child.lower.x, child.upper.x, box.box.lower.x, box.box.upper.x);
  for (int k = 1; k < 3; ++k)
    out = smaller(overlap_of(child.lower[k], child.upper[k], box.box.lower[k], box.box.upper[k]), out);
  for (int k = 0; k < 3; ++k) {
    const Reach on(child, box.axis[k]);
    out = smaller(overlap_of(on.least, on.most, box.lower[k], box.upper[k]), out);
  }
  return out;
}

std::uint32_t plain_turned(const WideNode& node, const TurnedBox& box, Real (&overlap)[kWidth]) {
  return mask_of(node, [&](const Aabb& child, int i) {
    overlap[i] = overlap_of(child, box);
    return !(overlap[i] < 0);
  });
}

std::uint32_t plain_relative(const WideNode& node, const TurnedFrame& frame, const Aabb& box,
                             Real (&overlap)[kWidth]) {
  return plain_turned(node, turned_box(frame, box), overlap);
}

Real squared_gap(Real lower, Real upper, Real from, Real to) {
  const Real gap = larger(larger(from - upper, lower - to), 0);
  return gap * gap;
}

void plain_gaps(const WideNode& node, const DistantBox& box, Real (&gap)[kWidth]) {
  const TurnedBox& turned = box.turned;
  for (int i = 0; i < kWidth; ++i) {
    const Aabb child = child_box(node, i);
    Real here = 0, there = 0;
    for (int k = 0; k < 3; ++k) {
      const Reach on(child, turned.axis[k]);
      here += squared_gap(child.lower[k], child.upper[k], turned.box.lower[k], turned.box.upper[k]);
      there += squared_gap(on.least, on.most, turned.lower[k], turned.upper[k]);
    }
    Real most = std::sqrt(larger(here, there));
    for (int k = 0; k < 2; ++k) most = larger(box.start[k] - Reach(child, box.along[k]).most, most);
    gap[i] = most * box.share - box.room;
  }
}

void plain_reaches(const WideNode& node, const Real (&axis)[3], Real (&out)[kWidth]) {
  for (int i = 0; i < kWidth; ++i) out[i] = Reach(child_box(node, i), axis).most;
}

void plain_quantise(WideNode& node, const ChildSides& sides) {
  for (int k = 0; k < 3; ++k) {
    const Real start = node.lower[k] / 2, unit = 1 / (node.scale[k] / 2);
    for (int i = 0; i < kWidth; ++i) {
      const Real lower = sides.lower[k][i], upper = sides.upper[k][i];
      int low = static_cast<int>(smaller((lower / 2 - start) * unit, kLastByte));
      while (decode_lower(node, k, static_cast<std::uint8_t>(low)) > lower) --low;
      int high = static_cast<int>(smaller((upper / 2 - start) * unit, kLastByte));
      while (decode_upper(node, k, static_cast<std::uint8_t>(high)) < upper) ++high;
      node.child_lower[k][i] = static_cast<std::uint8_t>(low);
      node.child_upper[k][i] = static_cast<std::uint8_t>(high);
    }
  }
}

}  // namespace

const NodeKernels& plain_node_kernels() {
  static constexpr NodeKernels kPlain{plain_box,  plain_ray,     plain_turned,  plain_relative,
                                      plain_gaps, plain_reaches, plain_quantise};
  return kPlain;
}

#if defined(GRAZE_SIMD)
HWY_EXPORT(meet_box);
HWY_EXPORT(meet_ray);
HWY_EXPORT(meet_turned);
HWY_EXPORT(meet_relative);
HWY_EXPORT(find_gaps);
HWY_EXPORT(find_reaches);
HWY_EXPORT(quantise);
NodeKernels node_kernels() {
  choose_simd_target();
  const auto i = hwy::GetChosenTarget().GetIndex();
  return {HWY_DISPATCH_TABLE(meet_box)[i],    HWY_DISPATCH_TABLE(meet_ray)[i],
          HWY_DISPATCH_TABLE(meet_turned)[i], HWY_DISPATCH_TABLE(meet_relative)[i],
          HWY_DISPATCH_TABLE(find_gaps)[i],   HWY_DISPATCH_TABLE(find_reaches)[i],
          HWY_DISPATCH_TABLE(quantise)[i]};
}
#else
NodeKernels node_kernels() { return plain_node_kernels(); }
#endif

}  // namespace graze::inline GRAZE_ABI
#endif
