// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "graze/io/deformation.h"

#include <algorithm>

namespace graze::inline GRAZE_ABI::io {
namespace {

void add_displacements(const Deformation& d, const std::vector<Real>& weights, std::vector<Vec3>& points) {
  const std::size_t targets = std::min(weights.size(), d.displacements.size());
  for (std::size_t t = 0; t < targets; ++t) {
    if (weights[t] == 0) continue;
    const std::vector<Vec3>& by = d.displacements[t];
    for (std::size_t i = 0; i < points.size() && i < by.size(); ++i) points[i] += by[i] * weights[t];
  }
}

}  // namespace

std::vector<Vec3> deformed(const Deformation& d, const std::vector<Vec3>& points,
                           const std::vector<Real>& weights, const std::vector<Placement>& world_from_node) {
  std::vector<Vec3> out = points;
  add_displacements(d, weights, out);
  if (d.joints.empty()) return out;
  std::vector<Placement> world_from_mesh;
  world_from_mesh.reserve(d.joints.size());
  for (std::size_t j = 0; j < d.joints.size(); ++j)
    world_from_mesh.push_back(world_from_node[d.joints[j]] * d.joint_from_mesh[j]);
  const std::size_t n = d.influences_of_point;
  for (std::size_t i = 0; i < out.size(); ++i) {
    Vec3 sum;
    for (std::size_t k = i * n; k < (i + 1) * n && k < d.influences.size(); ++k) {
      const Deformation::Influence& of = d.influences[k];
      if (of.weight != 0) sum += world_from_mesh[of.joint] * out[i] * of.weight;
    }
    out[i] = sum;
  }
  return out;
}

}  // namespace graze::inline GRAZE_ABI::io
