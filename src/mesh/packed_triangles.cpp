// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/packed_triangles.h"

#include <algorithm>

namespace graze::inline GRAZE_ABI {
namespace {

struct Limits {
  std::uint32_t lowest = 0xffffffff, highest = 0;

  explicit Limits(std::span<const PackedTriangles::Corners> triangles) {
    for (const PackedTriangles::Corners& t : triangles) {
      lowest = std::min({lowest, t[0], t[1], t[2]});
      highest = std::max({highest, t[0], t[1], t[2]});
    }
  }
  [[nodiscard]] bool is_wide() const { return highest - lowest > 0xffff; }
};

}  // namespace

PackedTriangles::PackedTriangles(std::span<const Corners> triangles) {
  const auto part = [&](std::size_t i) {
    return triangles.subspan(i, std::min<std::size_t>(kBlock, triangles.size() - i));
  };
  // Counted first: the exact amount is allocated once.
  std::size_t words = 0;
  for (std::size_t i = 0; i < triangles.size(); i += kBlock)
    words += part(i).size() * (Limits(part(i)).is_wide() ? 6 : 3);
  words_.reserve(words);
  blocks_.reserve((triangles.size() + kBlock - 1) / kBlock);
  std::uint32_t start = 0;
  for (std::size_t i = 0; i < triangles.size(); i += kBlock) {
    const Limits limits(part(i));
    blocks_.push_back({limits.lowest, 2 * start + (limits.is_wide() ? 1 : 0)});
    start += limits.is_wide() ? 2 : 1;
    for (const Corners& t : part(i))
      for (const std::uint32_t corner : t) {
        const std::uint32_t value = limits.is_wide() ? corner : corner - limits.lowest;
        words_.push_back(static_cast<std::uint16_t>(value & 0xffff));
        if (limits.is_wide()) words_.push_back(static_cast<std::uint16_t>(value >> 16));
      }
  }
}

}  // namespace graze::inline GRAZE_ABI
