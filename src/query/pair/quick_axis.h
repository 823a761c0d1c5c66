// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/pair/pair.h"

namespace graze::inline GRAZE_ABI {

/// Most pairs that a yes/no is asked about are apart along the line of their centres, or along the axis that
/// separated them last time. This looks along that one direction before anything else is set up. True: apart
/// for certain, with `axis` (world, from a to b, not unit). The arithmetic is symmetric in a and b.
/// In Real, not in double: this is a filter, and what it is not sure of goes on to the kernels. A batch asks
/// the same of many pairs at once (quick_axes in batch_kernels.cpp), operation by operation. If wanted, `gap`
/// gets a lower bound on the distance, in world units.
[[nodiscard]] bool find_quick_axis(const Operand& a, const Operand& b, const PairCache* cache, Vec3& axis,
                                   double* gap = nullptr);

/// Squared lengths between these are harmless in float; others are scaled first, by the kernels in double.
inline constexpr Real kQuickTiny = Real(1e-36), kQuickHuge = Real(1e36), kQuickLargest = Real(1e18);
/// Every term is a product of numbers below the size of the pair, rounded about ten times; translations may
/// have rounded once more.
inline constexpr Real kQuickEpsilons = 16;

}  // namespace graze::inline GRAZE_ABI
