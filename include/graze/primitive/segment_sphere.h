// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/primitive/ball.h"
#include "graze/primitive/verdict.h"
#include "graze/shape/primitives.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Segment and solid ball; the verdict is exact.
[[nodiscard]] GRAZE_API SegmentHit segment_sphere(const Segment& segment, const Ball& ball) noexcept;

}  // namespace graze::inline GRAZE_ABI::primitive
