// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/pair/pair.h"

namespace graze::inline GRAZE_ABI {

/// The distance of spheres, capsules, boxes and polytopes under similarities, from the vertices that the last
/// query found nearest: one look along the way between them proves that they still are. False: not such a
/// pair, or they are not; nothing but `frame` and `out` is then changed.
[[nodiscard]] bool solve_from_cache(const Operand& a, const Operand& b, PairCache& cache, PairFrame& frame,
                                    Answer& out);

}  // namespace graze::inline GRAZE_ABI
