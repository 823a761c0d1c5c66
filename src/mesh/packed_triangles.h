// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI {

/// Vertex numbers of triangles in blocks of 64. A block whose numbers lie within 2^16 of one another keeps
/// them in two bytes each, from the lowest; others in four. So a mesh of up to 65536 vertices, or one whose
/// neighbouring triangles have neighbouring vertices, takes half of what plain indices do.
class PackedTriangles {
 public:
  using Corners = std::array<std::uint32_t, 3>;

  PackedTriangles() = default;
  explicit PackedTriangles(std::span<const Corners> triangles);

  /// Precondition: there is such a triangle.
  [[nodiscard]] Corners operator[](std::uint32_t id) const {
    const Block& block = blocks_[id / kBlock];
    const std::size_t in_block = 3 * std::size_t{id % kBlock};
    const std::uint16_t* from = words_.data() + block.start() * kUnit;
    if (!block.is_wide()) {
      from += in_block;
      return {block.lowest + from[0], block.lowest + from[1], block.lowest + from[2]};
    }
    from += 2 * in_block;
    const auto wide = [from](int k) { return from[2 * k] | std::uint32_t{from[2 * k + 1]} << 16; };
    return {wide(0), wide(1), wide(2)};
  }
  [[nodiscard]] std::size_t memory_bytes() const {
    return blocks_.capacity() * sizeof(Block) + words_.capacity() * sizeof(std::uint16_t);
  }

 private:
  static constexpr std::uint32_t kBlock = 64;
  static constexpr std::size_t kUnit = 3 * kBlock;  // words of a narrow block; a wide one takes two units
  struct Block {
    std::uint32_t lowest = 0;
    std::uint32_t place = 0;  // where it starts, in units, times two; plus one if it is wide

    [[nodiscard]] std::size_t start() const { return place / 2; }
    [[nodiscard]] bool is_wide() const { return place % 2 != 0; }
  };
  std::vector<Block> blocks_;
  std::vector<std::uint16_t> words_;
};

}  // namespace graze::inline GRAZE_ABI
