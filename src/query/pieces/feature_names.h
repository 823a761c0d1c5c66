// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>

#include "graze/shape/feature.h"

namespace graze::inline GRAZE_ABI {

/// A feature of the triangle with these corners, by the numbers of its mesh: vertices, edges between the
/// lower and the higher vertex, and of faces the number of the triangle with the side as `second`.
[[nodiscard]] inline Feature named_after_mesh(const std::array<std::uint32_t, 3>& corners,
                                              std::uint32_t triangle, const Feature& of_triangle) {
  switch (of_triangle.kind) {
    case FeatureKind::vertex:
      return {FeatureKind::vertex, corners[of_triangle.first], 0};
    case FeatureKind::edge: {
      const std::uint32_t p = corners[of_triangle.first], q = corners[of_triangle.second];
      return {FeatureKind::edge, std::min(p, q), std::max(p, q)};
    }
    case FeatureKind::face:
      return {FeatureKind::face, triangle, of_triangle.first};
    default:
      return of_triangle;
  }
}

}  // namespace graze::inline GRAZE_ABI
