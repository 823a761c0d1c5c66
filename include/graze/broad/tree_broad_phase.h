// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/broad/basic_broad_phase.h"

namespace graze::inline GRAZE_ABI {

/// Broad phase by two dynamic trees, one of boxes that move and one of fixed ones. Moving boxes are kept a
/// little enlarged, so that small moves leave the tree as it is. The choice when in doubt: it takes boxes of
/// any sizes, moving or not, and its queries are fast.
/// Members: see BasicBroadPhase.
class GRAZE_API TreeBroadPhase : public BasicBroadPhase {
 public:
  /// Makes one without boxes. The executor and the context of the user filter must outlive it.
  explicit TreeBroadPhase(const BroadPhaseSettings& settings = {});
};
static_assert(BroadPhase<TreeBroadPhase>);

}  // namespace graze::inline GRAZE_ABI
