// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/pair/pair.h"

namespace graze::inline GRAZE_ABI {

/// Projects both shapes onto one direction, the line of centres or the axis that separated them last time,
/// before anything else is set up: most pairs that a yes/no is asked about are apart along it. True: apart
/// for certain, with `axis` (world, from a to b, not unit). The arithmetic is symmetric in a and b, and in
/// Real: a filter, whose undecided pairs go on along their route. Batches have it in lanes (`quick_axes`). If
/// wanted, `gap` gets a lower bound on the distance, in world units.
[[nodiscard]] bool find_quick_axis(const Operand& a, const Operand& b, const PairCache* cache, Vec3& axis,
                                   double* gap = nullptr);

/// Squared lengths between these are harmless in float; others are scaled first, by the kernels in double.
inline constexpr Real kQuickTiny = Real(1e-36), kQuickHuge = Real(1e36), kQuickLargest = Real(1e18);
/// Every term is a product of numbers below the size of the pair, rounded about ten times; translations may
/// have rounded once more.
inline constexpr Real kQuickEpsilons = 16;

}  // namespace graze::inline GRAZE_ABI
