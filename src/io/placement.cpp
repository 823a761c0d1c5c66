// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "graze/io/scene_data.h"

namespace graze::inline GRAZE_ABI::io {
namespace {

Mat3 rotation_of(const Quat& q) {
  const Quat unit = normalized(q);
  return is_finite(unit.x) && is_finite(unit.y) && is_finite(unit.z) && is_finite(unit.w) ? to_matrix(unit)
                                                                                          : Mat3();
}

}  // namespace

Placement to_placement(const LocalTransform& local) {
  if (local.matrix) return *local.matrix;
  Mat3 linear = rotation_of(local.rotation);
  const Vec3& s = local.scale;
  // Of a uniform scale the orientation cancels; left out, it costs no rounding either.
  if (s.x == s.y && s.y == s.z) {
    linear = linear * s.x;
  } else {
    const Mat3 axes = rotation_of(local.scale_orientation);
    const Mat3 scaled{axes.columns[0] * s.x, axes.columns[1] * s.y, axes.columns[2] * s.z};
    linear = linear * (local.scale_orientation == Quat() ? scaled : scaled * transpose(axes));
  }
  if (local.centre == Vec3()) return {linear, local.translation};
  return {linear, local.translation + (local.centre - linear * local.centre)};
}

std::string path_of(const SceneData& scene, std::uint32_t node) {
  std::vector<const std::string*> names;
  for (std::uint32_t i = node; i != kNone; i = scene.nodes[i].parent) {
    const Node& n = scene.nodes[i];
    names.push_back(n.name.empty() ? &n.type : &n.name);
  }
  std::string path;
  for (std::size_t i = names.size(); i-- > 0;) {
    path += *names[i];
    if (i > 0) path += '/';
  }
  return path;
}

}  // namespace graze::inline GRAZE_ABI::io
