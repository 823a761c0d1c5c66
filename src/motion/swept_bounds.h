// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/aabb.h"
#include "motion/moving.h"

namespace graze::inline GRAZE_ABI {

/// Where the points of a moving shape get from time 0 to 1: until time t each has gone by t `way`, and by
/// something not longer than `around`. Infinite where nothing is known.
struct SweptBounds {
  Aabb box;  // holds the shape at all times, with its margin
  Vec3d way;
  double around = kInfinite;
};
[[nodiscard]] SweptBounds sweep(const ShapeView& shape, const Path& path, Real margin);

}  // namespace graze::inline GRAZE_ABI
