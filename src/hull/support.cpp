// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "hull/support.h"

#include <algorithm>

namespace graze::inline GRAZE_ABI {

bool Ahead::is_ahead_exactly(const Vec3d& p, const Vec3d& q) const {
  if (const int sign = compare_along(p, q, direction_); sign != 0) return sign > 0;
  return p.x != q.x ? p.x > q.x : p.y != q.y ? p.y > q.y : p.z > q.z;
}

VertexLists make_neighbours(std::span<const Vec3> vertices, const HullTopology& topology) {
  VertexLists lists;
  lists.first.reserve(vertices.size() + 1);
  lists.vertices.reserve(topology.origin.size());
  lists.first.push_back(0);
  for (std::uint32_t v = 0; v < vertices.size(); ++v) {
    topology.visit_edges(v, [&](std::uint32_t h) {
      const std::uint32_t other = topology.origin[topology.twin[h]];
      lists.vertices.push_back({vertices[other].x, vertices[other].y, vertices[other].z, other});
    });
    std::reverse(lists.vertices.begin() + lists.first.back(), lists.vertices.end());
    lists.first.push_back(static_cast<std::uint32_t>(lists.vertices.size()));
  }
  return lists;
}

std::size_t HullEdges::memory_bytes() const {
  std::size_t bytes = neighbours.memory_bytes() + many_edges_of.capacity() * sizeof(std::uint32_t);
  for (const ManyEdges& m : many_edges)
    bytes += sizeof m + m.normals.size() * (sizeof(Vec3d) + sizeof(Planar));
  return bytes;
}

HullEdges make_edges(std::span<const Vec3> vertices, const HullTopology& topology) {
  HullEdges edges{make_neighbours(vertices, topology), {}, {}};
  if (topology.face_count() <= 2) return edges;
  for (std::uint32_t v = 0; v < vertices.size(); ++v) {
    if (edges.neighbours[v].size() <= kManyEdges) continue;
    if (edges.many_edges_of.empty()) edges.many_edges_of.assign(vertices.size(), kNoIndex);
    edges.many_edges_of[v] = static_cast<std::uint32_t>(edges.many_edges.size());
    edges.many_edges.push_back(make_many_edges(vertices, topology, v));
  }
  return edges;
}

std::uint32_t climb(const HullEdges& edges, const Ahead& is_ahead, const HullVertex& start) {
  Farthest farthest(is_ahead, start);
  for (std::uint32_t before = kNoIndex; farthest.vertex.index != before;) {
    before = farthest.vertex.index;
    const std::span<const HullVertex> all = edges.neighbours[before];
    if (!edges.many_edges_of.empty() && edges.many_edges_of[before] != kNoIndex) {
      std::uint32_t edge = 0;
      const Way way = find_way_up(edges.many_edges[edges.many_edges_of[before]], is_ahead.direction(), edge);
      if (way == Way::farthest) return before;
      if (way == Way::along_edge) farthest.look_at(all.subspan(edge, 1));
      if (farthest.vertex.index != before) continue;  // else the edge does not lead up after all, by rounding
    }
    farthest.look_at(all);
  }
  return farthest.vertex.index;
}

namespace {

std::unique_ptr<HullSupport> make_climbing(std::span<const Vec3> vertices, const HullTopology& topology,
                                           double extent) {
  auto support = std::make_unique<HullSupport>();
  support->extent = extent;
  support->edges = make_edges(vertices, topology);
  HullVertex at{vertices[0].x, vertices[0].y, vertices[0].z, 0};
  for (std::size_t cell = 0; cell < support->starts.cells.size(); ++cell) {
    const std::uint32_t v = climb(support->edges, Ahead(StartTable::middle_of(cell), extent), at);
    at = {vertices[v].x, vertices[v].y, vertices[v].z, v};
    support->starts.cells[cell] = at;
  }
  return support;
}

HullSearch search_for(std::size_t count) {
  if (count < kClimbFrom) return HullSearch::scan;
  return count < kDescendFrom ? HullSearch::climb : HullSearch::layers;
}

}  // namespace

std::unique_ptr<const HullSupport> make_hull_support(std::span<const Vec3> vertices,
                                                     const HullTopology& topology, double extent,
                                                     HullSearch search) {
  if (search == HullSearch::automatic) search = search_for(vertices.size());
  // Where products could overflow or vanish the scan is right all the same.
  if (search == HullSearch::scan || !(extent > 0x1p-400 && extent < 0x1p400)) return nullptr;
  auto support = make_climbing(vertices, topology, extent);
  if (search == HullSearch::layers) support->layers = make_layers(vertices, support->edges.neighbours);
  return support;
}

}  // namespace graze::inline GRAZE_ABI
