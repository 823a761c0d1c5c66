// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/gltf/hierarchy.h"
#include "io/gltf/shapes.h"

namespace graze::inline GRAZE_ABI::io::gltf {

/// A collider or trigger of a node: one of a shape, a node whose meshes are meant, and a mesh.
struct Collider {
  std::uint32_t geometry = kNone;  ///< of the scene: an implicit shape
  std::uint32_t node = kNone;      ///< of the file
  std::uint32_t mesh = kNone;      ///< of the file
  bool is_hull = false;
  bool is_trigger = false;
  std::uint32_t filter = kNone;  ///< of the scene
};

/// KHR_physics_rigid_bodies with KHR_implicit_shapes, and OMI_physics_body with OMI_physics_shape. Where a
/// node has both, the former counts.
class Physics {
 public:
  explicit Physics(Context& context);

  [[nodiscard]] bool is_body(const Object& node) const;
  [[nodiscard]] bool has_collider(const Object& node) const;
  [[nodiscard]] std::vector<Collider> colliders(const Object& node);
  /// Bodies that joints connect, as pairs that may touch. A joint's end outside of all bodies means the
  /// collider at or above it, which becomes a body.
  void add_joints(const Hierarchy& hierarchy, const std::vector<std::uint32_t>& scene_node);

 private:
  void read_filters(const Object& owner, std::vector<std::uint32_t>& filters);
  [[nodiscard]] std::optional<Collider> read_collider(const Object& json, ShapeFamily family);
  [[nodiscard]] bool set_shape(std::uint32_t shape, ShapeFamily family, Collider& collider);
  [[nodiscard]] std::uint32_t body_of(std::uint32_t node, const Hierarchy& hierarchy,
                                      const std::vector<std::uint32_t>& scene_node);

  Context& context_;
  Object shapes_[2];                                                        ///< by family
  std::vector<std::uint32_t> filters_[2];                                   ///< in the scene, by family
  std::vector<std::optional<std::optional<std::uint32_t>>> geometries_[2];  ///< of shapes that were used
};

}  // namespace graze::inline GRAZE_ABI::io::gltf
