// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>

#include "graze/base/executor.h"
#include "graze/math/aabb.h"
#include "simd/register.h"

namespace graze::inline GRAZE_ABI {

/// Three numbers and one along for the ride, as wide as registers.
struct Lanes {
  alignas(16) Real v[4];
};
// Nine tenths of a build. Compilers do not make one operation of a plain loop.
[[nodiscard]] inline Lanes smaller(const Lanes& a, const Lanes& b) {
  Lanes out;
  for (std::size_t k = 0; k < 4; k += kPerRegister<Real>) {
    const Register<Real> x = load_register(a.v + k), y = load_register(b.v + k);
    store_register<Real>(y < x ? y : x, out.v + k);
  }
  return out;
}

/// A box as its lower corner and its upper corner negated: merging is taking the smaller.
struct LaneBox {
  Lanes lower, negated_upper;

  [[nodiscard]] static LaneBox empty() {
    constexpr Lanes kNone{{kInfinity, kInfinity, kInfinity, kInfinity}};
    return {kNone, kNone};
  }
  [[nodiscard]] static LaneBox of(const Aabb& box) {
    return {{{box.lower.x, box.lower.y, box.lower.z, 0}}, {{-box.upper.x, -box.upper.y, -box.upper.z, 0}}};
  }
  /// Of the corners of a triangle.
  template <class T>
  [[nodiscard]] static LaneBox of(const BasicVec3<T>& a, const BasicVec3<T>& b, const BasicVec3<T>& c) {
    if constexpr (kPerRegister<T> == 4) {
      const Register<T> p{a.x, a.y, a.z, 0}, q{b.x, b.y, b.z, 0}, r{c.x, c.y, c.z, 0};
      const Register<T> low = p < q ? p : q, high = p > q ? p : q;
      LaneBox out;
      store_register<T>(low < r ? low : r, out.lower.v);
      store_register<T>(-(high > r ? high : r), out.negated_upper.v);
      return out;
    } else {
      return of(Aabb{min(min(a, b), c), max(max(a, b), c)});
    }
  }
  [[nodiscard]] Aabb box() const {
    return {{lower.v[0], lower.v[1], lower.v[2]},
            {-negated_upper.v[0], -negated_upper.v[1], -negated_upper.v[2]}};
  }
  void merge(const LaneBox& other) {
    lower = smaller(lower, other.lower);
    negated_upper = smaller(negated_upper, other.negated_upper);
  }
};

/// A box on its way into a leaf. The id travels in a lane that nobody reads as a number.
struct Item {
  LaneBox box;

  Item() = default;
  Item(const Aabb& b, std::uint32_t id) : box(LaneBox::of(b)) { box.lower.v[3] = to_lane(id); }
  [[nodiscard]] std::uint32_t id() const { return from_lane(box.lower.v[3]); }
#if defined(GRAZE_DOUBLE)
  static Real to_lane(std::uint32_t id) { return id; }
  static std::uint32_t from_lane(Real x) { return static_cast<std::uint32_t>(x); }
#else
  // Small ids read as floating-point numbers are denormals, which are slow: one bit more makes them normal.
  static constexpr std::uint32_t kBitsOfTwo = 0x40000000;
  static Real to_lane(std::uint32_t id) { return std::bit_cast<Real>(id ^ kBitsOfTwo); }
  static std::uint32_t from_lane(Real x) { return std::bit_cast<std::uint32_t>(x) ^ kBitsOfTwo; }
#endif
  /// Half the centre: sums and differences of these cannot overflow.
  [[nodiscard]] Lanes half_centre() const {
    Lanes out;
    for (int k = 0; k < 4; ++k) out.v[k] = box.lower.v[k] * Real(0.25) - box.negated_upper.v[k] * Real(0.25);
    return out;
  }
};

/// Items begin .. end - 1 and what they occupy.
struct Range {
  std::uint32_t begin = 0, end = 0;
  LaneBox box = LaneBox::empty();
  LaneBox centres = LaneBox::empty();  // of the half centres

