// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "graze/check/objects.h"

namespace graze::inline GRAZE_ABI::check {

/// How far objects may stand from where they were meant, because the numbers of their files were rounded: of
/// their points, and of every placement between them and what they have in common.
class Resolution {
 public:
  explicit Resolution(const Objects& objects);

  /// Bound on the error of the distance of two objects. Placements above both are left out: their errors move
  /// both alike.
  [[nodiscard]] Real between(std::uint32_t a, std::uint32_t b) const;
  /// Bound on the error of the place of one object in the world.
  [[nodiscard]] Real of(std::uint32_t object) const;

 private:
  struct NodeError {
    std::uint32_t parent = kNone;
    std::uint32_t depth = 0;
    Real shift = 0;  // world length
    Real turn = 0;   // radians, or relative
    Vec3 origin;     // world
  };
  [[nodiscard]] Real up_to(std::uint32_t object, std::uint32_t ancestor) const;
  [[nodiscard]] Real own(const Object& object, const std::vector<Real>& of_geometries,
                         const std::vector<io::Placement>& world_from_node) const;
  void add_scene(std::uint32_t scene);

  const Objects& objects_;
  std::vector<std::vector<NodeError>> scenes_;
  std::vector<Real> own_;  // of each object, without placements from its node upwards
};

/// Sets Object::tolerance of all.
void set_tolerances(Objects& objects);

}  // namespace graze::inline GRAZE_ABI::check
