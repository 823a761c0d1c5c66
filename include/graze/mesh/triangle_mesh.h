// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "graze/base/executor.h"
#include "graze/base/result.h"
#include "graze/math/aabb.h"
#include "graze/math/contact.h"
#include "graze/mesh/arrays.h"
#include "graze/shape/hull_builder.h"
#include "graze/shape/shape.h"
#include "graze/tree/aabb_tree.h"

namespace graze::inline GRAZE_ABI {

struct Pieces;      // private to the library
struct MeshAccess;  // private to the library

/// How a mesh keeps its triangles in memory. Vertices are exact in all of them, and so are answers.
enum class MeshLayout : std::uint8_t {
  fast,
  /// Larger leaves, and indices in two bytes where neighbouring triangles have neighbouring vertices (always,
  /// up to 65536 of them): about two thirds of the memory, for queries that take a little longer.
  compact,
  /// The tree only. Queries read the caller's vertices and indices, which must stay where they are, as they
  /// are, as long as there is a shape of this mesh: for arrays too large to copy, or shared with a renderer.
  /// After moving vertices, call refit() before the next query; until then answers are about no mesh in
  /// particular.
  borrowed,
};

struct MeshSettings {
  /// The triangles bound a solid: what is inside collides and has a negative distance. Inside is where the
  /// surface winds around a point, whichever way it is turned; several shells and shells within shells are
  /// allowed. Every edge must be used as often in one direction as in the other (check_mesh()), where
  /// vertices at the same place count as one; otherwise the mesh is refused.
  bool is_solid = false;
  MeshLayout layout = MeshLayout::fast;
  Executor executor = {};
  TreeProgress progress = {};
};

/// Triangles over a tree. A shared handle: copies and shapes made of it stand for the same geometry, and see
/// it change when refit() is called. Everything is in the local frame. Degenerate triangles (segments,
/// points) are kept and are what they are. Reading is safe from any number of threads as long as no refit()
/// runs.
class GRAZE_API TriangleMesh {
 public:
  /// No triangles; its shape is invalid.
  TriangleMesh() noexcept = default;

  /// Number of triangles, degenerate ones included.
  [[nodiscard]] std::size_t triangle_count() const noexcept;
  /// Number of vertices, unused ones included.
  [[nodiscard]] std::size_t vertex_count() const noexcept;
  /// Corners of a triangle, in the order of the caller's indices; all zero for a number that is not there.
  [[nodiscard]] Triangle triangle(std::uint32_t id) const noexcept;
  /// Their vertex numbers.
  [[nodiscard]] std::array<std::uint32_t, 3> corners(std::uint32_t id) const noexcept;
  /// Whether the triangles bound a solid, see MeshSettings::is_solid.
  [[nodiscard]] bool is_solid() const noexcept;
  /// How triangles are kept in memory.
  [[nodiscard]] MeshLayout layout() const noexcept;
  /// Smallest box around all triangles; empty when there are none.
  [[nodiscard]] Aabb bounds() const noexcept;
  /// All that is held, the tree included; of a borrowed mesh without the caller's arrays.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;
  /// How much more a query costs than it would with a new tree (1: nothing), as far as the boxes tell. Beyond
  /// about 2, building anew pays.
  [[nodiscard]] Real wear() const noexcept;

  /// The vertices moved: reads all of them again, from the same or another array of as many points. Linear
  /// time. On an error nothing has changed. A solid must stay closed, which is not checked again. A borrowed
  /// mesh borrows `vertices` from then on; if it is refused, the numbers that it held are still the caller's
  /// to put back.
  [[nodiscard]] std::optional<Error> refit(const VertexArray& vertices);
  /// Only vertices first_vertex ... first_vertex + count - 1 moved: only they are read, `vertices` being the
  /// whole array. The result is that of a whole refit.
  [[nodiscard]] std::optional<Error> refit(const VertexArray& vertices, std::size_t first_vertex,
                                           std::size_t count);

  /// The mesh as a shape, which queries accept; shares the geometry.
  [[nodiscard]] const Shape& shape() const noexcept { return shape_; }

  /// For the library: what the queries read; null when there are no triangles.
  [[nodiscard]] const Pieces* pieces() const noexcept { return pieces_.get(); }

 private:
  friend struct MeshAccess;
  std::shared_ptr<Pieces> pieces_;
  Shape shape_;
};

/// Builds a mesh of `triangles`, three indices into `vertices` each. Up to 2^31 - 1 triangles.
///
/// Refuses, with the position of the first offender: no triangles, null arrays, numbers of indices that three
/// does not divide, indices out of range (position in the index array), vertices that are not finite or too
/// large for Real (position of the vertex, used or not); solids that are not closed (a triangle at such an
/// edge); ErrorCode::cancelled when `settings.progress` said so. That is asked before anything is read and
/// then during the build of the tree.
[[nodiscard]] GRAZE_API Result<TriangleMesh> make_triangle_mesh(const VertexArray& vertices,
                                                                const IndexArray& triangles,
                                                                const MeshSettings& settings = {});

/// Containers whose memory make_vertex_array() and make_index_array() can describe, such as std::vector:
/// points (Vec3 of float or double, or numbers, three for each) and vertex numbers (of 16 or 32 bits, signed
/// or not).
template <class Points, class Indices>
concept MeshContainers = requires(const Points& points, const Indices& indices) {
  make_vertex_array(std::span(points));
  make_index_array(std::span(indices));
};
/// make_triangle_mesh() of two containers; three indices for each triangle.
template <class Points, class Indices>
requires MeshContainers<Points, Indices>
[[nodiscard]] Result<TriangleMesh> make_triangle_mesh(const Points& vertices, const Indices& triangles,
                                                      const MeshSettings& settings = {}) {
  return make_triangle_mesh(make_vertex_array(std::span(vertices)), make_index_array(std::span(triangles)),
                            settings);
}

namespace mesh_detail {
[[nodiscard]] GRAZE_API Result<Shape> make_hull_of_array(const VertexArray& points,
                                                         const HullSettings& settings);
}  // namespace mesh_detail

/// Convex hull of points in any array, strided ones and those of the other precision included (rounded to
/// Real); see make_hull() of points. Refuses null arrays and strides smaller than a point too. (A template,
/// so that make_hull({data, count}) is that of points.)
template <std::same_as<VertexArray> Array>
[[nodiscard]] Result<Shape> make_hull(const Array& points, const HullSettings& settings = {}) {
  return mesh_detail::make_hull_of_array(points, settings);
}

/// Where a point of the mesh's local frame is: outside (apart), on a triangle (touching), or inside
/// (overlapping): the surface winds around it. Exact for the coordinates given, degenerate triangles and rays
/// through edges included. (Double precision: coordinates below 2^-280 of the mesh's largest on the same axis
/// count as zero.) For a surface with a border only touching has a meaning. What cannot be answered excludes
/// nothing: a point that is not finite, and any point of a mesh without triangles, is touching. Does not
/// allocate.
[[nodiscard]] GRAZE_API Contact contains(const TriangleMesh& mesh, const Vec3& point) noexcept;

}  // namespace graze::inline GRAZE_ABI
