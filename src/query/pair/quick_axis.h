// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/pair/pair.h"

namespace graze::inline GRAZE_ABI {

/// Projects both shapes onto one direction, the line of centres or the axis that separated them last time,
/// before anything else is set up: most pairs that a yes/no is asked about are apart along it. True: apart
/// for certain, with `axis` (world, from a to b, not unit). The arithmetic is symmetric in a and b, and in
/// Real: a filter, whose undecided pairs go on along their route. Two boxes, and boxes, spheres and capsules
/// in batches, have kernel/box/decide-inl.h for the line of centres. If wanted, `gap` gets a lower bound on
/// the distance, in world units.
[[nodiscard]] bool find_quick_axis(const Operand& a, const Operand& b, const PairCache* cache, Vec3& axis,
                                   double* gap = nullptr);

}  // namespace graze::inline GRAZE_ABI
