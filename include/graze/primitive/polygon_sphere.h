// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/primitive/ball.h"
#include "graze/primitive/polygon.h"
#include "graze/primitive/verdict.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Flat polygon and solid ball; the verdict is exact for the region and the edges that Polygon describes.
/// `nearest` is the point of the polygon nearest to the centre.
[[nodiscard]] GRAZE_API Proximity polygon_sphere(const Polygon& polygon, const Ball& ball) noexcept;

}  // namespace graze::inline GRAZE_ABI::primitive
