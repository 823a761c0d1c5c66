// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "mesh/pieces.h"

namespace graze::inline GRAZE_ABI {

/// One vertex of every part of a mesh that its triangles connect, in rising order: a part that does not meet
/// the surface of a solid is inside or outside as any of its vertices is. Vertices that no triangle has are
/// left out.
[[nodiscard]] std::vector<std::uint32_t> find_parts(const std::vector<Pieces::Corners>& triangles,
                                                    std::size_t vertex_count);

}  // namespace graze::inline GRAZE_ABI
