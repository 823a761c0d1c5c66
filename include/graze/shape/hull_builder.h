// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "graze/base/result.h"
#include "graze/shape/shape.h"

namespace graze::inline GRAZE_ABI {

/// Called now and then during a long build with the number of points that are settled and the number of all;
/// the first never falls. Return false to stop the build.
struct HullProgress {
  bool (*report)(void* context, std::size_t settled, std::size_t all) = nullptr;
  void* context = nullptr;
};

/// How the support mapping of a hull finds its farthest vertex. All find a true farthest one; which is
/// fastest depends on the number of vertices and is measured by bench/support_bench.cpp.
enum class HullSearch : std::uint8_t {
  automatic,  ///< by the number of vertices
  scan,       ///< all vertices, several at a time; no memory
  climb,      ///< from neighbour to neighbour, from a table of starts or from the last answer
  layers,  ///< Dobkin-Kirkpatrick layers, and climbs from the last answer; takes about three times as long to
           ///< build
};

/// Settings of make_hull().
struct HullSettings {
  /// At most this many vertices, or all of them when 0; 1 to 3 are refused. With a budget the points that
  /// matter most are taken first, and hull_info() says how far any point left out may lie outside.
  std::uint32_t max_vertices = 0;
  /// Neighbouring faces become one where no vertex is farther than this from their common plane, as a
  /// fraction of the largest coordinate. 0: exactly coplanar faces only. The default undoes what rounding the
  /// coordinates of a rotated box did to its faces. Faces are for contacts and features; vertices are exact
  /// whatever this is.
  Real face_tolerance = 4 * std::numeric_limits<Real>::epsilon();
  HullSearch search = HullSearch::automatic;
  HullProgress progress = {};
};

/// Convex hull of 1 to 2^31 - 1 points in any position: equal, on one line, in one plane, tiny, huge, far
/// away. The result is a polytope whose vertices are exactly the corners of the hull, in the order of the
/// input (the first of equal points stands for all), and which knows its faces and edges; points inside, on
/// faces and on edges are left out. Flat hulls, segments and points are valid results.
///
/// Every decision is exact for the coordinates given, so faces, edges and corners are those of the true
/// hull. (Double precision: coordinates below 2^-280 of the largest on the same axis count as zero.) Equal
/// input gives equal output. Expected time is O(n log n); random clouds come close to O(n).
///
/// Refuses no points, NaN and infinity by name; ErrorCode::cancelled when `settings.progress` said so.
[[nodiscard]] GRAZE_API Result<Shape> make_hull(std::span<const Vec3> points,
                                                const HullSettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
