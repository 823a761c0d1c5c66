// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "graze/math/aabb.h"

namespace graze::test {

/// The boxes of Terdiman's box-pruning benchmark: the generator of Microsoft's rand() with seed 42; of each
/// box the centre, then the half extents, x, y, z.
inline std::vector<Aabb> terdiman_boxes(int count) {
  std::uint32_t state = 42;
  const auto next = [&] {
    state = state * 214013u + 2531011u;
    return static_cast<int>((state >> 16) & 0x7fff);
  };
  std::vector<Aabb> boxes;
  boxes.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    int numbers[6];
    for (int k = 0; k < 3; ++k) numbers[k] = (next() & 4095) - 2048;
    for (int k = 3; k < 6; ++k) numbers[k] = next() & 127;
    const Vec3 centre{Real(numbers[0]), Real(numbers[1]), Real(numbers[2])};
    const Vec3 half{Real(numbers[3]), Real(numbers[4]), Real(numbers[5])};
    boxes.push_back({centre - half, centre + half});
  }
  return boxes;
}

/// Pairs of closed boxes that overlap, as published.
inline constexpr std::size_t kTerdimanPairs10k = 11811, kTerdimanPairs100k = 1144045;

}  // namespace graze::test
