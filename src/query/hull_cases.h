// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/contact.h"
#include "query/pair.h"
#include "shape/hull_topology.h"

namespace graze::inline GRAZE_ABI {

/// Two polytopes that know their faces, under rigid placements, on their way from an axis to their points. In
/// the order of make_pair().
struct HullCase {
  Operand sides[2];
  const HullTopology* faces[2];
  Answer answer;       // in that order; its normal is the axis
  ContactSet* set;     // where its points go
  double size, error;  // as in Pair
  int first;           // which operand of the call is the first here
};

}  // namespace graze::inline GRAZE_ABI
