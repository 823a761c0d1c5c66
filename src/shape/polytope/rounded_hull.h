// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "graze/math/mat3.h"
#include "shape/shape_block.h"

namespace graze::inline GRAZE_ABI {

/// A convex set as the hull of points, grown by a ball. Boxes, polytopes, balls and capsules are; sums of
/// them are, and hulls of those with one radius.
struct RoundedHull {
  std::vector<Vec3d> points;
  double radius = 0;
};

/// A shape under a linear map, if it is such a set; balls only if the map is a similarity.
[[nodiscard]] std::optional<RoundedHull> rounded_hull_of(const ShapeView& shape,
                                                         const BasicMat3<double>& linear);

}  // namespace graze::inline GRAZE_ABI
