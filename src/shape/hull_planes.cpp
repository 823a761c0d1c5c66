// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "math/predicates.h"
#include "shape/hull_faces.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Twice the area vector of the polygon. Where much of the products cancels (thin faces, needles), once more
// triangle by triangle without rounding: all of them point the same way, so that their sum loses nothing.
Vec3d area_of(std::span<const Vec3d> vertices, std::span<const std::uint32_t> loop) {
  const Vec3d& o = vertices[loop[0]];
  Vec3d sum;
  double size = 0;
  for (std::size_t i = 2; i < loop.size(); ++i) {
    const Vec3d u = vertices[loop[i - 1]] - o, v = vertices[loop[i]] - o;
    sum += cross(u, v);
    size += max_abs(u) * max_abs(v);
  }
  if (max_abs(sum) > size * 0.125) return sum;
  sum = {};
  for (std::size_t i = 2; i < loop.size(); ++i)
    sum += area_vector(o, vertices[loop[i - 1]], vertices[loop[i]]);
  return sum;
}

}  // namespace

void set_planes(std::span<const Vec3d> vertices, HullTopology& topology) {
  const std::size_t count = topology.first.size() - 1;
  topology.normals.resize(count);
  topology.offsets.resize(count);
  for (std::uint32_t f = 0; f < count; ++f) {
    const auto loop = topology.loop(f);
    topology.normals[f] = normalized(area_of(vertices, loop));
    double offset = dot(topology.normals[f], vertices[loop[0]]);
    for (const std::uint32_t v : loop) offset = std::max(offset, dot(topology.normals[f], vertices[v]));
    topology.offsets[f] = offset;
  }
}

}  // namespace graze::inline GRAZE_ABI
