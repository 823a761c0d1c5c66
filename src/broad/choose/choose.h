// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/broad/adaptive_broad_phase.h"

namespace graze::inline GRAZE_ABI {

/// Expected time of a frame of moves, queries and a flush, in microseconds of one core.
[[nodiscard]] double expected_cost(BroadPhaseKind kind, const BroadPhaseLoad& load);

/// Decides after a flush whether another kind would pay under this load; it must be so several times in a
/// row.
class Chooser {
 public:
  [[nodiscard]] BroadPhaseKind choose(BroadPhaseKind now, const BroadPhaseLoad& load);

 private:
  BroadPhaseKind candidate_ = BroadPhaseKind::tree;
  int times_ = 0;
};

}  // namespace graze::inline GRAZE_ABI
