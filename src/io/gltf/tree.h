// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/gltf/meshes.h"
#include "io/gltf/physics.h"

namespace graze::inline GRAZE_ABI::io::gltf {

/// Where the nodes of the file are in the scene.
struct Places {
  std::vector<std::uint32_t> node;                     ///< of each node; kNone: not in the scene
  std::vector<std::uint32_t> joint;                    ///< likewise, and joints that are outside of the scene
  std::vector<std::vector<std::uint32_t>> copies;      ///< further ones, of nodes that colliders are made of
  std::vector<std::vector<std::uint32_t>> geometries;  ///< that the weights of the node deform
};

/// Makes the nodes of the scene with their meshes and colliders.
[[nodiscard]] Places build_tree(Context& context, const Hierarchy& hierarchy, Meshes& meshes,
                                Physics& physics);

}  // namespace graze::inline GRAZE_ABI::io::gltf
