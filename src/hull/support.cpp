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

std::uint32_t climb(const VertexLists& neighbours, const Ahead& is_ahead, const HullVertex& start) {
  Farthest farthest(is_ahead, start);
  for (std::uint32_t before = kNoIndex; farthest.vertex.index != before;) {
    before = farthest.vertex.index;
    farthest.look_at(neighbours[before]);
  }
  return farthest.vertex.index;
}

namespace {

std::unique_ptr<HullSupport> make_climbing(std::span<const Vec3> vertices, const HullTopology& topology,
                                           double extent) {
  auto support = std::make_unique<HullSupport>();
  support->extent = extent;
  support->neighbours = make_neighbours(vertices, topology);
  HullVertex at{vertices[0].x, vertices[0].y, vertices[0].z, 0};
  for (std::size_t cell = 0; cell < support->starts.cells.size(); ++cell) {
    const std::uint32_t v = climb(support->neighbours, Ahead(StartTable::middle_of(cell), extent), at);
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
  if (search == HullSearch::layers) support->layers = make_layers(vertices, support->neighbours);
  return support;
}

}  // namespace graze::inline GRAZE_ABI
