// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "graze/math/vec3.h"

namespace graze::inline GRAZE_ABI {

/// What the last query on a pair learned, kept by the caller and passed again: the next one starts there. A
/// stale cache, or one of another pair, costs time, never correctness. Not to be shared between threads.
struct PairCache {
  Vec3 axis;                         // world, from a to b, any length; zero: nothing known
  std::uint32_t vertices_a[4] = {};  // of the last simplex, for shapes that have vertices
  std::uint32_t vertices_b[4] = {};
  std::uint32_t vertex_count = 0;
};

/// Scratch memory for deep penetrations of shapes with very many features. It grows when a query needs more
/// and is then reused. Queries work without one; see penetration(). One per thread.
class Workspace {
 public:
  /// For the library: at least `bytes` of storage aligned for double; the contents are kept when it grows.
  [[nodiscard]] GRAZE_API void* grow(std::size_t bytes);
  [[nodiscard]] std::size_t memory_bytes() const { return capacity_; }

 private:
  std::unique_ptr<std::byte[]> storage_;
  std::size_t capacity_ = 0;
};

/// Travels with every query; the default is the most accurate that the library's precision can express.
struct QuerySettings {
  /// Bounds end within this much of the value plus the margins and radii of the pair. Matters for curved
  /// shapes only.
  Real relative_error = sizeof(Real) == 4 ? Real(1e-6) : Real(1e-10);
  int max_iterations = 256;
  PairCache* cache = nullptr;
  Workspace* workspace = nullptr;
  /// distance() only: stop as soon as the distance is certainly greater.
  Real threshold = kInfinity;
};

}  // namespace graze::inline GRAZE_ABI
