// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/broad/adaptive_broad_phase.h"

namespace graze::inline GRAZE_ABI {

/// What a frame of moves and a flush is expected to take, in microseconds of one core.
[[nodiscard]] double expected_cost(BroadPhaseKind kind, const BroadPhaseLoad& load);

/// Whether another kind would pay, after the last flush under this load; it must look so several times in a
/// row.
class Chooser {
 public:
  [[nodiscard]] BroadPhaseKind choose(BroadPhaseKind now, const BroadPhaseLoad& load);

 private:
  BroadPhaseKind candidate_ = BroadPhaseKind::tree;
  int times_ = 0;
};

}  // namespace graze::inline GRAZE_ABI
