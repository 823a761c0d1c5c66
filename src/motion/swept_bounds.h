// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/aabb.h"
#include "motion/moving.h"

namespace graze::inline GRAZE_ABI {

/// Where the points of a moving shape get from time 0 to 1. Infinite where nothing is known.
struct SweptBounds {
  Aabb box;                   // holds the shape at all times, with its margin
  Vec3d way;                  // until time t each point has gone by t `way`,
  double around = kInfinite;  // and by something not longer than this
  double bulge = kInfinite;   // at no time farther from the chord between its places at times 0 and 1
};
[[nodiscard]] SweptBounds sweep(const ShapeView& shape, const Path& path, Real margin);

}  // namespace graze::inline GRAZE_ABI
