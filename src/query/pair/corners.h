// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/pair/direct.h"

namespace graze::inline GRAZE_ABI {

/// The vertices of a core that is no polytope as a polytope has them: the corners of a box, the ends of a
/// capsule, the centre of a sphere.
inline void set_corners(const ShapeView& shape, Real (&to)[3][kVertexPadding], VertexSet& set) {
  const bool is_box = shape.kind == ShapeKind::box;
  set = {to[0], to[1], to[2], is_box ? 8u : shape.kind == ShapeKind::capsule ? 2u : 1u, kVertexPadding};
  const LaneSize size = lane_size(shape);
  for (std::uint32_t i = 0; i < kVertexPadding; ++i) {
    const std::uint32_t corner = i < set.count ? i : 0;
    const std::uint32_t negative[3] = {corner & 1u, is_box ? corner >> 1 & 1u : corner, corner >> 2 & 1u};
    for (std::size_t k = 0; k < 3; ++k) to[k][i] = negative[k] != 0 ? -size.half[k] : size.half[k];
  }
}

}  // namespace graze::inline GRAZE_ABI
