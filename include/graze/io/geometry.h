// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "graze/math/vec3.h"

// graze_io is built on the double library: include these headers with GRAZE_DOUBLE, which the CMake target
// sets.
namespace graze::inline GRAZE_ABI::io {

/// An index that refers to nothing.
inline constexpr std::uint32_t kNone = 0xffffffff;

/// Centred box; half lengths of its edges.
struct BoxData {
  Vec3 half_extents{1, 1, 1};
};

/// Ball around the origin.
struct SphereData {
  Real radius = 1;
};

/// Points within `radius` of the segment from -half_height to +half_height on the y axis.
struct CapsuleData {
  Real radius = 1;
  Real half_height = 1;
};

/// Around the y axis, centred. Where a part is missing, the file means a surface and not a volume.
struct CylinderData {
  Real radius = 1;
  Real half_height = 1;
  bool has_side = true;
  bool has_top = true;
  bool has_bottom = true;
};

/// Around the y axis, apex at +half_height, base at -half_height. Missing parts as in CylinderData.
struct ConeData {
  Real radius = 1;
  Real half_height = 1;
  bool has_side = true;
  bool has_bottom = true;
};

/// Convex hull of the ball of `bottom_radius` around (0, -half_height, 0) and that of `top_radius` around
/// (0, half_height, 0).
struct TaperedCapsuleData {
  Real bottom_radius = 1;
  Real top_radius = 1;
  Real half_height = 1;
};

/// Convex hull of the disc of `bottom_radius` in the plane y = -half_height and that of `top_radius` in the
/// plane y = half_height, both around the y axis. One radius may be zero.
struct TaperedCylinderData {
  Real bottom_radius = 1;
  Real top_radius = 1;
  Real half_height = 1;
};

/// All points with y <= 0: its box is without bounds.
struct HalfSpaceData {};

/// Polygons, each an outline and its holes, laid out as PolygonFaces of graze/mesh are: counterclockwise seen
/// from the front. Nothing is promised of them: they may be concave, not flat, of no area, or cross
/// themselves. Points that no corner names are no part of the shape.
struct MeshData {
  std::vector<Vec3> points;
  std::vector<std::uint32_t> corners;
  std::vector<std::uint32_t> corners_of_loop;
  std::vector<std::uint32_t> loops_of_face;  ///< empty: every loop is a face
  std::uint32_t extrusion = kNone;           ///< source of the points in SceneData::extrusions
  bool is_hull = false;                      ///< the convex hull of the points in use is meant
};

/// Polylines of two or more corners.
struct LineData {
  std::vector<Vec3> points;
  std::vector<std::uint32_t> corners;
  std::vector<std::uint32_t> corners_of_line;
};

/// Single points: those that `corners` names.
struct PointData {
  std::vector<Vec3> points;
  std::vector<std::uint32_t> corners;
};

/// Heights over a grid: vertex (i, j) is (i * x_spacing, heights[i + j * x_count], j * z_spacing), and the
/// quad of (i, j) has the corners (i, j), (i, j+1), (i+1, j+1), (i+1, j), counterclockwise seen from +y.
struct GridData {
  std::uint32_t x_count = 0;
  std::uint32_t z_count = 0;
  Real x_spacing = 1;
  Real z_spacing = 1;
  std::vector<Real> heights;
  bool faces_down = false;  ///< the front is the side of -y
};
/// Vertex (i, j) of a grid, in the frame of the grid.
[[nodiscard]] inline Vec3 vertex_of(const GridData& grid, std::uint32_t i, std::uint32_t j) {
  const Real height = grid.heights[i + std::size_t{j} * grid.x_count];
  return {Real(i) * grid.x_spacing, height, Real(j) * grid.z_spacing};
}
/// All vertices of a grid, in the order of its heights.
[[nodiscard]] inline std::vector<Vec3> vertices_of(const GridData& grid) {
  std::vector<Vec3> vertices;
  vertices.reserve(grid.heights.size());
  for (std::uint32_t j = 0; j < grid.z_count; ++j)
    for (std::uint32_t i = 0; i < grid.x_count; ++i) vertices.push_back(vertex_of(grid, i, j));
  return vertices;
}

/// A cross-section in the plane y = 0, as (x, z), swept along a spine: VRML's Extrusion. `scale` and
/// `rotation` have one entry for each point of the spine.
struct Extrusion {
  struct Vec2 {
    Real x = 0;
    Real z = 0;
  };
  /// Axis, not necessarily unit, and angle in radians.
  struct Turn {
    Vec3 axis{0, 0, 1};
    Real angle = 0;
  };
  std::vector<Vec2> section;
  std::vector<Vec3> spine;
  std::vector<Vec2> scale;
  std::vector<Turn> rotation;
  bool has_begin_cap = true;
  bool has_end_cap = true;
  bool is_ccw = true;
};

/// Where something stands in the files that were read; lines and columns count from 1, in bytes.
struct SourcePlace {
  std::uint32_t file = 0;  ///< SceneData::files
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

/// A shape in its own frame, shared by all nodes that name its index.
struct Geometry {
  std::string name;  ///< as in the file; may be empty, need not be unique
  std::variant<BoxData, SphereData, CapsuleData, CylinderData, ConeData, MeshData, LineData, PointData,
               GridData, TaperedCapsuleData, TaperedCylinderData, HalfSpaceData>
      data;
  SourcePlace place;
  std::uint32_t deformation = kNone;  ///< of its points: SceneData::deformations
};

/// Vertices of an extrusion, the sections of all spine points one after the other (by the rules of VRML97,
/// section 6.18); not finite where the numbers are. Linear.
[[nodiscard]] GRAZE_API std::vector<Vec3> extrusion_points(const Extrusion& extrusion);
/// Sides as quads and caps as polygons over extrusion_points(); faces that have collapsed are kept.
[[nodiscard]] GRAZE_API MeshData extrusion_mesh(const Extrusion& extrusion);

}  // namespace graze::inline GRAZE_ABI::io
