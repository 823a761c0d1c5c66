// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "math/rounding.h"

namespace graze::inline GRAZE_ABI::depth {

/// Depth of the origin inside A - B: the minimum over unit normals n of the height max over w of n · w lies
/// in [lower, upper], but for the rounding error of a support value. upper < 0: the origin is outside by at
/// least that much. lower <= 0: it may be outside, and then by no more than the distance of any known point
/// of A - B.
struct Depth {
  double lower = 0;
  double upper = 0;
  Vec3d normal;            // unit, from a to b: the supporting plane normal · w = upper
  Vec3d a, b;              // witnesses, a - b is about upper * normal
  int count = 0;           // vertices of the polytope; 0: found by separating axes
  bool has_points = true;  // a and b are points of A and B; otherwise only the plane is known
  bool is_refined = true;  // whether `upper` is a minimum, of its neighbourhood at least
};

}  // namespace graze::inline GRAZE_ABI::depth
