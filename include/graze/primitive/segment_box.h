// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/aabb.h"
#include "graze/primitive/verdict.h"
#include "graze/shape/primitives.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Segment and solid axis-aligned box; the verdict is exact.
[[nodiscard]] GRAZE_API SegmentHit segment_box(const Segment& segment, const Aabb& box) noexcept;

}  // namespace graze::inline GRAZE_ABI::primitive
