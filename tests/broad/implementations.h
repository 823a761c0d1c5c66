// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include "graze/broad/adaptive_broad_phase.h"
#include "graze/broad/box_pruning.h"
#include "graze/broad/grid_broad_phase.h"
#include "graze/broad/sweep_and_prune.h"
#include "graze/broad/tree_broad_phase.h"

namespace graze::test {

/// All broad phases; every test of the contract runs for each.
using Implementations =
    testing::Types<TreeBroadPhase, SweepAndPrune, BoxPruning, GridBroadPhase, AdaptiveBroadPhase>;

}  // namespace graze::test
