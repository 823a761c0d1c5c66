// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/penetration.h"
#include "query/pair/pair.h"
#include "query/solid/balls.h"

namespace graze::inline GRAZE_ABI {

/// Places where the way out is decided: corners of the last contact, before anything has moved.
struct DecisivePlaces {
  Vec3d corners[6];
  int count = 0;
};

/// Finds a short way for b out of a. Directions are tried one by one, each to the first place along it where
/// b is free; the planes of the contacts that end there give corners to be tried, and the best way is varied
/// a little at the end. The way that is left is checked as the caller would go it. Sets `upper`, `normal` and
/// the points. `lower`: no way is shorter; `balls`: found
/// before, in a and b. Preconditions:
/// both are bounded, and meet.
DecisivePlaces find_way_out(const Operand& a, const Operand& b, const QuerySettings& settings, double lower,
                            const CommonBalls& balls, Penetration& result);

}  // namespace graze::inline GRAZE_ABI
