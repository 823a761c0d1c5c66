// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/broad/basic_broad_phase.h"

namespace graze::inline GRAZE_ABI {

/// Broad phase by a grid of cells, about twice as wide as most boxes are: uniform where the boxes fill the
/// room they take up, hashed where they do not. For many boxes of about the same size of which some move: a
/// move costs as much as the few boxes in the same cells, wherever it goes, and queries of boxes and short
/// rays are fast. What does not fit (boxes much larger than most, boxes where a dozen share a cell, boxes
/// that leave the grid) is kept in a dynamic tree, so no scene takes quadratic time or more memory than
/// boxes. The grid is made anew when too many boxes no longer fit. Members: see BasicBroadPhase.
class GRAZE_API GridBroadPhase : public BasicBroadPhase {
 public:
  /// Makes one without boxes. The executor and the context of the user filter must outlive it.
  explicit GridBroadPhase(const BroadPhaseSettings& settings = {});
};
static_assert(BroadPhase<GridBroadPhase>);

}  // namespace graze::inline GRAZE_ABI
