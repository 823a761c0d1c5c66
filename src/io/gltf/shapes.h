// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/gltf/context.h"

namespace graze::inline GRAZE_ABI::io::gltf {

/// The two families of implicit shapes: one form, other defaults.
enum class ShapeFamily : std::uint8_t { khr, omi };

/// The shape of KHR_implicit_shapes or OMI_physics_shape, in its own frame; nothing, with a warning, where it
/// has no size or is of a kind that is not known. Of OMI's convex and trimesh, which are meshes, see
/// mesh_of().
[[nodiscard]] std::optional<Geometry> read_shape(const Object& shape, ShapeFamily family,
                                                 const Messages& messages);

/// Mesh that a shape of OMI stands for, and whether its hull is meant; kNone: it is none.
struct ShapeMesh {
  std::uint32_t mesh = kNone;
  bool is_hull = false;
};
[[nodiscard]] ShapeMesh mesh_of(const Object& shape, std::size_t meshes);

}  // namespace graze::inline GRAZE_ABI::io::gltf
