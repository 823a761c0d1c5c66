// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/mesh/height_field.h"

#include <utility>

#include "mesh/assemble.h"
#include "mesh/height_grid.h"

namespace graze::inline GRAZE_ABI {
namespace {

std::optional<Error> check_numbers(const HeightField& field) {
  if (!is_usable_size(field.spacing_x)) return Error{ErrorCode::not_finite, "spacing_x: is not finite"};
  if (!is_usable_size(field.spacing_z)) return Error{ErrorCode::not_finite, "spacing_z: is not finite"};
  if (!(field.spacing_x > 0)) return Error{ErrorCode::negative, "spacing_x: is not above zero"};
  if (!(field.spacing_z > 0)) return Error{ErrorCode::negative, "spacing_z: is not above zero"};
  if (!is_usable_size(field.scale)) return Error{ErrorCode::not_finite, "scale: is not finite"};
  if (!is_usable_size(field.offset)) return Error{ErrorCode::not_finite, "offset: is not finite"};
  if (field.row_stride != 0 && field.row_stride < sample_bytes(field.scalar) * field.columns)
    return Error{ErrorCode::index_out_of_range, "row_stride: is smaller than a row, in bytes"};
  return std::nullopt;
}

std::optional<Error> check_field(const HeightField& field) {
  if (field.heights == nullptr) return Error{ErrorCode::empty, "heights: is null"};
  if (field.columns < 2) return Error{ErrorCode::empty, "columns: fewer than two"};
  if (field.rows < 2) return Error{ErrorCode::empty, "rows: fewer than two"};
  const std::uint64_t cells = std::uint64_t{field.columns - 1} * (field.rows - 1);
  if (cells > std::uint64_t{1} << 30)
    return Error{ErrorCode::index_out_of_range, "columns, rows: more than 2^30 cells"};
  if (!field.holes.empty() && field.holes.size() != cells)
    return Error{ErrorCode::index_out_of_range, "holes: not one per cell", field.holes.size()};
  return check_numbers(field);
}

// The vertices that triangles use; others stay at the origin.
std::optional<Error> place(const HeightField& field, const std::vector<bool>& is_used,
                           std::vector<Vec3>& vertices) {
  vertices.assign(std::size_t{field.columns} * field.rows, Vec3{});
  for (std::size_t row = 0; row < field.rows; ++row)
    for (std::size_t column = 0; column < field.columns; ++column) {
      const std::size_t i = row * field.columns + column;
      if (!is_used[i]) continue;
      if (!read_sample(field, column, row, vertices[i]))
        return Error{ErrorCode::not_finite, "heights: a sample is not finite, or too large", i};
    }
  return std::nullopt;
}

// Two triangles for each cell that is no hole.
void make_triangles(const HeightField& field, std::vector<Pieces::Corners>& triangles,
                    std::vector<std::uint32_t>& cell_of_triangle) {
  std::uint32_t cell = 0;
  for (std::uint32_t row = 0; row + 1 < field.rows; ++row)
    for (std::uint32_t column = 0; column + 1 < field.columns; ++column, ++cell) {
      if (!field.holes.empty() && field.holes[cell] != 0) continue;
      const std::uint32_t a = row * field.columns + column, b = a + 1, c = a + field.columns, d = c + 1;
      triangles.push_back({a, c, d});
      triangles.push_back({a, d, b});
      cell_of_triangle.insert(cell_of_triangle.end(), 2, cell);
    }
}

template <class Corners>
std::vector<bool> used_vertices(std::size_t vertex_count, std::size_t triangle_count, Corners corners) {
  std::vector<bool> is_used(vertex_count);
  for (std::uint32_t i = 0; i < triangle_count; ++i)
    for (const std::uint32_t corner : corners(i)) is_used[corner] = true;
  return is_used;
}

// Fast: as any mesh; otherwise the samples are all that is kept.
Result<TriangleMesh> make_mesh(const HeightField& field, PlainTriangles plain, const MeshSettings& settings) {
  auto pieces = make_pieces(std::move(plain), {}, {MeshLayout::fast, false});
  if (settings.layout != MeshLayout::fast)
    pieces->store = TriangleStore(settings.layout, HeightGrid(field, settings.layout));
  return finish_mesh(std::move(pieces), settings);
}

}  // namespace

Result<HeightFieldMesh> make_height_field(const HeightField& field, const MeshSettings& settings) {
  if (const auto bad = check_field(field)) return *bad;
  if (settings.is_solid)
    return Error{ErrorCode::unsupported, "settings: is_solid, but a height field is not closed"};
  HeightFieldMesh made;
  std::vector<Pieces::Corners> triangles;
  make_triangles(field, triangles, made.cell_of_triangle);
  if (triangles.empty()) return Error{ErrorCode::empty, "holes: nothing is left"};
  std::vector<Vec3> vertices;
  const auto is_used = used_vertices(std::size_t{field.columns} * field.rows, triangles.size(),
                                     [&](std::uint32_t i) { return triangles[i]; });
  if (const auto bad = place(field, is_used, vertices)) return *bad;
  auto mesh = make_mesh(field, {std::move(vertices), std::move(triangles)}, settings);
  if (!mesh) return mesh.error();
  made.mesh = *std::move(mesh);
  return made;
}

std::optional<Error> refit_height_field(HeightFieldMesh& made, const HeightField& field) {
  if (field.heights == nullptr) return Error{ErrorCode::empty, "heights: is null"};
  if (std::uint64_t{field.columns} * field.rows != made.mesh.vertex_count())
    return Error{ErrorCode::index_out_of_range, "columns, rows: not those the field was made of"};
  if (const auto bad = check_numbers(field)) return bad;
  std::vector<Vec3> vertices;
  const auto is_used = used_vertices(made.mesh.vertex_count(), made.mesh.triangle_count(),
                                     [&](std::uint32_t i) { return made.mesh.corners(i); });
  if (const auto bad = place(field, is_used, vertices)) return bad;
  if (made.mesh.layout() == MeshLayout::fast) return made.mesh.refit(make_vertex_array(vertices));
  Pieces& pieces = MeshAccess::pieces(made.mesh);
  const MeshLayout layout = pieces.store.layout();
  pieces.store = TriangleStore(layout, HeightGrid(field, layout, *pieces.store.grid()));
  ++pieces.version;
  pieces.refit_tree();
  return std::nullopt;
}

}  // namespace graze::inline GRAZE_ABI
