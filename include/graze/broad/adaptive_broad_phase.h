// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/broad/basic_broad_phase.h"

namespace graze::inline GRAZE_ABI {

/// The structures among which AdaptiveBroadPhase picks.
enum class BroadPhaseKind : std::uint8_t { sweep_and_prune, tree, box_pruning, grid };

/// Static name of a kind, such as "box_pruning".
[[nodiscard]] GRAZE_API const char* to_string(BroadPhaseKind kind) noexcept;

/// Use of an AdaptiveBroadPhase of late, from which it picks a structure.
struct BroadPhaseLoad {
  std::size_t boxes = 0, pairs = 0;
  std::size_t fixed = 0;  ///< boxes of ProxyMobility::fixed
  double moved = 0;       ///< moves per flush, a running mean
  double changed = 0;     ///< creations, destructions and new filters per flush, a running mean
  double passed = 0;      ///< lower and upper sides of other boxes that a move passes, on average
  double queries = 0;     ///< per flush, a running mean; 4,096 stand for any more
  double uneven = 0;      ///< share of the boxes that are much longer than most
};

/// Broad phase that picks the structure of another one by its use: how many boxes there are, how many of them
/// move, how far, how different their sizes are, how many pairs they make, and how many queries are asked. It
/// decides after every flush, and moves all boxes into another structure when a few hundred flushes are
/// expected to earn what that takes; while most of many boxes rest it stays with the tree. Ids and events do
/// not depend on it. User filters are then asked again about pairs that exist. Members: see BasicBroadPhase.
class GRAZE_API AdaptiveBroadPhase : public BasicBroadPhase {
 public:
  /// Makes one without boxes. The executor and the context of the user filter must outlive it.
  explicit AdaptiveBroadPhase(const BroadPhaseSettings& settings = {});

  /// The structure in use. A new one is a tree.
  [[nodiscard]] BroadPhaseKind picked() const;
  /// The figures by which it was picked, as of the last flush.
  [[nodiscard]] BroadPhaseLoad load() const;
};
static_assert(BroadPhase<AdaptiveBroadPhase>);

}  // namespace graze::inline GRAZE_ABI
