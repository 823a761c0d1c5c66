// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "math/expansion.h"
#include "shape/hull_faces.h"

namespace graze::inline GRAZE_ABI {
namespace {

struct Differences {
  DoubleDouble x, y, z;
};

Differences subtract(const Vec3d& p, const Vec3d& q) {
  const TwoTerm x = two_sum(p.x, -q.x), y = two_sum(p.y, -q.y), z = two_sum(p.z, -q.z);
  return {{x.high, x.low}, {y.high, y.low}, {z.high, z.low}};
}

// Twice the area vector of the polygon, in double-double: a thin face far from the origin has a normal too.
Vec3d area_vector(std::span<const Vec3d> vertices, std::span<const std::uint32_t> loop) {
  const Vec3d& o = vertices[loop[0]];
  DoubleDouble x, y, z;
  Differences u = subtract(vertices[loop[1]], o);
  for (std::size_t i = 2; i < loop.size(); ++i) {
    const Differences v = subtract(vertices[loop[i]], o);
    x = x + (u.y * v.z - u.z * v.y);
    y = y + (u.z * v.x - u.x * v.z);
    z = z + (u.x * v.y - u.y * v.x);
    u = v;
  }
  return {x.high, y.high, z.high};
}

}  // namespace

void set_planes(std::span<const Vec3d> vertices, HullTopology& topology) {
  const std::size_t count = topology.first.size() - 1;
  topology.normals.resize(count);
  topology.offsets.resize(count);
  for (std::uint32_t f = 0; f < count; ++f) {
    const auto loop = topology.loop(f);
    topology.normals[f] = normalized(area_vector(vertices, loop));
    double offset = dot(topology.normals[f], vertices[loop[0]]);
    for (const std::uint32_t v : loop) offset = std::max(offset, dot(topology.normals[f], vertices[v]));
    topology.offsets[f] = offset;
  }
}

}  // namespace graze::inline GRAZE_ABI
