// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace chung_wang {

/// Feature walking beside the library's methods on pairs of hulls that pass each other, from frame to frame:
/// prints steps and times. Hulls have at most twice `vertices`. False when the walk and the library disagree.
[[nodiscard]] bool print_walks(int frames, int vertices, std::uint64_t seed);

/// Boxes, triangles and segments near each other, no axis known: prints the time of each method.
void print_small_bodies(std::uint64_t seed);

}  // namespace chung_wang
