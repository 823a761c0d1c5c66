// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/depth/result.h"
#include "query/batch/kernels.h"

namespace graze::inline GRAZE_ABI {

/// Depth, normal and witnesses of pairs whose cores LaneKernels::solve_hulls found in contact; see
/// query/batch/depth.cpp. Pairs with a certain answer are no longer `is_inside`.
using LaneDeepen = void (*)(const LanePair* pairs, std::size_t count, LaneAnswers& answers,
                            LaneCounts& counts);
[[nodiscard]] LaneDeepen lane_deepen();

/// Two cores in the working frame and their balls. `error`: what rounding may do to a support value.
struct DepthCores {
  double error, ball_a, ball_b;
  bool is_a_larger;
};
/// Bounds and points of the grown cores, by the operations of set_bounds() and set_points() in solve.cpp,
/// from the depth of the cores but for the error.
void set_core_depth(const depth::Depth& depth, const DepthCores& cores, std::size_t i, LaneAnswers& out);

/// Two hulls with so few faces and vertices, or so deep in each other, that separating axes take less than a
/// search: depth::find_hull_depth(), which measures faces side by side. False: not such hulls, or not
/// certain.
[[nodiscard]] bool find_small_depth(const LanePair& pair, std::size_t i, LaneAnswers& out,
                                    LaneCounts& counts);

}  // namespace graze::inline GRAZE_ABI
