// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/depth/expand.h"
#include "kernel/depth/proof_planes.h"
#include "kernel/depth/triangle_depth.h"
#include "query/pair/pair.h"

// Depth from frame to frame. An expanding polytope is an inner approximation of A - B whose corners are
// differences of vertices. After a motion the same differences make another closed surface within A - B; if
// the origin is inside of all its facets it goes around the origin, and a ball as large as its least distance
// is within A - B too. When a supporting plane at that distance exists, it is the depth, as exact as a search
// would find it. Where it does not, the vertex beyond the nearest facet is added, as in the expansion.

namespace graze::inline GRAZE_ABI {

/// A surface around the origin, in the order of the call, and a checksum of it: a proof that was not written
/// by a query is not believed.
struct DepthProof : depth::ProofSurface {
  std::uint64_t checksum = 0;
};

/// True when the proof holds for this pair, perhaps with more vertices, which are added, or with others, if
/// it is of another pair: `answer` is then complete. False: the pair does not overlap, by enough to be sure
/// of it, or has no vertices, or the proof would be too large; then there is none.
[[nodiscard]] bool prove_depth(const Pair& pair, DepthProof& proof, Answer& answer);

/// Depth by a surface from a tetrahedron, without a proof of the last frame. False also where other ways are
/// faster.
[[nodiscard]] bool find_depth(const Pair& pair, Answer& answer);

/// The depth of two triangles in closed form: `answer` is complete where they overlap deeply. Unknown also of
/// other shapes.
[[nodiscard]] depth::TriangleOverlap find_triangle_depth(const Pair& pair, Answer& answer);

/// The depth of two cores from the tetrahedron of A - B, around the origin, that a search ended with. The
/// bounds are equal but for rounding. False where prove_depth() is, and where the expansion is needed to
/// find witnesses.
[[nodiscard]] bool expand_quickly(const Pair& pair, const gjk::Simplex& start, depth::Depth& depth);

}  // namespace graze::inline GRAZE_ABI
