// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/pair.h"

namespace graze::inline GRAZE_ABI {

/// Most pairs that a yes/no is asked about are apart along the line of their centres, or along the axis that
/// separated them last time. This looks along that one direction before anything else is set up. True: apart
/// for certain, with `axis` (world, from a to b, not unit). The arithmetic is symmetric in a and b.
[[nodiscard]] bool find_quick_axis(const Operand& a, const Operand& b, const PairCache* cache, Vec3& axis);

}  // namespace graze::inline GRAZE_ABI
