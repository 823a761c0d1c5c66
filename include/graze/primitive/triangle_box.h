// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/aabb.h"
#include "graze/primitive/verdict.h"
#include "graze/shape/primitives.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Closed triangle and solid axis-aligned box, by separating axes; the verdict is exact. Both may be flat.
[[nodiscard]] GRAZE_API Verdict triangle_box(const Triangle& triangle, const Aabb& box) noexcept;

}  // namespace graze::inline GRAZE_ABI::primitive
