// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "graze/io/animation.h"
#include "graze/math/aabb.h"
#include "graze/math/quat.h"

namespace graze::inline GRAZE_ABI::io {

/// p -> linear * p + translation. Unlike Affine it may be singular: files scale by zero.
struct Placement {
  Mat3 linear;
  Vec3 translation;

  friend Vec3 operator*(const Placement& m, const Vec3& p) { return m.linear * p + m.translation; }
  friend Placement operator*(const Placement& a, const Placement& b) {
    return {a.linear * b.linear, a * b.translation};
  }
};

/// Parent from child: T C R O S O⁻¹ C⁻¹, with T the translation, C the centre, R the rotation, O the
/// orientation of the scale, S the scale. Rotations are those of the normalised quaternions.
struct LocalTransform {
  Vec3 translation;
  Quat rotation;
  Vec3 scale{1, 1, 1};
  Vec3 centre;
  Quat scale_orientation;
  std::optional<Placement> matrix;  ///< stands for all of the above
};

/// Exact but for rounding. A quaternion of length zero is the identity.
[[nodiscard]] GRAZE_API Placement to_placement(const LocalTransform& local);

/// One place in the tree. What a file uses several times is several nodes with one geometry.
struct Node {
  std::string name;  ///< as in the file (DEF); may be empty, need not be unique
  std::string type;  ///< of the file's node, such as "Transform", "Shape", or the name of a PROTO
  std::uint32_t parent = kNone;
  LocalTransform local;
  std::uint32_t geometry = kNone;
  bool is_excluded = false;  ///< the file says that it and all below it takes no part in collisions
  SourcePlace place;
};

enum class UpAxis : std::uint8_t { y, z };

/// A scene as its file has it: plain data, which every reader fills.
struct SceneData {
  std::string format;        ///< such as "VRML97"
  Real metres_per_unit = 1;  ///< 0: the format does not say
  UpAxis up = UpAxis::y;
  std::vector<std::string> files;  ///< all that were read; the first is the one that was asked for
  std::vector<Node> nodes;         ///< parents before their children
  std::vector<Geometry> geometries;
  std::vector<Extrusion> extrusions;
  std::vector<Clock> clocks;
  std::vector<Track> tracks;
  std::vector<Channel> channels;
};

/// World placement of every node.
struct SceneState {
  Real time = 0;
  std::vector<Placement> world_from_node;
};

/// Placements at a time, in seconds. Where several channels drive one thing, the last wins. Linear in the
/// nodes and what is animated. Precondition, here and below: the indices in the scene are in range, as
/// readers leave them.
[[nodiscard]] GRAZE_API SceneState evaluate(const SceneData& scene, Real time);

/// The geometry with its animated numbers at a time.
[[nodiscard]] GRAZE_API Geometry evaluate_geometry(const SceneData& scene, std::uint32_t geometry, Real time);

/// Whether a channel drives the numbers of each geometry.
[[nodiscard]] GRAZE_API std::vector<bool> deformed_geometries(const SceneData& scene);

/// Box around the image of a geometry: of the round ones exact up to rounding, of meshes, lines and points
/// the box of the points in use. Empty where there are none.
[[nodiscard]] GRAZE_API Aabb bounds(const Geometry& geometry, const Placement& placement);

/// Names of a node and its ancestors, joined by '/'; types stand for names that are empty.
[[nodiscard]] GRAZE_API std::string path_of(const SceneData& scene, std::uint32_t node);

}  // namespace graze::inline GRAZE_ABI::io
