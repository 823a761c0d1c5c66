// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/contact.h"
#include "hull/topology.h"
#include "query/contact/box_cases.h"

namespace graze::inline GRAZE_ABI {

/// Corners of the faces of a box by number, in the order of find_side().
struct BoxLoops {
  std::uint32_t of[6][4];
};
constexpr BoxLoops make_box_loops() {
  BoxLoops loops{};
  for (int face = 0; face < 6; ++face)
    for (int i = 0; i < 4; ++i) loops.of[face][i] = kFaceNames[face].of[i].first;
  return loops;
}
inline constexpr BoxLoops kBoxLoops = make_box_loops();

/// A pair whose contact normal is known and whose points are to be found in lanes: first a polytope that
/// knows its faces, a sphere or a capsule, then such a polytope or a box, under rigid placements, in the
/// order of make_pair().
struct HullCase {
  Operand sides[2];
  const HullTopology* faces[2];  // null: not a polytope
  Answer answer;                 // in that order; its normal is the axis
  ContactSet* set;               // where its points go
  double size, error;            // as in Pair
  int first;                     // which operand of the call is the first here
};

}  // namespace graze::inline GRAZE_ABI
