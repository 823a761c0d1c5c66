// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/edges.h"

#include <algorithm>
#include <numeric>

namespace graze::inline GRAZE_ABI {

std::vector<std::uint32_t> weld(std::span<const Vec3> vertices, std::vector<std::uint32_t> used) {
  std::sort(used.begin(), used.end(), [&](std::uint32_t i, std::uint32_t j) {
    const Vec3 &p = vertices[i], &q = vertices[j];
    if (p.x != q.x) return p.x < q.x;
    if (p.y != q.y) return p.y < q.y;
    if (p.z != q.z) return p.z < q.z;
    return i < j;
  });
  std::vector<std::uint32_t> welded(vertices.size());
  std::iota(welded.begin(), welded.end(), 0u);
  for (std::size_t i = 1; i < used.size(); ++i)
    if (vertices[used[i]] == vertices[used[i - 1]]) welded[used[i]] = welded[used[i - 1]];
  return welded;
}

void append_edges(const Pieces::Corners& welded, std::uint32_t triangle, std::vector<EdgeUse>& uses) {
  const auto [a, b, c] = welded;
  if (a == b || b == c || c == a) return;
  const auto append = [&](std::uint32_t from, std::uint32_t to) {
    uses.push_back({std::min(from, to), std::max(from, to), triangle * 2 + (from < to ? 0u : 1u)});
  };
  append(a, b);
  append(b, c);
  append(c, a);
}

std::optional<std::uint32_t> find_unbalanced_triangle(std::span<const Vec3> vertices,
                                                      std::span<const Pieces::Corners> triangles) {
  std::vector<std::uint32_t> all(vertices.size());
  std::iota(all.begin(), all.end(), 0u);
  const std::vector<std::uint32_t> welded = weld(vertices, std::move(all));
  std::vector<EdgeUse> uses;
  uses.reserve(triangles.size() * 3);
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const auto& [a, b, c] = triangles[i];
    append_edges({welded[a], welded[b], welded[c]}, static_cast<std::uint32_t>(i), uses);
  }
  std::sort(uses.begin(), uses.end());
  std::optional<std::uint32_t> lowest;
  for_each_edge(uses, [&](const SharedEdge& edge) {
    if (!edge.is_open() && !edge.is_flipped()) return;
    for (const EdgeUse& use : edge.uses)
      if (!lowest || use.triangle() < *lowest) lowest = use.triangle();
  });
  return lowest;
}

}  // namespace graze::inline GRAZE_ABI
