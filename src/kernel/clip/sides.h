// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>

#include "kernel/clip/clip.h"

namespace graze::inline GRAZE_ABI::primitive {

using CornerMask = std::uint64_t;

/// On which sides of the edges of a polygon the corners of another one are.
struct CornerSides {
  /// Bit k of masks[i]: corner i is on the inner side of edge k of the other polygon, or beyond it by less
  /// than the tolerance. The first once more after the last.
  CornerMask masks[kMaxCorners + 1];
  CornerMask all;  // bits of all edges
  int count;       // corners

  [[nodiscard]] bool is_inside(int i) const { return masks[i] == all; }
};

/// Calls use(i, k, true) for edges i of a and k of b whose ends are on opposite sides of each other's lines.
template <class Use>
void visit_crossings(const CornerSides& of_a, const CornerSides& of_b, Use use) {
  for (int i = 0; i < of_a.count; ++i) {
    for (CornerMask crossed = of_a.masks[i] ^ of_a.masks[i + 1]; crossed != 0; crossed &= crossed - 1) {
      const int k = std::countr_zero(crossed);
      if (((of_b.masks[k] ^ of_b.masks[k + 1]) >> i & 1) != 0) use(i, k, true);
    }
  }
}

/// Compiled once per SIMD target; all of them agree to the bit.
void find_sides(const ClipSide& a, const ClipSide& b, double tolerance, CornerSides& of_a, CornerSides& of_b);

}  // namespace graze::inline GRAZE_ABI::primitive
