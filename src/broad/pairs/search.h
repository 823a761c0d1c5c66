// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "broad/pairs/cell.h"
#include "graze/broad/overlapping_pairs.h"

namespace graze::inline GRAZE_ABI {

/// Pairs and scratch memory of a search, kept from one to the next.
struct PairBufferData {
  pruning::PairList found;
  pruning::Partition cells;
  std::vector<pruning::CellScratch> scratch;  // one per block of cells
  std::vector<pruning::PairList> blocks;      // pairs of each block, when threads find them
  pruning::RawArray<ProxyPair> spare;         // for sorting
  std::vector<std::size_t> counts;
};

struct PairBufferAccess {
  static PairBufferData& data(PairBuffer& buffer) {
    if (!buffer.data_) buffer.data_ = std::make_unique<PairBufferData>();
    return *buffer.data_;
  }
};

namespace pruning {

enum class BoxKind : std::uint8_t { moving, fixed, absent };

/// Boxes that have been checked. `kinds` is empty when all move; else two fixed boxes are no
/// pair, and an absent one has none.
struct SearchInput {
  std::span<const Aabb> boxes;
  std::span<const BoxKind> kinds = {};

  [[nodiscard]] bool has(std::size_t i) const { return kinds.empty() || kinds[i] != BoxKind::absent; }
};

/// The work of overlapping_pairs() after the check.
void find_pairs(const SearchInput& input, PairBufferData& data, const OverlapSettings& settings);
[[nodiscard]] std::size_t memory_bytes(const PairBufferData& data);
/// Sorts what was found among `box_count` boxes by lower, then by higher number.
void sort_pairs(PairBufferData& data, std::size_t box_count, const Executor& executor = {});

}  // namespace pruning
}  // namespace graze::inline GRAZE_ABI
