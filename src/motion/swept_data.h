// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "graze/motion/swept_mesh.h"
#include "graze/tree/aabb_tree.h"
#include "math/rounding.h"
#include "tree/traverse.h"

namespace graze::inline GRAZE_ABI {

struct SweptMeshData {
  using Corners = std::array<std::uint32_t, 3>;

  std::vector<Vec3> from, to;
  std::vector<Corners> triangles;
  // Each vertex and edge belongs to the first triangle that has it, so that a pair of features comes up once
  // among pairs of triangles: bit k for corner k, bit 3 + k for the edge from there to the next corner.
  std::vector<std::uint8_t> owned;
  std::vector<Aabb> boxes;  // by triangle, around all its places
  AabbTree tree;

  [[nodiscard]] MovingPoint point(std::uint32_t vertex) const { return {from[vertex], to[vertex]}; }
  [[nodiscard]] Aabb box(std::uint32_t vertex) const {
    Aabb out;
    out.lower = min(from[vertex], to[vertex]);
    out.upper = max(from[vertex], to[vertex]);
    return out;
  }
};

struct SweptMeshAccess {
  [[nodiscard]] static const SweptMeshData* data(const SweptMesh& mesh) { return mesh.data_.get(); }
  [[nodiscard]] static SweptMesh make(std::unique_ptr<SweptMeshData> data) {
    SweptMesh mesh;
    mesh.data_ = std::move(data);
    return mesh;
  }
};

/// A triangle with the boxes of its corners and edges, grown by a distance.
struct SweptTriangle {
  SweptMeshData::Corners corners;
  std::uint32_t owned = 0;
  Aabb box, corner[3], edge[3];

  void set(const SweptMeshData& mesh, std::uint32_t id, double by) {
    corners = mesh.triangles[id];
    owned = mesh.owned[id];
    box = grown(mesh.boxes[id], by);
    for (int k = 0; k < 3; ++k) corner[k] = grown(mesh.box(start(k)), by);
    for (int k = 0; k < 3; ++k) edge[k] = merge(corner[k], corner[k == 2 ? 0 : k + 1]);
  }
  [[nodiscard]] bool owns_corner(int k) const { return (owned >> k & 1) != 0; }
  [[nodiscard]] bool owns_edge(int k) const { return (owned >> (3 + k) & 1) != 0; }
  [[nodiscard]] std::uint32_t start(int k) const { return corners[static_cast<std::size_t>(k)]; }
  [[nodiscard]] std::uint32_t end(int k) const { return start(k == 2 ? 0 : k + 1); }
  [[nodiscard]] bool has(std::uint32_t vertex) const {
    return start(0) == vertex || start(1) == vertex || start(2) == vertex;
  }
};

/// Pairs of features of two triangles whose boxes overlap: use.vertex_face(vertex, triangle),
/// use.face_vertex(triangle, vertex), use.edge_edge(triangle, k, triangle, k); false ends it. Features of
/// one mesh with a common vertex are left out.
template <bool kIsSelf, class Use>
bool visit_feature_pairs(const SweptTriangle& s, const SweptTriangle& t, Use&& use) {
  for (int k = 0; k < 3; ++k) {
    if (s.owns_corner(k) && overlaps(s.corner[k], t.box) && !(kIsSelf && t.has(s.start(k))) &&
        !use.vertex_face(s.start(k), t))
      return false;
    if (t.owns_corner(k) && overlaps(t.corner[k], s.box) && !(kIsSelf && s.has(t.start(k))) &&
        !use.face_vertex(s, t.start(k)))
      return false;
  }
  for (int i = 0; i < 3; ++i) {
    if (!s.owns_edge(i) || !overlaps(s.edge[i], t.box)) continue;
    const std::uint32_t u = s.start(i), v = s.end(i);
    for (int j = 0; j < 3; ++j) {
      if (!t.owns_edge(j) || !overlaps(s.edge[i], t.edge[j])) continue;
      const std::uint32_t x = t.start(j), y = t.end(j);
      if (kIsSelf && (u == x || u == y || v == x || v == y)) continue;
      if (!use.edge_edge(s, i, t, j)) return false;
    }
  }
  return true;
}

/// Pairs of features of one mesh whose boxes are no farther apart than `within` along any axis, once each.
template <class Use>
void visit_self_feature_pairs(const SweptMeshData& mesh, double within, Use&& use) {
  const auto order = mesh.tree.order();
  visit_self_pairs<SweptTriangle>(
      mesh.tree, within, [&](std::uint32_t place, SweptTriangle& out) { out.box = mesh.boxes[order[place]]; },
      [&](std::uint32_t place, double by, SweptTriangle& out) { out.set(mesh, order[place], by); },
      [&](std::uint32_t, const SweptTriangle& s, std::uint32_t, const SweptTriangle& t) {
        return visit_feature_pairs<true>(s, t, use);
      });
}

/// Pairs of features of two meshes whose boxes are no farther apart than `within` along any axis.
template <class Use>
void visit_feature_pairs_of(const SweptMeshData& a, const SweptMeshData& b, double within, Use&& use) {
  const auto close = [within](const Aabb& box_a, const Aabb& box_b) {
    return overlaps(grown(box_a, within), box_b);
  };
  (void)visit_pairs(a.tree, b.tree, close, [&](std::uint32_t i, std::uint32_t j) {
    if (!close(a.boxes[i], b.boxes[j])) return true;
    SweptTriangle s, t;
    s.set(a, i, within);
    t.set(b, j, 0);
    return visit_feature_pairs<false>(s, t, use);
  });
}

}  // namespace graze::inline GRAZE_ABI
