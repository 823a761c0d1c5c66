// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/broad/basic_broad_phase.h"

namespace graze::inline GRAZE_ABI {

/// Broad phase by sorted sides of boxes on three axes, kept from frame to frame [Bergen03 §5.4]. For scenes
/// in which little moves and not far: a move costs as much as the sides that it passes, a box that stays
/// costs nothing. Single creations and flushes after a destruction take linear time, so create in bulk.
/// Members: see BasicBroadPhase.
class GRAZE_API SweepAndPrune : public BasicBroadPhase {
 public:
  /// Makes one without boxes. The executor and the context of the user filter must outlive it.
  explicit SweepAndPrune(const BroadPhaseSettings& settings = {});
};
static_assert(BroadPhase<SweepAndPrune>);

}  // namespace graze::inline GRAZE_ABI
