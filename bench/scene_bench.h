// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "scenes.h"

namespace bench {

/// Objects that fly about in a cube and come back at its walls; without spins they keep their orientations.
/// With links, objects 2i and 2i + 1 fly together, each pair in a cube of its own.
struct SceneWorkload {
  using Turn = std::array<double, 4>;  // x, y, z, w

  std::vector<ShapeSpec> shapes;
  std::size_t hulls = 0;      // shapes from this on are surfaces of triangles, whatever their kind
  std::vector<int> shape_of;  // by object
  std::vector<Placement> places;
  std::vector<Vec> velocities;  // per frame
  std::vector<Turn> spins;      // by object: turns per frame, as quaternions; none: nothing turns
  std::vector<Vec> centres;     // of the cubes; none: all at zero
  std::vector<Vec> links;       // by pair: from the first to the second, but for a swing
  double half_side = 0;
  int frame = 0;
};

enum class SceneMix : std::uint8_t { boxes, mixed, fine };
/// `count` objects of about unit size in a cube of side 2 count^(1/3), which move by 0.05 per frame. mixed:
/// spheres, boxes, capsules, cylinders, cones and hulls of 16 vertices, as many of each. fine: hulls of 1000
/// faces, tori and ellipsoids of 1000 triangles, in pairs that touch, up to half a percent of their
/// distance deep.
[[nodiscard]] SceneWorkload make_scene(SceneMix mix, int count);
/// Gives every object a spin of 0.1 radians per frame about a random axis.
void add_spins(SceneWorkload& workload);
/// One frame later.
void advance(SceneWorkload& workload);

/// A scene in some library, its objects built, or built in the first frame.
class PreparedScene {
 public:
  virtual ~PreparedScene() = default;
  /// Moves all objects to where they are in the workload, finds all pairs and the contacts of those that
  /// meet. Returns the number of pairs with contacts.
  virtual std::size_t frame(const SceneWorkload& workload) = 0;
};
[[nodiscard]] std::unique_ptr<PreparedScene> graze_scene();
/// btCollisionWorld with a dynamic tree, margins zero, polyhedral clipping. Null: not found, or surfaces.
[[nodiscard]] std::unique_ptr<PreparedScene> bullet_scene(const SceneWorkload& workload);

}  // namespace bench
