// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "hull/faces.h"
#include "math/expansion.h"
#include "math/predicates.h"

namespace graze::inline GRAZE_ABI {
namespace {

struct Differences {
  DoubleDouble x, y, z;
};

Differences subtract(const Vec3d& p, const Vec3d& q) {
  const TwoTerm x = two_sum(p.x, -q.x), y = two_sum(p.y, -q.y), z = two_sum(p.z, -q.z);
  return {{x.high, x.low}, {y.high, y.low}, {z.high, z.low}};
}

// Twice the area vector of the polygon, in double-double: predicates rely on normals that are right to the
// last digit. Where even more of the products cancels (needles), once more triangle by triangle without
// rounding: all of them point the same way, so that their sum loses nothing.
Vec3d area_vector_of(std::span<const Vec3d> vertices, std::span<const std::uint32_t> loop) {
  const Vec3d& o = vertices[loop[0]];
  DoubleDouble x, y, z;
  double size = 0;
  Differences u = subtract(vertices[loop[1]], o);
  for (std::size_t i = 2; i < loop.size(); ++i) {
    const Differences v = subtract(vertices[loop[i]], o);
    x = x + (u.y * v.z - u.z * v.y);
    y = y + (u.z * v.x - u.x * v.z);
    z = z + (u.x * v.y - u.y * v.x);
    size += max_abs(Vec3d{u.x.high, u.y.high, u.z.high}) * max_abs(Vec3d{v.x.high, v.y.high, v.z.high});
    u = v;
  }
  Vec3d sum{x.high, y.high, z.high};
  if (max_abs(sum) > size * 0x1p-40) return sum;
  sum = {};
  for (std::size_t i = 2; i < loop.size(); ++i)
    sum += area_vector(o, vertices[loop[i - 1]], vertices[loop[i]]);
  return sum;
}

// A normal of the scaled hull is one of the true hull after dividing by the scale of each axis.
Vec3d true_normal(const Vec3d& n, const std::array<int, 3>& exponents) {
  int least = std::numeric_limits<int>::max();
  for (int i = 0; i < 3; ++i)
    if (n[i] != 0) least = std::min(least, exponents[static_cast<std::size_t>(i)]);
  const auto component = [&](int i) {
    return n[i] != 0 ? std::ldexp(n[i], least - exponents[static_cast<std::size_t>(i)]) : 0;
  };
  return normalized(Vec3d{component(0), component(1), component(2)});
}

}  // namespace

void set_planes(const UnitVertices& unit, HullTopology& topology) {
  const std::size_t count = topology.first.size() - 1;
  topology.normals.resize(count);
  topology.offsets.resize(count);
  for (std::uint32_t f = 0; f < count; ++f) {
    const auto loop = topology.loop(f);
    topology.normals[f] = true_normal(area_vector_of(unit.by_axis, loop), unit.exponents);
    double offset = dot(topology.normals[f], unit.vertices[loop[0]]);
    for (const std::uint32_t v : loop) offset = std::max(offset, dot(topology.normals[f], unit.vertices[v]));
    topology.offsets[f] = offset;
  }
}

}  // namespace graze::inline GRAZE_ABI
