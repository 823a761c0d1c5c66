// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/pair/pair.h"

namespace graze::inline GRAZE_ABI {

/// Answers a pair of spheres, capsules, boxes and polytopes under similarities from the vertices that the
/// last query found nearest: one support of each shape proves that they still are. False: they are not, or
/// the cache has none; nothing but `frame` and `out` is then changed.
[[nodiscard]] bool solve_from_cache(const Operand& a, const Operand& b, PairCache& cache, PairFrame& frame,
                                    Answer& out);

}  // namespace graze::inline GRAZE_ABI
