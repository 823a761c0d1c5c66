// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "mesh/pieces.h"

namespace graze::inline GRAZE_ABI {

/// Cuts a flat face into triangles, which are appended to `out` and run as the outline does. `loops` are
/// vertex numbers: the outline, then the holes; three corners each at least. Returns whether the triangles
/// fill the face without overlap; when the loops make that impossible, only their border is that of the face.
[[nodiscard]] bool triangulate(std::span<const Vec3> vertices,
                               std::span<const std::span<const std::uint32_t>> loops,
                               std::vector<Pieces::Corners>& out);

}  // namespace graze::inline GRAZE_ABI
