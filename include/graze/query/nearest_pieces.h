// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

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

}  // namespace graze::inline GRAZE_ABI
