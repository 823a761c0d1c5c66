// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/shape/shape.h"

namespace graze::inline GRAZE_ABI {

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

[[nodiscard]] GRAZE_API const char* to_string(Query query) noexcept;

/// How a pair is answered, in words: "gjk", "closed form: segments with radius", ... A static string. The
/// source of a ray is a point: ray_cast has ShapeKind::point on one side, and other pairs are refused.
/// Placements that keep balls round and no margins are assumed; others may leave a closed form for the
/// iteration that follows it.
[[nodiscard]] GRAZE_API const char* method_of(ShapeKind a, ShapeKind b, Query query) noexcept;

}  // namespace graze::inline GRAZE_ABI
