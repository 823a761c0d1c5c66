// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/base/config.h"

// How the separating axes of two boxes are numbered and compared.

namespace graze::inline GRAZE_ABI {

constexpr int next_axis(int i) { return i == 2 ? 0 : i + 1; }
constexpr int previous_axis(int i) { return i == 0 ? 2 : i - 1; }

namespace primitive {

/// An axis by its number: 0 to 2 faces of a, 3 to 5 faces of b, 6 + 3 i + j edges i of a and j of b.
struct BoxAxisHeight {
  int axis;
  double height;  // overlap along the unit axis; negative: apart
  double others;  // no other axis overlaps by less
};

inline constexpr int kNoAxis = 15;  // this arithmetic cannot tell

/// Edges whose angle has a smaller sine are read from the placements: the orthonormal form loses too much.
inline constexpr double kBoxLeastSine = 0.1;
/// Axes whose heights differ by less, in errors, may be as good as each other.
inline constexpr double kBoxClose = 16;

}  // namespace primitive
}  // namespace graze::inline GRAZE_ABI
