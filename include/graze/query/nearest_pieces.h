// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include "graze/base/function_ref.h"
#include "graze/query/distance.h"

namespace graze::inline GRAZE_ABI {

struct NearestPieces {
  std::span<Distance> written;  ///< by rising upper bound, equal ones by rising piece
  Status status = Status::converged;
};
/// The pieces of `a` that are nearest to b, as many as `out` has room for: triangles of a mesh, pieces of a
/// compound, each with its distance(), points and piece_a. Pieces beyond settings.threshold are left out. For
/// the pieces around a point let b be Shape(Point{}) placed there. Inside of solids does not count. Where
/// more pieces meet b than fit, those that are found first.
[[nodiscard]] GRAZE_API NearestPieces nearest_pieces(const Instance& a, const Instance& b,
                                                     std::span<Distance> out,
                                                     const QuerySettings& settings = {});

/// Called for every pair; false ends the search.
using DistanceVisitor = FunctionRef<bool(const Distance& pair)>;

/// Self-proximity: all pairs of triangles of one mesh that are no farther apart than `within`, each once,
/// with their distance(), closest points and numbers, the lower one as piece_a. Triangles that have a corner
/// in common are left out however they lie: what is wrong between these is told by
/// visit_self_intersections(), and triangles that meet without one are pairs at distance 0 here as well. In
/// the frame of the mesh, which is both world and local; lengths in its units. In no particular order, the
/// same every time; does not allocate. Takes time for pairs whose boxes are that close: `within` should be
/// smaller than most triangles. Converged; unsupported: not a triangle mesh or a height field;
/// invalid_argument: `within` is negative or no number. settings.threshold, cache and front do not matter.
GRAZE_API Status visit_self_proximity(const Shape& mesh, Real within, DistanceVisitor visit,
                                      const QuerySettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
