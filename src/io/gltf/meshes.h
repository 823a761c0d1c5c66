// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <map>

#include "io/gltf/vertices.h"

namespace graze::inline GRAZE_ABI::io::gltf {

/// How a node, or a collider, uses a mesh of the file.
struct MeshUse {
  std::uint32_t mesh = kNone;
  std::uint32_t skin = kNone;
  std::vector<double> weights;  ///< of the node; empty: those of the mesh
  bool is_hull = false;
};

/// Geometries of the file's meshes. The triangles of all primitives of a mesh are one, so are its lines, and
/// its points. Uses that neither weights nor joints deform share theirs.
///
/// Joints of deformations are those of the file until put_joints_in_scene().
class Meshes {
 public:
  explicit Meshes(Context& context) : context_(context) {}

  [[nodiscard]] std::vector<std::uint32_t> geometries(const MeshUse& use);
  [[nodiscard]] std::size_t targets_of(std::uint32_t mesh);
  /// Whether the geometry has its points in the world, because it follows joints.
  [[nodiscard]] bool is_skinned(std::uint32_t geometry) const;
  /// Replaces each joint by its node in the scene: kNone stands for nodes that are not there, whose skins are
  /// then left out.
  void put_joints_in_scene(const std::vector<std::uint32_t>& scene_node);

 private:
  struct Skin {
    std::vector<std::uint32_t> joints;
    std::vector<Placement> joint_from_mesh;
  };
  struct Part {
    Vertices vertices;
    Runs runs;
    std::map<std::string, std::pair<std::uint32_t, std::uint32_t>> known;  ///< first vertex and number by key
    bool is_skinned = true;
  };
  struct Parts {
    Part faces, lines, points;
  };

  [[nodiscard]] std::vector<std::uint32_t> build(const MeshUse& use);
  [[nodiscard]] Object manifold_of(const Object& mesh);
  void add_primitives(const Object& mesh, std::size_t targets, std::size_t joints, Parts& parts);
  void add(Primitive& primitive, const Object& json, std::size_t targets, std::size_t joints, Part& part);
  [[nodiscard]] std::uint32_t add_geometry(const Object& mesh, Part& part, Geometry geometry,
                                           const MeshUse& use, std::size_t targets);
  [[nodiscard]] const Skin& skin(std::uint32_t index);

  Context& context_;
  std::map<std::pair<std::uint32_t, bool>, std::vector<std::uint32_t>> shared_;
  std::map<std::uint32_t, Skin> skins_;
  std::map<std::uint32_t, std::size_t> targets_;  ///< by mesh
};

}  // namespace graze::inline GRAZE_ABI::io::gltf
