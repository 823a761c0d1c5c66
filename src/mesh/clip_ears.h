// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "math/predicates.h"
#include "mesh/pieces.h"

namespace graze::inline GRAZE_ABI {

/// A corner of a face as it is seen along an axis.
struct FaceCorner {
  Planar at;
  std::uint32_t vertex = 0;
};
using FaceLoop = std::vector<FaceCorner>;

/// Cuts a loop into triangles, two fewer than it has corners, by ears [Eberly02]. Whether all were ears: else
/// the loop crosses itself or has no area, and the triangles have its border. Near-linear for loops that
/// occur; where that fails, corners are joined to one of them instead. Precondition: three corners at least,
/// no two neighbours at one place.
[[nodiscard]] bool clip_ears(const FaceLoop& loop, std::vector<Pieces::Corners>& out);

}  // namespace graze::inline GRAZE_ABI
