// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "graze/math/vec3.h"

namespace graze::inline GRAZE_ABI::io::gltf {

/// `mode` of a primitive.
enum class Mode : std::uint8_t {
  points,
  lines,
  line_loop,
  line_strip,
  triangles,
  triangle_strip,
  triangle_fan
};

/// Corners of triangles, polylines or single points, one after the other.
struct Runs {
  std::vector<std::uint32_t> corners;
  std::vector<std::uint32_t> lengths;
};

/// A primitive's list of corners, numbered from 0.
struct Corners {
  Mode mode = Mode::triangles;
  const std::vector<std::uint32_t>& list;
  std::uint32_t points = 0;  ///< how many there are
  std::uint32_t first = 0;   ///< added to each
};

/// Appends what a primitive consists of. Triangles of strips and fans that repeat a corner only turn the
/// strip, and are no faces. The number of faces, segments or points that name a point that is not there, or
/// lack a corner; these are left out.
[[nodiscard]] std::size_t add_runs(const Corners& from, Runs& to);

/// Leaves out the runs with a point that is not usable, whose place is then the origin; their number.
[[nodiscard]] std::size_t drop_unusable(std::vector<Vec3>& points, Runs& runs);

}  // namespace graze::inline GRAZE_ABI::io::gltf
