// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/pair/pair.h"

// A PairCache, read and written in canonical order. It is in the order of the call, of any age, and may be
// noise.

namespace graze::inline GRAZE_ABI {

/// Calls use(i, index in a, index in b) for up to three pairs of vertices. False: there are none, or they
/// are not of these two.
template <class A, class B, class Use>
bool read_cached_vertices(const PairFrame& pair, const A& a, const B& b, const PairCache& cache, Use use) {
  const std::uint32_t* const vertices[2] = {cache.vertices_a, cache.vertices_b};
  const std::uint32_t *ia = vertices[pair.first], *ib = vertices[1 - pair.first];
  bool is_usable = cache.vertex_count >= 1 && cache.vertex_count <= 3;
  for (std::uint32_t i = 0; is_usable && i < cache.vertex_count; ++i) {
    is_usable = ia[i] < a.count && ib[i] < b.count;
    if (is_usable) use(i, ia[i], ib[i]);
  }
  return is_usable;
}

/// Unit, from a to b; zero: not known.
[[nodiscard]] inline Vec3d cached_axis(const PairFrame& pair, const PairCache& cache) {
  const Vec3d axis = is_finite(cache.axis) ? Vec3d(cache.axis) : Vec3d{};
  return max_abs(axis) > 0 ? normalized(axis) * static_cast<double>(1 - 2 * pair.first) : Vec3d{};
}

inline void store_axis(const PairFrame& pair, const Vec3d& axis, PairCache& cache) {
  cache.axis = Vec3(axis * static_cast<double>(1 - 2 * pair.first));
  cache.vertex_count = 0;
}
inline void store_vertices(const PairFrame& pair, std::uint32_t index_a, std::uint32_t index_b,
                           PairCache& cache) {
  std::uint32_t* const vertices[2] = {cache.vertices_a, cache.vertices_b};
  vertices[pair.first][cache.vertex_count] = index_a;
  vertices[1 - pair.first][cache.vertex_count] = index_b;
  ++cache.vertex_count;
}

}  // namespace graze::inline GRAZE_ABI
