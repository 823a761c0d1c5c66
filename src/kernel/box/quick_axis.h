// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/real.h"

namespace graze::inline GRAZE_ABI {

/// Squared lengths of an axis between these are harmless in float; others are scaled first, by the kernels in
/// double. Sizes of pairs must be less than kQuickLargest.
inline constexpr Real kQuickTiny = Real(1e-36), kQuickHuge = Real(1e36), kQuickLargest = Real(1e18);
/// Every term of a separation is a product of numbers below the size of the pair, rounded about ten times;
/// translations may have rounded once more.
inline constexpr Real kQuickEpsilons = 16;

}  // namespace graze::inline GRAZE_ABI
