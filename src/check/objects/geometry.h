// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "check/objects/surface.h"

namespace graze::inline GRAZE_ABI::check {

/// A shape of a scene, exact where it is a volume.
MadeShape make_geometry(const io::Geometry& geometry, bool closed_are_solid);

/// A geometry and where it stands in the frame of its object.
struct PlacedGeometry {
  const MadeShape* made = nullptr;
  const io::Geometry* geometry = nullptr;
  io::Placement placement;
};

/// Several geometries as one shape. Meshes of which none is closed become one mesh, that may be closed as a
/// whole; else it is a compound. What is scaled by zero is made flat, and left out where nothing but a point
/// remains.
MadeShape make_union(std::span<const PlacedGeometry> parts, bool closed_are_solid);

}  // namespace graze::inline GRAZE_ABI::check
