// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/pair.h"

namespace graze::inline GRAZE_ABI {

/// Pairs that need no iteration: spheres and capsules, and boxes where yes/no or the depth is asked. They are
/// answered from the operands, without setting up cores. False: not such a pair, or too close to call; `pair`
/// is then unset.
[[nodiscard]] bool solve_directly(const Operand& a, const Operand& b, Goal goal, PairFrame& frame,
                                  Answer& out);

/// From the frame of decide_boxes() to the working frame.
[[nodiscard]] Vec3d common_point_in_boxes(const Operand& first, const Vec3d& p);

}  // namespace graze::inline GRAZE_ABI