  [[nodiscard]] std::uint32_t count() const { return end - begin; }
  void add(const Item& item) {
    box.merge(item.box);
    const Lanes c = item.half_centre();
    centres.lower = smaller(centres.lower, c);
    centres.negated_upper = smaller(centres.negated_upper, {{-c.v[0], -c.v[1], -c.v[2], -c.v[3]}});
  }
  /// Adds the boxes and centres of other items.
  void merge(const Range& other) {
    box.merge(other.box);
    centres.merge(other.centres);
  }
};

struct SplitSettings {
  double unit = 1;  // sizes times this are neither huge nor tiny
  std::uint32_t leaf_size = 4;
};

struct Halves {
  Range left, right;
};

/// Cuts a range where the surface area heuristic expects the least cost, among up to 15 planes per axis
/// [Wald07]; where all centres are equal, in the middle. Reorders the items. Precondition: two items or more.
[[nodiscard]] Halves split_by_area(std::span<Item> items, const Range& range, const SplitSettings& settings);

/// split_by_area() for many items, in parts by the executor; the order of the items within the halves
/// differs. `spare` is as large as `items`. The outcome does not depend on the executor.
[[nodiscard]] Halves split_large(std::span<Item> items, std::span<Item> spare, const Range& range,
                                 const SplitSettings& settings, const Executor& executor);

/// Cuts a range into halves of equal count along its longest axis.
[[nodiscard]] Halves split_in_middle(std::span<Item> items, const Range& range);

/// Half the surface of a box, in squares of 1 / unit.
[[nodiscard]] inline double half_area(const LaneBox& box, double unit) {
  double size[3];
  for (int k = 0; k < 3; ++k)
    size[k] = (-double(box.negated_upper.v[k]) * 0.5 - double(box.lower.v[k]) * 0.5) * unit;
  return size[0] * size[1] + size[1] * size[2] + size[2] * size[0];
}

/// Factor by which the sizes in a range become neither huge nor tiny.
[[nodiscard]] inline double unit_of(const Range& whole) {
  const Vec3 h = half_extents(whole.box.box());
  const double largest = double(std::max({h.x, h.y, h.z}));
  return largest > double(std::numeric_limits<Real>::min()) ? 1 / largest : 1;
}

/// Ranges of the children of a node.
template <int kMost>
struct Children {
  Range ranges[kMost];
  int count = 1;
};

/// Cuts the items of a build into children of nodes.
struct Cutting {
  std::span<Item> items, spare;
  SplitSettings settings;
  std::uint32_t part_size;  // larger ranges are split by the executor, and need the spare items
  const Executor& executor;

  /// Cuts the child of the largest area until there are kMost, or none has more than `kept` items. Not
  /// `by_area`: the one with the most items, in the middle.
  template <int kMost>
  [[nodiscard]] Children<kMost> cut(const Range& whole, std::uint32_t kept, bool by_area) const {
    Children<kMost> out;
    out.ranges[0] = whole;
    while (out.count < kMost) {
      int widest = -1;
      double most = 0;
      for (int i = 0; i < out.count; ++i) {
        const Range& range = out.ranges[i];
        if (range.count() <= kept) continue;
        const double size = by_area ? half_area(range.box, settings.unit) : double(range.count());
        if (widest >= 0 && !(size > most)) continue;
        widest = i;
        most = size;
      }
      if (widest < 0) break;
      const Halves halves = halve(out.ranges[widest], by_area);
      out.ranges[widest] = halves.left;
      out.ranges[out.count++] = halves.right;
    }
    return out;
  }

 private:
  [[nodiscard]] Halves halve(const Range& range, bool by_area) const {
    if (!by_area) return split_in_middle(items, range);
    if (range.count() <= part_size) return split_by_area(items, range, settings);
    return split_large(items, spare, range, settings, executor);
  }
};

}  // namespace graze::inline GRAZE_ABI
