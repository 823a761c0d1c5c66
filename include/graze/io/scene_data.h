// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "graze/io/animation.h"
#include "graze/io/bodies.h"
#include "graze/io/deformation.h"
#include "graze/math/aabb.h"

namespace graze::inline GRAZE_ABI::io {

/// One place in the tree. What a file uses several times is several nodes with one geometry.
struct Node {
  std::string name;  ///< as in the file (DEF); may be empty, need not be unique
  std::string type;  ///< of the file's node, such as "Transform", "Shape", or the name of a PROTO
  std::uint32_t parent = kNone;
  LocalTransform local;
  std::uint32_t geometry = kNone;
  bool is_excluded = false;  ///< the file says that it and all below it takes no part in collisions
  SourcePlace place;
  bool is_trigger = false;       ///< a volume that only notices what enters it: excluded, too
  bool is_body = false;          ///< begins a rigid body, which ends where those below it begin
  bool is_in_world = false;      ///< `local` is the placement in the world, whatever the parents are
  std::uint32_t filter = kNone;  ///< of the geometry of this node: SceneData::filters
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
  std::vector<Deformation> deformations;
  std::vector<CollisionFilter> filters;
  std::vector<NodePair> allowed_pairs;  ///< jointed bodies, pairs that the file lets touch
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

/// The geometry with its animated numbers at the time of a state of the scene, as evaluate() gives it.
[[nodiscard]] GRAZE_API Geometry evaluate_geometry(const SceneData& scene, std::uint32_t geometry,
                                                   const SceneState& state);
/// At a time; where the geometry follows nodes, these are evaluated for it alone.
[[nodiscard]] GRAZE_API Geometry evaluate_geometry(const SceneData& scene, std::uint32_t geometry, Real time);

/// Whether the numbers of each geometry are to be evaluated: a channel drives them, or they follow nodes.
[[nodiscard]] GRAZE_API std::vector<bool> deformed_geometries(const SceneData& scene);

/// Box around the image of a geometry: of the round ones exact up to rounding, of meshes, lines and points
/// the box of the points in use. Empty where there are none.
[[nodiscard]] GRAZE_API Aabb bounds(const Geometry& geometry, const Placement& placement);

/// Names of a node and its ancestors, joined by '/'; types stand for names that are empty.
[[nodiscard]] GRAZE_API std::string path_of(const SceneData& scene, std::uint32_t node);

}  // namespace graze::inline GRAZE_ABI::io
