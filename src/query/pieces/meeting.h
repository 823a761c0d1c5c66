// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/intersects.h"
#include "query/pair/pair.h"

namespace graze::inline GRAZE_ABI {

/// Whether operands meet, of which one at least is made of pieces, with the pieces that do; no pieces where
/// one lies inside the other, which is solid. Uses the front, but no cache. Preconditions: both are usable,
/// and in canonical order.
[[nodiscard]] Intersection find_meeting(const Operand& a, const Operand& b, const QuerySettings& settings);
/// find_meeting() of operands in any order.
[[nodiscard]] Intersection find_ordered_meeting(const Operand& a, const Operand& b,
                                                const QuerySettings& settings);

}  // namespace graze::inline GRAZE_ABI
