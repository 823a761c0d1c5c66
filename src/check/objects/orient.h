// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/math/vec3.h"

namespace graze::inline GRAZE_ABI::check {

/// Turns triangles round so that neighbours agree on which side is out, whichever that is; points at the same
/// place are one. Returns how many were turned; 0, with the corners as they were, where no such turning
/// exists (one-sided surfaces) or an edge has more than two triangles.
std::size_t orient(std::span<const Vec3> points, std::vector<std::uint32_t>& corners);

}  // namespace graze::inline GRAZE_ABI::check
