// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/primitive/polygon.h"
#include "graze/primitive/verdict.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Two flat polygons: they meet where an edge of one meets the region of the other, which is decided exactly,
/// and symmetric. `overlapping` where an edge passes through the inside of the other; polygons in one plane
/// touch. Where `flatness` is not zero, edges and region are that far apart, and polygons nearer than that
/// may be reported either way.
[[nodiscard]] GRAZE_API Verdict polygon_polygon(const Polygon& a, const Polygon& b) noexcept;

}  // namespace graze::inline GRAZE_ABI::primitive
