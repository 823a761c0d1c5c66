// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/shape/shape.h"
#include "math/rounding.h"

namespace graze::inline GRAZE_ABI {

/// Faces, edges and neighbours of a convex hull, by index. Faces are convex
/// polygons, counterclockwise seen from outside; a flat hull has two faces, one per side. Points and segments
/// have none. Half-edge h runs from `origin[h]` to `origin[next(h)]` along the left of `face[h]`; its twin
/// runs back. The half-edges of face f are the range [first[f], first[f + 1]), in order.
struct HullTopology {
  std::vector<std::uint32_t> first;   // face count + 1
  std::vector<std::uint32_t> origin;  // per half-edge: the vertex it leaves
  std::vector<std::uint32_t> twin;    // per half-edge
  std::vector<std::uint32_t> face;    // per half-edge
  std::vector<Vec3d> normals;         // per face, unit, outward, local frame
  std::vector<double> offsets;        // per face: max of normal · vertex over all vertices, but for rounding
  std::vector<std::uint32_t> outgoing;  // per vertex: one half-edge that leaves it

  double tolerance =
      0;  // no vertex of a face lies farther below its plane; 0: exactly coplanar, but for rounding

  [[nodiscard]] std::uint32_t face_count() const { return static_cast<std::uint32_t>(normals.size()); }
  [[nodiscard]] std::uint32_t next(std::uint32_t h) const {
    return h + 1 == first[face[h] + 1] ? first[face[h]] : h + 1;
  }
  /// Calls use(half-edge) for those that leave a vertex, clockwise seen from outside: the face right of a
  /// half-edge is the one left of its twin.
  template <class Use>
  void visit_edges(std::uint32_t vertex, Use use) const {
    std::uint32_t h = outgoing[vertex];
    do {
      use(h);
      h = next(twin[h]);
    } while (h != outgoing[vertex]);
  }
  [[nodiscard]] std::span<const std::uint32_t> loop(std::uint32_t f) const {
    return {origin.data() + first[f], first[f + 1] - first[f]};
  }
};

/// Faces and edges of a shape that make_hull() built; null for every other shape, and for points and
/// segments. Lives as long as the shape.
[[nodiscard]] const HullTopology* topology_of(const ShapeView& shape);

}  // namespace graze::inline GRAZE_ABI
