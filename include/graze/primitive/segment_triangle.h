// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/primitive/verdict.h"
#include "graze/shape/primitives.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Segment and closed triangle; the verdict is exact, segments in the plane of the triangle included.
[[nodiscard]] GRAZE_API SegmentHit segment_triangle(const Segment& segment,
                                                    const Triangle& triangle) noexcept;

}  // namespace graze::inline GRAZE_ABI::primitive
