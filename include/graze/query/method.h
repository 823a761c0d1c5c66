// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/shape/shape.h"

namespace graze::inline GRAZE_ABI {

/// Questions about a pair of shapes.
enum class Query : std::uint8_t {
  intersects,
  common_point,
  distance,
  penetration,
  separation,
  ray_cast,
  shape_cast,
  contacts,
};
inline constexpr int kQueryCount = int(Query::contacts) + 1;

/// Static name of a question, such as "common_point".
[[nodiscard]] GRAZE_API const char* to_string(Query query) noexcept;

/// Names the methods that answer a pair, in the order in which they are tried: "quick axis, gjk, expanding
/// polytope". Each is certain or declines; the last always answers. A static string, printed from the table
/// that queries follow. The source of a ray is a point: ray_cast has ShapeKind::point on one side, and other
/// pairs are refused. Placements that keep balls round, no margins and polytopes of make_hull() with at most
/// 32 vertices are assumed.
[[nodiscard]] GRAZE_API const char* method_of(ShapeKind a, ShapeKind b, Query query) noexcept;

}  // namespace graze::inline GRAZE_ABI
