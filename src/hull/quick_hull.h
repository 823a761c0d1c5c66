// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/shape/hull_builder.h"
#include "math/rounding.h"

namespace graze::inline GRAZE_ABI {

/// A closed triangulated surface. Corner i of triangle t is the origin of half-edge 3 t + i, which runs to
/// the next corner, counterclockwise seen from outside.
struct TriangleHull {
  std::vector<std::uint32_t> corners;  // per half-edge: the point it leaves
  std::vector<std::uint32_t> twins;    // per half-edge
  double outward_error = 0;            // bound on how far a point may be outside, when the budget ended
  bool is_cancelled = false;

  [[nodiscard]] static std::uint32_t next(std::uint32_t h) { return h % 3 == 2 ? h - 2 : h + 1; }
};

struct QuickHullInput {
  std::span<const Vec3d> points;         // magnitudes up to 1, and none in (0, 2^-280)
  std::array<std::uint32_t, 4> simplex;  // four of them that are not in one plane
  Vec3d scale{1, 1, 1};                  // from these to true lengths, for budget and error
  std::uint32_t max_vertices = 0;        // 0: all
  HullProgress progress;
};

/// Convex hull by quickhull [Barber96] with exact decisions: a point sees a facet when it lies strictly above
/// its plane. Facets in whose plane a new point lies stay, and the new facets beside them are coplanar with
/// them. Some corners may therefore turn out to lie inside a face or an edge of the finished hull.
[[nodiscard]] TriangleHull quick_hull(const QuickHullInput& input);

}  // namespace graze::inline GRAZE_ABI
