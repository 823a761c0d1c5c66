// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "shape/hull_topology.h"
#include "shape/quick_hull.h"

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

/// Joins neighbouring faces as long as no vertex is farther than `tolerance` from the plane of its face.
/// Vertices keep at least two faces each, and faces stay discs.
void merge_faces(std::span<const Vec3d> vertices, double tolerance, HullTopology& topology);

/// Unit normals from exact differences, and offsets. Precondition: all else is set.
void set_planes(std::span<const Vec3d> vertices, HullTopology& topology);

}  // namespace graze::inline GRAZE_ABI
