// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/kernels.h"

// Compiled once per Highway target; see https://github.com/google/highway, "dynamic dispatch".
#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/kernels.cpp"
#include "simd/each_target-inl.h"
#endif

#include "tree/children-inl.h"

GRAZE_LANES_BEGIN

template <class F>
std::uint32_t meet_box(const WideNode& node, const Aabb& box) {
  return children_but<F>(node, [&](std::size_t i) {
    const auto x = are_apart(sides_of<F>(node, 0, i), box.lower.x, box.upper.x);
    const auto y = are_apart(sides_of<F>(node, 1, i), box.lower.y, box.upper.y);
    const auto z = are_apart(sides_of<F>(node, 2, i), box.lower.z, box.upper.z);
    return either(x, either(y, z));
  });
}

template <class F>
std::uint32_t meet_ray_of(const WideNode& node, const NodeRay& ray, Real t_max, Real (&entry)[kWidth]) {
  return meet_ray<F>(node, ray, t_max, entry);
}

// The boxes of children i, i + 1, ...
template <class F>
struct BoxLanes {
  SideLanes<F> on[3];
  GRAZE_LANE BoxLanes(const WideNode& node, std::size_t i)
      : on{sides_of<F>(node, 0, i), sides_of<F>(node, 1, i), sides_of<F>(node, 2, i)} {}

  // From where to where they reach along an axis.
  [[nodiscard]] GRAZE_LANE SideLanes<F> reach(const Real (&axis)[3]) const {
    F least(0), most(0);
    for (int j = 0; j < 3; ++j) {
      const F a(axis[j]), p = a * on[j].lower, q = a * on[j].upper;
      least = least + (axis[j] < 0 ? q : p);
      most = most + (axis[j] < 0 ? p : q);
    }
    return {least, most};
  }
};

// How far the sides and [from, to] reach into each other; below zero they are apart. A number that is not one
// separates nothing.
template <class F>
GRAZE_LANE F overlap_of(const SideLanes<F>& s, Real from, Real to) {
  return lane_min(s.upper - F(from), F(to) - s.lower);
}
// Least overlap of children i, i + 1, ... with a turned box over six axes. Of two operands of which one is
// NaN, the least is the second: an axis that separates is kept.
template <class F>
GRAZE_LANE F overlap_of(const WideNode& node, std::size_t i, const Real (&axis)[3][3],
                        const TurnedReach& other) {
  const BoxLanes<F> box(node, i);
  F out = overlap_of(box.on[0], other.least[0], other.most[0]);
  for (int k = 1; k < 3; ++k) out = lane_min(overlap_of(box.on[k], other.least[k], other.most[k]), out);
  if (is_all(out < F(0))) return out;
  for (int k = 0; k < 3; ++k)
    out = lane_min(overlap_of(box.reach(axis[k]), other.least[3 + k], other.most[3 + k]), out);
  return out;
}

template <class F>
GRAZE_LANE std::uint32_t meet_reach(const WideNode& node, const Real (&axis)[3][3], const TurnedReach& other,
                                    Real (&overlap)[kWidth]) {
  return children_but<F>(node, [&](std::size_t i) {
    const F into = overlap_of<F>(node, i, axis, other);
    store(into, overlap + i);
    return into < F(0);
  });
}

template <class F>
std::uint32_t meet_turned(const WideNode& node, const TurnedBox& box, Real (&overlap)[kWidth]) {
  return meet_reach<F>(node, box.axis, box.reach, overlap);
}

template <class F>
std::uint32_t meet_relative(const WideNode& node, const TurnedFrame& frame, const Aabb& box,
                            Real (&overlap)[kWidth]) {
  const Vec3 low = box.lower * Real(0.5), high = box.upper * Real(0.5), c = high + low, h = high - low;
  TurnedReach other;
  for (std::size_t i = 0; i < kWidth; i += lanes_of<F>()) {
    F middle = load_as<F>(frame.offset + i), reach = load_as<F>(frame.error + i);
    for (int k = 0; k < 3; ++k) {
      middle = middle + load_as<F>(frame.row[k] + i) * F(c[k]);
      reach = reach + load_as<F>(frame.absolute_row[k] + i) * F(h[k]);
    }
    store(middle - reach, other.least + i);
    store(middle + reach, other.most + i);
  }
  return meet_reach<F>(node, frame.axis, other, overlap);
}

