// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "graze/broad/broad_phase.h"

// Rows of sorted boxes against sorted boxes: the inner loop of overlapping_pairs(). Floats in both libraries;
// the double library rounds by a monotone map first, which loses no pair, and checks what was found.

namespace graze::inline GRAZE_ABI::pruning {

/// So many entries after the last one may be read, and so many pairs after the last one written.
inline constexpr std::size_t kSweepPadding = 16;

/// Two boxes that have a mark in common are not reported.
// Starts before this cell on grid axis 1 or 2: another cell reports the pair.
inline constexpr std::uint32_t kBefore1 = 1, kBefore2 = 2;
inline constexpr std::uint32_t kFixed = 4;

/// Boxes sorted by lower[0], an array for each number; lower[0] of the padding is infinite.
struct SweepList {
  const float* lower[3];
  const float* upper[3];
  const std::uint32_t* id;
  const std::uint32_t* marks;
  std::size_t count;
};

/// Which boxes of the second list a row is compared with, by lower[0].
enum class SweepKind : std::uint8_t {
  self,   // both lists are one: boxes after the row
  from,   // boxes not below the row
  after,  // boxes above the row
};

/// Where a sweep stands; it stops early when there might not be room for the pairs of the next row.
struct SweepState {
  std::size_t row = 0, first = 0;
  ProxyPair* out = nullptr;
  ProxyPair* end = nullptr;
};

/// Writes the pairs of `rows` and `targets` that overlap, beginning at state.row, in the order of rows and
/// then of targets.
using Sweep = void (*)(SweepKind kind, const SweepList& rows, const SweepList& targets, SweepState& state);

/// Our own plain version, also the reference for the others.
[[nodiscard]] Sweep plain_sweep();
/// The version for this machine.
[[nodiscard]] Sweep best_sweep();

}  // namespace graze::inline GRAZE_ABI::pruning
