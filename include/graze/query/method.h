// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/shape/shape.h"

namespace graze::inline GRAZE_ABI {

enum class Query : std::uint8_t { intersects, common_point, distance, penetration, separation };

/// How a pair is answered, in words: "gjk", "closed form: segments with radius", ... A static string.
[[nodiscard]] GRAZE_API const char* method_of(ShapeKind a, ShapeKind b, Query query) noexcept;

}  // namespace graze::inline GRAZE_ABI
