// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "graze/math/aabb.h"

namespace graze::inline GRAZE_ABI {

/// A box on its way into a leaf.
struct Item {
  Aabb box;
  std::uint32_t id = 0;
};

/// Half the centre of a box: sums and differences of these cannot overflow.
[[nodiscard]] inline Vec3 half_centre(const Aabb& box) {
  return box.lower * Real(0.25) + box.upper * Real(0.25);
}

/// Items begin .. end - 1 and what they occupy.
struct Range {
  std::uint32_t begin = 0, end = 0;
  Aabb box;
  Aabb centres;  // of the half centres

  [[nodiscard]] std::uint32_t count() const { return end - begin; }
  void add(const Aabb& item) {
    box = merge(box, item);
    centres = merge(centres, half_centre(item));
  }
};

struct SplitSettings {
  double unit = 1;  // sizes times this are neither huge nor tiny
  std::uint32_t leaf_size = 4;
};

struct Halves {
  Range left, right;
};

/// Cuts a range where the surface area heuristic expects the least cost, among 15 planes per axis
/// [Wald07]; where all centres are equal, in the middle. Reorders the items. Precondition: two items or more.
[[nodiscard]] Halves split_by_area(std::span<Item> items, const Range& range, const SplitSettings& settings);

/// Cuts a range into halves of equal count along its longest axis.
[[nodiscard]] Halves split_in_middle(std::span<Item> items, const Range& range);

/// Half the surface of a box, in squares of 1 / unit.
[[nodiscard]] inline double half_area(const Aabb& box, double unit) {
  const auto size = BasicVec3<double>(half_extents(box)) * unit;
  return size.x * size.y + size.y * size.z + size.z * size.x;
}

}  // namespace graze::inline GRAZE_ABI
