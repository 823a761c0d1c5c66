// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "graze/io/placement.h"

namespace graze::inline GRAZE_ABI::io {

/// How the points of a mesh, of lines or of points follow weights, and then nodes. First each point moves by
/// the displacements of the morph targets times their weights; then, where there are joints, it becomes the
/// sum over its influences of weight * world_from_joint * joint_from_mesh * point: a point of the world.
struct Deformation {
  /// Of point p by an influence of a joint.
  struct Influence {
    std::uint32_t joint = 0;  ///< of `joints`
    Real weight = 0;
  };
  std::vector<Real> weights;                     ///< of the morph targets, while no channel drives them
  std::vector<std::vector<Vec3>> displacements;  ///< for each morph target one of each point
  std::vector<std::uint32_t> joints;             ///< nodes
  std::vector<Placement> joint_from_mesh;        ///< inverse bind matrices, one for each joint
  std::uint32_t influences_of_point = 0;         ///< as many for each point, some with weight zero
  std::vector<Influence> influences;
};

/// The points, moved. `world_from_node` is that of evaluate(), and only read where there are joints.
[[nodiscard]] GRAZE_API std::vector<Vec3> deformed(const Deformation& deformation,
                                                   const std::vector<Vec3>& points,
                                                   const std::vector<Real>& weights,
                                                   const std::vector<Placement>& world_from_node);

}  // namespace graze::inline GRAZE_ABI::io
