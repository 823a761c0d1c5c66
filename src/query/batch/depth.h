// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/batch/kernels.h"

namespace graze::inline GRAZE_ABI {

/// Depth, normal and witnesses of pairs whose cores LaneKernels::solve_hulls found in contact; see
/// query/batch/depth-inl.h. Pairs with a certain answer are no longer `is_inside`.
using LaneDeepen = void (*)(const LanePair* pairs, std::size_t count, LaneAnswers& answers,
                            LaneCounts& counts);
[[nodiscard]] LaneDeepen lane_deepen();

/// The depth of two cores in the working frame, and what surrounds them.
struct CoreDepth {
  double lower, upper;  // bounds but for `error`
  Vec3d normal;         // unit, from a to b
  Vec3d a, b;           // points of the cores, a - b is about upper * normal
  double error;         // what rounding may do to a support value
  double ball_a, ball_b;
  bool is_a_larger;
};
/// Bounds and points of the grown cores, by the operations of set_bounds() and set_points() in solve.cpp.
void set_core_depth(const CoreDepth& depth, std::size_t i, LaneAnswers& out);

/// Two hulls with so few faces and vertices, or so deep in each other, that separating axes take less than a
/// search: depth::find_hull_depth(), which measures faces side by side. False: not such hulls, or not
/// certain.
[[nodiscard]] bool find_small_depth(const LanePair& pair, std::size_t i, LaneAnswers& out,
                                    LaneCounts& counts);

}  // namespace graze::inline GRAZE_ABI
