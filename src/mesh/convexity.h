// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "mesh/pieces.h"

// Solids that are convex, or that were before their vertices were rounded.

namespace graze::inline GRAZE_ABI {

/// A solid that its hull stands for.
struct ConvexSolid {
  Shape hull;  // invalid: it is not convex
  double defect =
      0;  // a convex set within the solid reaches as far as the hull along every normal, less this
};

/// The hull of closed triangles that bound a convex body, exactly or but for dents of about what rounding the
/// coordinates to Real does, or to float where all of them are floats: a prism whose vertices were turned, a
/// sphere of flat quads, with triangles of no area or without. Equal input gives equal output.
[[nodiscard]] ConvexSolid find_convex_solid(std::span<const Vec3> vertices,
                                            std::span<const Pieces::Corners> triangles);

}  // namespace graze::inline GRAZE_ABI
