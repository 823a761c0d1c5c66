// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/mesh/triangle_mesh.h"

#include <algorithm>
#include <utility>

#include "mesh/assemble.h"
#include "mesh/edges.h"

namespace graze::inline GRAZE_ABI {
namespace {

bool is_cancelled(const TreeProgress& progress, std::size_t all) {
  return progress.report != nullptr && !progress.report(progress.context, 0, all);
}

struct Range {
  std::size_t first = 0, count = 0;
};

// From the first to the last triangle that has one of these vertices.
Range find_touched(const TriangleStore& store, std::size_t first_vertex, std::size_t count) {
  std::size_t first = store.triangle_count(), last = 0;
  for (std::uint32_t i = 0; i < store.triangle_count(); ++i)
    for (const std::uint32_t corner : store.corners(i))
      if (corner - first_vertex < count) {
        first = std::min<std::size_t>(first, i);
        last = i;
      }
  return first > last ? Range{} : Range{first, last - first + 1};
}

}  // namespace

Result<TriangleMesh> make_triangle_mesh(const VertexArray& vertices, const IndexArray& triangles,
                                        const MeshSettings& settings) {
  if (is_cancelled(settings.progress, triangles.count / 3))
    return Error{ErrorCode::cancelled, "mesh: the progress function stopped the build"};
  const BorrowedArrays arrays{vertices, triangles};
  auto plain = read_triangles(arrays);
  if (!plain) return plain.error();
  if (settings.is_solid) {
    if (const auto open = find_unbalanced_triangle(plain->vertices, plain->triangles))
      return Error{ErrorCode::unsupported, "settings: is_solid, but the mesh is not closed", *open};
  }
  return finish_mesh(make_pieces(*std::move(plain), arrays, {settings.layout, settings.is_solid}), settings);
}

std::size_t TriangleMesh::triangle_count() const noexcept { return pieces_ ? pieces_->count() : 0; }
std::size_t TriangleMesh::vertex_count() const noexcept {
  return pieces_ ? pieces_->store.vertex_count() : 0;
}
Triangle TriangleMesh::triangle(std::uint32_t id) const noexcept {
  return id < triangle_count() ? pieces_->triangle(id) : Triangle{};
}
std::array<std::uint32_t, 3> TriangleMesh::corners(std::uint32_t id) const noexcept {
  return id < triangle_count() ? pieces_->store.corners(id) : Pieces::Corners{};
}
MeshLayout TriangleMesh::layout() const noexcept {
  return pieces_ ? pieces_->store.layout() : MeshLayout::fast;
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
  if (const auto bad = pieces_->store.set_vertices(vertices, first_vertex, count)) return *bad;
  ++pieces_->version;
  const std::size_t all = pieces_->count();
  const Range touched =
      count == vertices.count ? Range{0, all} : find_touched(pieces_->store, first_vertex, count);
  if (touched.count == 0) return std::nullopt;
  // The same tree either way; beyond a part of it, all at once is faster.
  std::optional<Error> bad;
  if (4 * touched.count >= all)
    pieces_->refit_tree();
  else
    bad = graze::refit(pieces_->tree, pieces_->boxes(), touched.first, touched.count);
  if (pieces_->is_solid)
    pieces_->store.with_plain(
        [this](const auto& points, const auto& corners_of) { set_solid(*pieces_, points, corners_of); });
  return bad;
}

}  // namespace graze::inline GRAZE_ABI
