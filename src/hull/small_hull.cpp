// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "hull/small_hull.h"

namespace graze::inline GRAZE_ABI {

std::unique_ptr<const SmallHull> make_small_hull(std::uint32_t vertex_count, const HullTopology& topology) {
  const std::uint32_t faces = topology.face_count();
  if (vertex_count > kSmallVertices || faces < 4 || topology.tolerance != 0) return nullptr;
  auto hull = std::make_unique<SmallHull>();
  hull->face_count = faces;
  hull->padded = (faces + kFacePadding - 1) / kFacePadding * kFacePadding;
  hull->planes.reserve(std::size_t{4} * hull->padded);
  const auto face = [faces](std::uint32_t i) { return i < faces ? i : 0; };
  for (int axis = 0; axis < 3; ++axis)
    for (std::uint32_t i = 0; i < hull->padded; ++i) hull->planes.push_back(topology.normals[face(i)][axis]);
  for (std::uint32_t i = 0; i < hull->padded; ++i) hull->planes.push_back(topology.offsets[face(i)]);
  const auto byte = [](std::uint32_t i) { return static_cast<std::uint8_t>(i); };
  hull->edges.reserve(topology.twin.size() / 2);
  for (std::uint32_t h = 0; h < topology.twin.size(); ++h) {
    const std::uint32_t twin = topology.twin[h];
    if (h < twin)
      hull->edges.push_back({byte(topology.origin[h]), byte(topology.origin[twin]), byte(topology.face[h]),
                             byte(topology.face[twin])});
  }
  return hull;
}

}  // namespace graze::inline GRAZE_ABI
