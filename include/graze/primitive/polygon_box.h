// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/aabb.h"
#include "graze/primitive/polygon.h"
#include "graze/primitive/verdict.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Flat polygon and solid axis-aligned box. They meet where an edge meets the box, or where the box sits
/// within the region: both are decided exactly. Where `flatness` is not zero, edges and region are that far
/// apart, and a polygon that is nearer to the box than that may be reported either way.
[[nodiscard]] GRAZE_API Verdict polygon_box(const Polygon& polygon, const Aabb& box) noexcept;

}  // namespace graze::inline GRAZE_ABI::primitive
