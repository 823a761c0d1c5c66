// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>

#include "graze/math/aabb.h"
#include "graze/motion/path.h"

namespace graze::inline GRAZE_ABI::check {

/// Placements at the begin, at one, two and three quarters, and at the end of a segment of time.
inline constexpr std::size_t kStations = 5;
using Stations = std::array<Affine, kStations>;

/// A path, and how far a corner of the object's box is from where it should be at the inner stations.
struct FittedPath {
  Path path;
  Real deviation = kInfinity;
};

/// The path from the first station to the last that comes nearest to the others. Exact, but for rounding, for
/// what moves along a line, turns about one axis, turns about one of `centres` (points of its own frame)
/// while that moves along a line, or changes its size with all points on lines. `box` is in its own frame.
FittedPath fit_path(const Stations& stations, std::span<const Vec3> centres, const Aabb& box);

}  // namespace graze::inline GRAZE_ABI::check
