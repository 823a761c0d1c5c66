// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/contact.h"
#include "query/pair.h"

// Depth from frame to frame. The expanding polytope of a cold query is an inner approximation of A - B whose
// corners are differences of vertices. After a motion the same differences make another closed surface within
// A - B; if it goes once around the origin, a ball as large as its least distance is within A - B too. When a
// supporting plane at that distance exists, it is the depth, as exact as a search would find it.

namespace graze::inline GRAZE_ABI {

/// True when the proof holds for this pair: `answer` is then complete. Shapes with vertices only.
[[nodiscard]] bool prove_depth(const Pair& pair, const DepthProof& proof, Answer& answer);

/// Makes the proof for a pair that overlaps, with some room for motion. False: the pair does not, by enough
/// to be sure of it, or has no vertices, or the proof would be too large.
bool make_proof(const Pair& pair, DepthProof& proof);

}  // namespace graze::inline GRAZE_ABI
