// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "graze/base/workspace.h"
#include "graze/math/vec3.h"

namespace graze::inline GRAZE_ABI {

/// Memory of the last query on a pair, kept by the caller and passed again: the next one starts there. A
/// stale cache, or one of another pair, costs time, never correctness. Not to be shared between threads.
struct PairCache {
  Vec3 axis;                         // world, from a to b, any length; zero: nothing known
  std::uint32_t vertices_a[4] = {};  // of the last simplex; [0] of meshes and compounds: a piece
  std::uint32_t vertices_b[4] = {};
  std::uint32_t vertex_count = 0;
};

class TreeFront;

/// Travels with every query; the default is the most accurate that the library's precision can express.
struct QuerySettings {
  /// Bounds end within this much of the value plus the margins of the pair. Matters for curved shapes only.
  Real relative_error = sizeof(Real) == 4 ? Real(1e-6) : Real(1e-10);
  int max_iterations = 256;
  PairCache* cache = nullptr;
  Workspace* workspace = nullptr;
  /// distance() only: stop as soon as the distance is certainly greater.
  Real threshold = kInfinity;
  /// penetration() and separation() of meshes and compounds that are not convex: at most about so many
  /// directions are tried for a short way out, four times as many between two solids of few pieces. Time
  /// grows with it; a number of tries instead of a time, so that the answer is the same on every machine.
  int max_directions = 192;
  /// intersects(), common_point() and, with a cache, distance() of meshes and compounds; see tree_front.h.
  TreeFront* front = nullptr;
};

}  // namespace graze::inline GRAZE_ABI
