// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "complex.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "graze/mesh/compound.h"
#include "graze/shape/hull_builder.h"

namespace graze::c_api {
namespace {

constexpr Error kUnknownVertex{ErrorCode::index_out_of_range, "a vertex number that was not given", 0};
constexpr Error kNotFinite{ErrorCode::not_finite, "a vertex is NaN or infinite", 0};

template <class Visit>
void for_each_piece(const Soup& soup, Visit&& visit) {
  std::size_t begin = 0;
  for (const std::size_t end : soup.ends) {
    visit(std::span<const DT_Index>(soup.indices).subspan(begin, end - begin));
    begin = end;
  }
}

[[nodiscard]] bool is_all_triangles(const Soup& soup) {
  bool are_all = true;
  for_each_piece(soup, [&](std::span<const DT_Index> piece) { are_all = are_all && piece.size() == 3; });
  return are_all;
}

Result<Shape> make_piece(const FloatPoints& points, std::span<const DT_Index> piece) {
  std::vector<Vec3> corners;
  for (const DT_Index i : piece) corners.emplace_back(points[i]);
  return make_hull(corners);
}

// Triangles become one mesh, which the others stand beside.
Result<Shape> make_mixed(const FloatPoints& points, const Soup& soup) {
  std::vector<Shape> parts;
  std::vector<DT_Index> triangles;
  std::optional<Error> error;
  for_each_piece(soup, [&](std::span<const DT_Index> piece) {
    if (piece.size() == 3) {
      triangles.insert(triangles.end(), piece.begin(), piece.end());
      return;
    }
    auto part = make_piece(points, piece);
    if (part) {
      parts.push_back(*std::move(part));
    } else {
      error = part.error();
    }
  });
  if (error) return *error;
  if (!triangles.empty()) {
    const auto mesh = make_triangle_mesh(make_vertex_array(points), make_index_array(triangles));
    if (!mesh) return mesh.error();
    parts.push_back(mesh->shape());
  }
  return make_compound(parts);
}

// Positions in record.used instead of numbers in an array: only vertices that are used are read.
void number_vertices(ShapeRecord& record, const Soup& soup) {
  record.used = soup.indices;
  std::sort(record.used.begin(), record.used.end());
  record.used.erase(std::unique(record.used.begin(), record.used.end()), record.used.end());
  record.soup = soup;
  for (DT_Index& i : record.soup.indices) {
    const auto place = std::lower_bound(record.used.begin(), record.used.end(), i);
    i = static_cast<DT_Index>(place - record.used.begin());
  }
}

[[nodiscard]] bool are_below(std::span<const DT_Index> numbers, std::size_t count) {
  return std::all_of(numbers.begin(), numbers.end(), [&](DT_Index i) { return i < count; });
}

// Where the vertices come from: the caller's array, or the points given by value. False: a number is wrong.
[[nodiscard]] bool gather(const ShapeRecord& record, const Definition& definition,
                          std::span<const DT_Index> numbers, FloatPoints& out) {
  if (record.base) {
    out = read_vertices(*record.base, record.base->pointer, numbers);
    return true;
  }
  if (!are_below(numbers, definition.points.size())) return false;
  for (const DT_Index i : numbers) out.push_back(definition.points[i]);
  return true;
}

std::optional<Error> build_shape(ShapeRecord& record, const FloatPoints& points) {
  if (!is_all_triangles(record.soup)) {
    const auto made = make_mixed(points, record.soup);
    if (!made) return made.error();
    record.shape = *made;
    return {};
  }
  const auto made = make_triangle_mesh(make_vertex_array(points), make_index_array(record.soup.indices));
  if (!made) return made.error();
  record.mesh = *made;
  record.shape = made->shape();
  return {};
}

}  // namespace

FloatPoints read_vertices(const VertexBase& base, const void* pointer, std::span<const DT_Index> numbers) {
  FloatPoints points(numbers.size());
  const auto* const bytes = static_cast<const std::byte*>(pointer);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    float v[3];
    std::memcpy(v, bytes + std::size_t{numbers[i]} * base.stride, sizeof v);
    points[i] = {v[0], v[1], v[2]};
  }
  return points;
}

bool are_finite(const FloatPoints& points) {
  return std::all_of(points.begin(), points.end(), [](const BasicVec3<float>& p) {
    return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
  });
}

std::optional<Error> close_complex(ShapeRecord& record, const Definition& definition) {
  if (definition.soup.ends.empty()) return Error{ErrorCode::empty, "a complex shape without pieces", 0};
  number_vertices(record, definition.soup);
  FloatPoints points;
  if (!gather(record, definition, record.used, points)) return kUnknownVertex;
  if (!are_finite(points)) return kNotFinite;
  return build_shape(record, points);
}

std::optional<Error> close_polytope(ShapeRecord& record, const Definition& definition) {
  FloatPoints points;
  const bool is_complete = gather(record, definition, definition.pending, points);
  record.base.reset();  // the hull is a copy
  if (!is_complete) return kUnknownVertex;
  if (points.empty()) return Error{ErrorCode::empty, "a polytope without vertices", 0};
  const std::vector<Vec3> corners(points.begin(), points.end());
  const auto made = make_hull(corners);
  if (!made) return made.error();
  record.shape = *made;
  return {};
}

std::optional<Error> refit_complex(ShapeRecord& record, const FloatPoints& points) {
  if (record.mesh.triangle_count() > 0) return record.mesh.refit(make_vertex_array(points));
  return build_shape(record, points);
}

}  // namespace graze::c_api
