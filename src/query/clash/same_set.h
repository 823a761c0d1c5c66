// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/contains.h"

namespace graze::inline GRAZE_ABI {

/// Whether two objects are one set of points, up to a tolerance in world units: no point of either is farther
/// from the other. See classify() for what is compared. Preconditions: valid objects, settings without cache.
[[nodiscard]] Inside are_same_set(const Instance& a, const Instance& b, double tolerance,
                                  const QuerySettings& settings);

/// Whether inner sticks out of outer by no more than the tolerance.
[[nodiscard]] Inside is_held(const Instance& outer, const Instance& inner, double tolerance,
                             const QuerySettings& settings);

}  // namespace graze::inline GRAZE_ABI
