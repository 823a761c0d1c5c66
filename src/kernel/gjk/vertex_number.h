// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI {

/// The search in float numbers a vertex of A - B in float: that of a, and that of b times this.
inline constexpr std::uint32_t kVertexOfB = 4096;
/// Vertices of a polytope that the search scans, at most.
inline constexpr std::uint32_t kScanVertices = 512;
static_assert(kScanVertices <= kVertexOfB && kVertexOfB * kScanVertices <= 1u << 24);

[[nodiscard]] inline std::uint32_t vertex_of_a(float id) {
  return static_cast<std::uint32_t>(id) % kVertexOfB;
}
[[nodiscard]] inline std::uint32_t vertex_of_b(float id) {
  return static_cast<std::uint32_t>(id) / kVertexOfB;
}

}  // namespace graze::inline GRAZE_ABI
