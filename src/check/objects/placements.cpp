// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/objects/placements.h"

#include <cmath>

namespace graze::inline GRAZE_ABI::check {

io::Placement world_from_scene(const Objects& objects, std::uint32_t scene) {
  const SceneUse& use = objects.uses[scene];
  const io::UpAxis up = use.up.value_or(use.scene->up);
  Mat3 linear;
  if (up != objects.up) {
    // A quarter turn about x: y becomes z, or z becomes y.
    const Real s = up == io::UpAxis::y ? 1 : -1;
    linear = Mat3{{1, 0, 0}, {0, 0, s}, {0, -s, 0}};
  }
  return use.placement * io::Placement{linear * objects.scenes[scene].scale, {}};
}

std::vector<io::Placement> world_from_nodes(const Objects& objects, std::uint32_t scene, Real time) {
  const io::Placement world = world_from_scene(objects, scene);
  std::vector<io::Placement> out = io::evaluate(*objects.uses[scene].scene, time).world_from_node;
  for (io::Placement& m : out) m = world * m;
  return out;
}

Real stretch_of(const Mat3& linear) {
  const Affine map(linear, {});
  if (map.is_valid() && map.kind() != Affine::Kind::general) return map.scale() * (1 + map.defect());
  Real sum = 0;
  for (const Vec3& column : linear.columns) sum += length_squared(column);
  return std::sqrt(sum);
}

}  // namespace graze::inline GRAZE_ABI::check
