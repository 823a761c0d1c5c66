// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/pair/kernels.h"
#include "query/pair/pair.h"

// Two boxes under similarities without margins, by their separating axes. Each is certain or declines.

namespace graze::inline GRAZE_ABI {

/// Yes or no: contact, and a separating axis or a common point. In Real first, then in double. False: too
/// close to call.
[[nodiscard]] bool decide_boxes(const PairFrame& pair, Goal goal, Answer& out);

/// The depth, or that there is none. False: too close to call, or a distance is wanted and the boxes are
/// apart.
[[nodiscard]] bool measure_boxes(const PairFrame& pair, Goal goal, Answer& out);

/// The penetration from the axis of least overlap. False: too close to call.
[[nodiscard]] bool penetrate_boxes(const PairFrame& pair, const BoxOverlap& least, Answer& out);

}  // namespace graze::inline GRAZE_ABI
