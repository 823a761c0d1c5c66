// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/broad/basic_broad_phase.h"

namespace graze::inline GRAZE_ABI {

/// Broad phase that finds all pairs from scratch at every flush (overlapping_pairs()) and reports what has
/// changed. For scenes in which many boxes move: a flush costs the same whether one moves or all do, and
/// recording a move costs next to nothing. The first few queries after a flush look at all boxes one by one,
/// the next makes a tree; flushes keep it up to date as long as queries are made. Members: see
/// BasicBroadPhase.
class GRAZE_API BoxPruning : public BasicBroadPhase {
 public:
  /// Makes one without boxes. The executor and the context of the user filter must outlive it.
  explicit BoxPruning(const BroadPhaseSettings& settings = {});
};
static_assert(BroadPhase<BoxPruning>);

}  // namespace graze::inline GRAZE_ABI
