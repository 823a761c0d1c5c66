// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "hull/support.h"

namespace graze::inline GRAZE_ABI {
namespace {

std::unique_ptr<HullSupport> make_climbing(std::span<const Vec3> vertices, const HullTopology& topology,
                                           double extent) {
  auto support = std::make_unique<HullSupport>();
  support->extent = extent;
  support->graph = make_graph(vertices, topology);
  HullVertex at{vertices[0].x, vertices[0].y, vertices[0].z, 0};
  for (std::size_t cell = 0; cell < support->starts.cells.size(); ++cell) {
    const std::uint32_t v = climb(support->graph, Ahead(StartTable::middle_of(cell), extent), at);
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
  if (search == HullSearch::layers) support->layers = make_layers(vertices, support->graph.neighbours);
  return support;
}

}  // namespace graze::inline GRAZE_ABI
