// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/parts.h"

#include <algorithm>
#include <numeric>

namespace graze::inline GRAZE_ABI {

std::vector<std::uint32_t> find_parts(const std::vector<Pieces::Corners>& triangles,
                                      std::size_t vertex_count) {
  // Disjoint sets; the lowest vertex of a set is its root, and paths are halved on the way.
  std::vector<std::uint32_t> parent(vertex_count);
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](std::uint32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  const auto join = [&](std::uint32_t u, std::uint32_t v) {
    u = root(u);
    v = root(v);
    parent[std::max(u, v)] = std::min(u, v);
  };
  std::vector<bool> is_used(vertex_count);
  for (const Pieces::Corners& t : triangles) {
    join(t[0], t[1]);
    join(t[0], t[2]);
    for (const std::uint32_t corner : t) is_used[corner] = true;
  }
  std::vector<std::uint32_t> parts;
  for (std::uint32_t v = 0; v < vertex_count; ++v)
    if (parent[v] == v && is_used[v]) parts.push_back(v);
  return parts;
}

}  // namespace graze::inline GRAZE_ABI
