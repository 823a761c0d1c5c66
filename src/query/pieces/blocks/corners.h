// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "mesh/pieces.h"

namespace graze::inline GRAZE_ABI {

inline constexpr std::uint32_t kBlock = 4;  // triangles side by side

/// The corners of up to four triangles, coordinate by coordinate; those that are not there repeat the last
/// one.
template <class T>
struct CornerBlock {
  alignas(32) T at[3][3][kBlock];  // corner, axis, triangle
};

}  // namespace graze::inline GRAZE_ABI
