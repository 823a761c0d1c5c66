// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "hull/many_edges.h"

#include <algorithm>
#include <cmath>

namespace graze::inline GRAZE_ABI {
namespace {

double turn(const Planar& a, const Planar& b) { return a.x * b.y - a.y * b.x; }

// The last i whose position, counted counterclockwise from the first one, is not beyond g. Where rounding
// has spoilt the order the answer is any i at all; climbing checks it.
std::uint32_t find_sector(const std::vector<Planar>& around, const Planar& g) {
  const Planar& zero = around[0];
  const auto is_beyond_half = [&](const Planar& p) {
    const double t = turn(zero, p);
    return t < 0 || (t == 0 && zero.x * p.x + zero.y * p.y < 0);
  };
  const bool half_of_g = is_beyond_half(g);
  std::uint32_t low = 0, high = static_cast<std::uint32_t>(around.size());
  while (high - low > 1) {
    const std::uint32_t middle = (low + high) / 2;
    const bool half = is_beyond_half(around[middle]);
    const bool is_beyond_g = half != half_of_g ? half : turn(g, around[middle]) > 0;
    (is_beyond_g ? high : low) = middle;
  }
  return low;
}

Vec3d least_axis(const Vec3d& v) {
  const double x = std::abs(v.x), y = std::abs(v.y), z = std::abs(v.z);
  return x <= y && x <= z ? Vec3d{1, 0, 0} : y <= z ? Vec3d{0, 1, 0} : Vec3d{0, 0, 1};
}

}  // namespace

ManyEdges make_many_edges(std::span<const Vec3> vertices, const HullTopology& topology,
                          std::uint32_t vertex) {
  ManyEdges m;
  Vec3d sum;
  topology.visit_edges(vertex, [&](std::uint32_t h) {  // the face right of each edge
    m.normals.push_back(topology.normals[topology.face[topology.twin[h]]]);
  });
  std::reverse(m.normals.begin(), m.normals.end());
  for (const Vec3d& n : m.normals) sum += n;
  m.centre = normalized(sum);
  m.across_x = normalized(cross(least_axis(m.centre), m.centre));
  m.across_y = cross(m.centre, m.across_x);
  m.slope = 1;
  const Vec3d at(vertices[vertex]);
  topology.visit_edges(vertex, [&](std::uint32_t h) {
    const Vec3d other(vertices[topology.origin[topology.twin[h]]]);
    m.slope = std::min(m.slope, dot(normalized(at - other), m.centre));
  });
  for (const Vec3d& n : m.normals) m.around.push_back({dot(n, m.across_x), dot(n, m.across_y)});
  return m;
}

// Is the direction in the cone of the centre and two neighbouring normals, by more than rounding? Then every
// edge falls: an edge u has u·centre <= -slope |u|, and u·normal <= a few epsilon |u|.
Way find_way_up(const ManyEdges& m, const Vec3d& d, std::uint32_t& edge) {
  edge = find_sector(m.around, {dot(d, m.across_x), dot(d, m.across_y)});
  const auto count = static_cast<std::uint32_t>(m.normals.size());
  const Vec3d &n = m.normals[edge], &k = m.normals[edge + 1 == count ? 0 : edge + 1];
  const double volume = dot(m.centre, cross(n, k));
  const double a = dot(d, cross(n, k)), b = dot(m.centre, cross(d, k)), c = dot(m.centre, cross(n, d));
  const double size = length(d);
  // Solved for a centre + b n + c k = d, times the volume, which is at most 1; each rounded a few times.
  const double doubt = 32 * kDoubleEpsilon * size;
  if (!(volume > 64 * kDoubleEpsilon) || b < -doubt || c < -doubt) return Way::unknown;
  if ((a - doubt) * m.slope > 32 * kDoubleEpsilon * (b + c) + 4 * doubt) return Way::farthest;
  return a < 0 ? Way::along_edge : Way::unknown;
}

}  // namespace graze::inline GRAZE_ABI
