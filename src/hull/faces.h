// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "hull/quick_hull.h"
#include "hull/topology.h"

namespace graze::inline GRAZE_ABI {

/// The corners of a hull, as indices of the input in ascending order, and its faces in terms of them.
struct HullFaces {
  std::vector<std::uint32_t> corners;
  HullTopology topology;  // without normals and offsets
};

/// Joins triangles that lie exactly in one plane to convex polygons, and drops points inside faces and edges.
[[nodiscard]] HullFaces make_faces(const TriangleHull& hull, std::span<const Vec3d> points);

/// A convex polygon, given counterclockwise, as a hull with two faces.
[[nodiscard]] HullFaces make_flat_faces(std::span<const std::uint32_t> loop);

/// The vertices of a hull at the size of 1, where no product overflows or vanishes, in two ways.
struct UnitVertices {
  std::vector<Vec3d> vertices;  // all axes scaled alike
  std::vector<Vec3d>
      by_axis;  // each axis scaled for itself, by 2 to the power of minus these: needles are round
  std::array<int, 3> exponents{};
};

struct JoinedFaces {
  HullTopology topology;
  std::vector<std::uint32_t> face_of;  // per face before: the one it is part of now
};
/// Joins neighbouring faces as long as the vertices of each stay between two planes `tolerance` apart.
/// Vertices keep at least two faces each, and faces stay discs. Nothing when none can be joined.
/// Precondition: planes are set.
[[nodiscard]] std::optional<JoinedFaces> merge_faces(const UnitVertices& unit, double tolerance,
                                                     const HullTopology& topology);

/// Unit normals that are right to their last digits, and offsets. Precondition: all else is set.
void set_planes(const UnitVertices& unit, HullTopology& topology);

}  // namespace graze::inline GRAZE_ABI
