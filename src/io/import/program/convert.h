// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <assimp/scene.h>

#include "io/import/wire.h"

namespace graze::inline GRAZE_ABI::io::import {

/// The nodes, meshes and animation of nodes that assimp has read. The meshes of one node are one shape in
/// which equal points are one: assimp cuts meshes up by material, and gives each corner a point of its own.
[[nodiscard]] Answer to_answer(const aiScene& scene);

/// Tracks and channels of the animations; `nodes` are those of the scene, in the order of the answer's.
void convert_animation(const aiScene& scene, const std::vector<const aiNode*>& nodes, Answer& answer);

[[nodiscard]] inline Vec3 to_vec3(const aiVector3D& v) {
  return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}

}  // namespace graze::inline GRAZE_ABI::io::import
