// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "graze/math/real.h"

namespace graze::inline GRAZE_ABI {

/// Answers of the kernels of kernel/ray/lanes-inl.h about N rays, one column each, in the caller's frames and
/// precision.
template <std::size_t N>
struct RayRows {
  alignas(64) double state[N];  // below
  alignas(64) Real lower[N];
  alignas(64) Real upper[N];
  alignas(64) Real parameter[N];
  alignas(64) Real error[N];
  alignas(64) Real point[3][N];
  alignas(64) Real normal[3][N];
  alignas(64) Real local[3][N];
};
/// The kernel is not certain, or the ray misses, hits, or starts inside.
inline constexpr double kRayUnclear = 0, kRayMiss = 1, kRayHit = 2, kRayInside = 3;

}  // namespace graze::inline GRAZE_ABI
