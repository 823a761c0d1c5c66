// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "hull/climb.h"

#include <algorithm>

namespace graze::inline GRAZE_ABI {
namespace {

ManyEdges make_many_edges(std::span<const HullVertex> neighbours, const Vec3d& at,
                          std::vector<Vec3d> normals) {
  ManyEdges m;
  Vec3d sum;
  for (const Vec3d& n : normals) sum += n;
  m.centre = normalized(sum);
  const Vec3d c = m.centre;
  const Vec3d least = std::abs(c.x) <= std::abs(c.y) && std::abs(c.x) <= std::abs(c.z) ? Vec3d{1, 0, 0}
                      : std::abs(c.y) <= std::abs(c.z)                                 ? Vec3d{0, 1, 0}
                                                                                       : Vec3d{0, 0, 1};
  m.across_x = normalized(cross(least, c));
  m.across_y = cross(c, m.across_x);
  m.slope = 1;
  for (const HullVertex& v : neighbours) m.slope = std::min(m.slope, dot(normalized(at - v.point()), c));
  for (const Vec3d& n : normals) m.around.push_back({dot(n, m.across_x), dot(n, m.across_y)});
  m.normals = std::move(normals);
  return m;
}

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

enum class Verdict { farthest, go_there, unknown };

// Is the direction in the cone of the centre and two neighbouring normals, by more than rounding? Then every
// edge falls: an edge u has u·centre <= -slope |u|, and u·normal <= a few epsilon |u|.
Verdict judge(const ManyEdges& m, const Vec3d& d, std::uint32_t& edge) {
  edge = find_sector(m.around, {dot(d, m.across_x), dot(d, m.across_y)});
  const auto count = static_cast<std::uint32_t>(m.normals.size());
  const Vec3d &n = m.normals[edge], &k = m.normals[edge + 1 == count ? 0 : edge + 1];
  const double volume = dot(m.centre, cross(n, k));
  const double a = dot(d, cross(n, k)), b = dot(m.centre, cross(d, k)), c = dot(m.centre, cross(n, d));
  const double size = length(d);
  // Solved for a centre + b n + c k = d, times the volume, which is at most 1; each rounded a few times.
  const double doubt = 32 * kDoubleEpsilon * size;
  if (!(volume > 64 * kDoubleEpsilon) || b < -doubt || c < -doubt) return Verdict::unknown;
  if ((a - doubt) * m.slope > 32 * kDoubleEpsilon * (b + c) + 4 * doubt) return Verdict::farthest;
  return a < 0 ? Verdict::go_there : Verdict::unknown;
}

}  // namespace

bool Ahead::is_ahead_exactly(const Vec3d& p, const Vec3d& q) const {
  if (const int sign = compare_along(p, q, direction_); sign != 0) return sign > 0;
  return p.x != q.x ? p.x > q.x : p.y != q.y ? p.y > q.y : p.z > q.z;
}

std::size_t HullGraph::memory_bytes() const {
  std::size_t bytes = neighbours.memory_bytes() + many_edges_of.capacity() * sizeof(std::uint32_t);
  for (const ManyEdges& m : many_edges)
    bytes += sizeof m + m.normals.size() * (sizeof(Vec3d) + sizeof(Planar));
  return bytes;
}

VertexLists make_neighbours(std::span<const Vec3> vertices, const HullTopology& topology) {
  VertexLists lists;
  lists.first.reserve(vertices.size() + 1);
  lists.vertices.reserve(topology.origin.size());
  lists.first.push_back(0);
  for (std::uint32_t v = 0; v < vertices.size(); ++v) {
    // Clockwise about v: the face right of a half-edge is the one left of its twin.
    std::uint32_t h = topology.outgoing[v];
    do {
      const std::uint32_t other = topology.origin[topology.twin[h]];
      lists.vertices.push_back({vertices[other].x, vertices[other].y, vertices[other].z, other});
      h = topology.next(topology.twin[h]);
    } while (h != topology.outgoing[v]);
    std::reverse(lists.vertices.begin() + lists.first.back(), lists.vertices.end());
    lists.first.push_back(static_cast<std::uint32_t>(lists.vertices.size()));
  }
  return lists;
}

HullGraph make_graph(std::span<const Vec3> vertices, const HullTopology& topology) {
  HullGraph graph;
  graph.neighbours = make_neighbours(vertices, topology);
  if (topology.face_count() <= 2) return graph;
  for (std::uint32_t v = 0; v < vertices.size(); ++v) {
    if (graph.neighbours[v].size() <= kManyEdges) continue;
    // The face right of each edge, in the order of the edges.
    std::vector<Vec3d> normals;
    std::uint32_t h = topology.outgoing[v];
    do {
      normals.push_back(topology.normals[topology.face[topology.twin[h]]]);
      h = topology.next(topology.twin[h]);
    } while (h != topology.outgoing[v]);
    std::reverse(normals.begin(), normals.end());
    if (graph.many_edges_of.empty()) graph.many_edges_of.assign(vertices.size(), kNoIndex);
    graph.many_edges_of[v] = static_cast<std::uint32_t>(graph.many_edges.size());
    const Vec3d at{double(vertices[v].x), double(vertices[v].y), double(vertices[v].z)};
    graph.many_edges.push_back(make_many_edges(graph.neighbours[v], at, std::move(normals)));
  }
  return graph;
}

std::uint32_t climb(const HullGraph& graph, const Ahead& is_ahead, const HullVertex& start) {
  Vec3d at = start.point();
  double value = is_ahead.value(at);
  std::uint32_t index = start.index;
  for (;;) {
    const std::span<const HullVertex> all = graph.neighbours[index];
    std::span<const HullVertex> candidates = all;
    if (!graph.many_edges_of.empty() && graph.many_edges_of[index] != kNoIndex) {
      std::uint32_t edge = 0;
      const Verdict verdict = judge(graph.many_edges[graph.many_edges_of[index]], is_ahead.direction(), edge);
      if (verdict == Verdict::farthest) return index;
      if (verdict == Verdict::go_there) candidates = all.subspan(edge, 1);
    }
    const std::uint32_t before = index;
    const auto look_at = [&](std::span<const HullVertex> some) {
      for (const HullVertex& candidate : some) {
        const Vec3d p = candidate.point();
        const double v = is_ahead.value(p);
        if (!is_ahead(p, v, at, value)) continue;
        at = p;
        value = v;
        index = candidate.index;
      }
    };
    look_at(candidates);
    // The edge that seemed to lead up may not, by rounding.
    if (index == before && candidates.size() != all.size()) look_at(all);
    if (index == before) return index;
  }
}

}  // namespace graze::inline GRAZE_ABI
