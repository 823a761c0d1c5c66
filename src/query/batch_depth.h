// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/batch_kernels.h"

namespace graze::inline GRAZE_ABI {

/// Pairs whose cores meet, as LaneKernels::solve_hulls left them: depth, normal and witnesses, see
/// depth_lanes-inl.h. Those that it is certain of are no longer `is_inside`.
using LaneDeepen = void (*)(const LanePair* pairs, std::size_t count, LaneAnswers& answers,
                            LaneCounts& counts);
[[nodiscard]] LaneDeepen lane_deepen();

}  // namespace graze::inline GRAZE_ABI
