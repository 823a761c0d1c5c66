// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/mesh/triangle_mesh.h"

#include <algorithm>
#include <utility>

#include "graze/shape/hull_builder.h"
#include "mesh/convexity.h"
#include "mesh/edges.h"
#include "mesh/parts.h"
#include "mesh/pieces.h"
#include "mesh/read_arrays.h"

namespace graze::inline GRAZE_ABI {
namespace {

std::optional<Error> check_arrays(const VertexArray& vertices, const IndexArray& triangles) {
  if (triangles.count == 0) return Error{ErrorCode::empty, "triangles: is empty"};
  if (triangles.data == nullptr) return Error{ErrorCode::empty, "triangles: data is null"};
  if (vertices.count == 0) return Error{ErrorCode::empty, "vertices: is empty"};
  if (vertices.data == nullptr) return Error{ErrorCode::empty, "vertices: data is null"};
  if (triangles.count % 3 != 0)
    return Error{ErrorCode::index_out_of_range, "triangles: the number of indices is not a multiple of 3",
                 triangles.count};
  if (triangles.count / 3 > 0x7fffffff)
    return Error{ErrorCode::index_out_of_range, "triangles: more than 2^31 - 1", triangles.count / 3};
  if (vertices.count > 0xffffffff)
    return Error{ErrorCode::index_out_of_range, "vertices: more than 2^32 - 1", vertices.count};
  return std::nullopt;
}

std::optional<Error> read_triangles(const IndexArray& array, std::size_t vertex_count,
                                    std::vector<Pieces::Corners>& out) {
  for (std::size_t i = 0; i < array.count; ++i) {
    const std::uint32_t index = read_index(array, i);
    if (index >= vertex_count)
      return Error{ErrorCode::index_out_of_range, "triangles: an index is out of range", i};
    out[i / 3][i % 3] = index;
  }
  return std::nullopt;
}

// A solid that is convex is answered as the polytope that it is, wherever depth is asked for.
void set_hull(Pieces& pieces) {
  pieces.hull = Shape();
  pieces.is_inside_out = pieces.is_solid && is_inside_out(pieces.vertices, pieces.triangles);
  if (!pieces.is_solid || !is_convex(pieces.vertices, pieces.triangles)) return;
  std::vector<Vec3> corners;
  corners.reserve(3 * pieces.triangles.size());
  for (const Pieces::Corners& t : pieces.triangles)
    for (const std::uint32_t corner : t) corners.push_back(pieces.vertices[corner]);
  if (auto hull = make_hull(corners)) pieces.hull = *std::move(hull);
}

struct Range {
  std::size_t first = 0, count = 0;
};

// From the first to the last triangle that has one of these vertices.
Range find_touched(std::span<const Pieces::Corners> triangles, std::size_t first_vertex, std::size_t count) {
  std::size_t first = triangles.size(), last = 0;
  for (std::size_t i = 0; i < triangles.size(); ++i)
    for (const std::uint32_t corner : triangles[i])
      if (corner - first_vertex < count) {
        first = std::min(first, i);
        last = i;
      }
  return first > last ? Range{} : Range{first, last - first + 1};
}

}  // namespace

Result<TriangleMesh> make_triangle_mesh(const VertexArray& vertices, const IndexArray& triangles,
                                        const MeshSettings& settings) {
  if (const auto bad = check_arrays(vertices, triangles)) return *bad;
  auto pieces = std::make_shared<Pieces>();
  pieces->is_solid = settings.is_solid;
  pieces->vertices.resize(vertices.count);
  pieces->triangles.resize(triangles.count / 3);
  if (const auto bad = read_points(vertices, 0, pieces->vertices)) return *bad;
  if (const auto bad = read_triangles(triangles, vertices.count, pieces->triangles)) return *bad;
  if (settings.is_solid) {
    if (const auto open = find_unbalanced_triangle(pieces->vertices, pieces->triangles))
      return Error{ErrorCode::unsupported, "settings: is_solid, but the mesh is not closed", *open};
  }
  auto tree = build_tree(pieces->boxes(), {.executor = settings.executor, .progress = settings.progress});
  if (!tree) return tree.error();
  pieces->tree = *std::move(tree);
  pieces->parts = find_parts(pieces->triangles, pieces->vertices.size());
  set_hull(*pieces);
  TriangleMesh mesh;
  mesh.shape_ = make_complex_shape(pieces);
  mesh.pieces_ = std::move(pieces);
  return mesh;
}

std::size_t TriangleMesh::triangle_count() const noexcept { return pieces_ ? pieces_->triangles.size() : 0; }
std::size_t TriangleMesh::vertex_count() const noexcept { return pieces_ ? pieces_->vertices.size() : 0; }
Triangle TriangleMesh::triangle(std::uint32_t id) const noexcept {
  return id < triangle_count() ? pieces_->triangle(id) : Triangle{};
}
std::array<std::uint32_t, 3> TriangleMesh::corners(std::uint32_t id) const noexcept {
  return id < triangle_count() ? pieces_->triangles[id] : Pieces::Corners{};
}
bool TriangleMesh::is_solid() const noexcept { return pieces_ && pieces_->is_solid; }
Aabb TriangleMesh::bounds() const noexcept { return pieces_ ? pieces_->tree.bounds() : Aabb{}; }
std::size_t TriangleMesh::memory_bytes() const noexcept { return shape_.memory_bytes(); }
Real TriangleMesh::wear() const noexcept {
  if (!pieces_ || !(pieces_->tree.built_cost() > 0)) return 1;
  return std::max(Real(1), pieces_->tree.cost() / pieces_->tree.built_cost());
}

std::optional<Error> TriangleMesh::refit(const VertexArray& vertices) {
  return refit(vertices, 0, vertices.count);
}

std::optional<Error> TriangleMesh::refit(const VertexArray& vertices, std::size_t first_vertex,
                                         std::size_t count) {
  if (vertices.count != vertex_count())
    return Error{ErrorCode::index_out_of_range, "vertices: not as many as the mesh was built of",
                 vertices.count};
  if (first_vertex > vertices.count || count > vertices.count - first_vertex)
    return Error{ErrorCode::index_out_of_range, "first_vertex, count: beyond the end of vertices",
                 first_vertex};
  if (count == 0) return std::nullopt;
  if (vertices.data == nullptr) return Error{ErrorCode::empty, "vertices: data is null"};
  if (const auto bad =
          read_points(vertices, first_vertex, std::span(pieces_->vertices).subspan(first_vertex, count)))
    return *bad;
  const Range touched = count == vertices.count ? Range{0, pieces_->triangles.size()}
                                                : find_touched(pieces_->triangles, first_vertex, count);
  if (touched.count == 0) return std::nullopt;
  // The same tree either way; beyond a part of it, all at once is faster.
  const bool is_whole = 4 * touched.count >= pieces_->triangles.size();
  const auto bad = is_whole ? graze::refit(pieces_->tree, pieces_->boxes())
                            : graze::refit(pieces_->tree, pieces_->boxes(), touched.first, touched.count);
  set_hull(*pieces_);
  return bad;
}

}  // namespace graze::inline GRAZE_ABI
