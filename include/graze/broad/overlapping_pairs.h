// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "graze/broad/broad_phase.h"

namespace graze::inline GRAZE_ABI {

struct PairBufferData;  // pairs and scratch; private to the library

/// Pairs found by overlapping_pairs(), and its scratch memory. It grows as needed and keeps its memory, so
/// that repeated searches with one buffer do not allocate. It moves but does not copy.
class GRAZE_API PairBuffer {
 public:
  /// An empty buffer; holds no memory yet.
  PairBuffer() noexcept;
  ~PairBuffer();
  /// The buffer moved from is empty.
  PairBuffer(PairBuffer&& other) noexcept;
  PairBuffer& operator=(PairBuffer&& other) noexcept;
  PairBuffer(const PairBuffer&) = delete;
  PairBuffer& operator=(const PairBuffer&) = delete;

  /// Pairs of the last search; valid until the next one.
  [[nodiscard]] std::span<const ProxyPair> pairs() const noexcept;
  /// Bytes on the heap, scratch included.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  friend struct PairBufferAccess;
  std::unique_ptr<PairBufferData> data_;
};

/// Order in which overlapping_pairs() gives the pairs.
enum class PairOrder : std::uint8_t {
  any,     ///< as found: depends on the boxes only, not on the machine or the executor
  sorted,  ///< by lower, then by higher number
};

/// Settings of overlapping_pairs().
struct OverlapSettings {
  Executor executor = {};  ///< runs parts of a large search; the pairs and their order do not depend on it
  PairOrder order = PairOrder::sorted;
};

/// Finds all pairs of closed boxes that overlap or touch, each once, as indices into `boxes` with a < b. Each
/// call starts from scratch. Boxes may be flat, points, equal, nested, clustered, far away or of very
/// different sizes. Time grows as n log n plus the number of pairs where sizes and places are not contrived.
///
/// Refuses boxes with NaN or infinity (not_finite) and with lower > upper (empty) by their position, and more
/// than 2^31 - 1 boxes (index_out_of_range); the buffer is then empty.
[[nodiscard]] GRAZE_API std::optional<Error> overlapping_pairs(std::span<const Aabb> boxes, PairBuffer& out,
                                                               const OverlapSettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
