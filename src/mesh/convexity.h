// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "mesh/pieces.h"

namespace graze::inline GRAZE_ABI {

/// Whether closed triangles bound a convex body, exactly. They do if they are connected like a sphere and no
/// edge is bent inward: the normals of such a surface cover the sphere of directions as often as half its
/// Euler number says, which is once, and no two places share one. Triangles without area count as not convex.
[[nodiscard]] bool is_convex(std::span<const Vec3> vertices, std::span<const Pieces::Corners> triangles);

/// Whether the corners of closed triangles run counterclockwise seen from inside: they enclose a volume below
/// zero.
[[nodiscard]] bool is_inside_out(std::span<const Vec3> vertices, std::span<const Pieces::Corners> triangles);

}  // namespace graze::inline GRAZE_ABI