template <class F>
void find_gaps(const WideNode& node, const DistantBox& box, Real (&gap)[kWidth]) {
  const TurnedReach& other = box.turned.reach;
  for (std::size_t i = 0; i < kWidth; i += lanes_of<F>()) {
    const BoxLanes<F> s(node, i);
    F here(0), there(0);
    for (int k = 0; k < 3; ++k) {
      here = here + squared_gap(s.on[k], other.least[k], other.most[k]);
      there = there + squared_gap(s.reach(box.turned.axis[k]), other.least[3 + k], other.most[3 + k]);
    }
    F most = lane_sqrt(lane_max(here, there));
    for (int k = 0; k < 2; ++k) most = lane_max(F(box.start[k]) - s.reach(box.along[k]).upper, most);
    store(most * F(box.share) - F(box.room), gap + i);
  }
}

template <class F>
void find_reaches(const WideNode& node, const Real (&axis)[3], Real (&out)[kWidth]) {
  for (std::size_t i = 0; i < kWidth; i += lanes_of<F>())
    store(BoxLanes<F>(node, i).reach(axis).upper, out + i);
}

// Whole numbers up to 255.
GRAZE_LANE Real lane_trunc(Real x) { return static_cast<Real>(static_cast<int>(x)); }
GRAZE_LANE void store_bytes(Real x, std::uint8_t* to) { *to = static_cast<std::uint8_t>(x); }
#if defined(GRAZE_LANES_ARE_WIDE)
GRAZE_LANE ChildLanes lane_trunc(ChildLanes x) { return hn::Trunc(x.v); }
template <class T, class D>
GRAZE_LANE void store_bytes(Pack<T, D> x, std::uint8_t* to) {
  const hn::Rebind<std::int32_t, D> integers;
  const hn::Rebind<std::uint8_t, D> small;
  if constexpr (sizeof(T) == 4)
    hn::StoreU(hn::DemoteTo(small, hn::ConvertTo(integers, x.v)), small, to);
  else
    hn::StoreU(hn::DemoteTo(small, hn::DemoteTo(integers, x.v)), small, to);
}
#endif

// Guesses by division, then corrects by decoding, so that rounding cannot matter. Halves, because a side less
// a side may overflow.
template <class F>
void quantise(WideNode& node, const ChildSides& sides) {
  const F half(Real(0.5)), one(1);
  for (int k = 0; k < 3; ++k) {
    const F first(node.lower[k]), last(node.upper[k]), scale(node.scale[k]);
    const F start(node.lower[k] / 2), unit(1 / (node.scale[k] / 2));
    const auto guess = [&](F side) {
      return lane_trunc(lane_min((side * half - start) * unit, F(kLastByte)));
    };
    const auto decode = [&](F q) { return first + q * scale; };
    for (std::size_t i = 0; i < kWidth; i += lanes_of<F>()) {
      const F from = load_as<F>(sides.lower[k] + i), to = load_as<F>(sides.upper[k] + i);
      F low = guess(from), high = guess(to);
      for (auto is_wrong = decode(low) > from; is_any(is_wrong); is_wrong = decode(low) > from)
        low = select(is_wrong, low - one, low);
      const auto is_short = [&] { return lane_min(decode(high), last) < to; };
      for (auto is_wrong = is_short(); is_any(is_wrong); is_wrong = is_short())
        high = select(is_wrong, high + one, high);
      store_bytes(low, node.child_lower[k] + i);
      store_bytes(high, node.child_upper[k] + i);
    }
  }
}

template <class F>
NodeKernels kernels_on() {
  return {meet_box<F>,  meet_ray_of<F>,  meet_turned<F>, meet_relative<F>,
          find_gaps<F>, find_reaches<F>, quantise<F>};
}
NodeKernels make_node_kernels() { return kernels_on<ChildLanes>(); }

GRAZE_LANES_END

#if !defined(GRAZE_SIMD)
namespace graze::inline GRAZE_ABI {
NodeKernels plain_node_kernels() { return one_lane::kernels_on<Real>(); }
NodeKernels node_kernels() { return plain_node_kernels(); }
}  // namespace graze::inline GRAZE_ABI
#elif HWY_ONCE
namespace graze::inline GRAZE_ABI {
NodeKernels plain_node_kernels() { return HWY_NAMESPACE::kernels_on<Real>(); }
HWY_EXPORT(make_node_kernels);
NodeKernels node_kernels() { return HWY_DYNAMIC_DISPATCH(make_node_kernels)(); }
}  // namespace graze::inline GRAZE_ABI
#endif
