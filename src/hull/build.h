// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graze/shape/hull_builder.h"
#include "hull/topology.h"

// From a cloud of points to exact faces: quickhull, triangles joined to faces, planes.

namespace graze::inline GRAZE_ABI {

/// A closed triangulated surface. Corner i of triangle t is the origin of half-edge 3 t + i, which runs to
/// the next corner, counterclockwise seen from outside.
struct TriangleHull {
  std::vector<std::uint32_t> corners;  // per half-edge: the point it leaves
  std::vector<std::uint32_t> twins;    // per half-edge
  double outward_error = 0;            // bound on how far a point may be outside, when the budget ended
  bool is_cancelled = false;

  [[nodiscard]] static std::uint32_t next(std::uint32_t h) { return h % 3 == 2 ? h - 2 : h + 1; }
};

struct QuickHullInput {
  std::span<const Vec3d> points;         // magnitudes up to 1, and none in (0, 2^-280)
  std::array<std::uint32_t, 4> simplex;  // four of them that are not in one plane
  Vec3d scale{1, 1, 1};                  // from these to true lengths, for budget and error
  std::uint32_t max_vertices = 0;        // 0: all
  HullProgress progress;
};

/// Convex hull by quickhull [Barber96] with exact decisions: a point sees a facet when it lies strictly above
/// its plane. Facets in whose plane a new point lies stay, and the new facets beside them are coplanar with
/// them. Some corners may therefore turn out to lie inside a face or an edge of the finished hull.
[[nodiscard]] TriangleHull quick_hull(const QuickHullInput& input);

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

/// A point with each axis scaled by a power of two to below 1, which changes the sign of no determinant and
/// keeps all of them far from overflow and underflow; coordinates below 2^-280 then are zero.
[[nodiscard]] inline Vec3d scaled_to_unit(const Vec3d& p, const std::array<int, 3>& exponents) {
  const auto scaled = [](double x, int exponent) {
    const double y = std::ldexp(x, -exponent);
    return std::abs(y) < 0x1p-280 ? 0 : y;
  };
  return {scaled(p.x, exponents[0]), scaled(p.y, exponents[1]), scaled(p.z, exponents[2])};
}

/// Exponents for scaled_to_unit() of all of these points.
[[nodiscard]] std::array<int, 3> exponents_of(std::span<const Vec3> points);

/// The hull of a cloud before it becomes a shape: exact faces, no planes, nothing but corners for points and
/// segments.
struct BuiltHull {
  HullFaces faces;
  double outward_error = 0;
  bool is_cancelled = false;
};

/// Precondition: usable points, at least one.
[[nodiscard]] BuiltHull build_hull(std::span<const Vec3> points, const HullSettings& settings);

}  // namespace graze::inline GRAZE_ABI
