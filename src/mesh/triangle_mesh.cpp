// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/mesh/triangle_mesh.h"

#include <algorithm>
#include <new>
#include <utility>

#include "graze/mesh/barycentric.h"
#include "math/nearest.h"
#include "mesh/assemble.h"
#include "mesh/read_arrays.h"
#include "mesh/surface.h"

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

// Of a solid, whatever depends on the places of its vertices, as if these had moved already: it alone needs
// memory, and comes first so that a refit that runs out of it has changed nothing.
std::optional<Error> follow_solid(Pieces& pieces, const VertexArray& vertices, std::size_t first,
                                  std::size_t count) {
  const TriangleStore& store = pieces.store;
  std::vector<Vec3> moved(store.vertex_count());
  if (store.layout() == MeshLayout::borrowed) {  // the array of before may be gone
    first = 0, count = moved.size();
  } else {
    for (std::uint32_t i = 0; i < moved.size(); ++i) moved[i] = store.vertex(i);
  }
  if (const auto bad = read_points(vertices, first, std::span(moved).subspan(first, count))) return bad;
  std::vector<Pieces::Corners> triangles(store.triangle_count());
  for (std::uint32_t i = 0; i < triangles.size(); ++i) triangles[i] = store.corners(i);
  set_solid(pieces, moved, triangles);
  return std::nullopt;
}

// A partial refit gives the tree of a whole one, which needs no memory, and is faster beyond a quarter of the
// triangles.
void refit_touched(Pieces& pieces, const Range& touched) {
  if (4 * touched.count >= pieces.count()) return pieces.refit_tree();
  try {
    (void)refit(pieces.tree, pieces.boxes(), touched.first, touched.count);
  } catch (const std::bad_alloc&) {
    pieces.refit_tree();
  }
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
  if (pieces_->is_solid)
    if (const auto bad = follow_solid(*pieces_, vertices, first_vertex, count)) return bad;
  if (const auto bad = pieces_->store.set_vertices(vertices, first_vertex, count)) return bad;
  ++pieces_->version;
  const Range touched = count == vertices.count ? Range{0, pieces_->count()}
                                                : find_touched(pieces_->store, first_vertex, count);
  if (touched.count > 0) refit_touched(*pieces_, touched);
  return std::nullopt;
}

std::array<Real, 3> barycentric(const Triangle& triangle, const Vec3& point) noexcept {
  const bool is_usable =
      is_finite(triangle.a) && is_finite(triangle.b) && is_finite(triangle.c) && is_finite(point);
  if (!is_usable) return {};
  const Vec3d p[3] = {Vec3d(triangle.a), Vec3d(triangle.b), Vec3d(triangle.c)};
  const double size = std::max({max_abs(p[1] - p[0]), max_abs(p[2] - p[0]), max_abs(p[2] - p[1])});
  if (!(size > 0)) return {1, 0, 0};
  // In units of the triangle, so that squares are numbers.
  const Vec3d b = (p[1] - p[0]) / size, c = (p[2] - p[0]) / size;
  const Vec3d q = nearest_on_triangle((Vec3d(point) - p[0]) / size, {}, b, c), n = cross(b, c);
  // Areas across from the corners; of a triangle without area, shares of its longest side.
  double weights[3] = {std::max(0.0, dot(n, cross(b - q, c - q))), std::max(0.0, dot(n, cross(q, c))),
                       std::max(0.0, dot(n, cross(b, q)))};
  double sum = weights[0] + weights[1] + weights[2];
  constexpr double kThinnest =
      1e-24;  // square of the area in units of the longest side: below, rounding decides
  if (!(dot(n, n) > kThinnest)) {
    const double along_b = length_squared(b), along_c = length_squared(c), between = length_squared(c - b);
    const int first = between > std::max(along_b, along_c) ? 1 : 0;
    const int second = first == 1 || along_c > along_b ? 2 : 1;
    const Vec3d start = first == 1 ? b : Vec3d{}, way = (second == 2 ? c : b) - start;
    const double share = std::clamp(dot(q - start, way) / length_squared(way), 0.0, 1.0);
    weights[0] = weights[1] = weights[2] = 0;
    weights[first] = 1 - share;
    weights[second] = share;
    sum = 1;
  }
  return {Real(weights[0] / sum), Real(weights[1] / sum), Real(weights[2] / sum)};
}

}  // namespace graze::inline GRAZE_ABI
