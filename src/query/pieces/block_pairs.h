// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>

#include "query/pieces/blocks/triangles.h"
#include "query/pieces/pair_walk.h"

namespace graze::inline GRAZE_ABI {

/// The leaves of two meshes that may be closer than a distance, block against block, one pair of blocks after
/// the other; a block has up to four triangles. Each vertex is rounded once into the frame that has the axes
/// of the world and its origin where a stands. Lives on the stack.
class BlockPairs {
 public:
  using Corners = Vec3d[3];

  /// Precondition: both are meshes, and the frame is that of a.
  BlockPairs(const PieceOperands& pieces, double within)
      : within_(within + pieces.margins() + 64 * kDoubleEpsilon * pieces.frame().size()),
        a_(pieces.a, {}),
        b_(pieces.b, pieces.offset()),
        walk_(a_.mesh.tree, b_.mesh.tree, pieces.frame().placement_within(within)) {}
  BlockPairs(const BlockPairs&) = delete;
  BlockPairs& operator=(const BlockPairs&) = delete;

  /// Goes on to the next two blocks; false: those were the last ones.
  [[nodiscard]] bool next() {
    if ((j_ += kBlock) >= ids_b_.end) {
      if ((i_ += kBlock) >= ids_a_.end) {
        if (!walk_.next(ids_a_, ids_b_)) return false;
        tested_ += static_cast<std::int32_t>((ids_a_.end - ids_a_.index) * (ids_b_.end - ids_b_.index));
        i_ = ids_a_.index;
      }
      j_ = ids_b_.index;
      block_a_ = &a_.placed(kernels_, i_, count_a());
    }
    block_b_ = &b_.placed(kernels_, j_, count_b());
    return true;
  }
  /// How many pairs of triangles there were in the leaves so far.
  [[nodiscard]] std::int32_t tested() const { return tested_; }

  /// Pairs of these blocks that boxes and planes do not show to be apart, margins left out of account: a set
  /// of bits.
  [[nodiscard]] std::uint32_t find_meeting() const {
    return kernels_.may_meet(*block_a_, count_a(), *block_b_, count_b());
  }
  /// Pairs that boxes and planes do not show to be farther apart than the distance and the margins.
  [[nodiscard]] std::uint32_t find_close() const {
    return kernels_.may_be_close(*block_a_, count_a(), *block_b_, count_b(), within_);
  }
  /// The pair of the lowest of these bits, which is taken out.
  PieceIds take_lowest(std::uint32_t& bits, Corners& corners_a, Corners& corners_b) const {
    const auto pair = static_cast<std::uint32_t>(std::countr_zero(bits));
    const std::uint32_t s = pair / kBlock, t = pair % kBlock;
    bits &= bits - 1;
    block_a_->triangle(s, corners_a);
    block_b_->triangle(t, corners_b);
    return {a_.mesh.tree.order[i_ + s], b_.mesh.tree.order[j_ + t]};
  }

 private:
  // Blocks come again with the next leaf of the other mesh: a few are kept.
  static constexpr std::uint32_t kRemembered = 8;
  struct Known {
    std::uint32_t first = kNoPiece;
    PlacedBlock block;
  };
  struct Side {
    PlacedMesh mesh;
    Known known[kRemembered];

    Side(const PieceReader& reader, const Vec3d& offset)
        : mesh{*reader.pieces(), *TreeAccess::data(reader.pieces()->tree),
               Mat3d(reader.whole().placement->linear()), offset} {}

    const PlacedBlock& placed(const BlockKernels& kernels, std::uint32_t first, std::uint32_t count) {
      Known& entry = known[first / 2 % kRemembered];  // most leaves have two or more
      if (entry.first != first) {
        entry.first = first;
        kernels.place(mesh, first, count, entry.block);
      }
      return entry.block;
    }
  };

  [[nodiscard]] std::uint32_t count_a() const { return std::min(kBlock, ids_a_.end - i_); }
  [[nodiscard]] std::uint32_t count_b() const { return std::min(kBlock, ids_b_.end - j_); }

  BlockKernels kernels_ = block_kernels();
  double within_;
  Side a_, b_;
  LeafPairsUnder walk_;
  walk::Ref ids_a_, ids_b_;      // the leaves that it stopped at last
  std::uint32_t i_ = 0, j_ = 0;  // where the blocks start
  const PlacedBlock *block_a_ = nullptr, *block_b_ = nullptr;
  std::int32_t tested_ = 0;
};

}  // namespace graze::inline GRAZE_ABI
