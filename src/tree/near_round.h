// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "tree/wide_node.h"

// How far the children of a node are from something convex, of which a box and a ball around it are known.

namespace graze::inline GRAZE_ABI {

/// A box in the frame of the node, and a ball, that both hold the same thing.
struct BoxAndBall {
  Real least[3], most[3], centre[3];
  Real radius;  // with what evaluation may lose
};

/// Lower bounds of the distances of all children, by the box and by the ball: as computed, a few roundings
/// of it too long at most. Zero: they may overlap.
void find_gaps(const WideNode& node, const BoxAndBall& other, Real (&gap)[kWidth]);

}  // namespace graze::inline GRAZE_ABI
