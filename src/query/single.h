// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/distance.h"
#include "graze/query/intersects.h"
#include "graze/query/penetration.h"
#include "query/pair.h"

// The single queries on operands, and how their results are made from answers: what batches share with them.

namespace graze::inline GRAZE_ABI {

[[nodiscard]] Intersection intersection_of(const Operand& a, const Operand& b, const QuerySettings& settings);
[[nodiscard]] Distance distance_of(const Operand& a, const Operand& b, const QuerySettings& settings);
[[nodiscard]] Penetration penetration_of(const Operand& a, const Operand& b, const QuerySettings& settings);

[[nodiscard]] bool are_usable(const QuerySettings& settings);

}  // namespace graze::inline GRAZE_ABI
