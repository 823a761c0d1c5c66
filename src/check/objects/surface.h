// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/check/objects.h"

namespace graze::inline GRAZE_ABI::check {

/// A shape in its own frame, and what is known of it. Invalid: there is nothing to ask about.
struct MadeShape {
  Shape shape;
  Nature nature = Nature::surface;
  std::size_t primitives = 0;
  MeshFacts facts;
};

/// Corners of the triangles that the polygons of a mesh are cut into, three each; counts improper and dropped
/// faces.
std::vector<std::uint32_t> triangles_of(const io::MeshData& mesh, MeshFacts& facts);

/// Triangles of polygons, over a tree. Bounds a solid where the surface is closed and `closed_are_solid`.
MadeShape make_surface(const io::MeshData& mesh, bool closed_are_solid);

}  // namespace graze::inline GRAZE_ABI::check
