// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/intersects.h"
#include "query/pair/pair.h"

// Two boxes under similarities, without margins, that are known to be too close to call in Real: batches come
// here after their lanes.

namespace graze::inline GRAZE_ABI {

/// Decides in double what decide_boxes() left open in Real. False: too close to call there, too.
[[nodiscard]] bool decide_close_boxes(const PairFrame& pair, Goal goal, Answer& out);
/// The answer of the single query, to the byte. Precondition: the settings are usable.
void answer_close_boxes(const Operand& a, const Operand& b, const QuerySettings& settings,
                        Intersection& result);

}  // namespace graze::inline GRAZE_ABI
