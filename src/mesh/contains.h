// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "math/rounding.h"

namespace graze::inline GRAZE_ABI {

/// Whether p is on the closed triangle, which may be a segment or a point. Exact for the coordinates of
/// orient3d().
[[nodiscard]] bool is_on_triangle(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c);

}  // namespace graze::inline GRAZE_ABI
